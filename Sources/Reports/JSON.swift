/// A JSON value that keeps the order of its keys and writes itself piece by piece.
///
/// Foundation's encoder promises no key order, omits what is nil, and holds the whole text in memory.
package indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// The shortest digits that read back as the same bits; NaN and the infinities become null.
  case number(Double)
  case text(String)
  case array([JSON])
  /// So many elements, each made only when it is written.
  case elements(Int, @Sendable (Int) -> JSON)
  case object([(key: String, value: JSON)])

  /// Writes the value on one line, without a line feed at its end.
  package func write(to output: inout some TextOutputStream) {
    switch self {
    case .null: output.write("null")
    case .bool(let value): output.write(value ? "true" : "false")
    case .integer(let value): output.write(String(value))
    case .number(let value): output.write(value.isFinite ? shortest(value) : "null")
    case .text(let value): Self.writeQuoted(value, to: &output)
    case .array(let values):
      Self.writeList(count: values.count, to: &output) { values[$0] }
    case .elements(let count, let element):
      Self.writeList(count: count, to: &output, element)
    case .object(let members):
      for (index, member) in members.enumerated() {
        output.write(index == 0 ? "{" : ",")
        Self.writeQuoted(member.key, to: &output)
        output.write(":")
        member.value.write(to: &output)
      }
      output.write(members.isEmpty ? "{}" : "}")
    }
  }

  /// The value on one line, with a line feed: a record of NDJSON.
  package var line: String {
    var text = ""
    write(to: &text)
    return text + "\n"
  }

  private static func writeList(
    count: Int, to output: inout some TextOutputStream, _ element: (Int) -> JSON
  ) {
    output.write("[")
    for index in 0..<count {
      if index > 0 { output.write(",") }
      element(index).write(to: &output)
    }
    output.write("]")
  }

  /// Escapes what RFC 8259 demands, and also what could act on a terminal or break a line in
  /// JavaScript: all control and format characters, U+2028 and U+2029.
  private static func writeQuoted(_ text: String, to output: inout some TextOutputStream) {
    output.write("\"")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output.write("\\\"")
      case "\\": output.write("\\\\")
      case "\n": output.write("\\n")
      case "\r": output.write("\\r")
      case "\t": output.write("\\t")
      case _ where scalar.isInvisible:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          output.write("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        }
      default: output.write(String(scalar))
      }
    }
    output.write("\"")
  }
}

extension JSON {
  /// The text, or null.
  static func optional(_ text: String?) -> JSON { text.map(JSON.text) ?? .null }
  /// The number, or null.
  static func optional(_ number: Double?) -> JSON { number.map(JSON.number) ?? .null }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// An object whose keys stay in the order they are written in.
  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { (key: $0.0, value: $0.1) })
  }
}
