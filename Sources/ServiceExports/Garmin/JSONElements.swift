/// Finds the elements of the array that stands under one key, in JSON that comes in pieces of any
/// length, and hands over the bytes of each; nothing else is held.
struct JSONElements {
  /// A summary takes some kilobytes; what is longer is counted and left out.
  static let longestElement = 1 << 20

  private enum State {
    /// So many bytes of the key, with its quotes, have come.
    case key(Int)
    /// Behind the key, before the array.
    case array
    /// In the array, between elements.
    case between
    /// In an element that is so many brackets deep.
    case element(depth: Int)
  }

  private let key: [UInt8]
  private var state = State.key(0)
  private var isInString = false
  private var isEscaped = false
  private var element: [UInt8] = []
  private(set) var longElements = 0

  /// - Parameter key: without quotes and whatever JSON escapes.
  init(under key: String) {
    self.key = Array("\"\(key)\"".utf8)
  }

  /// True inside the array, or inside one of its elements.
  var isInArray: Bool {
    switch state {
    case .key: false
    case .array, .between, .element: true
    }
  }

  mutating func read(_ bytes: Span<UInt8>, _ body: ([UInt8]) -> Void) {
    for index in bytes.indices { take(bytes[index], body) }
  }

  private mutating func take(_ byte: UInt8, _ body: ([UInt8]) -> Void) {
    switch state {
    case .key(let count):
      // A quote stands in the key at both ends only, so that a new start needs no looking back.
      let next = byte == key[count] ? count + 1 : byte == key[0] ? 1 : 0
      state = next == key.count ? .array : .key(next)
    case .array:
      if byte == UInt8(ascii: "[") {
        state = .between
      } else if byte != UInt8(ascii: ":"), !isBlank(byte) {
        state = .key(0)
      }
    case .between:
      if byte == UInt8(ascii: "]") {
        state = .key(0)
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        element.removeAll(keepingCapacity: true)
        element.append(byte)
        state = .element(depth: 1)
      }
    case .element(let depth): takeElement(byte, depth, body)
    }
  }

  private mutating func takeElement(_ byte: UInt8, _ depth: Int, _ body: ([UInt8]) -> Void) {
    // One more, to know that it was too long.
    if element.count <= Self.longestElement { element.append(byte) }
    guard !isInString else {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): state = .element(depth: depth + 1)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      state = depth == 1 ? .between : .element(depth: depth - 1)
      if depth == 1 { end(body) }
    default: break
    }
  }

  private mutating func end(_ body: ([UInt8]) -> Void) {
    if element.count > Self.longestElement {
      longElements += 1
    } else {
      body(element)
    }
  }
}
