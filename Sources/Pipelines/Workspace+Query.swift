package import RunModel
internal import RunStore

/// A query that cannot be done, or does more than to read.
package struct WrongQuery: Error {
  /// Without anything that the library holds.
  package let message: String
  /// Where in the query, as an offset in its UTF-8; nil where that is not known.
  package let offset: Int?
}

extension Workspace {
  /// Answers one SQL statement that only reads, row by row.
  ///
  /// - Parameters:
  ///   - columns: is told the names of the columns before the first row.
  ///   - row: is told each row as it is found.
  /// - Throws: ``WrongQuery``, `StoreError`, ``Cancelled``, or what `columns` and `row` throw.
  package func query(
    _ sql: String, columns: ([String]) throws -> Void, row: ([QueryValue]) throws -> Void
  ) throws {
    do {
      try library.query(sql, isStopped: { cancellation.isRequested }, columns: columns, row: row)
    } catch let error as StoreError {
      switch error.code {
      case .wrongQuery(let offset): throw WrongQuery(message: error.detail, offset: offset)
      case .stopped: throw Cancelled()
      default: throw error
      }
    }
  }
}
