import DistanceEngine
import Geodesy
import RunModel
import Simulation
import TestSupport
import Testing

@testable import RunAnalysis

/// A run whose claimed distance came about in one certain way.
struct PlantedDispute: Sendable, CustomStringConvertible {
  let change: Change
  /// Makes the run one in which it matters.
  let scenario: @Sendable (inout Scenario) -> Void
  /// What else happened to the recording.
  var recording: @Sendable (Fixes) -> Fixes = { $0 }
  /// The claim, by other code than the one under test.
  let claim: @Sendable (Fixes) -> Double

  var description: String { "\(change)" }

  func fixes(seed: UInt64) -> Fixes {
    var scenario = Scenario(seed: seed)
    scenario.length = 3_000 + Double(seed % 7) * 500
    scenario.noise = .correlated(sigma: 2, rho: 0.95)
    scenario.accuracy = .followsNoise
    self.scenario(&scenario)
    return recording(scenario.simulate().recording.fixes)
  }
}

@Suite struct DisputeTests {
  static let rules = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)

  static let planted: [PlantedDispute] = [
    PlantedDispute(change: .without(.accuracy)) {
      $0.spikes = [.init(.poorAccuracy, count: 3, size: 90, fixesEach: 8)]
    } claim: {
      PlainDistance(ignoresAccuracy: true).metres($0)
    },
    PlantedDispute(change: .without(.speed)) {
      $0.spikes = [.init(.jump, count: 4, size: 120)]
    } claim: {
      PlainDistance(maxSpeed: .infinity).metres($0)
    },
    PlantedDispute(change: .without(.minMove)) {
      $0.noise = .correlated(sigma: 4, rho: 0.9)
    } claim: {
      PlainDistance(minMove: 0).metres($0)
    },
    PlantedDispute(change: .unfiltered) {
      $0.noise = .correlated(sigma: 4, rho: 0.9)
      $0.spikes = [
        .init(.poorAccuracy, count: 3, size: 90, fixesEach: 8), .init(.jump, count: 4, size: 120),
      ]
    } claim: {
      PlainDistance(maxSpeed: .infinity, minMove: 0, ignoresAccuracy: true).metres($0)
    },
    PlantedDispute(change: .limit(.accuracy, 20)) {
      $0.spikes = [.init(.poorAccuracy, count: 6, size: 25, fixesEach: 12)]
    } claim: {
      PlainDistance(maxAccuracy: 20).metres($0)
    },
    PlantedDispute(change: .limit(.speed, 15)) {
      $0.spikes = [.init(.jump, count: 12, size: 24)]
    } claim: {
      PlainDistance(maxSpeed: 15).metres($0)
    },
    PlantedDispute(change: .limit(.minMove, 10)) {
      $0.noise = .correlated(sigma: 4, rho: 0.9)
    } claim: {
      PlainDistance(minMove: 10).metres($0)
    },
    PlantedDispute(change: .segmentsJoined) { _ in
    } recording: { fixes in
      let hole = fixes.count / 2..<fixes.count / 2 + 120
      return fixes.inSegments { $0 < hole.lowerBound ? 0 : 1 }.keeping { !hole.contains($0) }
    } claim: {
      PlainDistance(ignoresSegments: true).metres($0)
    },
    PlantedDispute(change: .gap(60)) { _ in
    } recording: { fixes in
      let (short, long) = (fixes.count / 3, fixes.count * 2 / 3)
      return fixes.keeping {
        !(short..<short + 45).contains($0) && !(long..<long + 120).contains($0)
      }
    } claim: {
      PlainDistance(maxGap: 60).metres($0)
    },
    PlantedDispute(change: .ellipsoid) {
      $0.shape = .line(heading: 0)
      $0.latitude = 0
      $0.noise = .none
      $0.accuracy = .absent
    } claim: { fixes in
      (1..<fixes.count).reduce(into: (sum: 0.0, last: 0)) { state, fix in
        let moved = geodesicMetres(fixes, state.last, fix)
        if moved >= 5 { state = (state.sum + moved, fix) }
      }.sum
    },
    PlantedDispute(change: .equatorialRadius) {
      $0.accuracy = .absent
    } claim: {
      PlainDistance(radius: 6_378_137).metres($0)
    },
    PlantedDispute(change: .threeDimensions) { _ in
    } recording: { fixes in
      var fixes = fixes
      fixes[.elevation] = (0..<fixes.count).map { Double(abs($0 % 400 - 200)) * 0.4 }
      return fixes
    } claim: {
      PlainDistance(addsHeights: true).metres($0)
    },
    PlantedDispute(change: .deviceTotal) { _ in
    } recording: { fixes in
      var fixes = fixes
      fixes[.deviceDistance] = (0..<fixes.count).map { Double($0) * 3.17 }
      return fixes
    } claim: {
      Double($0.count - 1) * 3.17
    },
    PlantedDispute(change: .movingOnly) {
      $0.noise = .correlated(sigma: 5, rho: 0.97)
      $0.pauses = [
        .init(at: 1_000, seconds: 900, startsSegment: false),
        .init(at: 2_000, seconds: 900, startsSegment: false),
      ]
      $0.hasSensors = true
    } claim: { fixes in
      let speed = fixes[.speed]
      return PlainDistance().metres(fixes.keeping { !(speed[$0] < 0.5) })
    },
    PlantedDispute(change: .everySeconds(10)) {
      $0.noise = .correlated(sigma: 4, rho: 0.9)
    } claim: { fixes in
      PlainDistance().metres(fixes.keeping { (fixes.time[$0] - fixes.time[0]) % 10_000 == 0 })
    },
  ]

  /// The alternatives of a run, all of them.
  static func alternatives(_ fixes: Fixes) throws -> (distance: Double, all: [Alternative]) {
    let ledger = try ledger(of: fixes, under: rules)
    let distance = ledger.measurement.distance
    let dispute = Dispute(fixes, under: rules, distance: distance)
    let singles = try dispute.singles.compactMap { try dispute.alternative($0) }
    let pairs = try dispute.pairs(after: singles).compactMap { try dispute.alternative($0) }
    let found = diagnoses(of: RunDescription(), fixes: fixes, ledger: ledger, rules: rules)
    return (distance, singles + dispute.alternatives(mending: found) + pairs)
  }

  @Test(arguments: planted)
  func thePlantedCauseIsNamedFirst(dispute: PlantedDispute) throws {
    var found = 0
    for seed in UInt64(4_001)...4_010 {
      let fixes = dispute.fixes(seed: seed)
      let (distance, all) = try Self.alternatives(fixes)
      let claim = dispute.claim(fixes)
      let explanation = ClaimExplanation(
        Claim(by: "user", distance: claim), rounding: 0, distance: distance, among: all)
      let best = try #require(explanation.nearest.first)
      let isFound =
        best.cause == .changes([dispute.change]) && abs(best.distance - claim) <= 0.001 * claim
        && !explanation.agrees
      if isFound { found += 1 }
    }
    #expect(found == 10, "\(dispute): \(found) of 10")
  }
}

