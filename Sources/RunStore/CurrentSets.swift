package import RunModel

/// Which parameter set each sport uses now, and used before.
package struct CurrentSets: Sendable {
  /// Stands for every sport that has no set of its own.
  package static let anySport = "*"

  private let sets: [ParameterReference: ParameterSet]
  /// By sport, the oldest first.
  private let history: [String: [ParameterReference]]

  package init(of library: Library) throws(StoreError) {
    sets = Dictionary(
      try library.parameterSets().map { ($0.reference, $0) }, uniquingKeysWith: { $1 })
    history = Dictionary(grouping: try library.currentSetHistory(), by: \.sport)
      .mapValues { $0.map(\.reference) }
  }

  /// Every parameter set, by name and version.
  package var all: [ParameterSet] { sets.values.sorted { $0.reference < $1.reference } }

  package subscript(reference: ParameterReference) -> ParameterSet? { sets[reference] }

  /// The set that runs of a sport are measured with; nil only in a library without any.
  package func current(for sport: Sport) -> ParameterSet? {
    references(for: sport).last.flatMap { sets[$0] }
  }

  /// The sets that are or were current for a sport, the latest first, each once.
  package func everCurrent(for sport: Sport) -> [ParameterSet] {
    var seen: Set<ParameterReference> = []
    return references(for: sport).reversed().filter { seen.insert($0).inserted }
      .compactMap { sets[$0] }
  }

  /// The sports that a set, or any version of its name, is current for.
  package func sports(using isWanted: (ParameterReference) -> Bool) -> [String] {
    history.filter { $0.value.last.map(isWanted) ?? false }.keys.sorted()
  }

  private func references(for sport: Sport) -> [ParameterReference] {
    history[sport.rawValue] ?? history[Self.anySport] ?? []
  }
}
