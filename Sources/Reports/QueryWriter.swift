package import RunModel

/// The rows of a query on their way out: each is written as it comes, and none is kept, but for the first
/// thousand of a table for people, which say how wide its columns are.
///
/// Bytes are written as hexadecimal digits. NULL is nothing in CSV, where an empty text is `""`, and null
/// in JSON, as are infinities; "–" for people.
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
  ) {
    self.format = format
    self.output = output
    table = QueryTable(columns: columns)
    keys = distinct(columns).enumerated().map { index, name in
      var key = Array((index == 0 ? "{" : ",").utf8)
      key.append(json: name)
      key.append(UInt8(ascii: ":"))
      return key
    }
    switch format {
    case .csv where !columns.isEmpty: append(csv: columns.map(QueryValue.text))
    case .json: bytes.append(UInt8(ascii: "["))
    case .csv, .text, .ndjson: break
    }
  }

  package mutating func write(_ row: [QueryValue]) throws {
    switch format {
    case .text: table.add(row, to: &bytes)
    case .csv: append(csv: row)
    case .json:
      bytes.append(contentsOf: (rowCount == 0 ? "\n" : ",\n").utf8)
      append(object: row)
    case .ndjson:
      append(object: row)
      bytes.append(UInt8(ascii: "\n"))
    }
    rowCount += 1
    if bytes.count >= Self.pieceByteCount { try flush() }
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

  private mutating func append(csv row: [QueryValue]) {
    for index in row.indices {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch row[index] {
      case .null: break
      case .integer(let number): bytes.append(number)
      case .real(let number): bytes.append(number)
      case .text(let text): bytes.append(csv: text)
      case .blob(let blob): bytes.append(hexadecimal: blob)
      }
    }
    bytes.append(contentsOf: "\r\n".utf8)
  }

  private mutating func append(object row: [QueryValue]) {
    for index in row.indices {
      bytes.append(contentsOf: keys[index])
      switch row[index] {
      case .integer(let number): bytes.append(number)
      case .real(let number) where number.isFinite: bytes.append(number)
      case .null, .real: bytes.append(contentsOf: "null".utf8)
      case .text(let text): bytes.append(json: text)
      case .blob(let blob):
        bytes.append(UInt8(ascii: "\""))
        bytes.append(hexadecimal: blob)
        bytes.append(UInt8(ascii: "\""))
      }
    }
    bytes.append(contentsOf: (row.isEmpty ? "{}" : "}").utf8)
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

  fileprivate mutating func append(hexadecimal blob: [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    for byte in blob {
      append(digits[Int(byte >> 4)])
      append(digits[Int(byte & 15)])
    }
  }

  /// In quotes where it needs them.
  fileprivate mutating func append(csv text: String) {
    let needsQuotes =
      text.isEmpty
      || text.utf8.contains {
        switch $0 {
        case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
        default: false
        }
      }
    append(contentsOf: (needsQuotes ? csvText(text) : text).utf8)
  }

  /// In quotes, escaped as ``JSON`` does.
  fileprivate mutating func append(json text: String) {
    let isPlain = text.utf8.allSatisfy {
      0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard isPlain else {
      var quoted = ""
      JSON.text(text).write(to: &quoted)
      append(contentsOf: quoted.utf8)
      return
    }
    append(UInt8(ascii: "\""))
    append(contentsOf: text.utf8)
    append(UInt8(ascii: "\""))
  }
}
