/// Reads a whole element of the plainest kind, without libxml2: ASCII, no reference, comment, CDATA
/// section or instruction, no value in several lines, quotes and blanks where everybody puts them.
///
/// Whatever is in the least unusual it refuses. So what it reads is well-formed, and its events are
/// the tokens that ``XMLTape`` writes of libxml2's callbacks.
struct ElementScanner {
  /// Why no element was read.
  enum Refusal: Error {
    /// It may be one, but not all of it is there.
    case cut
    /// It is one for libxml2.
    case unusual
  }

  /// Tells what a name stands for; nil where that is for libxml2 to say.
  typealias Meanings = (String) -> NameMeaning?

  private let lastContainer: UInt8
  private let start: Int
  private var index: Int
  private var lines: Int32 = 0
  private var events: [ElementShape.Event] = []
  private var values: [ElementShape.Value] = []
  private var open: [(name: String, meaning: NameMeaning)] = []
  /// True between a start tag and what follows it.
  private var isBehindStartTag = false
  /// The number of the value that is the text of the element that opened last; negative for none.
  private var text = -1

  /// The shape of the element that begins at an offset.
  static func shape(
    in bytes: Span<UInt8>, at offset: Int, vocabulary: XMLVocabulary, meanings: Meanings
  ) throws(Refusal) -> ElementShape {
    var scanner = ElementScanner(vocabulary, at: offset)
    while true {
      try scanner.pass("<", in: bytes)
      if try scanner.next(in: bytes) == UInt8(ascii: "/") {
        try scanner.passEndTag(bytes)
      } else {
        try scanner.passStartTag(bytes, meanings)
      }
      if scanner.open.isEmpty { break }
      try scanner.passText(bytes)
    }
    guard bytes.count - scanner.index >= ElementShape.margin else { throw .cut }
    return ElementShape(
      offset..<scanner.index, of: bytes, values: scanner.values, events: scanner.events,
      lines: scanner.lines)
  }

  private init(_ vocabulary: XMLVocabulary, at offset: Int) {
    lastContainer = vocabulary.lastContainer
    start = offset
    index = offset
  }
}

// Each of these moves on past one thing.
extension ElementScanner {
  private static let mostOpen = 16
  private static let mostAttributes = 16
  private static let longestName = 64

  private func next(in bytes: Span<UInt8>) throws(Refusal) -> UInt8 {
    guard index < bytes.count else { throw .cut }
    return bytes[index]
  }

  private mutating func pass(_ character: Unicode.Scalar, in bytes: Span<UInt8>) throws(Refusal) {
    guard try next(in: bytes) == UInt8(ascii: character) else { throw .unusual }
    index += 1
  }

  private mutating func passStartTag(
    _ bytes: Span<UInt8>, _ meanings: Meanings
  ) throws(Refusal) {
    let name = try passName(bytes)
    guard open.count < Self.mostOpen, let meaning = meanings(name) else { throw .unusual }
    open.append((name, meaning))
    let begin = events.count
    if meaning.isTold, meaning.code <= lastContainer { append(.begin, meaning.code) }
    var names: [String] = []
    while try passBlanksInTag(bytes) {
      try passAttribute(bytes, ofTold: meaning.isTold, &names, meanings)
    }
    if events.count > begin, events[begin].kind == .begin {
      let before = values.last?.range.upperBound ?? start
      events[begin].place = ElementShape.Place(
        value: values.count - 1, distance: index - before, lines: lines)
    }
    isBehindStartTag = try next(in: bytes) != UInt8(ascii: "/")
    if !isBehindStartTag { index += 1 }
    try pass(">", in: bytes)
    if !isBehindStartTag { endElement(text: -1) }
  }

  private mutating func passEndTag(_ bytes: Span<UInt8>) throws(Refusal) {
    index += 1
    let name = try passName(bytes)
    guard name == open.last?.name else { throw .unusual }
    try pass(">", in: bytes)
    isBehindStartTag = false
    endElement(text: text)
  }

