import RunModel
import Testing
import Tuning

@Suite struct ScoreTests {
  @Test func anErrorIsRelativeToTheBoundThatIsMissed() throws {
    let interval = try TruthInterval(lower: 10_000, upper: 10_200, of: .certifiedRace)
    #expect(interval.relativeError(of: 9_900) == -0.01)
    #expect(interval.relativeError(of: 10_000) == 0)
    #expect(interval.relativeError(of: 10_200) == 0)
    #expect(interval.relativeError(of: 10_302) == 0.01)
  }

  @Test func nothingIsTooLongForAnOpenInterval() throws {
    let open = try TruthInterval(lower: 10_000, upper: nil, of: .certifiedRace)
    #expect(open.relativeError(of: 99_000) == 0)
    #expect(open.relativeError(of: 9_000) == -0.1)
  }
}
