internal import RunModel
internal import SQLite

/// The one file that holds runs, raw for ever, and what was measured of them.
///
/// May be used from several threads: calls wait for each other, a ``transaction(_:)`` for as long
/// as it runs. Decoding fixes happens outside that wait.
package final class Library: Sendable {
  package enum Access: Sendable {
    case readOnly, readWrite
    /// For reading, also where its tables are of an earlier version or not as they were made: whoever opens
    /// it so is to look what they are.
    case inspection
  }

  /// A second's core body is 2 to 3 bytes, so that an hour's run lies in one or two pages of this
  /// size; with SQLite's usual half of it, long runs are chains of twice as many.
  private static let pageSize = 8192
  /// A batch of new runs touches pages all over the tables that are keyed by their ids: they are to
  /// stay in memory until the commit, and in the log for some commits, instead of being written each
  /// time. What a statement may have to undo needs no file either.
  private static let bulkWriting = """
    PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 4096; PRAGMA temp_store = MEMORY
    """
  private static let patienceMilliseconds: Int32 = 10_000

  /// The schema of a library that is made or written to now.
  package static var newestSchemaVersion: Int { Migration.all.count }
  /// SQLite's.
  package static var databaseVersion: String { sqliteVersion }

  package let path: String
  package let access: Access
  let database: Database
  /// All that this tool knows.
  private let migrations: [Migration]

  /// Opens the library; for writing it is made where absent, for its owner alone.
  ///
  /// - Throws: ``StoreError`` with `notFound`, `cannotOpen`, `notALibrary`, `newerLibrary`,
  ///   `olderLibrary` (reading only), `alteredLibrary`, or what SQLite met. Nothing is written to a file
  ///   that is not ours, and nothing is run that others put into it.
  package convenience init(at path: String, access: Access) throws(StoreError) {
    try self.init(at: path, access: access, migrations: Migration.all)
  }

  init(at path: String, access: Access, migrations: [Migration]) throws(StoreError) {
    self.path = path
    self.access = access
    self.migrations = migrations
    guard !PrivateFile.exists(path) || PrivateFile.size(path) != nil else {
      throw StoreError(.cannotOpen, place: path, detail: "it is not a file")
    }
    // SQLite would take a file too short for a database for an empty one, and write over it.
    if let size = PrivateFile.size(path), 1..<512 ~= size {
      throw StoreError(.notALibrary, place: path, detail: "it is too short to be a database")
    }
    if access == .readWrite {
      database = try storing { () throws(SQLiteError) in
        try PrivateFile.createIfAbsent(path)
        return try Database(
          path: path, access: .readWrite, patience: Self.patienceMilliseconds)
      }
    } else {
      let isAbsent = try storing { () throws(SQLiteError) in try PrivateFile.isAbsent(path) }
      guard !isAbsent, PrivateFile.size(path) != 0 else { throw Self.notThere(path) }
      database = try Self.openForReading(path)
    }
    try prepare()
  }

  private static func notThere(_ path: String) -> StoreError {
    StoreError(.notFound, place: path, detail: "there is no library")
  }

  /// A library in a folder that cannot be written to has no `-shm` and SQLite cannot make one;
  /// where it has no `-wal` either, nobody is writing, and it is read as it lies.
  private static func openForReading(_ path: String) throws(StoreError) -> Database {
    do {
      let database = try Database(
        path: path, access: .readOnly, patience: Self.patienceMilliseconds)
      _ = try database.pragma("schema_version")
      return database
    } catch {
      guard [.cannotOpen, .readOnly].contains(error.code), !PrivateFile.exists(path + "-wal") else {
        throw StoreError(error)
      }
      return try storing { () throws(SQLiteError) in
        try Database(path: path, access: .immutable)
      }
    }
  }

  private func prepare() throws(StoreError) {
    try storing { () throws(SQLiteError) in
      // Foreign keys come last: while they are on, a migration cannot make a table anew.
      try database.execute(
        "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA foreign_keys = OFF")
    }
    let known = migrations.count
    let found = try checkedVersion()
    guard access == .readWrite else {
      // Its making was cut short.
      guard found > 0 else { throw Self.notThere(path) }
      guard found == known || access == .inspection else {
        throw StoreError(
          .olderLibrary(found: found, known: known), place: path,
          detail: "the library has schema \(found) and must be brought to \(known) first")
      }
      return
    }
    try storing { () throws(SQLiteError) in
      if found == 0 { try database.execute("PRAGMA page_size = \(Self.pageSize)") }
      // What is deleted shall not lie on in free pages: a route shows where somebody lives.
      try database.execute(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
      try database.execute(Self.bulkWriting)
    }
    if found < known { try migrate() }
    try storing { () throws(SQLiteError) in try database.execute("PRAGMA foreign_keys = ON") }
  }

  /// The version of the tables, which are as this tool made them in that version, or harmlessly so.
  private func checkedVersion() throws(StoreError) -> Int {
    // As of one moment: another process may be migrating it.
    try storing { () throws(SQLiteError) in try database.execute("BEGIN") }
    defer { try? database.execute("COMMIT") }
    let found = try schemaVersion()
    guard found > 0, access != .inspection else { return found }
    let differences = try schemaDifferences(inVersion: found)
    if let fault = differences.first(where: { $0.keepsFrom(writing: access == .readWrite) }) {
      throw StoreError(
        .alteredLibrary, place: path,
        detail: "its \(fault.item.kind) “\(fault.item.name)” \(fault.sentence)")
    }
    return found
  }

  /// In what the tables are not as this tool makes them.
  func schemaDifferences() throws(StoreError) -> [LibrarySchema.Difference] {
    try schemaDifferences(inVersion: schemaVersion())
  }

  private func schemaDifferences(
    inVersion version: Int
  ) throws(StoreError) -> [LibrarySchema.Difference] {
    try storing { () throws(SQLiteError) in
      let schema = try LibrarySchema(of: database)
      if version == Migration.all.count, schema.isNewest {
        return []
      }
      return try schema.differences(from: .made(by: Array(migrations.prefix(version))))
    }
  }

  /// True where its tables are not yet those of this version.
  func isOlder() throws(StoreError) -> Bool { try schemaVersion() < migrations.count }

  /// - Returns: 0 for a database without any content, which is ours to fill.
  private func schemaVersion() throws(StoreError) -> Int {
    let known = migrations.count
    let (application, version, tables) = try storing { () throws(SQLiteError) in
      try (
        database.pragma("application_id"), database.pragma("user_version"),
        database.rows("SELECT count(*) FROM sqlite_schema") { $0.integer(0) ?? 0 }.first ?? 0
      )
    }
    if application == 0 && version == 0 && tables == 0 { return 0 }
    guard application == LibraryMark.applicationID else {
      throw StoreError(.notALibrary, place: path, detail: "the file is another tool's database")
    }
    // Marked, filled and numbered at once, or not at all.
    guard version != 0 || tables == 0 else {
      throw StoreError(
        .damaged, place: path,
        detail: "it holds tables, and says that its version is 0, which it never is")
    }
    guard version >= 0 else {
      throw StoreError(.notALibrary, place: path, detail: "its version is below 0")
    }
    guard version <= known else {
      throw StoreError(
        .newerLibrary(found: version, known: known), place: path,
        detail: "the library has schema \(version), this tool knows up to \(known)")
    }
    return version
  }

  private func migrate() throws(StoreError) {
    try transaction { () throws(StoreError) in
      // Another process may have migrated it since we looked.
      let found = try schemaVersion()
      try storing { () throws(SQLiteError) in
        for migration in migrations.dropFirst(found) { try migration.apply(database) }
        try database.execute(
          """
          PRAGMA application_id = \(LibraryMark.applicationID);
          PRAGMA user_version = \(migrations.count)
          """)
      }
    }
  }

  /// Does all of `body` or nothing of it; within another transaction, all or nothing of this part.
  ///
  /// Other threads that use this library wait until it is over.
  package func transaction<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try database.exclusively { () throws(StoreError) in
      try storing(database.begin)
      do throws(StoreError) {
        let result = try body()
        try storing(database.commit)
        return result
      } catch {
        database.rollBack()
        throw error
      }
    }
  }

  /// Reads several things as of one moment, whatever others commit meanwhile.
  package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try storing { () throws(SQLiteError) in try database.execute("BEGIN") }
    defer { try? database.execute("COMMIT") }
    return try body()
  }

  /// Does something and takes it all back, keeping only what it returns.
  ///
  /// Unlike a transaction it may be worked on by several threads in turn.
  package func rehearse<Result>(_ body: () throws -> Result) throws -> Result {
    try storing(database.begin)
    defer { database.rollBack() }
    return try body()
  }

  /// The rows of a query; `read` gives nil for one that cannot have been written by us.
  func rows<Row>(
    _ sql: String, _ values: [(any Bindable)?] = [], read: (Statement) -> Row?
  ) throws(StoreError) -> [Row] {
    let rows = try storing { () throws(SQLiteError) in
      try database.rows(sql, values, read: read)
    }
    var readable: [Row] = []
    readable.reserveCapacity(rows.count)
    for row in rows {
      guard let row else {
        throw StoreError(.damaged, place: path, detail: "a row holds what was never written")
      }
      readable.append(row)
    }
    return readable
  }

  @discardableResult
  func run(_ sql: String, _ values: [(any Bindable)?] = []) throws(StoreError) -> Int {
    try storing { () throws(SQLiteError) in try database.run(sql, values) }
  }
}

extension Database {
  /// The value of a pragma that is a number.
  func pragma(_ name: String) throws(SQLiteError) -> Int {
    try rows("PRAGMA \(name)") { $0.integer(0) ?? 0 }.first ?? 0
  }
}
