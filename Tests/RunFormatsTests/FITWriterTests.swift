import Hashing
import RunFormats
import RunModel
import Testing
import TestSupport

@Suite struct FITWriterTests {
  /// 2026-10-16T08:00:00Z.
  private static let time: Int64 = 1_792_137_600_000
  /// The same in FIT's seconds.
  private static let seconds: UInt64 = 1_161_072_000

  private func run(
    times: [Int64] = [Self.time], latitude: Double = 45.5, longitude: Double = -7.25,
    segments: [Int32]? = nil, _ values: [(Channel, Double)] = []
  ) -> RecordedRun {
    var fixes = Fixes()
    for (index, time) in times.enumerated() {
      fixes.append(
        time: time, latitude: latitude, longitude: longitude, segment: segments?[index] ?? 0)
      for (channel, value) in values { fixes.set(channel, value) }
    }
    return RecordedRun(description: RunDescription(), fixes: fixes)
  }

  private func written(_ run: RecordedRun) -> (dump: FITDump, losses: WritingLosses) {
    var bytes: [UInt8] = []
    let losses = writeFIT([run], creator: "test", to: &bytes)
    return (FITDump(bytes), losses)
  }

  /// The bytes were put together by hand from the protocol's description, and read by fitdecode 0.11.
  @Test func aRunOfOneFixIsTheseBytes() {
    var small = run([(.accuracy, 8), (.heartRate, 141)])
    small.description.sport = .running
    small.description.name = "Loop"
    small.description.device = "Watch 5"
    small.description.deviceDistance = 10_012.5
    small.description.utcOffsetMinutes = 120
    let lines = [
      // Header: 423 bytes of messages follow; its own checksum.
      "0e108208a70100002e464954f939",
      // file_id
      "40000000000600010001028402028403048c040486080807",
      "0004ff00000001000000808d34455761746368203500",
      // device_info
      "410000170006fd048600010202028403048c0402841b0807",
      "01808d344500ff000100000000005761746368203500",
      // sport
      "4200000c0003000100010100030507",
      "0201004c6f6f7000",
      // event: the timer starts
      "430000150005fd0486000100010100030486040102",
      "03808d344500000000000000",
      // record
      "440000140005fd04860004850104851f0102030102",
      "04808d3445b0055b20832dd8fa088d",
      // event: the timer stops
      "03808d344500040000000000",
      // lap
      "45000013000efe0284fd04860001000101000204860304850404850704860804860904860504850604851801"
        + "00190100",
      "050000808d34450901808d3445b0055b20832dd8fa000000000000000022470f00b0055b20832dd8fa0701",
      // session
      "46000012000ffe0284fd04860001000101000204860304850404850704860804860904860501000601001902"
        + "841a02841c0100",
      "060000808d34450801808d3445b0055b20832dd8fa000000000000000022470f0001000000010000",
      // activity, two hours east
      "470000220007fd0486000486010284020100030100040100050486",
      "07808d3445000000000100001a01a0a93445",
      // Checksum of all before.
      "fc43",
    ]
    #expect(hexadecimalText(writeFIT([small], creator: "test")) == lines.joined())
  }

  @Test func theChecksumsHold() {
    let bytes = writeFIT([run(times: [Self.time, Self.time + 1000])], creator: "test")
    #expect(FITChecksumTests.plainChecksum(bytes.prefix(14)) == 0)
    #expect(FITChecksumTests.plainChecksum(bytes) == 0)
    #expect(Int(bytes[4]) | Int(bytes[5]) << 8 == bytes.count - 16)
  }

  @Test func severalRunsAreFilesBehindEachOther() {
    let runs = [run(), run(latitude: 1), RecordedRun(description: .init(), fixes: .init())]
    let alone = runs.map { writeFIT([$0], creator: "test") }
    #expect(writeFIT(runs, creator: "test") == alone[0] + alone[1])
    #expect(alone[2].isEmpty)
    #expect(writeFIT([], creator: "test").isEmpty)
  }

  @Test func withoutADeviceTheCreatorIsNamed() {
    let dump = written(run()).dump
    #expect(dump[0].first?.text(8) == "test")
    #expect(dump[23].first?.text(27) == "test")
  }

  @Test func everyChannelHasItsField() {
    let record = written(
      run([
        (.accuracy, 7.2), (.speed, 3.2514), (.elevation, -100.3), (.deviceDistance, 12.346),
        (.heartRate, 140.6), (.cadence, 82), (.power, 230), (.temperature, -3),
      ])
    ).dump.records[0]
    #expect(record[31] == 8)
    #expect(record[73] == 3251)
    #expect(record[78] == 1999)
    #expect(record[5] == 1235)
    #expect(record[3] == 141)
    #expect(record[4] == 82)
    #expect(record[7] == 230)
    #expect(record[13] == 0xFD)
    #expect(record[48] == nil)
  }

