package import RunModel
internal import SQLite

extension Library {
  /// Answers one SQL statement of the user's that only reads, over all tables, ``TrackPointTable`` and
  /// ``MeasuredRunView``, as of one moment.
  ///
  /// - Parameters:
  ///   - isStopped: asked now and then, and once more after the last row; true ends the statement.
  ///   - columns: is told the names of the columns before the first row.
  ///   - row: is told each row as it is found.
  /// - Returns: what was read of the fixes.
  /// - Throws: ``StoreError`` with `wrongQuery`, `stopped`, or `damaged`, naming run and chunk; or what
  ///   `columns` and `row` throw.
  @discardableResult
  package func query(
    _ sql: String, isStopped: @escaping () -> Bool = { false },
    columns: ([String]) throws -> Void, row: ([QueryValue]) throws -> Void
  ) throws -> ChunkReading {
    let table = TrackPointTable(in: database)
    var values: [QueryValue] = []
    try checkNames()
    do {
      try database.execute(MeasuredRunView.definition)
      try snapshot {
        try database.offering(table, as: TrackPointTable.name) {
          try database.read(sql, isStopped: isStopped) { names in
            values = Array(repeating: .null, count: names.count)
            try columns(names)
          } row: { statement in
            for column in values.indices { statement.put(column, into: &values[column]) }
            try row(values)
          }
        }
      }
    } catch let error as WrongStatement {
      throw StoreError(.wrongQuery(offset: error.offset), detail: error.message)
    } catch let error as SQLiteError {
      throw error.code == .interrupted
        ? StoreError(.stopped, detail: "the query was stopped", cause: error)
        : table.failure ?? StoreError(error)
    }
    return table.reading
  }

  /// A table of the file's own would stand before ours, and answer in its place.
  private func checkNames() throws(StoreError) {
    let others = try rows(
      "SELECT count(*) FROM sqlite_schema WHERE lower(name) = ?", [TrackPointTable.name]
    ) { $0.integer(0) }
    guard others == [0] else {
      throw StoreError(
        .damaged, place: path, detail: "it has a table \(TrackPointTable.name) that is not ours")
    }
  }
}

extension Statement {
  /// Replaces what is not the same already: an id comes in many rows.
  fileprivate func put(_ column: Int, into value: inout QueryValue) {
    switch storage(column) {
    case .null: value = .null
    case .integer: value = int64(column).map(QueryValue.integer) ?? .null
    case .real: value = real(column).map(QueryValue.real) ?? .null
    case .text:
      if case .text(let known) = value, holds(known, in: column) { return }
      // A long one goes before the next one is made.
      value = .null
      value = text(column).map(QueryValue.text) ?? .null
    case .blob:
      value = .null
      value = blob(column).map(QueryValue.blob) ?? .null
    }
  }
}
