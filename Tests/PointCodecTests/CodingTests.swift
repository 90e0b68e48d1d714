import Simulation
import Testing

@testable import PointCodec

@Suite struct CodingTests {
  @Test func aGuessOfDecimalPlacesOnlyMakesTheSearchFaster() {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<20_000 {
      let power = (0..<Int.random(in: 0...15, using: &generator)).reduce(1.0) { power, _ in
        power * 10
      }
      let bits = Int.random(in: 1...60, using: &generator)
      let number = Int64(truncatingIfNeeded: generator.next()) >> Int64(64 - bits)
      let decimal = Double(number) / power
      let values = [decimal, decimal.nextUp, Double(bitPattern: generator.next())]
      for value in values {
        let places = decimalPlaces(value, guess: nil)
        for guess in 0...15 { #expect(decimalPlaces(value, guess: guess) == places, "\(value)") }
      }
    }
  }

  /// Differences of 2⁶³ are multiples of a unit that is no positive integer of 64 bits.
  @Test(
    arguments: [
      [0], [7, 7], [0, .min], [0, .min, 0, .min, .min], [.min, 0], [.max, .min, .max],
      [0, 1000, 2000, 3000, 5000], [5, 3, 1, -1, -30_001], (0..<400).map { Int64($0) * 7 },
      (0..<300).map { Int64($0) * Int64($0) }, [.min, .max, 0, -1, 1],
    ] as [[Int64]])
  func wholeNumbersComeBack(numbers: [Int64]) throws {
    let coding = IntegerCoding(smallestFor: numbers)
    var writer = ByteWriter()
    coding.write(to: &writer)
    #expect(writer.bytes.count == coding.byteCount)
    var reader = ByteReader(writer.bytes, in: writer.bytes.indices)
    var read: [Int64] = []
    try IntegerBlocks.forEach(of: numbers.count, from: &reader) { block in
      for index in block.indices { read.append(block[index]) }
    }
    #expect(read == numbers)
    #expect(reader.isAtEnd)
  }

  @Test(arguments: 1...64)
  func packedFieldsComeBack(width: Int) {
    var generator = SeededGenerator(seed: UInt64(width))
    let numbers = (0..<125).map { _ in generator.next() >> UInt64(64 - width) }
    var writer = ByteWriter()
    BitPacking.pack(numbers.span, width: width, into: &writer)
    #expect(writer.bytes.count == BitPacking.byteCount(numbers.count, width: width))
    // Read at the end of the bytes, and with others behind them.
    for further in [[], [UInt8](repeating: 255, count: 8)] {
      let bytes = writer.bytes + further
      var unpacked = InlineArray<128, Int64>(repeating: 0)
      BitPacking.unpack(numbers.count, width: width, in: bytes.span, from: 0, into: &unpacked)
      #expect(numbers.indices.allSatisfy { unpacked[$0] == Int64(bitPattern: numbers[$0]) })
    }
  }
}
