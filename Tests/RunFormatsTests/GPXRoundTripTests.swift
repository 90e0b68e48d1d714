@testable import RunFormats
import RunModel
import Simulation
import Testing

@Suite struct GPXRoundTripTests {
  /// The fixes come back to the bit, and what GPX has a word for comes back with them.
  @Test(
    arguments: [.thirteenKilometres, .disputed, .commuteWithPauses, .everySensor]
      + (0..<40).map(Scenario.random))
  func whatIsWrittenReadsBackTheSame(scenario: Scenario) throws {
    let run = scenario.simulate().recording
    let bytes = Array(writeGPX([run], creator: "remeasure").utf8)
    let reader = GPXReader()
    try reader.read(bytes.span)
    let reading = try reader.finish()
    #expect(reading.runs.count == 1)
    let back = try #require(reading.runs.first)
    #expect(back.fixes == run.fixes)
    var description = run.description
    description.device = back.description.device
    #expect(back.description == description)
    #expect(reading.diagnostics == [])
  }
}
