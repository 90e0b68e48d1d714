/// Reads TCX, Garmin's Training Center Database, from bytes that arrive in pieces.
final class TCXReader: XMLReader {
  var document: TCXDocument
  let parser = XMLPushParser(TCXName.vocabulary)
  let maxFixes: Int

  init(maxFixes: Int = defaultMaxFixes) {
    self.maxFixes = maxFixes
    document = TCXDocument(maxFixes: maxFixes)
  }
}
