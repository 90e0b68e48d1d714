internal import Glibc
internal import RunModel
internal import SQLite

/// The one file that holds sources, raw points, parameter sets and results.
package final class Library: Sendable {
  package enum Access: Sendable { case readWrite, readOnly }

  package let path: String
  let database: Database

  /// Opens a library; for writing, makes one where there is none.
  ///
  /// A new file can be read by its owner alone: a route shows where somebody lives.
  ///
  /// - Throws: ``StoreError`` where the file is missing, foreign, newer than this code, or unusable.
  package init(at path: String, access: Access) throws(StoreError) {
    self.path = path
    if unsafe Glibc.access(path, F_OK) != 0 {
      guard access == .readWrite else {
        throw StoreError(
          .noLibrary, place: path, detail: "there is no library yet; an import makes one")
      }
      try createPrivateFile(at: path)
    }
    do throws(SQLiteError) {
      database = try Database(path: path, access: access == .readWrite ? .readWrite : .readOnly)
      try database.defend()
      try database.execute("PRAGMA foreign_keys = ON")
    } catch {
      throw StoreError(
        error.isCorrupt ? .notALibrary : StoreError(error, path: path).code, place: path,
        detail: error.message, cause: error)
    }
    try checkOwner()
    if access == .readWrite { try migrate() }
  }

  /// All or nothing.
  package func transaction<Output>(_ body: () throws -> Output) throws -> Output {
    do {
      return try database.transaction(body)
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }

  /// Does something and takes it back, keeping only what it returns.
  package func rehearse<Output>(_ body: () throws -> Output) throws -> Output {
    try asking { () throws(SQLiteError) in try database.execute("BEGIN IMMEDIATE") }
    defer { try? database.execute("ROLLBACK") }
    return try body()
  }

  /// Runs SQL and gives its error the library's words.
  func asking<Output>(
    _ body: () throws(SQLiteError) -> Output
  ) throws(StoreError) -> Output {
    do {
      return try body()
    } catch {
      throw StoreError(error, path: path)
    }
  }

  private func pragma(_ name: String) throws(SQLiteError) -> Int64 {
    try database.rows("PRAGMA \(name)") { row throws(SQLiteError) in row.integer(0) }.first ?? 0
  }

  /// - Throws: ``StoreError`` unless the file is empty or a library of a version that is known.
  private func checkOwner() throws(StoreError) {
    let (owner, version, tables): (Int64, Int64, Int64)
    do throws(SQLiteError) {
      owner = try pragma("application_id")
      version = try pragma("user_version")
      tables =
        try database.rows("SELECT count(*) FROM sqlite_schema") { row throws(SQLiteError) in
          row.integer(0)
        }.first ?? 0
    } catch {
      let code = StoreError(error, path: path).code
      throw StoreError(
        code == .damaged ? .notALibrary : code, place: path, detail: error.message, cause: error)
    }
    let isEmpty = owner == 0 && version == 0 && tables == 0
    guard isEmpty || owner == Schema.applicationID else {
      throw StoreError(
        .notALibrary, place: path, detail: "a database that something else made")
    }
    guard version <= Schema.migrations.count else {
      throw StoreError(
        .newerLibrary(found: Int(version), known: Schema.migrations.count), place: path,
        detail: "version \(version); this tool knows up to \(Schema.migrations.count)")
    }
  }

  /// Brings the file to the newest schema, a transaction a step.
  private func migrate() throws(StoreError) {
    try asking { () throws(SQLiteError) in
      // Larger pages than the default suit the point bodies, which are kilobytes each.
      try database.execute("PRAGMA page_size = 8192")
      try database.execute("PRAGMA journal_mode = WAL")
      try database.execute("PRAGMA synchronous = NORMAL")
    }
    do {
      try transaction {
        let version = Int(try pragma("user_version"))
        for (index, migration) in Schema.migrations.enumerated().dropFirst(version) {
          try database.execute(migration)
          if index == 0 { try addBuiltInSets() }
          try database.execute("PRAGMA user_version = \(index + 1)")
        }
        try database.execute("PRAGMA application_id = \(Schema.applicationID)")
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.software, place: path, detail: "\(error)")
    }
  }
}

/// Makes an empty file that only its owner can read, and the folders above it.
private func createPrivateFile(at path: String) throws(StoreError) {
  let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
  for length in parts.indices where length > 0 {
    // An error shows itself when the file is opened.
    unsafe mkdir(parts[...length].joined(separator: "/"), 0o700)
  }
  let file = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
  guard file >= 0 else {
    throw StoreError(
      errno == ENOSPC ? .diskFull : errno == EROFS ? .readOnly : .inputOutput, place: path,
      detail: unsafe String(cString: strerror(errno)))
  }
  close(file)
}
