import DistanceEngine
import Geodesy
import RunAnalysis
import RunModel
import Simulation
import TestSupport
import Testing

@Suite struct EngineAgreementTests {
  /// Wild columns: thresholds met exactly, times unknown or going back, places that are none.
  static func wildRun(_ generator: inout SeededGenerator) -> Fixes {
    var fixes = Fixes()
    var (time, north, segment): (Int64, Double, Int32) = (1_700_000_000_000, 0, 0)
    for _ in 0..<Int.random(in: 0...400, using: &generator) {
      func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &generator) == 0 }
      time += chance(20) ? Int64.random(in: -5_000...90_000, using: &generator) : 1_000
      north += chance(15) ? Double.random(in: -400...400, using: &generator) : 3
      if chance(40) { segment = Int32.random(in: 0...3, using: &generator) }
      fixes.append(
        time: chance(25) ? Fixes.noTime : time,
        latitude: chance(30) ? 0 : chance(50) ? 91 : 45 + north / metresPerDegree,
        longitude: chance(25) ? 0 : 7, segment: segment)
      let accuracies: [Double] = [8, 8, 8, 50, 50.0.nextUp, -1, .nan, .infinity, 0, 49]
      fixes.set(.accuracy, accuracies.randomElement(using: &generator) ?? 8)
    }
    return fixes
  }

  static func wildRules(_ generator: inout SeededGenerator, for fixes: Fixes) -> FilterRules {
    func maybe(_ values: [Double]) -> Double? {
      Bool.random(using: &generator) ? values.randomElement(using: &generator) : nil
    }
    // A limit that is exactly one of the run's own steps.
    let steps = haversineSteps(latitude: fixes.latitude, longitude: fixes.longitude)
    let own = steps.filter { $0 > 0 && $0 < 100 }.first ?? 12
    var rules = FilterRules(
      maxAccuracy: maybe([50, 8, 0]), maxSpeed: maybe([12, own]), minMove: maybe([5, own, 0]))
    rules.maxGap = maybe([30, 1, 60])
    rules.missingAccuracy = Bool.random(using: &generator) ? .keep : .drop
    rules.earth = Bool.random(using: &generator) ? .sphere : .wgs84
    return rules
  }

  @Test func verdictsAndSumsAreThoseOfThePlainTwin() throws {
    var generator = SeededGenerator(seed: 20_261_016)
    for _ in 0..<1_500 {
      let fixes = Self.wildRun(&generator)
      let rules = Self.wildRules(&generator, for: fixes)
      let twin = PlainTwin(rules: rules)
      let ledger = try ledger(of: fixes, under: rules)
      #expect(ledger.verdicts == twin.verdicts(fixes))
      #expect(abs(ledger.measurement.distance - twin.distance(fixes)) <= 1e-9)
      #expect(abs(ledger.measurement.rawDistance - twin.raw(fixes)) <= 1e-6)
    }
  }

  @Test func ledgerAndMeasurementAreTheSameToTheBit() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let fixes = Self.wildRun(&generator)
      let rules = Self.wildRules(&generator, for: fixes)
      let ledger = try ledger(of: fixes, under: rules)
      #expect(try measure(fixes, under: rules) == ledger.measurement)
      var sum = 0.0
      for index in 0..<fixes.count where ledger.verdicts[index] == .counted {
        sum += ledger.moved[index]
      }
      #expect(sum == ledger.measurement.distance)
      #expect(ledger.measurement.counts.total == fixes.count)
    }
  }

  @Test func waterfallSharesAddUpAsShown() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<300 {
      let fixes = Self.wildRun(&generator)
      let rules = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)
      let measured = try measure(fixes, under: rules)
      let exact = Waterfall(measured)
      let sum = exact.raw - exact.accuracyShare - exact.speedShare - exact.minMoveShare
      #expect(abs(sum - measured.distance) <= 1e-9 * max(1, exact.raw))
      func tenths(_ metres: Double) -> Int { Int((metres * 10).rounded()) }
      let shown = Waterfall(measured, decimals: 1)
      let shares = [shown.accuracyShare, shown.speedShare, shown.minMoveShare].map(tenths)
      #expect(tenths(shown.raw) - shares.reduce(0, +) == tenths(shown.distance))
    }
  }

  /// Golden distances of engine 1: a change here is a new engine version, never a new number.
  @Test func goldenDistancesOfEngineOne() throws {
    var generator = SeededGenerator(seed: 1)
    let fixes = Self.wildRun(&generator)
    var rules = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)
    let sphere = try measure(fixes, under: rules)
    rules.earth = .wgs84
    let ellipsoid = try measure(fixes, under: rules)
    let thirteen = try measure(
      .thirteenKilometres(), under: FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5))
    let golden: [UInt64] = [
      4_697_481_375_038_746_542, 4_724_615_005_725_310_945, 4_697_494_614_191_701_930,
      4_724_601_262_658_202_901, 4_666_723_173_496_083_285, 4_668_372_439_693_780_197,
    ]
    let measured = [
      sphere.distance, sphere.rawDistance, ellipsoid.distance, ellipsoid.rawDistance,
      thirteen.distance, thirteen.rawDistance,
    ]
    #expect(measured.map(\.bitPattern) == golden)
  }
}
