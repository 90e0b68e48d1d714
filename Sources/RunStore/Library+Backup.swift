internal import SQLite

extension Library {
  /// Writes the library as it is at this moment to a new file, whoever writes to it meanwhile. The file gets its
  /// name when SQLite has found it whole.
  ///
  /// - Parameters:
  ///   - isStopped: asked now and then; true ends it, and leaves nothing.
  ///   - progress: told how many pages are copied, and of how many.
  /// - Throws: ``StoreError``: `alreadyThere` where something has that name, `stopped`, `damaged` where SQLite
  ///   says so of the copy.
  package func backUp(
    to path: String, isStopped: @escaping () -> Bool = { false },
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(StoreError) {
    try checkThatNothingIs(at: path)
    do {
      let file = try FileInTheMaking(path)
      try copy(to: file.temporary, isStopped, progress)
      try check(file.temporary, isStopped)
      try file.finish()
    } catch let error as SQLiteError {
      throw error.code == .interrupted
        ? StoreError(.stopped, detail: "the backup was stopped") : StoreError(error)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.internal, place: path, detail: "the backup failed", cause: error)
    }
  }

  /// SQLite would also play a log that lies beside a new database into it.
  private func checkThatNothingIs(at path: String) throws(StoreError) {
    for name in ["", "-wal", "-journal", "-shm"].map({ path + $0 }) where PrivateFile.exists(name) {
      throw StoreError(
        .alreadyThere, place: name, detail: "it is there already, and a backup replaces nothing")
    }
  }

  private func copy(
    to path: String, _ isStopped: () -> Bool, _ progress: (Int, Int) -> Void
  ) throws {
    let copy = try Database(path: path, access: .readWrite)
    // Nobody reads it before it is whole, and it is written through to the disk before it gets its name.
    try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    try database.copy(over: copy) { done, total in
      guard !isStopped() else { throw StoreError(.stopped, detail: "the backup was stopped") }
      progress(done, total)
    }
  }

  private func check(_ path: String, _ isStopped: @escaping () -> Bool) throws {
    let faults = try Database(path: path, access: .immutable).faults(
      atMost: 1, isStopped: isStopped)
    guard let first = faults.first else { return }
    throw StoreError(
      .damaged, place: self.path, detail: "a copy of it is not whole, and was not kept: \(first)")
  }
}

extension Database {
  /// What SQLite itself finds wrong with the file, in its words; nothing where it is whole.
  ///
  /// - Throws: ``SQLiteError``, of code `interrupted` once it is stopped.
  func faults(atMost most: Int, isStopped: @escaping () -> Bool) throws -> [String] {
    let said: [String]
    do {
      said = try texts("PRAGMA integrity_check(\(most))", isStopped).map { $0[0] }
    } catch let error as WrongStatement {
      said = [error.message]
    } catch let error as SQLiteError where error.code == .corrupt || error.code == .notADatabase {
      said = [error.message]
    }
    return said.flatMap { $0.split(separator: "\n").map(String.init) }
      .filter { $0 != "ok" && !$0.hasPrefix("*** in database") }
  }

  /// The rows of a statement that can be stopped, as texts.
  func texts(_ sql: String, _ isStopped: @escaping () -> Bool) throws -> [[String]] {
    var rows: [[String]] = []
    var columns = 0
    try read(sql, isStopped: isStopped) {
      columns = $0.count
    } row: { row in
      rows.append((0..<columns).map { row.text($0) ?? "" })
    }
    return rows
  }
}
