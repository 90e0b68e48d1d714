package import RunModel

/// What runners read of a run.
///
/// All of it follows from the moves that the ledger counts: what was decided about a fix holds for
/// distance, speed, splits and climb alike.
package struct RunningFigures: Sendable {
  /// Metres: the measurement's distance, to the bit.
  package let distance: Double
  /// Nil where times do not cover the distance.
  package let times: RunTimes?
  /// Nil where fewer than two of the fixes that count have an elevation.
  package let climb: Climb?
  private let timeline: Timeline?

  /// - Parameter ledger: of exactly these fixes under these rules.
  package init(_ fixes: Fixes, _ ledger: Ledger, under rules: FilterRules) {
    timeline = Timeline(fixes, ledger, under: rules)
    distance = ledger.measurement.distance
    times = timeline.map(RunTimes.init)
    climb = Climb(fixes, ledger)
  }

  /// Seconds a kilometre while moving; nil where that has no meaning.
  package var movingPace: Double? { pace(times?.moving) }
  /// Seconds a kilometre, pauses included; nil where that has no meaning.
  package var elapsedPace: Double? { pace(times?.elapsed) }

  private func pace(_ seconds: Double?) -> Double? {
    guard let seconds, seconds > 0, distance > 0 else { return nil }
    return seconds / distance * 1000
  }

  /// More than any run has; with impossible jumps and no clock to show them up, a file can come to more.
  private static let mostSplits = 100_000.0

  /// The run in pieces of so many metres and what is left over, from its first time to its last.
  ///
  /// When a piece was full is interpolated along the counted move in which it was. The pieces' metres add
  /// up to the distance, their times to the run's. Empty where there are no times, nothing was counted,
  /// or the distance is no run's.
  package func splits(every unit: Double) -> [Split] {
    guard let timeline, distance > 0, distance / unit < Self.mostSplits else { return [] }
    var moving = 0.0
    var marks = [Mark(metres: 0, elapsed: 0, moving: 0)]
    for leg in timeline.legs {
      while leg.endMetres >= unit * Double(marks.count), unit * Double(marks.count) < distance {
        let metres = unit * Double(marks.count)
        let time = leg.time(at: metres)
        marks.append(
          Mark(
            metres: metres, elapsed: time,
            moving: moving + (leg.isMoving ? time - leg.start : 0)))
      }
      if leg.isMoving { moving += leg.duration }
    }
    marks.append(Mark(metres: distance, elapsed: timeline.elapsed, moving: moving))
    return zip(marks, marks.dropFirst()).map(Split.init)
  }
}

/// Where one split ends and the next begins.
private struct Mark {
  /// Metres of the run.
  let metres: Double
  /// Milliseconds of the run by then, and those of them in which the runner moved.
  let elapsed: Double
  let moving: Double
}

/// The times of a run in seconds; moving and the two kinds of pause add up to the elapsed time.
package struct RunTimes: Sendable, Equatable {
  /// From the first fix to the last.
  package let elapsed: Double
  package let moving: Double
  /// Paused by the recording: between segments.
  package let betweenSegments: Double
  /// Paused by what the fixes show: recorded, but standing.
  package let standing: Double

  package var paused: Double { betweenSegments + standing }

  init(_ timeline: Timeline) {
    let moving = timeline.legs.reduce(0) { $0 + ($1.isMoving ? $1.duration : 0) }
    elapsed = timeline.elapsed / 1000
    self.moving = moving / 1000
    betweenSegments = timeline.betweenSegments / 1000
    standing = (timeline.elapsed - timeline.betweenSegments - moving) / 1000
  }
}

/// One piece of a run.
package struct Split: Sendable, Equatable {
  /// Metres of the run at which it begins and ends.
  package let start: Double
  package let end: Double
  /// Seconds from its beginning to its end, pauses included.
  package let elapsed: Double
  /// Seconds of that in which the runner moved.
  package let moving: Double

  fileprivate init(from begin: Mark, to end: Mark) {
    start = begin.metres
    self.end = end.metres
    elapsed = (end.elapsed - begin.elapsed) / 1000
    moving = (end.moving - begin.moving) / 1000
  }

  /// Metres.
  package var distance: Double { end - start }
  /// Seconds a kilometre while moving; nil where nothing moved.
  package var pace: Double? { moving > 0 ? moving / distance * 1000 : nil }
}
