internal import FoundationEssentials
internal import RunModel

/// A JSON document is held in memory as a whole; larger ones are refused.
package let longestJSON = 64 << 20

/// Reads a whole JSON document, also with the bare `NaN` that some services write.
///
/// - Throws: `json_damaged` where it is no JSON, or not of this shape.
func decodeJSON<Value: Decodable>(
  _ type: Value.Type, from bytes: [UInt8]
) throws(FormatError) -> Value {
  guard bytes.count <= longestJSON else { throw jsonTooLarge }
  let decoder = JSONDecoder()
  decoder.allowsJSON5 = true
  do {
    return try decoder.decode(type, from: Data(bytes))
  } catch {
    throw FormatError(
      code: .jsonDamaged, place: nil, detail: "the JSON is damaged, or breaks off")
  }
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
