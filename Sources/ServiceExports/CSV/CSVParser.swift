internal import RunModel

/// One row of a table of comma-separated values.
struct CSVRow: Equatable {
  private(set) var fields: [String] = []
  /// Where it begins, from 1.
  var line = 1

  var count: Int { fields.count }
  /// The field without blanks around; empty where the row is shorter.
  subscript(column: Int) -> String { column < fields.count ? fields[column] : "" }
  subscript(column: Int?) -> String { column.map { self[$0] } ?? "" }

  fileprivate mutating func append(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let start = text.drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    fields.append(end.map { String(start[...$0]) } ?? "")
  }
}

/// Splits RFC 4180's comma-separated values, that come in pieces of any length, into rows.
///
/// Commas, line ends of any system and doubled quotes may stand in a quoted field; a quote that is
/// not followed by a comma or a line end is part of the text. A byte order mark is passed over. Long
/// fields and rows of many columns are cut.
struct CSVParser {
  /// Exports have up to a hundred columns.
  private static let mostFields = 512
  /// Nothing that is used is as long; descriptions are not used.
  private static let longestField = 1024

  private enum State {
    case fieldStart, plain, quoted
    /// Behind a quote inside a quoted field.
    case quote
  }

  private var state = State.fieldStart
  private var row = CSVRow()
  private var field: [UInt8] = []
  private var line = 1
  /// Where the quoted field began that is being read.
  private var quoteLine = 1
  private var isBehindReturn = false
  /// Of a byte order mark at the beginning; nil behind it.
  private var awaitedMark: ArraySlice<UInt8>? = [0xEF, 0xBB, 0xBF]

  mutating func read(_ bytes: Span<UInt8>, _ body: (CSVRow) -> Void) {
    for index in bytes.indices {
      if let mark = awaitedMark {
        awaitedMark = bytes[index] == mark.first ? mark.dropFirst() : nil
        if bytes[index] == mark.first { continue }
      }
      take(bytes[index], body)
    }
  }

  /// Tells that the table ends here.
  ///
  /// - Returns: where a quoted field began that does not end, and swallowed the rows behind it.
  mutating func finish(_ body: (CSVRow) -> Void) -> Place? {
    if state == .quoted { return Place(line: quoteLine) }
    endRow(body)
    return nil
  }

  private mutating func take(_ byte: UInt8, _ body: (CSVRow) -> Void) {
    let isSecondOfPair = isBehindReturn && byte == UInt8(ascii: "\n")
    isBehindReturn = byte == UInt8(ascii: "\r")
    let isLineEnd = byte == UInt8(ascii: "\n") || isBehindReturn
    if isLineEnd, !isSecondOfPair { line += 1 }
    switch state {
    case .quoted:
      if byte == UInt8(ascii: "\"") { state = .quote } else { append(byte) }
    case .quote where byte == UInt8(ascii: "\""):
      append(byte)
      state = .quoted
    case _ where isSecondOfPair: break
    case _ where isLineEnd: endRow(body)
    case _ where byte == UInt8(ascii: ","): endField()
    case .quote:
      append(UInt8(ascii: "\""))
      append(byte)
      state = .quoted
    case .fieldStart where byte == UInt8(ascii: "\""):
      state = .quoted
      quoteLine = line
    case .fieldStart, .plain:
      append(byte)
      state = .plain
    }
  }

  private mutating func append(_ byte: UInt8) {
    if field.count < Self.longestField { field.append(byte) }
  }

  private mutating func endField() {
    if row.count < Self.mostFields { row.append(field) }
    field.removeAll(keepingCapacity: true)
    state = .fieldStart
  }

  private mutating func endRow(_ body: (CSVRow) -> Void) {
    endField()
    // An empty line is no row.
    if row.fields != [""] { body(row) }
    row = CSVRow()
    row.line = line
  }
}

/// The rows that are whole in the first bytes of a table; the header is the first.
func csvRows(_ beginning: [UInt8]) -> [CSVRow] {
  var parser = CSVParser()
  var rows: [CSVRow] = []
  parser.read(beginning.span) { rows.append($0) }
  if beginning.count < ExportReader.beginningLength {
    _ = parser.finish { rows.append($0) }
  }
  return rows
}
