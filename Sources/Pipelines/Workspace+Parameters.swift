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
  package func addParameterSet(
    name: String, rules: FilterRules, note: String?
  ) throws -> ParameterSet {
    try library.addParameterSet(name: name, rules: rules, note: note, at: now())
  }

  /// Makes a set current for the given sports, or for those whose current set has its name.
  ///
  /// - Returns: the sports that use it now; none where no sport uses any version of its name.
  package func use(_ parameters: ParameterSet, forSports sports: [String]) throws -> [String] {
    let name = parameters.reference.name
    let wanted =
      sports.isEmpty ? try CurrentSets(of: library).sports { $0.name == name } : sports
    try library.use(parameters.reference, forSports: wanted, at: now())
    return wanted
  }

  /// The newest version of a name; nil where there is none.
  package func newestSet(named name: String) throws -> ParameterSet? {
    try library.parameterSets().last { $0.reference.name == name }
  }
}