  @Test(arguments: [
    (Channel.heartRate, 254.4, 254, false), (.heartRate, 254.6, 0xFF, true),
    (.heartRate, -0.4, 0, false), (.heartRate, -1, 0xFF, true), (.cadence, 300, 0xFF, true),
    (.power, 65534, 65534, false), (.power, 65535, 0xFFFF, true),
    (.temperature, 126, 126, false), (.temperature, 127, 0x7F, true),
    (.temperature, -128, 0x80, false), (.temperature, -129, 0x7F, true),
    (.elevation, -500, 0, false), (.elevation, -500.2, 0xFFFF_FFFF, true),
    (.elevation, .infinity, 0xFFFF_FFFF, true), (.speed, 4e6, 4_000_000_000, false),
    (.speed, 5e6, 0xFFFF_FFFF, true), (.speed, -1, 0xFFFF_FFFF, true),
    (.deviceDistance, 42_949_672.94, 0xFFFF_FFFE, false),
    (.deviceDistance, 42_949_672.95, 0xFFFF_FFFF, true),
    (.accuracy, 0, 0, false), (.accuracy, 0.01, 1, false), (.accuracy, 50, 50, false),
    (.accuracy, 254, 254, false), (.accuracy, 254.1, 254, true), (.accuracy, 1e300, 254, true),
    (.accuracy, .infinity, 254, true), (.accuracy, -1, 254, true),
  ])
  func whatIsTooLargeIsLeftOutAndAccuracyIsCut(
    channel: Channel, value: Double, raw: UInt64, isLost: Bool
  ) throws {
    let fields: [Channel: UInt8] = [
      .accuracy: 31, .speed: 73, .elevation: 78, .deviceDistance: 5, .heartRate: 3, .cadence: 4,
      .power: 7, .temperature: 13,
    ]
    let (dump, losses) = written(run([(channel, value)]))
    #expect(dump.records[0][try #require(fields[channel])] == raw)
    #expect(losses.values == (isLost ? [channel: 1] : [:]))
  }

  @Test func anUnknownValueAmongKnownOnesIsInvalidAndNoLoss() {
    var two = run(times: [Self.time, Self.time], [(.heartRate, 90)])
    two.fixes[.heartRate] = [90, .nan]
    two.fixes[.accuracy] = [.nan, 3]
    let (dump, losses) = written(two)
    #expect(dump.records.map { $0[3] } == [90, 0xFF])
    #expect(dump.records.map { $0[31] } == [0xFF, 3])
    #expect(losses == WritingLosses())
  }

  @Test(arguments: [
    (0.0, 0), (90.0, 0x4000_0000), (-90.0, -0x4000_0000), (-180.0, Int32.min),
    (180.0, 0x7FFF_FFFE), (179.999_999_95, 0x7FFF_FFFE), (4e-8, 0), (-4.2e-8, -1), (4.2e-8, 1),
    // Reference: round(51.4778859 · 2³¹ / 180) by Python's integers.
    (51.4778859, 614_155_101),
  ])
  func positionsAreTheNearestSemicircles(degrees: Double, semicircles: Int32) {
    let (dump, losses) = written(run(latitude: degrees, longitude: degrees))
    let raw = UInt64(UInt32(bitPattern: semicircles))
    #expect(dump.records[0][0] == raw)
    #expect(dump.records[0][1] == raw)
    #expect(losses == WritingLosses())
  }

  @Test(arguments: [180.000_000_1, -181, 1e300, .infinity, -.infinity, .nan])
  func aFixWithoutAPlaceIsLeftOut(degrees: Double) {
    for lost in [run(latitude: degrees), run(longitude: degrees)] {
      let (dump, losses) = written(lost)
      #expect(dump.messages.isEmpty)
      #expect(losses.fixesWithoutPosition == 1)
    }
  }

  /// FIT counts from 1989-12-31 in 32 bits, the last of which is none, and means the time since it
  /// was switched on where the number is below 2²⁸.
  @Test(arguments: [
    Fixes.noTime, .max, 0, 631_065_600_000, 899_501_055_999, 4_926_032_894_001,
  ])
  func aFixWithoutATimeThatFITKnowsIsLeftOut(time: Int64) {
    let (dump, losses) = written(run(times: [time]))
    #expect(dump.messages.isEmpty)
    #expect(losses.fixesWithoutTime == 1)
    let among = written(run(times: [Self.time, time, Self.time + 1000]))
    #expect(among.dump.records.map { $0[253] } == [Self.seconds, Self.seconds + 1])
    #expect(among.losses.fixesWithoutTime == 1)
  }

