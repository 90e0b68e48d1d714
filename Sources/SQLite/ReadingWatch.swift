internal import CSQLite

/// Keeps a connection from doing anything but reading, and from going on once it is to stop.
final class ReadingWatch {
  /// Operations of SQLite's machine from one look at whether to stop to the next: a millisecond or less.
  private static let stride: Int32 = 10_000
  /// As much as a value may have: an answer of one row is not to take all memory.
  private static let longestValue: Int32 = 1 << 28
  /// As much as it may have where there are many in a row.
  private static let longestOfMany: Int32 = 1 << 25

  private let isStopped: () -> Bool
  /// What the statement was about to do.
  private(set) var refused: String?

  init(isStopped: @escaping () -> Bool) {
    self.isStopped = isStopped
  }

  /// The watch must live until ``end(on:)``.
  func begin(on connection: OpaquePointer) {
    let held = unsafe Unmanaged.passUnretained(self).toOpaque()
    // Safety: SQLite calls on this thread only, and not after `end`; names end with a 0.
    unsafe sqlite3_set_authorizer(
      connection,
      { held, action, first, second, _, _ in
        guard let held = unsafe held else { return SQLITE_DENY }
        let watch = unsafe Unmanaged<ReadingWatch>.fromOpaque(held).takeUnretainedValue()
        let isRead = watch.isReading(
          action, unsafe first.map { unsafe String(cString: $0) },
          unsafe second.map { unsafe String(cString: $0) })
        return isRead ? SQLITE_OK : SQLITE_DENY
      }, held)
    unsafe sqlite3_progress_handler(
      connection, Self.stride,
      { held in
        guard let held = unsafe held else { return 1 }
        return unsafe Unmanaged<ReadingWatch>.fromOpaque(held).takeUnretainedValue().isStopped()
          ? 1 : 0
      }, held)
    unsafe sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.longestValue)
  }

  /// A row of several long values is whole before its length can be known.
  static func expect(columnCount: Int, on connection: OpaquePointer) {
    unsafe sqlite3_limit(
      connection, SQLITE_LIMIT_LENGTH, max(longestValue / Int32(max(columnCount, 1)), longestOfMany)
    )
  }

  static func end(on connection: OpaquePointer) {
    unsafe sqlite3_set_authorizer(connection, nil, nil)
    unsafe sqlite3_progress_handler(connection, 0, nil, nil)
    // Cut down to what SQLite was built with.
    unsafe sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, .max)
  }

  /// - Throws: ``SQLiteError/Code/interrupted`` once it is to stop.
  func check() throws(SQLiteError) {
    guard isStopped() else { return }
    throw SQLiteError(code: .interrupted, extendedCode: SQLITE_INTERRUPT, message: "interrupted")
  }

  /// - Throws: ``WrongStatement`` for a row of more than one value may have.
  func check(rowOf byteCount: Int) throws {
    guard byteCount > Self.longestValue else { return }
    throw WrongStatement(message: "a row of more than \(Self.longestValue >> 20) MB", offset: nil)
  }

  /// The error for a statement that is not to be run.
  func refusal(_ what: String) -> WrongStatement {
    WrongStatement(message: Self.message(refused ?? what), offset: nil)
  }

  static func message(_ refused: String) -> String {
    "only what reads is run here, not \(refused)"
  }

  private func isReading(_ action: Int32, _ first: String?, _ second: String?) -> Bool {
    let what: String
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return true
    // SQLite asks this where a virtual table says what its columns are; there is no other way to it,
    // as the table itself cannot be written to.
    case SQLITE_UPDATE where first == "sqlite_master": return true
    case SQLITE_FUNCTION:
      let name = second?.lowercased() ?? ""
      if !Self.reachingFunctions.contains(name) { return true }
      what = "\(name)()"
    case SQLITE_PRAGMA:
      let name = first?.lowercased() ?? ""
      if Self.describingPragmas.contains(name) { return true }
      if second == nil && Self.readablePragmas.contains(name) { return true }
      what = "PRAGMA \(name)"
    default:
      what =
        first?.hasPrefix("sqlite_") == true
        ? "a change of the tables" : Self.names[action] ?? "a change"
    }
    refused = refused ?? what
    return false
  }

  /// They reach beyond the database, where SQLite was built or extended to have them.
  private static let reachingFunctions: Set = [
    "load_extension", "readfile", "writefile", "edit", "fts3_tokenizer",
  ]

  /// They change nothing, whatever stands behind them.
  private static let describingPragmas: Set = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
    "foreign_key_list", "foreign_key_check", "integrity_check", "quick_check", "database_list",
    "collation_list", "function_list", "module_list", "pragma_list", "compile_options",
  ]

  /// They tell something where nothing stands behind them, and change it where something does.
  private static let readablePragmas: Set = [
    "application_id", "user_version", "schema_version", "data_version", "encoding", "page_size",
    "page_count", "freelist_count", "query_only", "foreign_keys",
  ]

  private static let names: [Int32: String] = [
    SQLITE_INSERT: "INSERT", SQLITE_UPDATE: "UPDATE", SQLITE_DELETE: "DELETE",
    SQLITE_ATTACH: "ATTACH", SQLITE_DETACH: "DETACH", SQLITE_TRANSACTION: "a transaction",
    SQLITE_SAVEPOINT: "SAVEPOINT", SQLITE_ANALYZE: "ANALYZE", SQLITE_REINDEX: "REINDEX",
    SQLITE_ALTER_TABLE: "ALTER TABLE", SQLITE_CREATE_TABLE: "CREATE",
    SQLITE_CREATE_TEMP_TABLE: "CREATE", SQLITE_CREATE_INDEX: "CREATE",
    SQLITE_CREATE_TEMP_INDEX: "CREATE", SQLITE_CREATE_VIEW: "CREATE",
    SQLITE_CREATE_TEMP_VIEW: "CREATE", SQLITE_CREATE_TRIGGER: "CREATE",
    SQLITE_CREATE_TEMP_TRIGGER: "CREATE", SQLITE_CREATE_VTABLE: "CREATE",
    SQLITE_DROP_TABLE: "DROP", SQLITE_DROP_INDEX: "DROP", SQLITE_DROP_VIEW: "DROP",
    SQLITE_DROP_TRIGGER: "DROP", SQLITE_DROP_VTABLE: "DROP",
  ]
}
