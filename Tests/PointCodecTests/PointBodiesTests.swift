import PointCodec
import RunModel
import Simulation
import TestSupport
import Testing

@Suite struct PointBodiesTests {
  /// What decoding gives for a column in which some NaN is not the canonical one.
  private func canonical(_ fixes: Fixes) -> Fixes {
    var fixes = fixes
    for channel in Channel.allCases { fixes[channel] = fixes[channel].map { $0.isNaN ? .nan : $0 } }
    return fixes
  }

  @Test(arguments: [0, 1, 2, 3, 127, 128, 129, 130, 257, 1_000])
  func everyColumnComesBackToTheBit(count: Int) throws {
    for seed in 0..<60 as Range<UInt64> {
      let fixes = canonical(Fixes.wild(count: count, seed: seed &* 1_000 &+ UInt64(count)))
      let bodies = PointBodies(packing: fixes)
      #expect(try PointBodies.unpack(core: bodies.core, extra: bodies.extra) == fixes)
    }
  }

  @Test func coreAloneLeavesTheOtherChannelsAbsent() throws {
    var fixes = Fixes.north([0, 1, 2])
    fixes.set(.heartRate, 120)
    let bodies = PointBodies(packing: fixes)
    #expect(bodies.extra != nil)
    #expect(try PointBodies.unpack(core: bodies.core, extra: nil) == Fixes.north([0, 1, 2]))
    #expect(PointBodies(packing: .north([0, 1, 2])).extra == nil)
  }

  @Test func extremesOfTimeComeBack() throws {
    var fixes = Fixes()
    let times: [Int64] = [.min, .max, .min + 1, 0, .max, .min + 1, -1, 1, .min]
    for time in times { fixes.append(time: time, latitude: 0, longitude: 0, segment: .max) }
    let bodies = PointBodies(packing: fixes)
    #expect(try PointBodies.unpack(core: bodies.core, extra: bodies.extra) == fixes)
  }

  /// One fix a second, 7 decimals, running pace with noise: what most files hold.
  @Test func timeAndPlaceTakeAtMostThreeAndAHalfBytesAFix() {
    var generator = SeededGenerator(seed: 5)
    var fixes = Fixes()
    var (north, east) = (0.0, 0.0)
    for index in 0..<3_600 {
      north = north * 0.98 + Double.random(in: -4...4, using: &generator)
      east = east * 0.98 + Double.random(in: -4...4, using: &generator)
      fixes.append(
        time: 1_700_000_000_000 + Int64(index) * 1000,
        latitude: (450_000_000 + Double(index) * 250 + north * 10).rounded() / 1e7,
        longitude: (70_000_000 + Double(index) * 180 + east * 10).rounded() / 1e7, segment: 0)
    }
    let bytes = PointBodies(packing: fixes).core.count
    #expect(Double(bytes) / 3_600 <= 3.5, "\(Double(bytes) / 3_600) bytes a fix")
  }

  @Test func anyChangedByteIsNoticed() throws {
    let core = PointBodies(packing: .wild(count: 50, seed: 3)).core
    for index in core.indices {
      var damaged = core
      damaged[index] ^= 0x10
      #expect(throws: CodecError.self) { try PointBodies.unpack(core: damaged, extra: nil) }
    }
  }

  @Test func anyCutIsNoticed() {
    let core = PointBodies(packing: .wild(count: 50, seed: 4)).core
    for length in core.indices {
      #expect(throws: CodecError.self) {
        try PointBodies.unpack(core: Array(core[..<length]), extra: nil)
      }
    }
  }

  /// The checksum is made right again, so that the decoder itself meets the nonsense.
  @Test func mutatedBodiesNeverTrap() throws {
    var generator = SeededGenerator(seed: 6)
    for round in 0..<6_000 {
      let fixes = Fixes.wild(
        count: Int.random(in: 0...300, using: &generator), seed: UInt64(round % 50))
      var core = Array(PointBodies(packing: fixes).core.dropLast(4))
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
          core[Int.random(in: 0..<core.count, using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        case 1: core.removeLast(Int.random(in: 0..<core.count, using: &generator))
        default: core.insert(0xFF, at: Int.random(in: 0...core.count, using: &generator))
        }
        if core.isEmpty { core = [0] }
      }
      let sealed = core + checksumBytes(core)
      _ = try? PointBodies.unpack(core: sealed, extra: nil)
    }
  }

  /// CRC-32 bit by bit (ISO-HDLC, polynomial 0xEDB88320), independent of zlib.
  private func checksumBytes(_ bytes: [UInt8]) -> [UInt8] {
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 {
        remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1
      }
    }
    return (0..<4).map { UInt8(truncatingIfNeeded: ~remainder >> (8 * $0)) }
  }

  @Test func digestDoesNotDependOnChunksAndSeesEveryColumn() {
    let fixes = canonical(Fixes.wild(count: 300, seed: 9))
    var joined = fixes[0..<100]
    joined.append(contentsOf: fixes[100..<300])
    #expect(pointsDigest(of: joined) == pointsDigest(of: fixes))
    for channel in Channel.allCases {
      var changed = fixes
      var column = changed[channel]
      if column.isEmpty { column = [Double](repeating: .nan, count: 300) }
      column[299] = column[299].isNaN ? 1 : .nan
      changed[channel] = column
      #expect(pointsDigest(of: changed) != pointsDigest(of: fixes), "\(channel)")
    }
  }
}
