package import RunModel

/// The algorithms that have been published; a number can be produced again for ever.
package enum EngineVersion {
  /// The reference rules.
  package static let newest = 1

  /// - Throws: ``UnknownEngine`` where rules name an algorithm that this code does not have.
  package static func check(_ rules: FilterRules) throws(UnknownEngine) {
    guard rules.engine == newest else { throw UnknownEngine(version: rules.engine) }
  }
}

/// A parameter set was made for an engine that this version of the tool does not have.
package struct UnknownEngine: Error, Equatable {
  package let version: Int
}
