internal import Geodesy
package import Hashing

/// Which parameter set: `run@1`.
package struct ParameterReference: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let name: String
  package let version: Int

  package init(_ name: String, _ version: Int) {
    self.name = name
    self.version = version
  }

  package var description: String { "\(name)@\(version)" }

  package static let versions = 1...1_000_000
  /// Completes "a name is …".
  package static let nameRule = "up to 32 lower-case letters, digits, dots and hyphens"

  package static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: /[a-z0-9][a-z0-9._-]{0,31}/) != nil
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.name, left.version) < (right.name, right.version)
  }
}

/// Named, versioned, immutable constants of the filter.
package struct ParameterSet: Sendable, Equatable {
  package let reference: ParameterReference
  package let rules: FilterRules
  package let note: String?
  package let createdAt: Timestamp

  /// Characters of a note at most.
  package static let longestNote = 500

  package init(
    reference: ParameterReference, rules: FilterRules, note: String?, createdAt: Timestamp
  ) {
    self.reference = reference
    self.rules = rules
    self.note = note
    self.createdAt = createdAt
  }

  /// The digest of what decides a distance: engine and constants, not name, note or date.
  package var digest: SHA256Digest {
    func text(_ limit: Double?) -> String { limit.map { "\($0)" } ?? "off" }
    return SHA256Digest.of(
      """
      engine \(rules.engine)
      max_accuracy_m \(text(rules.maxAccuracy))
      max_speed_mps \(text(rules.maxSpeed))
      min_move_m \(text(rules.minMove))
      max_gap_s \(text(rules.maxGap))
      missing_accuracy \(rules.missingAccuracy.rawValue)
      earth \(rules.earth.rawValue)

      """)
  }

  /// The digest as 64 lower-case hexadecimal digits.
  package var digestText: String { digest.hex }

  /// The set as others are to see it: a name that was given to it may be somebody's, so that it is called by its
  /// constants. The built-in sets are everybody's.
  package var forOthers: ParameterSet {
    guard !Self.builtIn.contains(where: { $0.reference == reference }) else { return self }
    return ParameterSet(
      reference: ParameterReference("own-limits-\(digestText.prefix(8))", 1), rules: rules,
      note: nil, createdAt: Timestamp(milliseconds: 0))
  }

  /// The sets that every library begins with.
  package static let builtIn: [ParameterSet] = [
    builtIn("run", maxSpeed: 12, note: "running, and sports not known"),
    builtIn("hike", maxSpeed: 6, note: "walking and hiking"),
    builtIn("ride", maxSpeed: 30, note: "cycling"),
    builtIn("any", maxSpeed: nil, note: "all other sports"),
  ]

  private static func builtIn(_ name: String, maxSpeed: Double?, note: String) -> ParameterSet {
    ParameterSet(
      reference: ParameterReference(name, 1),
      rules: FilterRules(maxAccuracy: 50, maxSpeed: maxSpeed, minMove: 5), note: note,
      createdAt: Timestamp(milliseconds: 0))
  }
}
