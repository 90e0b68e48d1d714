import DistanceEngine
import RunAnalysis
import RunModel
import Simulation
import TestSupport

/// `run@1`.
let runRules = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)

func figures(_ fixes: Fixes, under rules: FilterRules = runRules) throws -> RunningFigures {
  RunningFigures(fixes, try ledger(of: fixes, under: rules), under: rules)
}

/// A run with every trouble that a recording can have.
func troubledRun(_ random: inout SeededGenerator) -> Fixes {
  func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }
  var fixes = Fixes()
  var (north, second, segment) = (0.0, 0.0, Int32(0))
  for _ in 0..<Int.random(in: 0...150, using: &random) {
    north += one(of: [0, 3, 5.001, -5.001, 12, 24, 400, .random(in: -8...8, using: &random)])
    second += one(of: [1, 1, 1, 1, 2, 0, -3, 30, 31, 90])
    if Int.random(in: 0..<25, using: &random) == 0 { segment = one(of: [0, 1, 2]) }
    let isNowhere = Int.random(in: 0..<20, using: &random) == 0
    let isTimed = Int.random(in: 0..<8, using: &random) > 0
    fixes.append(
      time: isTimed ? Int64(second * 1000) : Fixes.noTime,
      latitude: isNowhere ? one(of: [91, .nan, .infinity]) : 45 + north / metresPerDegree,
      longitude: 7, segment: segment)
    fixes.set(.accuracy, one(of: [8, 8, 8, 50, 50.0.nextUp, -1, .infinity, .nan]))
    fixes.set(.elevation, one(of: [100, 101, 107, 90, .nan]))
  }
  return fixes
}

/// Rules with each limit on or off.
func someRules(_ random: inout SeededGenerator) -> FilterRules {
  func maybe(_ value: Double) -> Double? { Bool.random(using: &random) ? value : nil }
  var rules = FilterRules(maxAccuracy: maybe(50), maxSpeed: maybe(12), minMove: maybe(5))
  rules.maxGap = maybe(30)
  rules.missingAccuracy = Bool.random(using: &random) ? .keep : .drop
  return rules
}

extension Fixes {
  /// The same fixes, one of them with another accuracy and place.
  func changing(
    _ index: Int, accuracy: Double? = nil, latitude: Double? = nil, longitude: Double? = nil
  ) -> Fixes {
    var latitudes = self.latitude
    if let latitude { latitudes[index] = latitude }
    var longitudes = self.longitude
    if let longitude { longitudes[index] = longitude }
    var changed = Fixes(time: time, latitude: latitudes, longitude: longitudes, segment: segment)
    for channel in Channel.allCases { changed[channel] = self[channel] }
    if let accuracy {
      let known = self[.accuracy]
      var radii = known.isEmpty ? Array(repeating: .nan, count: count) : known
      radii[index] = accuracy
      changed[.accuracy] = radii
    }
    return changed
  }
}
