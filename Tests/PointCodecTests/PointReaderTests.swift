import PointCodec
import RunModel
import Simulation
import Testing

@Suite struct PointReaderTests {
  /// Counts around the ends of blocks, with the heads of each order before them.
  static let counts = [1, 2, 3, 9, 127, 128, 129, 130, 131, 257, 1000]

  /// Every width in every order; the last column's last block has nothing but the checksum behind it.
  @Test(arguments: 0...64)
  func fieldsOfEveryWidthAreReadAsTheLayoutSays(width: Int) throws {
    var random = SeededGenerator(seed: UInt64(width))
    for count in Self.counts {
      for order in 0...2 as ClosedRange<UInt8> {
        let unit = [1, 1000, 1 << 29, UInt64.max - 1][Int(random.next() % 4)]
        func integers() -> [UInt8] {
          WrittenBody.integers(count, order: order, unit: unit, width: width, &random)
        }
        var body = WrittenBody(fixCount: count)
        body.append(column: 0, encoding: 0, payload: integers())
        body.append(column: 1, encoding: 1, payload: [UInt8(random.next() % 16), 0] + integers())
        body.append(column: 2, encoding: 2, payload: [0] + integers())
        body.append(column: 3, encoding: 0, payload: [0, 1, 2] + Self.zeros(count - 1))
        body.append(column: 4, encoding: 3, payload: integers())
        let bodies = PointBodies(core: sealed(body.bytes + [0, 0, 0, 0]), extra: nil)
        let fixes = try decode(bodies)
        #expect(fixes == plainlyDecoded(bodies), "\(count) fixes, order \(order)")
        #expect(fixes.count == count)
      }
    }
  }

  /// Blocks of no width and the minimum 0.
  private static func zeros(_ count: Int) -> [UInt8] {
    Array(repeating: 0, count: (count + 127) / 128 * 2)
  }

  @Test func whateverAColumnHoldsIsReadAsTheLayoutSays() throws {
    for seed in 1000..<1200 as Range<UInt64> {
      let bodies = encode(SyntheticFixes.anything(count: Int(seed % 300), seed: seed))
      #expect(try decode(bodies) == plainlyDecoded(bodies), "seed \(seed)")
    }
  }

  @Test func eachColumnCanBeAskedForAlone() throws {
    let fixes = SyntheticFixes.runWithOddPlaces(count: 500, seed: 41)
    let reader = try PointReader(encode(fixes))
    #expect(reader.count == 500)
    var (times, latitudes, longitudes): ([Int64], [Double], [Double]) = ([7], [7], [7])
    var (segments, heartRates, powers): ([Int32], [Double], [Double]) = ([7], [7], [7])
    try reader.appendTimes(to: &times)
    try reader.appendLatitudes(to: &latitudes)
    try reader.appendLongitudes(to: &longitudes)
    try reader.appendSegments(to: &segments)
    try reader.append(.heartRate, to: &heartRates)
    try reader.append(.power, to: &powers)
    #expect(times == [7] + fixes.time && segments == [7] + fixes.segment)
    #expect(bits(latitudes) == bits([7] + fixes.latitude))
    #expect(bits(longitudes) == bits([7] + fixes.longitude))
    #expect(bits(heartRates) == bits([7] + fixes[.heartRate]))
    #expect(powers == [7] && !reader.has(.power) && reader.has(.heartRate))
  }

  private func bits(_ values: [Double]) -> [UInt64] { values.map(\.bitPattern) }

  @Test func channelsThatAreNotAskedForAreAbsent() throws {
    let fixes = SyntheticFixes.run(count: 300, seed: 42, channels: Set(Channel.allCases))
    var read = Fixes()
    try PointReader(encode(fixes)).append([.accuracy, .speed], to: &read)
    #expect(read == SyntheticFixes.run(count: 300, seed: 42, channels: [.accuracy, .speed]))
  }

  @Test(arguments: [[], [.accuracy], [.heartRate], [.accuracy, .heartRate]] as [Set<Channel>])
  func stretchesFollowEachOther(_ channels: Set<Channel>) throws {
    let first = SyntheticFixes.run(count: 200, seed: 43, channels: channels)
    let second = SyntheticFixes.run(count: 150, seed: 44, channels: [.accuracy, .speed])
    var joined = first
    joined.append(contentsOf: second)
    var read = Fixes()
    try PointReader(encode(first)).append(to: &read)
    try PointReader(encode(second)).append(to: &read)
    #expect(read == joined)
  }

  @Test func memoryThatIsThereIsUsedAgain() throws {
    let bodies = encode(SyntheticFixes.run(count: 1000, seed: 45, channels: [.accuracy]))
    let shorter = encode(SyntheticFixes.run(count: 900, seed: 46, channels: [.accuracy]))
    var fixes = try decode(bodies)
    func places() -> [Int?] {
      [address(fixes.time), address(fixes.latitude), address(fixes[.accuracy])]
    }
    let before = places()
    fixes.removeAll()
    #expect(fixes == Fixes())
    try PointReader(shorter).append(to: &fixes)
    #expect(try fixes == decode(shorter))
    #expect(places() == before)
  }

  private func address<Value>(_ column: [Value]) -> Int? {
    unsafe column.withUnsafeBufferPointer { unsafe $0.baseAddress.map { Int(bitPattern: $0) } }
  }

  /// A body whose last column is cut short: all others are read before that shows.
  @Test func afterAnErrorTheFixesAreAsBefore() throws {
    let before = SyntheticFixes.run(count: 100, seed: 47, channels: [.accuracy])
    let bodies = encode(SyntheticFixes.run(count: 100, seed: 48, channels: [.speed, .cadence]))
    var extra = try #require(bodies.extra)
    // One byte less of cadence, in its length and at its end.
    let cadence = try #require(extra.lastIndex(of: 9))
    #expect(extra[cadence + 1] == 1)
    extra[cadence + 2] -= 1
    extra.remove(at: extra.count - 5)
    var fixes = before
    let reader = try PointReader(PointBodies(core: bodies.core, extra: sealed(extra)))
    #expect(throws: CodecError.self) { try reader.append(to: &fixes) }
    #expect(fixes == before)
    try PointReader(bodies).append(to: &fixes)
    #expect(fixes.count == 200)
  }
}
