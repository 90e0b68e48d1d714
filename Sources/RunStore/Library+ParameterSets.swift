internal import Geodesy
internal import Hashing
package import RunModel
internal import SQLite

/// Which set a sport uses, and since when.
package struct CurrentSet: Sendable, Equatable {
  /// Stands for all sports that have no line of their own.
  package static let anyOtherSport = "*"

  /// The sport's word, or ``anyOtherSport``.
  package let sport: String
  package let reference: ParameterReference
  package let since: Timestamp
}

extension Library {
  /// All sets, by name and version.
  package func parameterSets() throws(StoreError) -> [ParameterSet] {
    try parameterSets("1 = 1", [])
  }

  package func parameterSet(_ reference: ParameterReference) throws(StoreError) -> ParameterSet? {
    try parameterSets("name = ? AND version = ?", [reference.name, reference.version]).first
  }

  private func parameterSets(
    _ condition: String, _ values: [(any Bindable)?]
  ) throws(StoreError) -> [ParameterSet] {
    try rows(
      "SELECT \(Self.setColumns) FROM parameter_set WHERE \(condition) ORDER BY name, version",
      values,
      read: Self.readSet)
  }

  static let setColumns = """
    name, version, engine, max_accuracy_m, max_speed_mps, min_move_m, max_gap_s, missing_accuracy,
    earth, note, created_at, digest
    """

  /// Nil where the set's digest says that it is not the one that was stored.
  static func readSet(_ row: Statement) -> ParameterSet? {
    guard let reference = row.parameterReference(0), let engine = row.integer(2),
      let missing = row.text(7).flatMap(FilterRules.MissingAccuracy.init),
      let earth = row.text(8).flatMap(Earth.init), let createdAt = row.timestamp(10)
    else { return nil }
    var rules = FilterRules(
      maxAccuracy: row.real(3), maxSpeed: row.real(4), minMove: row.real(5))
    rules.engine = engine
    rules.maxGap = row.real(6)
    rules.missingAccuracy = missing
    rules.earth = earth
    let set = ParameterSet(
      reference: reference, rules: rules, note: row.text(9), createdAt: createdAt)
    return row.digest(11) == set.digest ? set : nil
  }

  /// Adds the next version of a name, 1 for a new one; makes it current for no sport.
  ///
  /// - Throws: `invalidParameterSet` for a name with other characters than ASCII letters, digits,
  ///   `.`, `_` and `-`, or a constant that is negative or not finite.
  package func addParameterSet(
    name: String, rules: FilterRules, note: String?, at time: Timestamp
  ) throws(StoreError) -> ParameterSet {
    try check(name: name, rules)
    let rules = rules.withoutNegativeZero
    return try transaction { () throws(StoreError) in
      let newest = try rows(
        "SELECT max(version) FROM parameter_set WHERE name = ?", [name]
      ) { .some($0.integer(0) ?? 0) }.first
      let reference = ParameterReference(name, (newest ?? 0) + 1)
      try check(version: reference)
      let set = ParameterSet(reference: reference, rules: rules, note: note, createdAt: time)
      try storing { () throws(SQLiteError) in try insertSet(set, into: database) }
      return set
    }
  }

  /// Adds sets under their own names and versions, all or nothing; makes them current for no sport.
  ///
  /// - Returns: those that were not here yet, as of this time.
  /// - Throws: `invalidParameterSet`; `otherParameterSet` where a version is here with other constants.
  package func addParameterSets(
    _ sets: [ParameterSet], at time: Timestamp
  ) throws(StoreError) -> [ParameterSet] {
    try transaction { () throws(StoreError) in
      var added: [ParameterSet] = []
      for set in sets {
        try check(name: set.reference.name, set.rules)
        try check(version: set.reference)
        let new = ParameterSet(
          reference: set.reference, rules: set.rules.withoutNegativeZero, note: set.note,
          createdAt: time)
        if let known = try parameterSet(set.reference) {
          guard known.digest == new.digest else {
            throw StoreError(
              .otherParameterSet, place: "\(set.reference)",
              detail: "it is here already with other constants, and a version never changes")
          }
          continue
        }
        try storing { () throws(SQLiteError) in try insertSet(new, into: database) }
        added.append(new)
      }
      return added
    }
  }

  private func check(version reference: ParameterReference) throws(StoreError) {
    guard ParameterReference.versions.contains(reference.version) else {
      throw StoreError(
        .invalidParameterSet, place: "\(reference)",
        detail: "versions go up to \(ParameterReference.versions.upperBound)")
    }
  }