  @Test func theFirstAndTheLastTimeThatFITKnowsAreWritten() {
    let (dump, losses) = written(run(times: [899_501_056_000, 4_926_032_894_000]))
    #expect(dump.records.map { $0[253] } == [0x1000_0000, 0xFFFF_FFFE])
    #expect(losses == WritingLosses())
    // 127 years are more milliseconds than a field has.
    #expect(dump[18][0][7] == 0xFFFF_FFFF)
  }

  @Test func fractionsOfASecondAreThe128thsNearestToThem() {
    let times = [0, 3, 4, 250, 996, 997, 1000].map { Self.time + $0 }
    let records = written(run(times: times)).dump.records
    #expect(records.map { $0[48] } == [0, 0, 1, 32, 127, 0, 0])
    #expect(records.map { ($0[253] ?? 0) - Self.seconds } == [0, 0, 0, 0, 0, 1, 1])
  }

  @Test func fixesOfOneSecondAreAllKeptInTheirOrder() {
    var three = run(times: [Self.time, Self.time, Self.time])
    three.fixes = Fixes(
      time: three.fixes.time, latitude: [45, 0, 90], longitude: [0, 0, 0], segment: [0, 0, 0])
    #expect(written(three).dump.records.map { $0[0] } == [0x2000_0000, 0, 0x4000_0000])
  }

  @Test func theTimerRunsInEachSegment() {
    let (dump, losses) = written(
      run(
        times: [0, 1, 2, 60, 61, 200].map { Self.time + $0 * 1000 },
        segments: [0, 0, 0, 1, 1, 0]))
    let events: [(UInt64, UInt64)] = [(0, 0), (4, 2), (0, 60), (4, 61), (0, 200), (4, 200)]
    #expect(dump.timerEvents == events.map { [$0.0, Self.seconds + $0.1] })
    var renumbered = WritingLosses()
    renumbered.statements = [.segmentNumbers: 1]
    #expect(losses == renumbered)
    let session = dump[18][0]
    #expect([session[7], session[8]] == [200_000, 3_000])
    #expect(session[2] == Self.seconds)
  }

  @Test func aSegmentBetweenTwoOfOneNumberKeepsThemApartEvenWhereItIsLeftOut() {
    let (dump, losses) = written(
      run(times: [Self.time, Fixes.noTime, Self.time + 9000], segments: [0, 1, 0]))
    #expect(dump.timerEvents.count == 4)
    #expect(losses.fixesWithoutTime == 1)
    #expect(losses.segmentStarts == 0)
  }

  @Test(arguments: [Int64(100), 0, -5000])
  func aSegmentThatBeginsInTheSecondOfTheLastStopIsALoss(later: Int64) {
    let (_, losses) = written(run(times: [Self.time, Self.time + later], segments: [0, 1]))
    #expect(losses.segmentStarts == 1)
  }

  @Test func theDevicesOwnTimerAndDistanceAreTheSessions() {
    var timed = run(times: [Self.time, Self.time + 10_000])
    timed.description.timerTime = 7.5
    let session = written(timed).dump[18][0]
    #expect([session[7], session[8], session[9]] == [10_000, 7_500, 0xFFFF_FFFF])
    timed.description.timerTime = .infinity
    timed.description.deviceDistance = 1e300
    timed.description.utcOffsetMinutes = .max
    let absurd = written(timed).dump
    #expect([absurd[18][0][8], absurd[18][0][9]] == [0xFFFF_FFFF, 0xFFFF_FFFF])
    #expect(absurd[34][0][5] == 0xFFFF_FFFF)
  }

  @Test func aNameIsCutWhereAFieldOrAStringEnds() {
    var named = run()
    named.description.name = String(repeating: "朝", count: 100)
    #expect(written(named).dump[12][0].text(3) == String(repeating: "朝", count: 84))
    named.description.name = "a\u{0}b"
    #expect(written(named).dump[12][0].text(3) == "a")
  }

  @Test(arguments: 0..<60)
  func noFixesAtAllMakeItTrap(seed: UInt64) {
    let fixes = Fixes.wild(count: 300, seed: seed)
    let (dump, losses) = written(RecordedRun(description: .init(), fixes: fixes))
    #expect(
      dump.records.count + losses.fixesWithoutTime + losses.fixesWithoutPosition == fixes.count)
  }
}
