package import RunModel
internal import SQLite

/// The SQLite database of a recorder's app: tables `run` and `track_point`.
///
/// It is read from a private copy, and nothing that stands in it is trusted. Once this is made, the
/// copy may be deleted: the connections stay open.
package final class RecorderDatabase: Sendable {
  /// One run of which the database holds a row, or points.
  package struct Entry: Sendable {
    /// The recorder's own name of the run.
    package let id: String
    /// Nil where only points are left.
    let row: RecorderRunRow?
    /// How many further rows have the same name.
    let repeated: Int
  }

  /// What the database holds of one run.
  package struct Reading: Sendable {
    package let description: RunDescription
    package let fixes: NumberedFixes
    package let diagnostics: [Diagnostic]
  }

  package let entries: [Entry]
  /// About the database as a whole.
  package let diagnostics: [Diagnostic]
  private let layout: RecorderLayout
  private let connections: [Database]

  /// - Parameters:
  ///   - copy: a file of ours that may be changed, with its `-wal` beside it where there is one.
  ///   - size: of the copy in bytes.
  ///   - connections: how many threads are to read at once.
  /// - Throws: `unread_format` for another database, `library` for one of ours; `database_damaged`.
  package init(copy: String, size: Int, connections: Int) throws(FormatError) {
    // A point takes 30 bytes or more, and some 80 operations to be indexed and read; of a tree whose
    // pages are all one page there are more points than anybody could read.
    let operations = 10_000_000 + 20 * size
    let writable = try reading { () throws(SQLiteError) in
      try Database(untrusted: copy, access: .readWrite, operations: operations)
    }
    // Takes in the write-ahead log, as far as it is whole.
    try? writable.execute("PRAGMA journal_mode = DELETE")
    let found = try reading { () throws(SQLiteError) in try RecorderLayout(writable) }
    guard let layout = found else {
      let mark = try reading { () throws(SQLiteError) in
        try writable.rows("PRAGMA application_id") { $0.integer(0) }.first
      }
      guard mark == LibraryMark.applicationID else {
        throw FormatError(code: .unreadFormat, place: nil, detail: "sqlite is not read")
      }
      throw FormatError(code: .library, place: nil, detail: "it is a library of Remeasure")
    }
    if let column = layout.missingColumn {
      throw FormatError(
        code: .databaseDamaged, place: nil, detail: "the database has no column \(column)")
    }
    (entries, diagnostics) = try reading { () throws(SQLiteError) in
      try layout.ensureIndex(in: writable)
      return try layout.entries(in: writable)
    }
    self.layout = layout
    var opened: [Database] = []
    for _ in 0..<max(1, connections) {
      opened.append(
        try reading { () throws(SQLiteError) in
          let database = try Database(untrusted: copy, access: .immutable, operations: operations)
          // SQLite opens the file at the first question, and not before.
          _ = try layout.entries(in: database, atMost: 1)
          return database
        })
    }
    self.connections = opened
  }

  /// Reads one of ``entries``; of a damaged one, what stands before the damage.
  ///
  /// - Throws: `too_many_fixes`.
  package func read(_ index: Int, maxFixes: Int) throws(FormatError) -> Reading {
    let entry = entries[index]
    var track = RecorderTrack()
    var fault: SQLiteError?
    do {
      try layout.points(
        of: entry.id, in: connections[index % connections.count], atMost: maxFixes + 1
      ) { track.take($0) }
    } catch { fault = error }
    try checkFixCount(track.fixes.count, limit: maxFixes)
    var findings = Findings()
    var description = entry.row?.description(&findings) ?? RunDescription()
    if entry.row == nil {
      findings.note(.runRowMissing)
      description.state = .interrupted
    }
    if fault != nil { description.state = .interrupted }
    description.segmentSource = .recorder
    description.accuracySource = track.accuracySource
    findings.note(.runRowRepeated, count: entry.repeated)
    if let next = entry.row?.nextSeq, let last = track.fixes.seqs.max(), next > last + 1 {
      findings.note(.lastFixesMissing, count: next - last - 1)
    }
    let damage = fault.map {
      Diagnostic(
        code: FormatError.Code.databaseDamaged.rawValue,
        detail: "the database is damaged within the run: \($0.kind)")
    }
    return Reading(
      description: description, fixes: track.fixes,
      diagnostics: [damage].compactMap(\.self) + findings.diagnostics + track.diagnostics)
  }
}

private func reading<Output>(
  _ body: () throws(SQLiteError) -> Output
) throws(FormatError) -> Output {
  do { return try body() } catch {
    throw FormatError(
      code: .databaseDamaged, place: nil, detail: "the database is damaged: \(error.kind)")
  }
}