  private func check(name: String, _ rules: FilterRules) throws(StoreError) {
    let isPlain = name.utf8.allSatisfy { byte in
      let character = Character(Unicode.Scalar(byte))
      return character.isASCII && (character.isLetter || character.isNumber)
        || "._-".contains(character)
    }
    guard isPlain, !name.isEmpty else {
      throw StoreError(
        .invalidParameterSet, place: name,
        detail: "a set's name is made of letters, digits, '.', '_' and '-'")
    }
    let constants = [rules.maxAccuracy, rules.maxSpeed, rules.minMove, rules.maxGap]
    guard constants.allSatisfy({ $0.map { $0 >= 0 && $0.isFinite } ?? true }) else {
      throw StoreError(
        .invalidParameterSet, place: name, detail: "a constant is negative or not finite")
    }
  }

  /// Who uses what now, by sport.
  package func currentSets() throws(StoreError) -> [CurrentSet] {
    try changes("SELECT sport, set_name, set_version, since FROM current_set ORDER BY sport")
  }

  /// Every change of a current set, oldest first.
  package func currentSetHistory() throws(StoreError) -> [CurrentSet] {
    try changes(
      "SELECT sport, set_name, set_version, changed_at FROM current_set_change ORDER BY change_id")
  }

  private func changes(_ sql: String) throws(StoreError) -> [CurrentSet] {
    try rows(sql, []) { row in
      guard let sport = row.text(0), let reference = row.parameterReference(1),
        let since = row.timestamp(3)
      else { return nil }
      return CurrentSet(sport: sport, reference: reference, since: since)
    }
  }

  /// Makes a set current, and logs it.
  ///
  /// - Parameter sports: their words, or ``CurrentSet/anyOtherSport``; nil for those whose current
  ///   set has this set's name.
  /// - Returns: the sports that changed; those that used the set already are left out.
  /// - Throws: `unknownParameterSet`; `noSportUses` where no sport is named and none has the name.
  @discardableResult
  package func use(
    _ reference: ParameterReference, sports: [String]? = nil, at time: Timestamp
  ) throws(StoreError) -> [String] {
    try transaction { () throws(StoreError) in
      guard try parameterSet(reference) != nil else {
        throw StoreError(
          .unknownParameterSet, place: "\(reference)", detail: "there is no such parameter set")
      }
      let current = try currentSets()
      let chosen =
        sports ?? current.filter { $0.reference.name == reference.name }.map(\.sport)
      guard !chosen.isEmpty else {
        throw StoreError(
          .noSportUses, place: "\(reference)", detail: "no sport uses a set of this name")
      }
      let changed = chosen.filter { sport in
        current.first { $0.sport == sport }?.reference != reference
      }
      for sport in changed {
        try storing { () throws(SQLiteError) in
          try insertChange(sport: sport, to: reference, at: time, into: database)
        }
      }
      return changed
    }
  }
}

/// Adds a row to `parameter_set`.
func insertSet(_ set: ParameterSet, into database: Database) throws(SQLiteError) {
  let rules = set.rules
  try database.run(
    """
    INSERT INTO parameter_set (name, version, engine, max_accuracy_m, max_speed_mps, min_move_m,
    max_gap_s, missing_accuracy, earth, note, created_at, digest)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """,
    [
      set.reference.name, set.reference.version, rules.engine, rules.maxAccuracy, rules.maxSpeed,
      rules.minMove, rules.maxGap, rules.missingAccuracy.rawValue, rules.earth.rawValue, set.note,
      set.createdAt, set.digest,
    ])
}

/// Adds a row to `current_set_change`.
func insertChange(
  sport: String, to reference: ParameterReference, at time: Timestamp, into database: Database
) throws(SQLiteError) {
  try database.run(
    """
    INSERT INTO current_set_change (sport, set_name, set_version, changed_at)
    VALUES (?, ?, ?, ?)
    """, [sport, reference.name, reference.version, time])
}

extension FilterRules {
  /// SQLite stores −0 as 0, and what is read back must have the digest of what was written.
  fileprivate var withoutNegativeZero: FilterRules {
    var rules = self
    rules.maxAccuracy = maxAccuracy.map { $0 + 0 }
    rules.maxSpeed = maxSpeed.map { $0 + 0 }
    rules.minMove = minMove.map { $0 + 0 }
    rules.maxGap = maxGap.map { $0 + 0 }
    return rules
  }
}
