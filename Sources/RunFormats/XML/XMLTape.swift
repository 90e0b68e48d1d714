internal import RunModel

/// One thing that happens in a document.
struct XMLToken {
  enum Kind { case begin, attribute, end }

  let kind: Kind
  let name: UInt8
  /// How many elements are open, this one included; the root is 1.
  let depth: UInt8
  /// Where the last container opened.
  let place: TokenPlace
  private let textStart: Int32
  private let textCount: Int32

  init(kind: Kind, name: UInt8, depth: Int, place: TokenPlace, text: Range<Int>) {
    self.kind = kind
    self.name = name
    self.depth = UInt8(clamping: depth)
    self.place = place
    textStart = Int32(truncatingIfNeeded: text.lowerBound)
    textCount = Int32(truncatingIfNeeded: text.count)
  }

  /// Where an attribute's value, or the text of an element without children, lies in the bytes that
  /// were read or written down with it.
  var text: Range<Int> { Int(textStart)..<Int(textStart + textCount) }
}

/// A place that takes little room.
struct TokenPlace {
  /// Negative where it is not known.
  var byte: Int
  var line: Int32

  var place: Place { Place(byte: byte < 0 ? nil : byte, line: Int(line)) }
}

/// What makes something of a document's tokens.
protocol XMLConsumer {
  /// - Parameter text: UTF-8; of an attribute or of an element's end.
  mutating func take(_ token: XMLToken, text: Span<UInt8>)
}

/// Why a document was not read any further.
struct XMLFault {
  enum Kind {
    /// A document type that declares entities or default attributes: never needed, known weapons.
    case entityDeclared
    /// Elements nested deeper than ``XMLTape/maxDepth``.
    case tooDeep
    /// More different names than ``XMLPushParser`` allows.
    case tooManyNames
    /// The root is another element than asked for.
    case otherRoot
    /// Not well-formed in a way that leaves it open what belongs together; libxml2's error number.
    case damaged(code: Int32)
    /// The bytes end before the root does.
    case truncated
  }

  let kind: Kind
  let place: Place
}

/// Writes down what a piece of a document says about names that matter, until a consumer takes it.
///
/// So the parser's callbacks stay short, and what a format makes of its elements is one plain loop.
struct XMLTape {
  /// Deeper nesting is refused; activity files stay below 12.
  static let maxDepth = 200
  /// The rest of a longer text is passed over.
  static let maxTextBytes = 4096

  let vocabulary: XMLVocabulary
  /// Why reading stopped before the end; nil while all is well. Nothing is written down after it.
  private(set) var fault: XMLFault?
  private(set) var hasRoot = false
  private(set) var isRootClosed = false
  var findings = Findings()

  /// How many elements are open.
  private(set) var depth = 0
  private var tokens: [XMLToken] = []
  private var bytes: [UInt8] = []
  /// Where the text of the element that opened last begins.
  private var textStart = 0
  private(set) var wantsText = false
  /// Where the last container opened.
  var lastPlace = TokenPlace(byte: 0, line: 1)

  init(_ vocabulary: XMLVocabulary) {
    self.vocabulary = vocabulary
  }

  mutating func stop(_ kind: XMLFault.Kind, at place: Place) {
    if fault == nil { fault = XMLFault(kind: kind, place: place) }
  }

  /// - Parameter isOurs: false where the name is known but means something else here.
  /// - Returns: true where the element's attributes matter.
  mutating func begin(
    _ name: UInt8, isOurs: Bool, at place: @autoclosure () -> TokenPlace
  ) -> Bool {
    guard fault == nil, !isRootClosed else { return false }
    depth += 1
    if depth > Self.maxDepth { stop(.tooDeep, at: place().place) }
    if depth == 1 {
      if !vocabulary.roots.contains(name) { stop(.otherRoot, at: place().place) }
      hasRoot = true
    }
    guard fault == nil, name != XMLVocabulary.unknown, isOurs else {
      wantsText = false
      return false
    }
    textStart = bytes.count
    wantsText = name > vocabulary.lastContainer
    if !wantsText {
      lastPlace = place()
      write(.begin, name, text: textStart..<textStart)
    }
    return true
  }

  mutating func attribute(_ name: UInt8, _ value: Span<UInt8>) {
    guard name != XMLVocabulary.unknown, fault == nil else { return }
    let start = bytes.count
    append(value, upTo: Self.maxTextBytes)
    write(.attribute, name, text: start..<bytes.count)
    textStart = bytes.count
  }

  mutating func characters(_ text: Span<UInt8>) {
    guard wantsText else { return }
    append(text, upTo: Self.maxTextBytes - (bytes.count - textStart))
  }

  mutating func end(_ name: UInt8) {
    guard fault == nil, depth > 0 else { return }
    if name != XMLVocabulary.unknown {
      write(.end, name, text: textStart..<(wantsText ? bytes.count : textStart))
    }
    wantsText = false
    depth -= 1
    if depth == 0 { isRootClosed = true }
  }

  /// Hands over all that was written, in document order, and keeps only a text that goes on.
  mutating func drain(into consumer: inout some XMLConsumer) {
    handOver(to: &consumer)
    tokens.removeAll(keepingCapacity: true)
    if wantsText { bytes.removeFirst(textStart) } else { bytes.removeAll(keepingCapacity: true) }
    textStart = 0
  }

  private func handOver(to consumer: inout some XMLConsumer) {
    let text = bytes.span
    for token in tokens {
      consumer.take(token, text: text.extracting(token.text))
    }
  }

  private mutating func write(_ kind: XMLToken.Kind, _ name: UInt8, text: Range<Int>) {
    tokens.append(
      XMLToken(kind: kind, name: name, depth: depth, place: lastPlace, text: text))
  }

  private mutating func append(_ text: Span<UInt8>, upTo limit: Int) {
    // Safety: the bytes are copied within the call.
    unsafe text.extracting(first: min(text.count, max(limit, 0))).withUnsafeBufferPointer {
      unsafe bytes.append(contentsOf: $0)
    }
  }
}
