internal import Hashing
internal import RunModel

/// A table for people that is too long to be held: its first rows settle how wide the columns are, and a
/// later value that is wider moves what follows it.
struct QueryTable {
  private static let settlingRowCount = 1000
  /// Columns of the terminal that one value may fill.
  private static let widest = 64
  /// Scalars of a text that are looked at: several for each column, as some fill none.
  private static let mostScalars = 4 * widest

  private let names: [String]
  /// As they will be shown, because a value may be long.
  private var waiting: [[String]] = []
  /// Which columns have held nothing yet but what stands at the right.
  private var areRight: [Bool]
  private var shape: [(width: Int, isRight: Bool)]?

  init(columns names: [String]) {
    self.names = names.map(Self.shown)
    areRight = names.map { _ in true }
  }

  mutating func add(_ row: [QueryValue], to bytes: inout [UInt8]) {
    if let shape {
      append(row.map(cell), shape, to: &bytes)
    } else {
      waiting.append(row.map(cell))
      for index in row.indices where !row[index].isRight { areRight[index] = false }
      if waiting.count == Self.settlingRowCount { settle(&bytes) }
    }
  }

  mutating func finish(to bytes: inout [UInt8]) {
    if shape == nil { settle(&bytes) }
  }

  private mutating func settle(_ bytes: inout [UInt8]) {
    guard !names.isEmpty else { return }
    let settled = names.indices.map { column in
      (
        width: waiting.reduce(columns(names[column])) { max($0, columns($1[column])) },
        isRight: areRight[column]
      )
    }
    append(names, settled, to: &bytes)
    for row in waiting { append(row, settled, to: &bytes) }
    waiting = []
    shape = settled
  }

  private func append(
    _ cells: [String], _ shape: [(width: Int, isRight: Bool)], to bytes: inout [UInt8]
  ) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(contentsOf: "  ".utf8) }
      let blank = max(0, shape[index].width - columns(cell))
      let isLast = index == cells.count - 1
      if shape[index].isRight { bytes.append(contentsOf: repeatElement(0x20, count: blank)) }
      bytes.append(contentsOf: cell.utf8)
      if !shape[index].isRight && !isLast {
        bytes.append(contentsOf: repeatElement(0x20, count: blank))
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private func cell(_ value: QueryValue) -> String {
    switch value {
    case .null: "–"
    case .integer(let number): String(number)
    case .real(let number): shortest(number)
    case .text(let text): Self.shown(text)
    // Two digits a byte: no more is turned into digits than is shown.
    case .blob(let blob): fitted(hexadecimalText(blob.prefix(Self.widest)), to: Self.widest)
    }
  }

  /// In so many columns, whatever the text's length.
  private static func shown(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(
        scalars.startIndex, offsetBy: mostScalars, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return fitted(visibleText(text), to: widest) }
    return fitted(visibleText(String(scalars[..<end])) + "…", to: widest)
  }
}

extension QueryValue {
  /// True for what stands at the right of its column.
  fileprivate var isRight: Bool {
    switch self {
    case .null, .integer, .real: true
    case .text, .blob: false
    }
  }
}

/// The line of a text in which a byte lies, and below it "^" under the byte.
package func pointed(at offset: Int, in text: String, width: Int) -> String {
  let bytes = Array(text.utf8)
  let offset = min(max(offset, 0), bytes.count)
  let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
  let start = bytes[..<offset].lastIndex(where: isBreak).map { $0 + 1 } ?? 0
  let end = bytes[offset...].firstIndex(where: isBreak) ?? bytes.count
  let before = fitted(
    visibleText(String(decoding: bytes[start..<offset], as: UTF8.self)), to: width / 2, cut: .start)
  let behind = fitted(
    visibleText(String(decoding: bytes[offset..<end], as: UTF8.self)),
    to: width - 2 - columns(before))
  return "  \(before)\(behind)\n  \(String(repeating: " ", count: columns(before)))^"
}
