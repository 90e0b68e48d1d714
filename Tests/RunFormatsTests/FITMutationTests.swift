import RunFormats
import RunModel
import Simulation
import TestSupport
import Testing

/// Changes files at random, and expects a reading or an error, and never a trap.
@Suite struct FITMutationTests {
  /// Latitudes and longitudes of these files, whose digits no diagnostic may show.
  static let coordinates = ["50.29", "8.38", "600000000", "100000000"]

  static let files: [[UInt8]] = [
    fitVector,
    FITBuilder.activity { fit in
      fit.session(0, [FITField(110, .string, "Morning"), FITField(5, .enumeration, 1)])
      fit.add(
        FITBuilder.fieldDescription,
        [
          FITField(0, .uint8, 0), FITField(1, .uint8, 9), FITField(2, .uint8, 0x88),
          FITField(8, .string, "m"), FITField(14, .uint16, 20), FITField(15, .uint8, 31),
        ])
      for second in 0..<4 {
        fit.timer(second, [0, 4, 0, 8][second])
        fit.add(
          FITBuilder.record,
          [time(second), FITField(8, .byte, .bytes([1, 2, 3])), FITField(48, .uint8, 3)]
            + position(second), developer: [FITDeveloperField(0, 9, .float32, 4.5)])
      }
      fit.isBigEndian = true
      fit.lap(0, [FITField(9, .uint32, 500)])
      fit.session(2)
      fit.add(FITBuilder.correlation, [time(1), FITField(1, .uint32, 7)])
      fit.add(FITBuilder.activity, [time(1), FITField(5, .uint32, 1_000_007_201)])
    }.bytes,
    FITBuilder.activity { fit in
      fit.define(FITBuilder.camera, [time(0), FITField(0, .uint16, 5)] + position(0), local: 2)
      fit.fix(0)
      fit.define(FITBuilder.record, position(0), local: 1)
      for offset in [1, 31, 0] { fit.compressed(offset, position(offset), local: 1) }
      fit.add(FITBuilder.deviceInfo, [FITField(0, .uint8, 0), FITField(27, .string, "Edge")])
    }.bytes + FITBuilder().bytes + FITBuilder.activity { $0.fix(0) }.bytes,
  ]

  @Test(arguments: 0..<10 as Range<UInt64>)
  func anyMutationIsReadOrRefused(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<1000 {
      var bytes = Self.files[generator.whole(0...Self.files.count - 1)]
      for _ in 0...generator.whole(0...4) { mutate(&bytes, &generator) }
      if round.isMultiple(of: 2) { correctChecksums(&bytes) }
      let piece = [1, 7, 64, 4096][generator.whole(0...3)]
      expectNothingAmiss(in: bytes, piece: piece, "seed \(seed), round \(round)")
    }
  }

  private func expectNothingAmiss(in bytes: [UInt8], piece: Int, _ origin: String) {
    var told: [String] = []
    var readings: [Reading?] = []
    for piece in [piece, bytes.count + 1] {
      do throws(FormatError) {
        let reading = try readFIT(bytes, piece: piece)
        let isEmpty = reading.kind != .activity && reading.kind != .plannedRoute
        #expect(reading.runs.isEmpty == isEmpty, "\(origin)")
        #expect(reading.runs.allSatisfy { !$0.fixes.isEmpty }, "\(origin)")
        told += reading.diagnostics.map { "\($0)" }
        readings.append(reading)
      } catch {
        told.append("\(error)")
        readings.append(nil)
      }
    }
    #expect(readings[0] == readings[1], "\(origin), pieces of \(piece)")
    for text in told {
      #expect(!Self.coordinates.contains { text.contains($0) }, "\(origin): \(text)")
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let index = generator.whole(0...bytes.count - 1)
    let other = generator.whole(0...bytes.count - 1)
    let range = min(index, other)..<max(index, other)
    switch generator.whole(0...7) {
    case 0, 1: bytes[index] ^= 1 << UInt8(generator.whole(0...7))
    case 2: bytes[index] = UInt8(generator.whole(0...255))
    case 3: bytes[index] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF][generator.whole(0...5)]
    case 4: bytes.removeSubrange(index...)
    case 5: bytes.removeSubrange(range)
    case 6: bytes.insert(contentsOf: bytes[range], at: index)
    default: bytes.insert(contentsOf: [0x0E, 0x40, 0xFF].prefix(generator.whole(1...3)), at: index)
    }
  }

  /// Makes header and checksums of the first file right again, so that nothing is found out by them.
  private func correctChecksums(_ bytes: inout [UInt8]) {
    guard bytes.count >= 16 else { return }
    bytes.replaceSubrange(0..<1, with: [14])
    bytes.replaceSubrange(4..<8, with: littleEndian(bytes.count - 16, 4))
    bytes.replaceSubrange(8..<12, with: Array(".FIT".utf8))
    bytes.replaceSubrange(12..<14, with: littleEndian(Int(fitChecksum(bytes[..<12])), 2))
    let checksum = fitChecksum(bytes.dropLast(2))
    bytes.replaceSubrange((bytes.count - 2)..., with: littleEndian(Int(checksum), 2))
  }
}
