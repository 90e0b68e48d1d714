/// How somebody came to know a run's length without the device that recorded it.
package enum TruthKind: String, Sendable, CaseIterable {
  /// A certified course: nobody runs less, and hardly anybody keeps to the shortest line.
  case certifiedRace = "certified_race"
  /// A course measured by wheel or bicycle.
  case measuredCourse = "measured_course"
  /// Laps of a track, in a known lane.
  case trackLaps = "track_laps"
  /// Marks whose distance was surveyed.
  case surveyedMarks = "surveyed_marks"
  case footPod = "foot_pod"
  /// A way drawn on a map or an aerial picture.
  case mapTrace = "map_trace"
  case simulated

  /// Its word, however it is written: `certified-race`, `Certified race`.
  package init?(written text: String) {
    let word = String(text.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 })
    self.init(rawValue: word)
  }

  /// True where a lower bound alone says something.
  package var mayBeOpen: Bool { self == .certifiedRace }
}

/// Between which lengths a run's own lies, in metres.
package struct TruthInterval: Sendable, Equatable {
  package let lower: Double
  /// Nil where the run may be any longer.
  package let upper: Double?

  /// More than twice round the Earth is no run.
  private static let longest = 1e8
  /// Bounds that are further apart state nothing, or are in two units.
  private static let widest = 2.0

  /// - Throws: ``TruthFault`` for bounds that are no lengths, the wrong way round, too far apart, or
  ///   open where the kind has to know better.
  package init(lower: Double, upper: Double?, of kind: TruthKind) throws(TruthFault) {
    for bound in [lower, upper ?? lower] {
      guard bound > 0, bound <= Self.longest else { throw .noLength(bound) }
    }
    if let upper {
      guard lower <= upper else { throw .upsideDown(lower: lower, upper: upper) }
      guard upper <= lower * Self.widest else { throw .tooWide(lower: lower, upper: upper) }
    } else if !kind.mayBeOpen {
      throw .missingUpper(kind)
    }
    self.lower = lower
    self.upper = upper
  }

  /// True where one length can satisfy both.
  package func overlaps(_ other: TruthInterval) -> Bool {
    lower <= other.upper ?? .infinity && other.lower <= upper ?? .infinity
  }

  /// The lengths that satisfy both; nil where none does.
  package func intersection(_ other: TruthInterval) -> TruthInterval? {
    guard overlaps(other) else { return nil }
    let uppers = [upper, other.upper].compactMap(\.self)
    return TruthInterval(within: max(lower, other.lower), uppers.min())
  }

  private init(within lower: Double, _ upper: Double?) {
    self.lower = lower
    self.upper = upper
  }
}

/// An independent statement of a run's length, with its kind and its interval.
package struct Truth: Sendable, Equatable {
  /// The recording it was stated of; it counts for all recordings of that activity.
  package let run: RunID
  package let kind: TruthKind
  package let interval: TruthInterval
  /// Where it is from, in somebody's words.
  package let source: String?
  package let addedAt: Timestamp

  package init(
    run: RunID, kind: TruthKind, interval: TruthInterval, source: String?, addedAt: Timestamp
  ) {
    self.run = run
    self.kind = kind
    self.interval = interval
    self.source = source
    self.addedAt = addedAt
  }

  /// Characters of a source at most.
  package static let longestSource = 500
}

/// A truth as somebody wrote it, before it is known which run it is about.
package struct StatedTruth: Sendable, Equatable {
  /// Of the table, from 1; nil where it is in none.
  package let line: Int?
  /// As a person names a run.
  package let run: String
  package let kind: TruthKind
  package let interval: TruthInterval
  package let source: String?

  package init(
    line: Int? = nil, run: String, kind: TruthKind, interval: TruthInterval, source: String?
  ) throws(TruthFault) {
    guard source?.count ?? 0 <= Truth.longestSource else {
      throw .longSource(most: Truth.longestSource)
    }
    self.line = line
    self.run = run
    self.kind = kind
    self.interval = interval
    self.source = source.flatMap { $0.isEmpty ? nil : $0 }
  }
}
