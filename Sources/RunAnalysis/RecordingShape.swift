package import RunModel

/// What the fixes of a run say about its recording, before any rule.
package struct RecordingShape: Sendable, Equatable {
  /// Seconds; a longer time between neighbouring fixes of a segment is a hole.
  package static let longestStep = 60.0

  /// Seconds from the first to the last fix of each segment, added up; nil where they are not known.
  package let seconds: Double?
  /// How many holes there are inside segments.
  package let holes: Int
  package let fixesWithoutTime: Int
  /// False where no fix has an accuracy.
  package let hasAccuracy: Bool
  package let segments: Int

  /// Of a run whose points were pruned: how long it lasted is all that may be known.
  package init(lasting seconds: Double?) {
    self.seconds = seconds
    (holes, fixesWithoutTime, hasAccuracy, segments) = (0, 0, false, 0)
  }

  /// *Edge cases*: times that no clock can have shown are passed over, as for the run's start and
  /// end; a segment in which time goes back as a whole lasts 0 s.
  package init(_ fixes: Fixes) {
    fixesWithoutTime = fixes.time.count { $0 == Fixes.noTime }
    hasAccuracy = !fixes[.accuracy].isEmpty
    segments = fixes.segmentCount
    (seconds, holes) = Self.timesAndHoles(fixes)
  }

  private static func timesAndHoles(_ fixes: Fixes) -> (seconds: Double, holes: Int) {
    var (seconds, holes) = (0.0, 0)
    guard let span = fixes.timeSpan else { return (seconds, holes) }
    var (first, last): (Double?, Double?)
    func endSegment() {
      if let first, let last { seconds += max(0, last - first) }
      (first, last) = (nil, nil)
    }
    for index in 0..<fixes.count {
      if index > 0, fixes.segment[index] != fixes.segment[index - 1] { endSegment() }
      guard span.contains(Timestamp(milliseconds: fixes.time[index])) else { continue }
      let time = Double(fixes.time[index]) / 1000
      if let last, time - last > longestStep { holes += 1 }
      first = first ?? time
      last = time
    }
    endSegment()
    return (seconds, holes)
  }
}

/// What may be odd about a recording; the raw value is its name in JSON and CSV.
package enum RecordingTrait: String, Sendable, CaseIterable {
  /// Breaks off, or was never finished.
  case interrupted
  /// Several segments, or holes, or both.
  case withGaps = "with_gaps"
  case severalSegments = "several_segments"
  case holes
  case withoutAccuracy = "without_accuracy"
  /// Some fixes have no time, and others do.
  case withoutSomeTimes = "without_some_times"
  /// No fix has a time.
  case plannedRoute = "planned_route"
  /// The device's timer ran for longer than the fixes last, by more than ``RunFacts/longestWait``:
  /// the first fix came late, or the last one early.
  case lateFirstFix = "late_first_fix"
}

/// What the statistics of a library take from one run.
package struct RunFacts: Sendable, Equatable {
  /// Seconds that a timer may run without a fix.
  package static let longestWait = 30.0

  package let run: Run
  /// `gpx`; nil where that is not known.
  package let format: String?
  package let shape: RecordingShape
  package let parameters: ParameterReference
  package let measurement: Measurement

  package init(
    run: Run, format: String?, shape: RecordingShape, parameters: ParameterReference,
    measurement: Measurement
  ) {
    self.run = run
    self.format = format
    self.shape = shape
    self.parameters = parameters
    self.measurement = measurement
  }

  /// How often the run shows the trait, 0 for not at all: gaps, holes, fixes without a time; 1 for
  /// what a run has or has not. Nil where it cannot be known.
  package func occurrences(of trait: RecordingTrait) -> Int? {
    guard run.prunedAt == nil || trait == .interrupted else { return nil }
    let isPlan = shape.fixesWithoutTime == run.fixCount
    switch trait {
    case .interrupted: return [.finished, .uploaded].contains(run.description.state) ? 0 : 1
    case .withGaps: return max(0, shape.segments - 1) + shape.holes
    case .severalSegments: return max(0, shape.segments - 1)
    case .holes: return shape.holes
    case .withoutAccuracy: return shape.hasAccuracy ? 0 : 1
    case .withoutSomeTimes: return isPlan ? 0 : shape.fixesWithoutTime
    case .plannedRoute: return isPlan ? 1 : 0
    case .lateFirstFix:
      guard let timer = run.description.timerTime, let seconds = shape.seconds,
        shape.fixesWithoutTime == 0
      else { return nil }
      return timer - seconds > Self.longestWait ? 1 : 0
    }
  }
}
