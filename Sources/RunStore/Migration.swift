internal import RunModel
internal import SQLite

/// One step of the schema's history: takes a library from the version before to the next.
struct Migration: Sendable {
  let apply: @Sendable (Database) throws(SQLiteError) -> Void

  /// In order; the first makes version 1. Only ever added to.
  static let all: [Migration] = [
    Migration { (database) throws(SQLiteError) in
      try database.execute(Schema.version1)
      for set in ParameterSet.builtIn { try insertSet(set, into: database) }
      let changes = [
        ("running", "run"), ("unknown", "run"), ("walking", "hike"), ("hiking", "hike"),
        ("cycling", "ride"), (CurrentSet.anyOtherSport, "any"),
      ]
      for (sport, name) in changes {
        try insertChange(
          sport: sport, to: ParameterReference(name, 1), at: Timestamp(milliseconds: 0),
          into: database)
      }
    },
    Migration { (database) throws(SQLiteError) in try database.execute(Schema.version2) },
    Migration { (database) throws(SQLiteError) in try database.execute(Schema.version3) },
    Migration { (database) throws(SQLiteError) in try database.execute(Schema.version4) },
    Migration { (database) throws(SQLiteError) in try database.execute(Schema.version5) },
    Migration { (database) throws(SQLiteError) in try database.execute(Schema.version6) },
  ]
}
