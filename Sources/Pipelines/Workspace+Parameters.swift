internal import DistanceEngine
package import Reports
package import RunModel
internal import RunStore

extension Workspace {
  /// Every parameter set with the sports that use it now.
  package func parameterListings() throws -> [ParameterListing] {
    let sets = try CurrentSets(of: library)
    return sets.all.map { set in
      ParameterListing(set: set, currentFor: sets.sports { $0 == set.reference })
    }
  }

  /// Adds the next version of a name.
  ///
  /// - Throws: `UnknownEngine` where the rules are for an engine that this tool does not have.
  package func addParameterSet(
    name: String, rules: FilterRules, note: String?
  ) throws -> ParameterSet {
    try EngineVersion.check(rules)
    return try library.addParameterSet(name: name, rules: rules, note: note, at: now())
  }

  /// Adds sets from elsewhere under their own names and versions, all or nothing.
  ///
  /// - Returns: those that were not here yet.
  /// - Throws: `UnknownEngine`; `StoreError` where a version is here with other constants.
  package func importParameterSets(_ sets: [ParameterSet]) throws -> [ParameterSet] {
    for set in sets { try EngineVersion.check(set.rules) }
    return try library.addParameterSets(sets, at: now())
  }

  /// Makes a set current for the given sports, or for those whose current set has its name.
  ///
  /// - Returns: what changed, sport by sport.
  /// - Throws: `StoreError` where no sport is given and none uses any version of its name.
  package func use(
    _ parameters: ParameterSet, forSports sports: [String]
  ) throws -> [SetChange] {
    let before = try CurrentSets(of: library)
    let changed = try library.use(
      parameters.reference, sports: sports.isEmpty ? nil : sports, at: now())
    return changed.map { sport in
      SetChange(
        sport: sport, old: before.current(for: Sport(rawValue: sport))?.reference,
        new: parameters.reference)
    }
  }

  /// What the next version of a name starts from: the newest of its versions that is current for a sport, else the
  /// newest; nil where there is none.
  package func startingSet(named name: String) throws -> ParameterListing? {
    let versions = try parameterListings().filter { $0.set.reference.name == name }
    return versions.last { !$0.currentFor.isEmpty } ?? versions.last
  }

  /// The newest version of a name; nil where there is none.
  package func newestSet(named name: String) throws -> ParameterSet? {
    try library.parameterSets().last { $0.reference.name == name }
  }
}
