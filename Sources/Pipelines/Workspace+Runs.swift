package import RunModel
internal import RunStore

/// Why a run could not be picked.
package enum SelectionError: Error {
  /// No run is called so; these names have it in them.
  case noRun(String, within: [String] = [])
  /// The run was there when the work on it began.
  case deleted(Run)
  /// The text fits several runs; these are the first of them.
  case ambiguous(String, [Run])
  case noParameterSet(String)
  /// The run's activity was recorded by nothing else.
  case onlyRecording(Run)
  /// The run's points were pruned, and are needed.
  case pruned(Run)
  /// The run has only so many fixes.
  case noFix(Int, of: Int)
  /// Several versions of the name are current, each for other sports.
  case ambiguousSet(String, [ParameterReference])
}

extension Workspace {
  /// All runs, by start (those without one last), then by id.
  package func runs() throws -> [Run] {
    try library.runs()
  }

  /// Nil where there is none.
  package func run(_ id: RunID) throws -> Run? {
    try library.run(id)
  }

  /// The one run that a person means: `latest`, a date with one run, a name, or the start of an id.
  ///
  /// - Throws: ``SelectionError``.
  package func run(meant text: String) throws -> Run {
    let directory = try RunDirectory(of: library)
    let matches = try directory.runs(meant: text)
    guard let run = matches.first else {
      throw SelectionError.noRun(text, within: directory.names(with: text, atMost: 3))
    }
    guard matches.count == 1 else { throw SelectionError.ambiguous(text, matches) }
    return run
  }

  /// Deletes runs and all that follows from them; they stay away from later imports.
  package func delete(_ runs: [RunID]) throws {
    try library.delete(runs, at: now())
  }

  /// The run that was set aside as damaged and whose id begins so; nil where there is not just one.
  package func runSetAside(meant text: String) throws -> RunID? {
    guard text.count >= 8 else { return nil }
    let meant = try library.runsSetAside().filter { $0.hex.hasPrefix(text.lowercased()) }
    return meant.count == 1 ? meant.first : nil
  }

  /// The set that `run@2` names, or that `run` names: its current version, else its newest.
  ///
  /// - Throws: ``SelectionError`` where there is none.
  package func parameterSet(meant text: String) throws -> ParameterSet {
    let sets = try CurrentSets(of: library)
    let meant = sets.all.filter {
      $0.reference.description == text || $0.reference.name == text
    }
    guard let newest = meant.last else { throw SelectionError.noParameterSet(text) }
    let current = meant.filter { set in !sets.sports { $0 == set.reference }.isEmpty }
    guard current.count < 2 else {
      throw SelectionError.ambiguousSet(text, current.map(\.reference))
    }
    return current.first ?? newest
  }
}

extension Workspace {
  /// The set that runs of a sport are measured by now.
  package func currentSet(for sport: Sport) throws -> ParameterSet {
    try CurrentSets(of: library).set(for: sport)
  }
}
