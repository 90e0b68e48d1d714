internal import Geodesy
internal import Hashing
package import RunModel
internal import SQLite

/// Which set became current for a sport, and when.
package struct CurrentSetChange: Sendable, Equatable {
  /// A sport's word, or `*` for every sport that has no set of its own.
  package let sport: String
  package let reference: ParameterReference
  package let since: Timestamp
}

extension Library {
  /// Every parameter set, by name and version.
  package func parameterSets() throws(StoreError) -> [ParameterSet] {
    try asking { () throws(SQLiteError) in
      try database.rows(
        """
        SELECT name, version, engine, max_accuracy_m, max_speed_mps, min_move_m, max_gap_s,
          missing_accuracy, earth, note, created_at FROM parameter_set ORDER BY name, version
        """
      ) { row throws(SQLiteError) in
        var rules = FilterRules(
          maxAccuracy: row.optionalReal(3), maxSpeed: row.optionalReal(4),
          minMove: row.optionalReal(5))
        rules.engine = Int(row.integer(2))
        rules.maxGap = row.optionalReal(6)
        rules.missingAccuracy = FilterRules.MissingAccuracy(rawValue: row.text(7)) ?? .keep
        rules.earth = Earth(rawValue: row.text(8)) ?? .sphere
        return ParameterSet(
          reference: ParameterReference(row.text(0), Int(row.integer(1))), rules: rules,
          note: row.optionalText(9), createdAt: Timestamp(milliseconds: row.integer(10)))
      }
    }
  }

  /// Adds the next version of a name; it is not current for any sport yet.
  package func addParameterSet(
    name: String, rules: FilterRules, note: String?, at instant: Timestamp
  ) throws -> ParameterSet {
    try transaction {
      let newest =
        try database.rows(
          "SELECT coalesce(max(version), 0) FROM parameter_set WHERE name = ?", .text(name)
        ) { row throws(SQLiteError) in Int(row.integer(0)) }.first ?? 0
      let set = ParameterSet(
        reference: ParameterReference(name, newest + 1), rules: rules, note: note,
        createdAt: instant)
      try insert(set)
      return set
    }
  }

  private func insert(_ set: ParameterSet) throws(SQLiteError) {
    let rules = set.rules
    try database.run(
      """
      INSERT INTO parameter_set (name, version, engine, max_accuracy_m, max_speed_mps, min_move_m,
        max_gap_s, missing_accuracy, earth, note, created_at, digest)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(set.reference.name), .integer(Int64(set.reference.version)),
      .integer(Int64(rules.engine)), Value(rules.maxAccuracy), Value(rules.maxSpeed),
      Value(rules.minMove), Value(rules.maxGap), .text(rules.missingAccuracy.rawValue),
      .text(rules.earth.rawValue), Value(set.note), .integer(set.createdAt.milliseconds),
      .blob(set.digest.bytes))
  }

  /// What became current for which sport, the oldest first; nothing is ever taken out of it.
  package func currentSetHistory() throws(StoreError) -> [CurrentSetChange] {
    try asking { () throws(SQLiteError) in
      try database.rows("SELECT sport, name, version, since FROM current_set ORDER BY id") {
        row throws(SQLiteError) in
        CurrentSetChange(
          sport: row.text(0), reference: ParameterReference(row.text(1), Int(row.integer(2))),
          since: Timestamp(milliseconds: row.integer(3)))
      }
    }
  }

  /// Makes a set current for sports from now on.
  package func use(
    _ reference: ParameterReference, forSports sports: [String], at instant: Timestamp
  ) throws {
    try transaction {
      for sport in sports {
        try database.run(
          "INSERT INTO current_set (sport, name, version, since) VALUES (?, ?, ?, ?)",
          .text(sport), .text(reference.name), .integer(Int64(reference.version)),
          .integer(instant.milliseconds))
      }
    }
  }

  /// The sets that every library begins with, current for the sports they are made for.
  func addBuiltInSets() throws {
    let sports: [Sport?] = [.running, .unknown, .walking, .hiking, .cycling, nil]
    for set in ParameterSet.builtIn {
      try insert(set)
      let own = sports.filter { ($0?.builtInSetName ?? "any") == set.reference.name }
      try use(
        set.reference, forSports: own.map { $0?.rawValue ?? CurrentSets.anySport },
        at: set.createdAt)
    }
  }
}
