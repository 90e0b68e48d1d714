/// Reads GPX 1.0 and 1.1, and what devices call by that name, from bytes that arrive in pieces.
final class GPXReader: XMLReader {
  var document: GPXDocument
  let parser = XMLPushParser(GPXName.vocabulary)
  let maxFixes: Int

  init(maxFixes: Int = defaultMaxFixes) {
    self.maxFixes = maxFixes
    document = GPXDocument(maxFixes: maxFixes)
  }
}
