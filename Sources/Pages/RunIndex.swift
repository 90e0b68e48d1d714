package import Reports
package import RunAnalysis
internal import RunModel

/// What an index says of one run.
package struct IndexedRun: Sendable {
  /// Without its fixes.
  let report: RunReport
  /// The largest effect first, each once.
  let diagnoses: [Diagnosis.Kind]

  package init(_ report: RunReport, diagnoses: [Diagnosis]) {
    var report = report
    report.details = nil
    self.report = report
    self.diagnoses = diagnoses.map(\.kind)
  }

  var measurement: Measurement { report.measurement }

  var shareNotCounted: Double? {
    RunAnalysis.shareNotCounted(raw: measurement.rawDistance, distance: measurement.distance)
  }

  /// In the folder of the index.
  package static func path(of report: RunReport) -> String { "runs/\(report.run.id.hex).html" }
}

/// What some runs come to, summed in their order.
struct RunTotal: Sendable, Equatable {
  private(set) var runs = 0
  /// Metres.
  private(set) var distance = 0.0
  private(set) var rawDistance = 0.0
  private(set) var dropped = 0
  private(set) var parameters: Set<ParameterReference> = []

  init(of runs: some Sequence<IndexedRun>) {
    for run in runs {
      self.runs += 1
      distance += run.measurement.distance
      rawDistance += run.measurement.rawDistance
      dropped += run.measurement.counts.dropped
      parameters.insert(run.report.parameters.reference)
    }
  }

  var shareNotCounted: Double? {
    RunAnalysis.shareNotCounted(raw: rawDistance, distance: distance)
  }

  /// "run@1, hike@1".
  var setText: String {
    parameters.sorted().map { visibleText("\($0)") }.joined(separator: ", ")
  }
}

/// A quality of runs that has few values, by which they are filtered.
struct Facet: Sendable {
  /// The key in the page's data: `sport`.
  let key: String
  let label: String
  /// Each value once, in alphabetical order.
  let words: [String]
  /// Numbers of words, a list a run.
  let places: [[Int]]

  init(_ key: String, _ label: String, wordsOfRuns: [[String]]) {
    self.key = key
    self.label = label
    let words = Set(wordsOfRuns.joined()).sorted()
    let place = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, $0) })
    self.words = words
    places = wordsOfRuns.map { $0.compactMap { place[$0] } }
  }

  /// How many runs bear each word.
  var counts: [Int] {
    var counts = Array(repeating: 0, count: words.count)
    for place in places.joined() { counts[place] += 1 }
    return counts
  }
}

/// The runs of an index, in the order of reports.
struct RunIndex: Sendable {
  let runs: [IndexedRun]
  let sport: Facet
  let year: Facet
  let device: Facet
  let diagnosis: Facet

  init(_ runs: [IndexedRun]) {
    self.runs = runs
    sport = Facet(
      "sport", "Sport", wordsOfRuns: runs.map { [$0.report.run.description.sport.words] })
    year = Facet("year", "Year", wordsOfRuns: runs.map { [$0.year] })
    device = Facet(
      "device", "Device",
      wordsOfRuns: runs.map { [visibleText($0.report.run.description.device ?? "not known")] })
    diagnosis = Facet(
      "diagnosis", "Finding", wordsOfRuns: runs.map { $0.diagnoses.map(\.label) })
  }

  var facets: [Facet] { [sport, year, device, diagnosis] }

  var total: RunTotal { RunTotal(of: runs) }

  /// One a word of ``sport``.
  var totalsBySport: [RunTotal] {
    var parts = Array(repeating: [IndexedRun](), count: sport.words.count)
    for (run, places) in zip(runs, sport.places) {
      for place in places { parts[place].append(run) }
    }
    return parts.map { RunTotal(of: $0) }
  }

  var histogram: Histogram {
    runs.compactMap(\.shareNotCounted).reduce(into: .ofSharesNotCounted) { $0.add($1) }
  }
}

extension IndexedRun {
  /// "2019-04-14", on the run's own clock.
  var date: String { Clock(report.run.description).date(report.run.startedAt) }

  fileprivate var year: String {
    report.run.localStart.map { String($0.year) } ?? "not known"
  }
}

extension Sport {
  /// "trail running", "not known".
  var words: String {
    if self == .unknown { return "not known" }
    return visibleText(String(rawValue.map { $0 == "_" ? " " : $0 }))
  }
}
