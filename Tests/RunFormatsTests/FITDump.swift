/// The messages of one well-formed little-endian FIT file, taken apart without knowing any of them.
struct FITDump {
  struct Message {
    let number: Int
    /// By field number: the base type, and the bytes as they lie.
    let fields: [UInt8: (type: UInt8, bytes: [UInt8])]

    /// The field as an unsigned number, "invalid" or not; nil where there is none.
    subscript(field: UInt8) -> UInt64? {
      fields[field]?.bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    func text(_ field: UInt8) -> String? {
      fields[field].map { String(decoding: $0.bytes.dropLast(), as: UTF8.self) }
    }
  }

  private(set) var messages: [Message] = []

  init(_ file: [UInt8]) {
    var definitions: [UInt8: [UInt8]] = [:]
    var rest = file.dropFirst(14).dropLast(2)
    func take(_ count: Int) -> [UInt8] {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    while let header = rest.popFirst() {
      if header & 0x40 != 0 {
        let start = take(5)
        definitions[header & 0x0F] = start + take(3 * Int(start[4]))
      } else if let definition = definitions[header & 0x0F] {
        var fields: [UInt8: (UInt8, [UInt8])] = [:]
        for at in stride(from: 5, to: definition.count, by: 3) {
          fields[definition[at]] = (definition[at + 2], take(Int(definition[at + 1])))
        }
        messages.append(
          Message(number: Int(definition[2]) | Int(definition[3]) << 8, fields: fields))
      }
    }
  }

  subscript(number: Int) -> [Message] { messages.filter { $0.number == number } }
  var records: [Message] { self[20] }
  /// Start (0) and stop (4) of the timer, with their seconds.
  var timerEvents: [[UInt64?]] { self[21].map { [$0[1], $0[253]] } }
}
