package import RunModel

/// What some runs come to.
package struct Tally: Sendable, Equatable {
  package private(set) var runs = 0
  package private(set) var fixes = 0
  /// Metres.
  package private(set) var distance = 0.0
  /// Seconds from the first to the last fix of each segment, of the runs of which they are known.
  package private(set) var seconds = 0.0
  /// Of how many runs they are.
  package private(set) var timedRuns = 0

  fileprivate mutating func add(_ facts: RunFacts) {
    runs += 1
    fixes += facts.run.fixCount
    distance += facts.measurement.distance
    if let seconds = facts.shape.seconds {
      self.seconds += seconds
      timedRuns += 1
    }
  }

  fileprivate mutating func add(_ other: Tally) {
    runs += other.runs
    fixes += other.fixes
    distance += other.distance
    seconds += other.seconds
    timedRuns += other.timedRuns
  }
}

/// A month of the calendar.
package struct Month: Sendable, Hashable, Comparable {
  package let year: Int64
  /// 1 to 12.
  package let month: Int64

  package init(year: Int64, month: Int64) {
    self.year = year
    self.month = month
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }
}

/// What a library holds: its recordings, what the rules drop of them, and what they come to.
///
/// Takes the runs one by one and keeps none, so that it is as small for ten thousand as for one.
package struct LibraryStatistics: Sendable, Equatable {
  /// How many runs show something, and how often they do.
  package struct Occurrence: Sendable, Equatable {
    package fileprivate(set) var runs = 0
    package fileprivate(set) var occurrences = 0
    /// Of how many runs it is known whether they do.
    package fileprivate(set) var known = 0

    fileprivate mutating func add(_ count: Int?) {
      guard let count else { return }
      known += 1
      runs += count > 0 ? 1 : 0
      occurrences += count
    }
  }

  /// A kind of run and what all of it comes to.
  package typealias Part<Key> = (key: Key, tally: Tally)

  /// The runs of one sport that began in one month, by their own clock; nil for those without a time.
  package struct Period: Sendable, Hashable {
    package let month: Month?
    package let sport: Sport
  }

  package private(set) var all = Tally()
  /// The runs that started first and last; nil where no run has a time.
  package private(set) var first: Run?
  package private(set) var last: Run?
  /// The sets that the distances are by.
  package private(set) var parameters: Set<ParameterReference> = []
  private var traits: [RecordingTrait: Occurrence] = [:]
  private var drops: [Verdict: Occurrence] = [:]
  private var formats: [String: Tally] = [:]
  private var devices: [String: Tally] = [:]
  private var periods: [Period: Tally] = [:]

  package init() {}

  package mutating func add(_ facts: RunFacts) {
    let run = facts.run
    all.add(facts)
    if let start = run.startedAt {
      if first?.startedAt.map({ start < $0 }) ?? true { first = run }
      if last?.startedAt.map({ start >= $0 }) ?? true { last = run }
    }
    parameters.insert(facts.parameters)
    for trait in RecordingTrait.allCases {
      traits[trait, default: Occurrence()].add(facts.occurrences(of: trait))
    }
    for verdict in Verdict.allCases where verdict.isDropped {
      drops[verdict, default: Occurrence()].add(facts.measurement.counts[verdict])
    }
    formats[facts.format ?? "", default: Tally()].add(facts)
    devices[run.description.device ?? "", default: Tally()].add(facts)
    let month = run.localStart.map { Month(year: $0.year, month: $0.month) }
    periods[Period(month: month, sport: run.description.sport), default: Tally()].add(facts)
  }

  package subscript(trait: RecordingTrait) -> Occurrence { traits[trait] ?? Occurrence() }
  /// The fixes with a verdict that drops them; only of those verdicts.
  package subscript(verdict: Verdict) -> Occurrence { drops[verdict] ?? Occurrence() }

  /// The kind of most runs first; "" stands for what is not known.
  package var byFormat: [Part<String>] { mostFirst(formats) { $0 } }
  package var byDevice: [Part<String>] { mostFirst(devices) { $0 } }
  package var bySport: [Part<Sport>] {
    mostFirst(sums { $0.sport }) { $0.rawValue }
  }

  /// By month, those without a time last, then by sport.
  package var byMonth: [Part<Period>] {
    periods.map { ($0, $1) }.sorted { Self.areInOrder($0.key, $1.key) }
  }

  /// The same, of years: each is told by its January.
  package var byYear: [Part<Period>] {
    let years = sums { period in
      Period(
        month: period.month.map { Month(year: $0.year, month: 1) }, sport: period.sport)
    }
    return years.map { ($0, $1) }.sorted { Self.areInOrder($0.key, $1.key) }
  }

  private static func areInOrder(_ left: Period, _ right: Period) -> Bool {
    let never = Month(year: .max, month: 1)
    return (left.month ?? never, left.sport.rawValue) < (right.month ?? never, right.sport.rawValue)
  }

  /// Added in the order of ``byMonth``, so that they are the same bits each time.
  private func sums<Key: Hashable>(by key: (Period) -> Key) -> [Key: Tally] {
    var sums: [Key: Tally] = [:]
    for (period, tally) in byMonth { sums[key(period), default: Tally()].add(tally) }
    return sums
  }

  private func mostFirst<Key>(
    _ tallies: [Key: Tally], word: (Key) -> String
  ) -> [Part<Key>] {
    tallies.map { ($0, $1) }.sorted {
      (-$0.tally.runs, word($0.key)) < (-$1.tally.runs, word($1.key))
    }
  }
}
