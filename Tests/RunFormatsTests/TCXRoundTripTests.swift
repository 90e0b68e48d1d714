import RunFormats
import RunModel
import Simulation
import TestSupport
import Testing

@Suite struct TCXRoundTripTests {
  private func read(_ text: String) throws -> Reading {
    let reader = FileReader()
    try reader.read(Array(text.utf8).span)
    return try reader.finish()
  }

  /// Times, places and what TCX writes as decimals come back to the bit, in the same segments; what
  /// it writes as whole numbers comes back rounded, and accuracy and temperature not at all.
  @Test(
    arguments: [.thirteenKilometres, .disputed, .commuteWithPauses, .everySensor]
      + (0..<40).map(Scenario.random))
  func whatIsWrittenReadsBack(scenario: Scenario) throws {
    let run = scenario.simulate().recording
    let text = writeTCX([run], creator: "remeasure")
    let reading = try read(text)
    #expect(reading.diagnostics == [])
    #expect(reading.runs.count == 1)
    let back = try #require(reading.runs.first)
    #expect(back.fixes.time == run.fixes.time)
    #expect(back.fixes.segment == run.fixes.segment)
    #expect(back.fixes.latitude == run.fixes.latitude)
    #expect(back.fixes.longitude == run.fixes.longitude)
    for channel in [Channel.speed, .elevation, .deviceDistance] {
      #expect(back.fixes[channel] == run.fixes[channel])
    }
    for channel in [Channel.heartRate, .cadence, .power] {
      #expect(back.fixes[channel] == run.fixes[channel].map { $0.rounded() })
    }
    #expect(back.fixes[.accuracy].isEmpty && back.fixes[.temperature].isEmpty)
    #expect(back.description.device == run.description.device ?? "remeasure")
    #expect(back.description.deviceDistance == run.description.deviceDistance)
    let isSame = writeTCX([back], creator: "another") == text
    #expect(isSame)
  }

  @Test(arguments: 0..<60)
  func whatWasReadIsWrittenAsTheSameText(seed: UInt64) throws {
    let wild = RecordedRun(description: .init(), fixes: .wild(count: 300, seed: seed))
    var text = ""
    writeTCX([wild], creator: "remeasure", to: &text)
    let again = try read(text).runs
    // Years of nine digits are no times to a reader, and fixes without one are not written.
    guard let first = again.first, !first.fixes.time.contains(Fixes.noTime) else { return }
    let second = writeTCX(again, creator: "remeasure")
    #expect(try read(second).runs.map(\.fixes) == again.map(\.fixes))
  }
}
