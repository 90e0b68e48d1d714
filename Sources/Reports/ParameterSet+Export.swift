package import RunModel

extension ParameterSet {
  /// All that another library or program needs to measure by it: constants with their units in the
  /// keys, note, and the digest by which a change of a constant is noticed.
  package var exportJSON: JSON {
    guard case .object(let members) = json(isCurrent: false) else { return .null }
    return .object(members.filter { $0.key != "current" } + [("note", .optional(note))])
  }
}
