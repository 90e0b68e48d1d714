internal import Pipelines

extension CommandContext {
  /// Asks on the terminal before something is done that cannot be taken back; anything but a yes is a no, the end of
  /// input too.
  ///
  /// - Throws: `Cancelled` where a stop is requested meanwhile; ``InputError``.
  func ask(_ question: String) throws -> Bool {
    note(question + " [y/N] ")
    do {
      let bytes = try readInputLine(until: cancellation)
      // The terminal shows a line's end as it is typed, and nothing of the end of input.
      if bytes.last != UInt8(ascii: "\n") { note("\n") }
      if cancellation.isRequested { throw Cancelled() }
      let line = String(decoding: bytes, as: UTF8.self)
      let words = line.lowercased().split(whereSeparator: \.isWhitespace)
      return words == ["y"] || words == ["yes"]
    } catch let stop as Cancelled {
      note("\n")
      throw stop
    }
  }
}
