internal import RunModel
internal import Tuning

/// Between which errors all drawings of a page reach: as far down as up, about nothing wrong.
struct ErrorFrame: Sendable, Equatable {
  /// Relative, like the errors.
  let reach: Double

  /// As far as nine of ten of them; the others are drawn at the edge.
  init(_ errors: [Double]) {
    let sizes = errors.map(\.magnitude).filter(\.isFinite).sorted()
    let place = min(sizes.count - 1, sizes.count * 9 / 10)
    reach = roundAbove(max(sizes.isEmpty ? 0 : sizes[place], 0.001))
  }

  func isOutside(_ error: Double) -> Bool { !(error.magnitude <= reach) }

  /// From −1 at the lower edge to 1 at the upper.
  func place(_ error: Double) -> Double {
    isOutside(error) ? (error < 0 ? -1 : 1) : error / reach
  }
}

extension TuningFinding.Judgement {
  /// What is in the middle of what is known of its length, in metres; of a length that is open above its lower end.
  var middle: Double? {
    run.interval.map { ($0.lower + ($0.upper ?? $0.lower)) / 2 }
  }

  /// By how much a length differs from that.
  func deviation(_ metres: Double) -> Double { middle.map { metres / $0 - 1 } ?? 0 }
}
