internal import RunModel

/// Metres up and down over a run.
///
/// As services describe theirs (Strava, "Elevation Gain": smoothed, then low point to high point where
/// the difference exceeds a threshold), from the elevations of the counted fixes: each segment's are
/// smoothed by running medians of five, and the way turns where it has gone back by ``turn``. What
/// changed across a gap is in neither sum, as its metres are in no distance.
package struct Climb: Sendable, Equatable {
  /// Metres up, never negative.
  package private(set) var gain = 0.0
  /// Metres down, never negative.
  package private(set) var loss = 0.0

  /// Metres that the way must go back to have turned: above the steps and the unrest of a barometer,
  /// below a hill that a runner would call one. The elevation of a receiver alone wanders by more, so its
  /// climb comes out too large.
  package static let turn = 3.0

  /// Nil where fewer than two of the fixes that count have an elevation.
  init?(_ fixes: Fixes, _ ledger: Ledger) {
    let elevation = fixes[.elevation]
    var path = Path()
    var segment: [Double] = []
    var known = 0
    for index in elevation.indices {
      let verdict = ledger.verdicts[index]
      guard verdict == .segmentStart || verdict == .counted else { continue }
      if verdict == .segmentStart {
        path.follow(smoothed(segment))
        segment = []
      }
      guard elevation[index].isFinite else { continue }
      segment.append(elevation[index])
      known += 1
    }
    guard known > 1 else { return nil }
    path.follow(smoothed(segment))
    (gain, loss) = (path.gain, path.loss)
  }
}

/// The sums of ups and downs between turns.
private struct Path {
  private(set) var gain = 0.0
  private(set) var loss = 0.0
  /// Metres above the start, all gaps taken out.
  private var height = 0.0
  /// The lowest and highest since the last turn; one of them is where the way has got to.
  private var low = 0.0
  private var high = 0.0
  /// True on the way up; nil before the first turn.
  private var isRising: Bool?

  mutating func follow(_ segment: [Double]) {
    for (before, after) in zip(segment, segment.dropFirst()) { go(after - before) }
  }

  private mutating func go(_ metres: Double) {
    height += metres
    if isRising != true && height - low >= Climb.turn {
      gain += height - low
      isRising = true
      high = height
    } else if isRising != false && high - height >= Climb.turn {
      loss += high - height
      isRising = false
      low = height
    } else if height > high && isRising != false {
      if isRising == true { gain += height - high }
      high = height
    } else if height < low && isRising != true {
      if isRising == false { loss += low - height }
      low = height
    }
  }
}

/// Running medians of five, of three beside the ends, and at the ends Tukey's end-point rule (J. W.
/// Tukey, "Exploratory Data Analysis", 1977): one wrong value leaves no trace, and a steady climb
/// stays as it is. Fewer than five are left as they are.
private func smoothed(_ values: [Double]) -> [Double] {
  let last = values.count - 1
  guard last >= 4 else { return values }
  var smooth = values
  for index in 1..<last {
    let reach = min(2, index, last - index)
    smooth[index] = median(values[index - reach...index + reach])
  }
  smooth[0] = median([values[0], smooth[1], 3 * smooth[1] - 2 * smooth[2]])
  smooth[last] = median([
    values[last], smooth[last - 1], 3 * smooth[last - 1] - 2 * smooth[last - 2],
  ])
  return smooth
}

/// Of an odd number of values.
private func median(_ values: ArraySlice<Double>) -> Double {
  let sorted = values.sorted()
  return sorted[sorted.count / 2]
}
