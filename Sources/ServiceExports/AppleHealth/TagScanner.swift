/// Finds the tags of workouts and of what lies in them in XML that comes in pieces of any length, and
/// passes over all else at the speed of a search for one byte.
///
/// No parser: the document type of some exports is no XML, stray control characters stand in their
/// text, and of gigabytes only thousandths are looked for. A `<` in a tag, which XML forbids, begins
/// the next one, so that whatever is damaged ends there.
struct TagScanner {
  /// Attributes of a workout take a kilobyte.
  private static let longestTag = 64 << 10

  private var isInTag = false
  /// What has come of the tag, without its `<`.
  private var tag: [UInt8] = []
  /// The quote around the attribute's value that is being read.
  private var quote: UInt8?
  private(set) var damagedTags = 0

  /// - Parameter body: told each tag without its angle brackets.
  mutating func scan(_ bytes: Span<UInt8>, _ body: ([UInt8]) -> Void) {
    var index = 0
    while index < bytes.count {
      if isInTag {
        index = collect(bytes, from: index, body)
      } else {
        index = firstTag(in: bytes, from: index)
        if index < bytes.count { beginTag() }
        index += 1
      }
    }
  }

  /// The `<` of the next tag that may be of interest, also where the piece ends before that is known;
  /// `bytes.count` where there is none.
  private func firstTag(in bytes: Span<UInt8>, from start: Int) -> Int {
    for index in start..<bytes.count where bytes[index] == UInt8(ascii: "<") {
      if index + 1 == bytes.count || isOfInterest(bytes[index + 1]) { return index }
    }
    return bytes.count
  }

  private mutating func beginTag() {
    isInTag = true
    tag.removeAll(keepingCapacity: true)
    quote = nil
  }

  /// - Returns: where to go on.
  private mutating func collect(
    _ bytes: Span<UInt8>, from start: Int, _ body: ([UInt8]) -> Void
  ) -> Int {
    for index in start..<bytes.count {
      let byte = bytes[index]
      if tag.isEmpty, byte == UInt8(ascii: "<") { continue }
      if byte == UInt8(ascii: "<") || tag.count == Self.longestTag {
        damagedTags += 1
        beginTag()
        isInTag = byte == UInt8(ascii: "<")
        return index + 1
      }
      if tag.isEmpty, !isOfInterest(byte) {
        isInTag = false
        return index
      }
      if byte == UInt8(ascii: ">"), quote == nil {
        isInTag = false
        body(tag)
        return index + 1
      }
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      tag.append(byte)
    }
    return bytes.count
  }
}

/// True for what begins `Workout` and its kin, `FileReference`, `Location` and end tags.
@inline(__always)
private func isOfInterest(_ first: UInt8) -> Bool {
  first == UInt8(ascii: "W") || first == UInt8(ascii: "F") || first == UInt8(ascii: "L")
    || first == UInt8(ascii: "/")
}
