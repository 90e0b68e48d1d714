/// What of some runs a format could not hold; rounding to its precision is none of it.
package struct WritingLosses: Sendable, Equatable {
  /// What is said of a run as a whole, or of all its fixes.
  package enum Statement: Sendable, CaseIterable {
    /// All of it or some of its characters.
    case name, device
    case deviceSerial, sport, utcOffset, deviceDistance, timerTime
    /// Segments are counted from 0 instead.
    case segmentNumbers
  }

  /// Fixes left out because they have no time, or one that the format cannot write.
  package var fixesWithoutTime = 0
  /// Fixes left out because their position is no number, or none that the format can write.
  package var fixesWithoutPosition = 0
  /// Written fixes that lost their time.
  package var times = 0
  /// Segments that a reader will take for the continuation of the one before.
  package var segmentStarts = 0
  /// By channel, how many of the written fixes lost their value, or had it cut to the format's limit.
  package var values: [Channel: Int] = [:]
  /// How many of the written runs lost it, or a part of it.
  package var statements: [Statement: Int] = [:]

  package init() {}

  /// Counts a run that lost what is said of it.
  package mutating func lose(_ statement: Statement, if isLost: Bool) {
    if isLost { statements[statement, default: 0] += 1 }
  }

  package static func += (sum: inout Self, further: Self) {
    sum.fixesWithoutTime += further.fixesWithoutTime
    sum.fixesWithoutPosition += further.fixesWithoutPosition
    sum.times += further.times
    sum.segmentStarts += further.segmentStarts
    sum.values.merge(further.values, uniquingKeysWith: +)
    sum.statements.merge(further.statements, uniquingKeysWith: +)
  }
}
