import RunAnalysis
import RunModel
import Simulation
import Testing

/// How often copies are missed, and others taken for copies, over random runs.
@Suite struct DuplicateRatesTests {
  private static let seeds = UInt64(40_000)..<40_150

  private static func relation(_ first: Fixes, _ second: Fixes) -> RunPair.Relation? {
    match(Trace(first), Trace(second))?.relation
  }

  @Test(arguments: CopyKind.allCases)
  func copiesAreFound(kind: CopyKind) throws {
    let missed = try Self.seeds.filter { seed in
      let recording = Scenario.random(seed: seed).simulate().recording
      return Self.relation(recording.fixes, try kind.copy(of: recording)) != .sameRecording
    }
    print("\(kind): \(missed.count) of \(Self.seeds.count) copies missed")
    #expect(Double(missed.count) <= 0.03 * Double(Self.seeds.count), "missed: \(missed)")
  }

  /// Never, on any seed: a recording that is hidden is worse than one that counts twice.
  @Test(arguments: Other.allCases)
  func othersAreNeverTakenForCopies(other: Other) throws {
    let merged = Self.seeds.filter { seed in
      let scenario = Scenario.random(seed: seed)
      var twin = scenario
      twin.seed &+= 1
      let fixes = scenario.simulate().recording.fixes
      return Self.relation(fixes, other.fixes(twin)) == .sameRecording
    }
    print("\(other): \(merged.count) of \(Self.seeds.count) taken for copies")
    #expect(merged.isEmpty)
  }

  /// A recording of the same course at the same speed by another receiver, and what was done to it.
  enum Other: String, CaseIterable {
    case secondDevice, rounded, besides, anHourLater, nextDay, everyMinute

    func fixes(_ scenario: Scenario) -> Fixes {
      let fixes = scenario.simulate().recording.fixes
      return switch self {
      case .secondDevice: fixes
      case .rounded: fixes.mapPlaces { RunAnalysisTests.rounded($0, decimals: 5) }
      case .besides: fixes.moved(north: 20)
      case .anHourLater: fixes.mapTimes { $0 + 3_600_000 }
      case .nextDay: fixes.mapTimes { $0 + 86_400_000 }
      case .everyMinute: fixes.thinned(to: 60)
      }
    }
  }
}
