package import RunModel

/// Which parameter set each sport uses now, and used before, as of one moment.
package struct CurrentSets: Sendable {
  private let sets: [ParameterReference: ParameterSet]
  /// Oldest first.
  private let changes: [CurrentSet]

  package init(of library: Library) throws(StoreError) {
    sets = Dictionary(
      try library.parameterSets().map { ($0.reference, $0) }, uniquingKeysWith: { $1 })
    changes = try library.currentSetHistory()
  }

  /// Every parameter set, by name and version.
  package var all: [ParameterSet] { sets.values.sorted { $0.reference < $1.reference } }

  /// The set that runs of a sport are measured with; nil only in a library without any.
  package func current(for sport: Sport) -> ParameterSet? {
    references(for: sport).last.flatMap { sets[$0] }
  }

  /// The set that each sport with a line of its own uses now, by its word, and all others.
  package var uses: [String: ParameterReference] {
    Dictionary(changes.map { ($0.sport, $0.reference) }, uniquingKeysWith: { $1 })
  }

  /// The sets that are or were current for a sport, the latest first, each once.
  package func everCurrent(for sport: Sport) -> [ParameterSet] {
    var seen: Set<ParameterReference> = []
    return references(for: sport).reversed().filter { seen.insert($0).inserted }
      .compactMap { sets[$0] }
  }

  /// The sports whose current set is wanted, by their words, in alphabetical order.
  package func sports(using isWanted: (ParameterReference) -> Bool) -> [String] {
    let words = Set(changes.map(\.sport)).sorted()
    return words.filter { word in
      changes.last { $0.sport == word }.map { isWanted($0.reference) } ?? false
    }
  }

  /// What held for a sport, oldest first: what held for all others, until its first own line.
  private func references(for sport: Sport) -> [ParameterReference] {
    var references: [ParameterReference] = []
    var hasOwn = false
    for change in changes {
      let isOwn = change.sport == sport.rawValue
      guard isOwn || change.sport == CurrentSet.anyOtherSport && !hasOwn else { continue }
      // A sport that had a line of its own from the first never used what others use.
      if isOwn, !hasOwn, change.since == changes.first?.since { references = [] }
      hasOwn = hasOwn || isOwn
      references.append(change.reference)
    }
    return references
  }
}
