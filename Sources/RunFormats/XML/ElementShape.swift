/// A plain element without its values: what it has in common with most of those that follow it.
///
/// A value is an attribute's, or the text of an element that holds no other.
struct ElementShape {
  /// Something that happens in it.
  struct Event {
    let kind: XMLToken.Kind
    let name: UInt8
    /// How many elements are open, of those that begin here.
    let depth: Int
    /// The number of the value that is its text; negative where it has none.
    var value = -1
    /// Of a beginning: where its tag ends.
    var place = Place()
  }

  /// A place that moves as values become longer.
  struct Place {
    /// The number of the value before it; negative where the element's beginning is.
    var value = -1
    /// How many bytes behind that one's end.
    var distance = 0
    /// How many lines end before it.
    var lines: Int32 = 0
  }

  /// So many bytes at least lie behind an element that is matched, for bytes are compared by words.
  static let margin = 8

  /// A value, and the byte that ends it or may not stand in it.
  typealias Value = (range: Range<Int>, stop: UInt8)

  /// What happens, in order.
  let events: [Event]
  /// How many lines end in it; none ends in a value.
  let lines: Int32
  /// What stands before, between and behind the values, with some zeros at the end.
  private var literals: [UInt8] = []
  /// For each value, where what stands before it ends in `literals`, and its stop…
  private var parts: [(end: Int, stop: UInt8)] = []
  /// …and for what stands behind the last, its end.
  private let end: Int

  /// The shape of no element.
  init() {
    events = []
    lines = 0
    end = 1 << 30
  }

  /// - Parameter values: in order, within the element's bytes.
  init(
    _ element: Range<Int>, of bytes: Span<UInt8>, values: [Value], events: [Event], lines: Int32
  ) {
    self.events = events
    self.lines = lines
    var start = element.lowerBound
    for value in values {
      for index in start..<value.range.lowerBound { literals.append(bytes[index]) }
      parts.append((literals.count, value.stop))
      start = value.range.upperBound
    }
    for index in start..<element.upperBound { literals.append(bytes[index]) }
    end = literals.count
    literals.append(contentsOf: repeatElement(0, count: Self.margin))
  }

  /// Reads an element of this shape.
  ///
  /// - Parameter values: becomes where its values lie.
  /// - Returns: the offset behind it; nil where something else stands there, or too little.
  func match(_ bytes: Span<UInt8>, from offset: Int, values: inout [Range<Int>]) -> Int? {
    values.removeAll(keepingCapacity: true)
    // As spans, so that the loop counts no references.
    let (literals, parts) = (literals.span, parts.span)
    var index = offset
    var literal = 0
    for number in parts.indices {
      let part = parts[number]
      guard passLiteral(literals, &literal, until: part.end, bytes, &index) else { return nil }
      let end = endOfPlainText(bytes, from: index, before: part.stop)
      guard end - index <= XMLTape.maxTextBytes else { return nil }
      values.append(index..<end)
      index = end
    }
    return passLiteral(literals, &literal, until: end, bytes, &index) ? index : nil
  }

  /// Moves past bytes that are the same on both sides.
  @inline(__always)
  private func passLiteral(
    _ literals: Span<UInt8>, _ literal: inout Int, until end: Int, _ bytes: Span<UInt8>,
    _ index: inout Int
  ) -> Bool {
    guard bytes.count - index >= end - literal + Self.margin else { return false }
    while literal + 8 <= end {
      guard wordOfBytes(bytes, at: index) == wordOfBytes(literals, at: literal) else {
        return false
      }
      literal += 8
      index += 8
    }
    guard literal < end else { return true }
    let difference = wordOfBytes(bytes, at: index) ^ wordOfBytes(literals, at: literal)
    index += end - literal
    // Only the lower bytes count.
    let isSame = difference &<< UInt64(8 * (8 - end + literal)) == 0
    literal = end
    return isSame
  }
}
