package import RunModel

/// The algorithms that have been published; each can produce its numbers again for ever.
package enum EngineVersion {
  /// The reference rules.
  package static let newest = 1

  /// - Throws: ``UnknownEngine`` where the rules are written for an algorithm that is not here.
  package static func check(_ rules: FilterRules) throws(UnknownEngine) {
    guard (1...newest).contains(rules.engine) else { throw UnknownEngine(version: rules.engine) }
  }
}

/// Rules of another engine are not measured: the number would pass for that engine's.
package struct UnknownEngine: Error, Equatable {
  /// The engine that was asked for.
  package let version: Int
}
