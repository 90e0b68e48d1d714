/// Reads GPX 1.0 and 1.1, and what devices call by that name, from bytes that arrive in pieces.
final class GPXReader: XMLReader {
  var document: GPXDocument
  let parser: XMLPushParser
  let maxFixes: Int

  /// - Parameter takesShortcuts: see ``XMLPushParser``.
  init(maxFixes: Int = defaultMaxFixes, takesShortcuts: Bool = true) {
    self.maxFixes = maxFixes
    parser = XMLPushParser(GPXName.vocabulary, takesShortcuts: takesShortcuts)
    document = GPXDocument(maxFixes: maxFixes)
  }
}
