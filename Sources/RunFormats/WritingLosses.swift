package import RunModel

/// What of some runs a format could not hold; rounding to its precision is none of it.
package struct WritingLosses: Sendable, Equatable {
  /// Fixes left out because they have no time, or one that the format cannot write.
  package var fixesWithoutTime = 0
  /// Fixes left out because their position is no number, or none that the format can write.
  package var fixesWithoutPosition = 0
  /// Segments that a reader will take for the continuation of the one before.
  package var segmentStarts = 0
  /// By channel, how many of the written fixes lost their value, or had it cut to the format's limit.
  package var values: [Channel: Int] = [:]

  package init() {}
}
