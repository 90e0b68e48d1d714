internal import RunModel

struct Waterfall {
  let rawDistance, accuracyShare, speedShare, minMoveShare, distance, acrossGaps: Double
  struct Tenths { var rawDistance, accuracyShare, speedShare, minMoveShare, distance: Int }
  let printedTenths: Tenths

  init(_ measurement: Measurement) {
    rawDistance = measurement.rawDistance
    accuracyShare = measurement.rawDistance - measurement.distanceAfterAccuracy
    speedShare = measurement.distanceAfterAccuracy - measurement.distanceAfterSpeed
    minMoveShare = measurement.distanceAfterSpeed - measurement.distance
    distance = measurement.distance
    acrossGaps = measurement.acrossGaps
    func tenths(_ value: Double) -> Int { Int((value * 10).rounded()) }
    let sums = [
      measurement.rawDistance, measurement.distanceAfterAccuracy, measurement.distanceAfterSpeed,
      measurement.distance,
    ].map(tenths)
    printedTenths = Tenths(
      rawDistance: sums[0], accuracyShare: sums[0] - sums[1], speedShare: sums[1] - sums[2],
      minMoveShare: sums[2] - sums[3], distance: sums[3])
  }
}