extension DisputeTests {
  /// Ten minutes at 6 m/s, of which three are a hole.
  @Test func aMendedFaultExplainsAClaim() throws {
    let seconds = (0..<600).filter { !(200..<379).contains($0) }.map(Double.init)
    let fixes = Fixes.north(seconds.map { 6 * $0 }, seconds: seconds)
    var rules = Self.rules
    rules.maxGap = nil
    let ledger = try ledger(of: fixes, under: rules)
    let dispute = Dispute(fixes, under: rules, distance: ledger.measurement.distance)
    let found = diagnoses(of: RunDescription(), fixes: fixes, ledger: ledger, rules: rules)
    let mended = dispute.alternatives(mending: found)
    #expect(mended.map(\.cause) == [.mended(.straightOverHoles)])
    let claim = Double((599 - 180) * 6)
    let explanation = ClaimExplanation(
      Claim(by: "user", distance: claim), rounding: 0, distance: ledger.measurement.distance,
      among: mended)
    #expect(explanation.isExplained)
    #expect(abs(mended[0].distance - claim) < 0.1)
    #expect(mended[0].count == 1)
  }

  /// The effect of a run indoors is the device's total less ours: as a cause it would say what the device says.
  @Test func whatTheDeviceSaysExplainsNothingBySayingSo() throws {
    let still = Fixes.north((0..<600).map { Double($0 % 2) }, seconds: (0..<600).map(Double.init))
    let ledger = try ledger(of: still, under: Self.rules)
    var description = RunDescription()
    description.deviceDistance = 2_000
    let found = diagnoses(of: description, fixes: still, ledger: ledger, rules: Self.rules)
    #expect(found.contains { $0.kind == .indoorOrVirtual && $0.effect != nil })
    let dispute = Dispute(still, under: Self.rules, distance: ledger.measurement.distance)
    #expect(
      !dispute.alternatives(mending: found).contains { $0.cause == .mended(.indoorOrVirtual) })
  }
}

private func geodesicMetres(_ fixes: Fixes, _ start: Int, _ end: Int) -> Double {
  Earth.wgs84.distance(
    fixes.latitude[start], fixes.longitude[start], fixes.latitude[end], fixes.longitude[end])
}
