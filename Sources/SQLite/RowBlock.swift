/// Rows of a virtual table as columns, from which SQLite reads value by value.
///
/// A column that is not set is NULL.
@safe package final class RowBlock {
  enum Kind: UInt8 {
    case null, integers, reals
    /// Each row's is by 1 greater than the one before.
    case sequence
    /// The same in each row.
    case text
  }

  /// A column as ``VirtualTableModule`` reads it.
  @safe struct Cells {
    var kind = Kind.null
    /// Values of 8 bytes each, or the bytes of a text.
    var values: UnsafeMutablePointer<Int64>?
    var capacity = 0
    /// Of integers, the one that means NULL; of a sequence, the first; of a text, its length.
    var detail: Int64 = 0
  }

  let cells: UnsafeMutablePointer<Cells>
  private let columnCount: Int
  private var rowCount = 0
  /// Which of its rows are wanted.
  package private(set) var rows = 0..<0
  /// A number of row 0 that no other row of the table has, as those that count on from it.
  private(set) var firstKey: Int64 = 0

  package init(columnCount: Int) {
    self.columnCount = columnCount
    unsafe cells = .allocate(capacity: columnCount)
    unsafe cells.initialize(repeating: Cells(), count: columnCount)
  }

  deinit {
    for column in 0..<columnCount { unsafe cells[column].values?.deallocate() }
    unsafe cells.deallocate()
  }

  /// Begins a block: every column is NULL, and all rows are wanted.
  package func begin(rowCount: Int, firstKey: Int64) {
    for column in 0..<columnCount { unsafe cells[column].kind = .null }
    self.rowCount = rowCount
    self.firstKey = firstKey
    rows = 0..<rowCount
  }

  /// Says which rows of the block are wanted.
  package func select(_ rows: Range<Int>) {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= rowCount, "rows beyond the block")
    self.rows = rows
  }

  /// One text for all rows.
  package func set(_ column: Int, text: String) {
    var text = text
    text.withUTF8 { bytes in
      unsafe prepare(column, .text, byteCount: bytes.count, detail: Int64(bytes.count)) { room in
        unsafe room.copyMemory(from: UnsafeRawBufferPointer(bytes))
      }
    }
  }

  /// `first` in row 0, and 1 more in each row.
  package func set(_ column: Int, from first: Int64) {
    unsafe prepare(column, .sequence, byteCount: 0, detail: first) { _ in }
  }

  /// A number a row; `null` stands for NULL.
  package func set(_ column: Int, integers: [Int64], null: Int64) {
    precondition(integers.count == rowCount, "another number of values than of rows")
    unsafe integers.withUnsafeBytes { bytes in
      unsafe prepare(column, .integers, byteCount: bytes.count, detail: null) { room in
        unsafe room.copyMemory(from: bytes)
      }
    }
  }

  /// A number a row; NaN is NULL.
  package func set(_ column: Int, reals: [Double]) {
    precondition(reals.count == rowCount, "another number of values than of rows")
    unsafe reals.withUnsafeBytes { bytes in
      unsafe prepare(column, .reals, byteCount: bytes.count, detail: 0) { room in
        unsafe room.copyMemory(from: bytes)
      }
    }
  }

  private func prepare(
    _ column: Int, _ kind: Kind, byteCount: Int, detail: Int64,
    fill: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    precondition(0..<columnCount ~= column, "no such column")
    // Safety: the column exists, and its memory is grown to what is copied into it; the rows that are
    // read later lie within `rowCount`, which the count of the values was held against.
    let words = (byteCount + 7) / 8
    if unsafe cells[column].capacity < words {
      unsafe cells[column].values?.deallocate()
      unsafe cells[column].values = .allocate(capacity: words)
      unsafe cells[column].capacity = words
    }
    unsafe cells[column].kind = kind
    unsafe cells[column].detail = detail
    unsafe fill(UnsafeMutableRawBufferPointer(start: cells[column].values, count: byteCount))
  }
}
