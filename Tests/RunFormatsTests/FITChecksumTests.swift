import Simulation
import Testing

@testable import RunFormats

@Suite struct FITChecksumTests {
  /// The plain twin: CRC-16/ARC as its definition reads, bit by bit.
  static func plainChecksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
    bytes.reduce(into: 0) { crc, byte in
      crc ^= UInt16(byte)
      for _ in 0..<8 { crc = (crc >> 1) ^ (crc & 1 == 1 ? 0xA001 : 0) }
    }
  }

  private func checksum(_ bytes: [UInt8]) -> UInt16 {
    var checksum = FITChecksum()
    checksum.update(bytes.span)
    return checksum.value
  }

  /// The check value of CRC-16/ARC in the RevEng catalogue.
  @Test func theCheckValueIsThatOfTheCatalogue() {
    #expect(checksum(Array("123456789".utf8)) == 0xBB3D)
    #expect(Self.plainChecksum("123456789".utf8) == 0xBB3D)
  }

  @Test func noBytesAtAllHaveTheChecksumZero() {
    #expect(checksum([]) == 0)
  }

  @Test func anyLengthInAnyPiecesGivesWhatTheTwinGives() {
    var generator = SeededGenerator(seed: 1)
    for length in 0..<100 {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      #expect(checksum(bytes) == Self.plainChecksum(bytes))
      var pieces = FITChecksum()
      let cut = generator.whole(0...length)
      pieces.update(bytes.span.extracting(0..<cut))
      pieces.update(bytes.span.extracting(cut..<length))
      #expect(pieces.value == Self.plainChecksum(bytes))
    }
  }

  @Test func bytesWithTheirChecksumBehindThemHaveTheChecksumZero() {
    let bytes: [UInt8] = [0x0E, 0x20, 0x82, 0x08, 0x81]
    let value = checksum(bytes)
    let low = UInt8(truncatingIfNeeded: value)
    #expect(checksum(bytes + [low, UInt8(value >> 8)]) == 0)
  }
}
