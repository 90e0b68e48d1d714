internal import RunModel
internal import Simulation

/// A runner who wanders at some 3 m/s, a fix a second, now and then with a poor accuracy.
func benchmarkTrack(count: Int) -> Fixes {
  var random = SeededGenerator(seed: 1)
  var fixes = Fixes()
  var (latitude, longitude) = (45.0, 7.0)
  for second in 0..<count {
    latitude += .random(in: -2e-5...4e-5, using: &random)
    longitude += .random(in: -4e-5...4e-5, using: &random)
    fixes.append(
      time: Int64(second) * 1000, latitude: latitude, longitude: longitude, segment: 0)
    fixes.set(.accuracy, .random(in: 3...52, using: &random))
  }
  return fixes
}
