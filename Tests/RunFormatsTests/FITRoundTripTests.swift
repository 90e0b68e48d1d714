import RunFormats
import RunModel
import Simulation
import TestSupport
import Testing

@Suite struct FITRoundTripTests {
  private func read(_ bytes: [UInt8]) throws -> Reading {
    let reader = FileReader()
    try reader.read(bytes.span)
    return try reader.finish()
  }

  /// The fixes come back as near as FIT's fields come to them, in the same segments, and what FIT has
  /// a word for comes back with them.
  @Test(
    arguments: [.thirteenKilometres, .disputed, .commuteWithPauses, .everySensor]
      + (0..<40).map(Scenario.random))
  func whatIsWrittenReadsBackAsNearAsItsFieldsHold(scenario: Scenario) throws {
    let run = scenario.simulate().recording
    let bytes = writeFIT([run], creator: "remeasure")
    let reading = try read(bytes)
    #expect(reading.runs.count == 1)
    #expect(reading.diagnostics == [])
    let back = try #require(reading.runs.first)
    #expect(back.fixes.time == run.fixes.time)
    #expect(back.fixes.segment == run.fixes.segment)
    let halfSemicircle = 90 * 0x1p-31 + 1e-12
    #expect(isNear(back.fixes.latitude, run.fixes.latitude, halfSemicircle))
    #expect(isNear(back.fixes.longitude, run.fixes.longitude, halfSemicircle))
    let precision: [Channel: Double] = [
      .speed: 0.000_5, .elevation: 0.1, .deviceDistance: 0.005, .heartRate: 0, .cadence: 0,
      .power: 0, .temperature: 0,
    ]
    for (channel, precision) in precision {
      #expect(isNear(back.fixes[channel], run.fixes[channel], precision + 1e-9))
    }
    #expect(
      back.fixes[.accuracy]
        == run.fixes[.accuracy].map { $0 < 0 ? 254 : min(254, $0.rounded(.up)) })
    #expect(back.description.sport == run.description.sport)
    #expect(back.description.name == run.description.name)
    #expect(back.description.device == "remeasure")
    #expect(back.description.deviceDistance == run.description.deviceDistance)
    let isSame = writeFIT([back], creator: "another") == bytes
    #expect(isSame)
  }

  private func isNear(_ left: [Double], _ right: [Double], _ precision: Double) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= precision }
  }

  /// Whatever a run holds: what was read from its file gives that file again.
  @Test(arguments: 0..<60)
  func whatWasReadIsWrittenAsTheSameBytes(seed: UInt64) throws {
    let wild = RecordedRun(description: .init(), fixes: .wild(count: 300, seed: seed))
    var bytes: [UInt8] = []
    let losses = writeFIT([wild], creator: "remeasure", to: &bytes)
    guard !bytes.isEmpty else { return }
    var again = try read(bytes).runs
    // Where a start of a segment was lost, the file of what was read has one less.
    if losses.segmentStarts > 0 {
      bytes = writeFIT(again, creator: "remeasure")
      again = try read(bytes).runs
    }
    let isSame = writeFIT(again, creator: "remeasure") == bytes
    #expect(isSame)
  }

  @Test func aChainReadsBackAsItsRuns() throws {
    let runs = (0..<3).map { Scenario.random(seed: $0).simulate().recording }
    let back = try read(writeFIT(runs, creator: "remeasure")).runs
    #expect(back.map(\.fixes.count) == runs.map(\.fixes.count))
    #expect(back.map(\.description.name) == runs.map(\.description.name))
  }

  @Test(arguments: ["running", "horse_riding", "swimming", "hiking", "canoeing", "unknown"])
  func aSportAndADevicesNumberComeBack(sport: String) throws {
    var run = Scenario.commuteWithPauses.simulate().recording
    run.description.sport = Sport(rawValue: sport)
    run.description.deviceSerial = "4026531839"
    run.description.utcOffsetMinutes = -210
    let back = try #require(try read(writeFIT([run], creator: "remeasure")).runs.first)
    #expect(back.description.sport == run.description.sport)
    #expect(back.description.deviceSerial == run.description.deviceSerial)
    #expect(back.description.utcOffsetMinutes == run.description.utcOffsetMinutes)
  }
}
