import PointCodec
import RunModel
import Simulation
import Testing

@Suite struct DamagedBodyTests {
  static let bodies: [PointBodies] = [
    encode(SyntheticFixes.run(count: 300, seed: 21, channels: Set(Channel.allCases))),
    encode(SyntheticFixes.run(count: 140, seed: 22, coordinates: .semicircles)),
    encode(SyntheticFixes.anything(count: 150, seed: 23)),
    encode(SyntheticFixes.run(count: 2, seed: 24)),
  ]

  @Test(arguments: bodies.indices)
  func aChangedBodyIsRefused(_ index: Int) {
    let whole = Self.bodies[index]
    var random = SeededGenerator(seed: UInt64(index))
    for round in 0..<1500 {
      let damaged = damage(whole, &random)
      guard damaged != whole else { continue }
      #expect(throws: CodecError.self, "body \(index), round \(round)") { try decode(damaged) }
    }
  }

  /// With the checksum made to fit, what comes out is what the layout says, and never a trap.
  @Test(arguments: bodies.indices)
  func aChangedBodyOfRightChecksumIsReadAsTheLayoutSays(_ index: Int) {
    let whole = Self.bodies[index]
    var random = SeededGenerator(seed: 100 + UInt64(index))
    var refused = 0
    for round in 0..<1500 {
      let damaged = damage(whole, &random)
      let sealed = PointBodies(core: sealed(damaged.core), extra: damaged.extra.map(sealed))
      let fixes = try? decode(sealed)
      #expect(fixes == plainlyDecoded(sealed), "body \(index), round \(round)")
      if fixes == nil { refused += 1 }
    }
    #expect(refused > 100)
  }

  @Test func everyCutIsRefused() {
    let whole = Self.bodies[0].core
    for length in whole.indices {
      #expect(throws: CodecError.self) {
        try decode(PointBodies(core: Array(whole[..<length]), extra: nil))
      }
    }
  }

  @Test func theErrorSaysWhatIsWrongAndWhere() throws {
    var newer = Self.bodies[3].core
    newer[2] = 2
    #expect(error(newer)?.code == .version)
    #expect(error(newer)?.byte == 3)
    var flipped = Self.bodies[3].core
    flipped[20] ^= 1
    #expect(error(flipped)?.code == .checksum)
    #expect(error([1, 2, 3])?.code == .truncated)
    let extra = try #require(Self.bodies[3].extra)
    #expect(error(extra)?.code == .notABody)
    var endless = Self.bodies[3].core
    endless.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(error(sealed(endless))?.code == .malformed)
  }

  private func error(_ core: [UInt8]) -> CodecError? {
    do {
      _ = try decode(PointBodies(core: core, extra: nil))
      return nil
    } catch { return error }
  }
}

/// One to three changes of one of the two bodies: a byte, a bit, a cut, an insertion, a swap.
private func damage(_ bodies: PointBodies, _ random: inout SeededGenerator) -> PointBodies {
  let hitsExtra = bodies.extra != nil && random.next() % 2 == 0
  var bytes = hitsExtra ? bodies.extra ?? [] : bodies.core
  for _ in 0...(random.next() % 3) {
    // Often near the front, where counts and lengths lie.
    let reach = random.next() % 2 == 0 ? min(64, bytes.count) : bytes.count
    guard reach > 1 else { continue }
    let index = Int(random.next() % UInt64(reach))
    switch random.next() % 6 {
    case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
    case 1: bytes[index] ^= 1 << UInt8(random.next() % 8)
    case 2: bytes[index] = [0, 0xFF, 0x7F, 0x80, 65][Int(random.next() % 5)]
    case 3: bytes.removeSubrange(index..<min(bytes.count, index + Int(random.next() % 9)))
    case 4: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: index)
    default: bytes.swapAt(index, Int(random.next() % UInt64(bytes.count)))
    }
  }
  return hitsExtra
    ? PointBodies(core: bodies.core, extra: bytes) : PointBodies(core: bytes, extra: bodies.extra)
}