  private mutating func endElement(text: Int) {
    guard let element = open.last else { return }
    if element.meaning.code != XMLVocabulary.unknown { append(.end, element.meaning.code, text) }
    open.removeLast()
  }

  /// - Returns: true where an attribute follows.
  private mutating func passBlanksInTag(_ bytes: Span<UInt8>) throws(Refusal) -> Bool {
    let start = index
    while isBlank(try next(in: bytes)) {
      if bytes[index] == UInt8(ascii: "\n") { lines += 1 }
      index += 1
    }
    if bytes[index] == UInt8(ascii: ">") || bytes[index] == UInt8(ascii: "/") { return false }
    guard index > start else { throw .unusual }
    return true
  }

  private mutating func passAttribute(
    _ bytes: Span<UInt8>, ofTold isTold: Bool, _ names: inout [String], _ meanings: Meanings
  ) throws(Refusal) {
    let name = try passName(bytes)
    guard names.count < Self.mostAttributes, let meaning = meanings(name),
      // Two may be the same one, by their names or by what their prefixes stand for.
      !names.contains(name), !name.contains(":") || !names.contains(where: { $0.contains(":") })
    else { throw .unusual }
    names.append(name)
    try pass("=", in: bytes)
    let quote = try next(in: bytes)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw .unusual }
    index += 1
    if isTold, meaning.code != XMLVocabulary.unknown {
      append(.attribute, meaning.code, values.count)
    }
    let end = endOfPlainText(bytes, from: index, before: quote)
    try keepValue(index..<end, stop: quote)
    index = end
    guard try next(in: bytes) == quote else { throw .unusual }
    index += 1
  }

  /// Passes what stands before the next tag: the value of an element, or what says nothing.
  private mutating func passText(_ bytes: Span<UInt8>) throws(Refusal) {
    // It may belong to the end of a CDATA section that never began.
    let stop = UInt8(ascii: "]")
    let start = index
    index = endOfPlainText(bytes, from: index, before: stop)
    let firstEnd = index
    while isBlank(try next(in: bytes)) {
      if bytes[index] == UInt8(ascii: "\n") { lines += 1 }
      index = endOfPlainText(bytes, from: index + 1, before: stop)
    }
    guard try next(in: bytes) == UInt8(ascii: "<") else { throw .unusual }
    guard index + 1 < bytes.count else { throw .cut }
    text = -1
    let isWanted = open.last.map { $0.meaning.isTold && $0.meaning.code > lastContainer } ?? false
    guard isBehindStartTag, bytes[index + 1] == UInt8(ascii: "/"),
      isWanted || (start..<index).contains(where: { !isBlank(bytes[$0]) })
    else { return }
    // A value in several lines would move the places behind it.
    guard index == firstEnd else { throw .unusual }
    try keepValue(start..<index, stop: stop)
    if isWanted { text = values.count - 1 }
  }

  private mutating func keepValue(_ range: Range<Int>, stop: UInt8) throws(Refusal) {
    guard range.count <= XMLTape.maxTextBytes else { throw .unusual }
    values.append((range, stop))
  }

  /// An ASCII name, with a prefix or without.
  private mutating func passName(_ bytes: Span<UInt8>) throws(Refusal) -> String {
    var name = ""
    while isNameByte(try next(in: bytes)), name.utf8.count <= Self.longestName {
      name.unicodeScalars.append(Unicode.Scalar(bytes[index]))
      index += 1
    }
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, name.utf8.count <= Self.longestName,
      parts.allSatisfy({ $0.utf8.first.map(isNameStart) ?? false })
    else { throw .unusual }
    return name
  }

  private mutating func append(_ kind: XMLToken.Kind, _ name: UInt8, _ value: Int = -1) {
    events.append(ElementShape.Event(kind: kind, name: name, depth: open.count, value: value))
  }
}

private func isNameStart(_ byte: UInt8) -> Bool {
  (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
}

private func isNameByte(_ byte: UInt8) -> Bool {
  isNameStart(byte) || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-")
    || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
}
