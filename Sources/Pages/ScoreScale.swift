internal import Reports
internal import Tuning

/// How scores are drawn: from 0 on, all of a page on one scale.
///
/// It ends where the sets that matter can still be told apart: at twice the worse of the two that are compared, or
/// at the worst score where that is less. A set that drops everything would make all others look alike.
struct ScoreScale: Sendable, Equatable {
  let top: Double

  init(_ finding: TuningFinding) {
    let scores =
      finding.constants.flatMap { $0.profile.map(\.score) }
      + finding.surfaces.flatMap { $0.scores.joined() }
    let worst = scores.filter(\.isFinite).max() ?? 0
    let compared = max(finding.baseFigures.score.total, finding.unseenFigures.score.total)
    top = roundAbove(min(max(2 * compared, 1e-6), max(worst, 1e-6)))
  }

  /// Hundredths of the scale, 100 at most.
  func hundredths(_ score: Double) -> Int {
    isBeyond(score) ? 100 : Int((score / top * 100).rounded())
  }

  func isBeyond(_ score: Double) -> Bool { !(score <= top) }

  /// "0.5 %".
  var topText: String { quantity(shortest(rounded(top * 100)), "%") }
}

/// The nearest of 1, 2 and 5 with its zeros that is not less.
func roundAbove(_ value: Double) -> Double {
  guard value > 0, value.isFinite else { return 1 }
  var step = 1.0
  var power = 0
  while step < value {
    step *= 10
    power += 1
  }
  while step / 10 >= value {
    step /= 10
    power -= 1
  }
  let below = step / 10
  return [2 * below, 5 * below].first { $0 >= value } ?? step
}

/// Without the last bits that a product of tenths leaves.
func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
