/// Reads TCX, Garmin's Training Center Database, from bytes that arrive in pieces.
final class TCXReader: XMLReader {
  var document: TCXDocument
  let parser: XMLPushParser
  let maxFixes: Int

  /// - Parameter takesShortcuts: see ``XMLPushParser``.
  init(maxFixes: Int = defaultMaxFixes, takesShortcuts: Bool = true) {
    self.maxFixes = maxFixes
    parser = XMLPushParser(TCXName.vocabulary, takesShortcuts: takesShortcuts)
    document = TCXDocument(maxFixes: maxFixes)
  }
}
