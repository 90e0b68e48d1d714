/// Takes the elements that a document is full of past libxml2, as long as they are plain.
///
/// libxml2 sees the document without them. It stays the judge of all else, and of them too wherever
/// one is in the least unusual.
struct Shortcut {
  /// The shape that the last element had…
  private var shape = ElementShape()
  /// …and others that were met.
  private var others: [ElementShape] = []
  /// The length of the longest element so far.
  private var longest = 0
  /// What prefixes stood for when the shapes were made.
  private var scope: [UInt] = []
  /// What was tried in vain, in elements that could have been read in the time, less those read since.
  private var debt = 0

  private static let mostOthers = 7
  private static let costOfCloseLook = 16
  /// With so much the shortcut is none.
  private static let mostDebt = 16 * costOfCloseLook

  /// Finds where an element may begin.
  ///
  /// - Parameter tag: what its start tag begins with.
  /// - Returns: the offset, and that of the blanks in front of it.
  func find(_ tag: [UInt8], in bytes: Span<UInt8>, from offset: Int) -> (blanks: Int, start: Int)? {
    guard !tag.isEmpty, debt < Self.mostDebt, offset < bytes.count else { return nil }
    for start in offset..<bytes.count where stands(tag, in: bytes, at: start) {
      var blanks = start
      while blanks > offset, isBlank(bytes[blanks - 1]) { blanks -= 1 }
      return (blanks, start)
    }
    return nil
  }

  /// Takes elements as long as they are plain and follow each other.
  ///
  /// - Parameters:
  ///   - tag: what the start tag of each begins with.
  ///   - offset: how far libxml2 was given the bytes; nothing but blanks lies between that and such a tag.
  /// - Returns: the offset behind the last one that was taken, and where the next may be looked for.
  mutating func take(
    _ tag: [UInt8], in bytes: Span<UInt8>, from offset: Int, past state: inout SAXState,
    into consumer: inout some XMLConsumer
  ) -> (end: Int, next: Int) {
    guard unsafe state.isAtRest else {
      debt += 1
      var line: Int32 = 0
      return (offset, passBlanks(bytes, from: offset, &line) + 1)
    }
    let scope = unsafe state.scope
    if scope != self.scope {
      self.scope = scope
      shape = ElementShape()
      others = []
    }
    let before = unsafe state.position.place
    let origin = before.byte < 0 ? nil : before.byte - offset
    var (end, endLine) = (offset, before.line)
    var line = before.line
    var next = passBlanks(bytes, from: offset, &line)
    /// Where the last element's values lie.
    var values: [Range<Int>] = []
    do throws(ElementScanner.Refusal) {
      while let behind = try unsafe read(tag, in: bytes, at: next, &values, state) {
        unsafe handOver(
          bytes, from: next, values.span, origin: origin, line: line, &state.tape, to: &consumer)
        line += shape.lines
        (end, endLine) = (behind, line)
        next = passBlanks(bytes, from: end, &line)
      }
    } catch {
      next = error == .cut ? bytes.count : next + 1
    }
    unsafe state.position.skippedBytes += end - offset
    unsafe state.position.skippedLines += Int(endLine - before.line)
    return (end, next)
  }

  /// Reads the element that begins at an offset.
  ///
  /// - Returns: the offset behind it; nil where something else stands there.
  private mutating func read(
    _ tag: [UInt8], in bytes: Span<UInt8>, at offset: Int, _ values: inout [Range<Int>],
    _ state: borrowing SAXState
  ) throws(ElementScanner.Refusal) -> Int? {
    if let end = match(bytes, at: offset, &values) { return end }
    guard stands(tag, in: bytes, at: offset) else { return nil }
    // At the end of each piece one is cut: too many to look at closely.
    guard bytes.count - offset > 2 * longest else { throw .cut }
    debt += Self.costOfCloseLook
    let found = try ElementScanner.shape(
      in: bytes, at: offset, vocabulary: unsafe state.tape.vocabulary,
      meanings: { unsafe state.meaning(of: $0) })
    if others.count == Self.mostOthers { others.removeFirst() }
    others.append(shape)
    shape = found
    guard let end = match(bytes, at: offset, &values) else { throw .unusual }
    return end
  }

  /// Reads the element where it has one of the shapes, and makes that ``shape``.
  private mutating func match(
    _ bytes: Span<UInt8>, at offset: Int, _ values: inout [Range<Int>]
  ) -> Int? {
    var end = shape.match(bytes, from: offset, values: &values)
    for number in others.indices where end == nil {
      end = others[number].match(bytes, from: offset, values: &values)
      if end != nil { swap(&shape, &others[number]) }
    }
    guard let end else { return nil }
    longest = max(longest, end - offset)
    debt = max(0, debt - 1)
    return end
  }

  private func handOver(
    _ bytes: Span<UInt8>, from start: Int, _ values: Span<Range<Int>>, origin: Int?, line: Int32,
    _ tape: inout XMLTape, to consumer: inout some XMLConsumer
  ) {
    var place = tape.lastPlace
    // As a span, so that the loop counts no references.
    let events = shape.events.span
    for number in events.indices {
      let event = events[number]
      if event.kind == .begin {
        let behind = event.place.value < 0 ? start : values[event.place.value].upperBound
        place = TokenPlace(
          byte: origin.map { $0 + behind + event.place.distance } ?? -1,
          line: line + event.place.lines)
      }
      let text = event.value < 0 ? 0..<0 : values[event.value]
      consumer.take(
        XMLToken(
          kind: event.kind, name: event.name, depth: tape.depth + event.depth, place: place,
          text: text),
        text: bytes.extracting(text))
    }
    tape.lastPlace = place
  }

  private func stands(_ tag: [UInt8], in bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard offset + tag.count <= bytes.count, bytes[offset] == tag[0] else { return false }
    for index in tag.indices where bytes[offset + index] != tag[index] { return false }
    return true
  }

  private func passBlanks(_ bytes: Span<UInt8>, from offset: Int, _ line: inout Int32) -> Int {
    var index = offset
    while index < bytes.count, isBlank(bytes[index]) {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
    return index
  }
}
