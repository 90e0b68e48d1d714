internal import Hashing
package import RunModel

/// The rows of a query on their way out: each is written as it comes, and none is kept, but for the first
/// thousand of a table for people, which say how wide its columns are.
///
/// Bytes are written as hexadecimal digits. NULL is nothing in CSV, where no character or byte is `""`, and
/// null in JSON, as are infinities; "–" for people. In CSV of one column NULL is `""` too: many readers skip a
/// line with nothing, and its row would be lost. A long value goes out in pieces, too.
package struct QueryWriter {
  /// Characters that wait to be written at once.
  private static let pieceByteCount = 1 << 16

  private let format: QueryFormat
  /// For JSON, what stands before each value: `{"run_id":`, `,"seq":`.
  private let keys: [[UInt8]]
  private let output: (String) throws -> Void
  private var bytes: [UInt8] = []
  private var rowCount = 0
  private var table: QueryTable

  /// Writes what stands before the rows.
  package init(
    _ format: QueryFormat, columns: [String], output: @escaping (String) throws -> Void
  ) throws {
    self.format = format
    self.output = output
    table = QueryTable(columns: columns)
    keys = distinct(columns).enumerated().map { index, name in
      var key = Array((index == 0 ? "{" : ",").utf8)
      key.append(UInt8(ascii: "\""))
      key.append(escaped: name)
      key.append(contentsOf: "\":".utf8)
      return key
    }
    switch format {
    case .csv where !columns.isEmpty: try append(csv: columns.map(QueryValue.text))
    case .json: bytes.append(UInt8(ascii: "["))
    case .csv, .text, .ndjson: break
    }
  }

  package mutating func write(_ row: [QueryValue]) throws {
    switch format {
    case .text: table.add(row, to: &bytes)
    case .csv: try append(csv: row)
    case .json:
      bytes.append(contentsOf: (rowCount == 0 ? "\n" : ",\n").utf8)
      try append(object: row)
    case .ndjson:
      try append(object: row)
      bytes.append(UInt8(ascii: "\n"))
    }
    rowCount += 1
    try flushWhatIsEnough()
  }

  /// Writes what stands behind the rows.
  package mutating func finish() throws {
    switch format {
    case .text: table.finish(to: &bytes)
    case .json: bytes.append(contentsOf: (rowCount == 0 ? "]\n" : "\n]\n").utf8)
    case .csv, .ndjson: break
    }
    try flush()
  }

  private mutating func flush() throws {
    guard !bytes.isEmpty else { return }
    try output(String(decoding: bytes, as: UTF8.self))
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func flushWhatIsEnough() throws {
    if bytes.count >= Self.pieceByteCount { try flush() }
  }

  private mutating func append(csv row: [QueryValue]) throws {
    for index in row.indices {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch row[index] {
      case .null where row.count > 1: break
      case .null, .blob([]): bytes.append(contentsOf: "\"\"".utf8)
      case .integer(let number): bytes.append(number)
      case .real(let number): bytes.append(number)
      case .text(let text) where needsQuotes(text):
        bytes.append(UInt8(ascii: "\""))
        try append(text) { $0.append(quoted: $1) }
        bytes.append(UInt8(ascii: "\""))
      case .text(let text): try append(text) { $0.append(contentsOf: $1.utf8) }
      case .blob(let blob): try append(hexadecimal: blob)
      }
    }
    bytes.append(contentsOf: "\r\n".utf8)
  }

  private mutating func append(object row: [QueryValue]) throws {
    for index in row.indices {
      bytes.append(contentsOf: keys[index])
      switch row[index] {
      case .integer(let number): bytes.append(number)
      // Many readers take -0 for the whole number 0.
      case .real(let number) where number == 0 && number.sign == .minus:
        bytes.append(contentsOf: "-0.0".utf8)
      case .real(let number) where number.isFinite: bytes.append(number)
      case .null, .real: bytes.append(contentsOf: "null".utf8)
      case .text(let text):
        bytes.append(UInt8(ascii: "\""))
        try append(text) { $0.append(escaped: $1) }
        bytes.append(UInt8(ascii: "\""))
      case .blob(let blob):
        bytes.append(UInt8(ascii: "\""))
        try append(hexadecimal: blob)
        bytes.append(UInt8(ascii: "\""))
      }
    }
    bytes.append(contentsOf: (row.isEmpty ? "{}" : "}").utf8)
  }

  /// Appends a text piece by piece, each of whole scalars, and writes what is enough.
  private mutating func append(
    _ text: String, piece append: (inout [UInt8], String) -> Void
  ) throws {
    let whole = text.utf8
    // Nearly every one: it is not copied.
    guard whole.count > Self.pieceByteCount else { return append(&bytes, text) }
    var start = whole.startIndex
    while start < whole.endIndex {
      var end =
        whole.index(start, offsetBy: Self.pieceByteCount, limitedBy: whole.endIndex)
        ?? whole.endIndex
      while end < whole.endIndex, whole[end] & 0xC0 == 0x80 { end = whole.index(before: end) }
      append(&bytes, String(text[start..<end]))
      try flushWhatIsEnough()
      start = end
    }
  }

  private mutating func append(hexadecimal blob: [UInt8]) throws {
    for start in stride(from: 0, to: blob.count, by: Self.pieceByteCount) {
      for byte in blob[start..<min(start + Self.pieceByteCount, blob.count)] {
        bytes.append(hexadecimalCharacter(byte >> 4))
        bytes.append(hexadecimalCharacter(byte & 15))
      }
      try flushWhatIsEnough()
    }
  }
}

/// True for what is no CSV field as it stands, and for an empty text, which is not NULL.
private func needsQuotes(_ text: String) -> Bool {
  text.isEmpty
    || text.utf8.contains {
      switch $0 {
      case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
      default: false
      }
    }
}

/// The names, each once: a second `name` becomes `name_2`.
private func distinct(_ names: [String]) -> [String] {
  var taken = Set(names)
  var met: Set<String> = []
  return names.map { name in
    if met.insert(name).inserted { return name }
    var number = 2
    while !taken.insert("\(name)_\(number)").inserted { number += 1 }
    return "\(name)_\(number)"
  }
}

extension [UInt8] {
  mutating func append(_ number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    let first = count
    var rest = number.magnitude
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    self[first...].reverse()
  }

  /// As ``shortest(_:)`` writes it.
  mutating func append(_ number: Double) {
    append(contentsOf: number.description.utf8)
    if last == UInt8(ascii: "0") && self[count - 2] == UInt8(ascii: ".") { removeLast(2) }
  }

  fileprivate mutating func append(quoted piece: String) {
    for byte in piece.utf8 {
      if byte == UInt8(ascii: "\"") { append(byte) }
      append(byte)
    }
  }

  /// Escaped as ``JSON`` does.
  fileprivate mutating func append(escaped piece: String) {
    let isPlain = piece.utf8.allSatisfy {
      0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard isPlain else {
      var quoted = ""
      JSON.text(piece).write(to: &quoted)
      append(contentsOf: quoted.utf8.dropFirst().dropLast())
      return
    }
    append(contentsOf: piece.utf8)
  }
}
