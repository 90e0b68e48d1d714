import Geodesy
import RunAnalysis
import RunModel
import Simulation
import TestSupport
import Testing

/// No content of a run is an error.
@Suite struct DiagnosisRobustnessTests {
  private static let rules: [FilterRules] = {
    var strict = FilterRules(maxAccuracy: 0, maxSpeed: 0.1, minMove: 0)
    strict.missingAccuracy = .drop
    strict.maxGap = 1
    var foreign = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)
    foreign.earth = .wgs84
    return [
      FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5),
      FilterRules(maxAccuracy: nil, maxSpeed: nil, minMove: nil), strict, foreign,
      FilterRules(maxAccuracy: .nan, maxSpeed: .infinity, minMove: .nan),
    ]
  }()

  private func check(_ fixes: Fixes) throws {
    var description = RunDescription()
    for distance in [nil, 1_000, .nan, .infinity, -5] {
      description.deviceDistance = distance
      for rules in Self.rules {
        let run = RecordedRun(description: description, fixes: fixes)
        for diagnosis in try run.diagnoses(under: rules) {
          #expect(diagnosis.seqs.upperBound < fixes.count)
          #expect(diagnosis.occurrences > 0)
          #expect(diagnosis.effect?.isFinite ?? true)
          #expect(diagnosis.evidence.values.allSatisfy { $0.isFinite })
        }
      }
    }
  }

  @Test(arguments: 0...4)
  func aFewFixes(count: Int) throws {
    try check(.north((0..<count).map { 10 * Double($0) }))
    try check(.north((0..<count).map { _ in 0 }, seconds: (0..<count).map { _ in nil }))
  }

  @Test func nothingIsSaidOfARunWithoutFixes() throws {
    var description = RunDescription()
    description.deviceDistance = 10_000
    description.sport = Sport(rawValue: "virtual_run")
    #expect(try RecordedRun(description: description, fixes: Fixes()).diagnoses().isEmpty)
  }

  @Test(arguments: UInt64(0)..<40)
  func anyBits(seed: UInt64) throws {
    try check(.wild(count: 300, seed: seed))
  }

  @Test func specialValuesInEveryColumn() throws {
    let odd: [Double] = [.nan, .infinity, -.infinity, 0, -0.0, 1e308, -1e308, 90, -90, 180, -180]
    let times: [Int64] = [Fixes.noTime, .max, .min + 1, 0, 1_000, 1_000, 2_000]
    var generator = SeededGenerator(seed: 6)
    var fixes = Fixes()
    for index in 0..<400 {
      fixes.append(
        time: generator.element(of: times), latitude: generator.element(of: odd + [45, 45, 45]),
        longitude: generator.element(of: odd + [7, 7, 7]),
        segment: generator.element(of: [0, 0, 0, .max, .min]))
      for channel in Channel.allCases where index > 10 {
        fixes.set(channel, generator.element(of: odd))
      }
    }
    try check(fixes)
  }

  @Test func onePlaceAndOneTime() throws {
    let count = 500
    try check(.north(Array(repeating: 0, count: count)))
    try check(
      .north(Array(repeating: 0, count: count), seconds: Array(repeating: 5, count: count)))
    try check(
      .north((0..<count).map { 8 * Double($0) }, seconds: Array(repeating: 5, count: count)))
  }

  /// The same run where longitudes change their sign by 360°, and near a pole.
  @Test func theAntimeridianIsNoPlaceOfItsOwn() throws {
    var scenario = Scenario.random(seed: 9)
    scenario.shape = .line(heading: 90)
    scenario.spikes = []
    scenario.latitude = 10
    scenario.longitude = 20
    let inland = scenario.simulate(planting: .longStop).recording
    scenario.longitude = 179.99
    var across = scenario.simulate(planting: .longStop).recording
    across.fixes = across.fixes.turned
    #expect(
      across.fixes.longitude.contains { $0 < 0 } && across.fixes.longitude.contains { $0 > 0 })
    let (here, there) = (try inland.diagnoses(), try across.diagnoses())
    #expect(here.map(\.kind) == there.map(\.kind))
    for (left, right) in zip(here, there) {
      #expect(left.seqs == right.seqs)
      #expect(abs((left.effect ?? 0) - (right.effect ?? 0)) < 1)
    }
    var fixes = Fixes()
    for index in 0..<300 {
      fixes.append(
        time: Int64(index) * 1000, latitude: 89.99999, longitude: Double(index * 7 % 360 - 180),
        segment: 0)
    }
    try check(fixes)
  }

  /// Work that grew with the square of the fixes would take hours here.
  @Test(arguments: ["steady", "one place", "one time", "to and fro", "segments", "clock"])
  func aLongRunIsLookedAtOnce(kind: String) throws {
    let count = 300_000
    let fixes = Fixes(
      time: (0..<count).map {
        switch kind {
        case "one time": 0
        case "clock": $0.isMultiple(of: 2) ? 0 : 3_600_000
        default: Int64($0) * 1000
        }
      },
      latitude: (0..<count).map {
        switch kind {
        case "one place": 45
        case "to and fro": $0.isMultiple(of: 2) ? 45 : 45.01
        default: 45 + Double($0) * 3e-5
        }
      }, longitude: Array(repeating: 7, count: count),
      segment: (0..<count).map { kind == "segments" ? Int32($0) : 0 })
    let run = RecordedRun(description: RunDescription(), fixes: fixes)
    #expect(try !run.diagnoses().isEmpty)
  }
}

extension Fixes {
  /// The same places with longitudes beyond 180° counted from the west.
  fileprivate var turned: Fixes {
    var turned = Fixes(
      time: time, latitude: latitude, longitude: longitude.map { $0 > 180 ? $0 - 360 : $0 },
      segment: segment)
    for channel in Channel.allCases { turned[channel] = self[channel] }
    return turned
  }
}
