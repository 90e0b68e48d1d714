internal import RunModel
internal import RunStore

/// Which parameter set each sport uses now, and used before.
struct CurrentSets: Sendable {
  private let sets: [ParameterReference: ParameterSet]
  /// By sport, the oldest first.
  private let history: [String: [ParameterReference]]

  init(of library: Library) throws {
    sets = Dictionary(
      try library.parameterSets().map { ($0.reference, $0) }, uniquingKeysWith: { $1 })
    history = Dictionary(grouping: try library.currentSetHistory(), by: \.sport)
      .mapValues { $0.map(\.reference) }
  }

  /// Every parameter set, by name and version.
  var all: [ParameterSet] { sets.values.sorted { $0.reference < $1.reference } }

  subscript(reference: ParameterReference) -> ParameterSet? { sets[reference] }

  /// The set that runs of a sport are measured with; nil only in a library without any.
  func current(for sport: Sport) -> ParameterSet? {
    references(for: sport).last.flatMap { sets[$0] }
  }

  /// The sets that are or were current for a sport, the latest first, each once.
  func everCurrent(for sport: Sport) -> [ParameterSet] {
    var seen: Set<ParameterReference> = []
    return references(for: sport).reversed().filter { seen.insert($0).inserted }
      .compactMap { sets[$0] }
  }

  /// The set that a run's sport uses now.
  func set(for run: Run) throws -> ParameterSet {
    guard let set = current(for: run.description.sport) else {
      throw SelectionError.noParameterSet(run.description.sport.rawValue)
    }
    return set
  }

  /// The sports that a set, or any version of its name, is current for.
  func sports(using isWanted: (ParameterReference) -> Bool) -> [String] {
    history.filter { $0.value.last.map(isWanted) ?? false }.keys.sorted()
  }

  private func references(for sport: Sport) -> [ParameterReference] {
    history[sport.rawValue] ?? history[CurrentSet.anyOtherSport] ?? []
  }
}
