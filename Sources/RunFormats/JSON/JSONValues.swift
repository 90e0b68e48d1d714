internal import FoundationEssentials
internal import RunModel

/// A JSON document is held in memory as a whole; larger ones are refused.
package let longestJSON = 64 << 20
/// What is made of a value takes up to 150 bytes, and a value as few as two of the file. Of a session
/// with all that sensors record there are eleven a second.
private let mostValuesInJSON = 4_000_000

/// Reads a whole JSON document, also with the bare `NaN` that some services write.
///
/// - Throws: `json_damaged` where it is no JSON, or not of this shape.
func decodeJSON<Value: Decodable>(
  _ type: Value.Type, from bytes: [UInt8]
) throws(FormatError) -> Value {
  guard bytes.count <= longestJSON else { throw jsonTooLarge }
  let (standard, values) = withoutBareWords(bytes)
  guard values <= mostValuesInJSON else {
    throw FormatError(
      code: .jsonTooLarge, place: nil,
      detail: "JSON of more than \(mostValuesInJSON) values is not read")
  }
  do {
    return try JSONDecoder().decode(type, from: Data(standard))
  } catch {
    throw FormatError(
      code: .jsonDamaged, place: nil, detail: "the JSON is damaged, or breaks off")
  }
}

/// The same document with `null` for what is no number by the standard, and about how many values it has.
///
/// Foundation's own way, `allowsJSON5`, traps on unquoted names that are no UTF-8.
private func withoutBareWords(_ bytes: [UInt8]) -> (standard: [UInt8], values: Int) {
  let words = ["NaN", "-NaN", "Infinity", "-Infinity"].map { Array($0.utf8) }
  var standard: [UInt8] = []
  standard.reserveCapacity(bytes.count)
  var (isInText, isEscaped) = (false, false)
  var values = 1
  var index = 0
  while index < bytes.count {
    let byte = bytes[index]
    if !isInText, opensValue(byte) { values += 1 }
    let mayBegin =
      byte == UInt8(ascii: "N") || byte == UInt8(ascii: "I") || byte == UInt8(ascii: "-")
    if !isInText, mayBegin, let word = words.first(where: bytes[index...].starts(with:)) {
      standard += "null".utf8
      index += word.count
      continue
    }
    if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
    isEscaped = isInText && !isEscaped && byte == UInt8(ascii: "\\")
    standard.append(byte)
    index += 1
  }
  return (standard, values)
}

private func opensValue(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
}

let jsonTooLarge = FormatError(
  code: .jsonTooLarge, place: nil, detail: "JSON of more than \(longestJSON >> 20) MiB is not read")

let jsonIsNotRead = FormatError(code: .unreadFormat, place: nil, detail: "json is not read")

/// A value that is nil where the document has another kind of value in its place.
struct Lenient<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    value = try? decoder.singleValueContainer().decode(Value.self)
  }
}

/// A number of any kind, cut off to a whole one; nil where it is none or too large.
struct WholeNumber: Decodable {
  let value: Int64?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let whole = try? container.decode(Int64.self) {
      value = whole
    } else {
      let number = try? container.decode(Double.self)
      value = number.flatMap { Int64(exactly: $0.rounded(.towardZero)) }
    }
  }
}
