internal import RunModel

/// Follows the elements of a document of one format and keeps what becomes runs.
protocol XMLDocument: XMLConsumer {
  static var format: Format { get }
  /// The root element as people know it.
  static var rootName: String { get }

  /// One a recorded activity, in file order, with that of a document that breaks off.
  var runs: [RecordedRun] { get }
  var findings: Findings { get }
  /// True where one run went past the limit; nothing is taken after that.
  var hasTooManyFixes: Bool { get }
  /// What the file is where it holds no run.
  var kindWithoutRuns: Reading.Kind { get }
  /// What the file holds where it holds no track point.
  var contentInstead: Finding? { get }
}

/// Reads an XML format: all of a ``FormatReader`` but what the format makes of its elements.
///
/// Of what is not well-formed, the fixes whose element closed are kept.
protocol XMLReader: FormatReader {
  associatedtype Document: XMLDocument

  var document: Document { get set }
  var parser: XMLPushParser { get }
  /// A run of more fixes is refused.
  var maxFixes: Int { get }
}

extension XMLReader {
  func read(_ bytes: Span<UInt8>) throws(FormatError) {
    parser.feed(bytes, into: &document)
    try refuse()
  }

  func finish() throws(FormatError) -> Reading {
    parser.finish(into: &document)
    try refuse()
    var runs = document.runs
    if let run = runs.first(where: { $0.fixes.count > maxFixes }) {
      throw tooManyFixes(run.fixes.count)
    }
    var findings = parser.findings
    findings.add(document.findings)
    for run in runs { findings.inspect(run.fixes) }
    var diagnostics: [Diagnostic] = []
    if let fault = parser.fault {
      let error = brokenOff(fault)
      guard !runs.isEmpty else { throw error }
      runs[runs.count - 1].description.state = .interrupted
      diagnostics.append(
        Diagnostic(code: error.code.rawValue, place: error.place, detail: error.detail))
    }
    if let instead = document.contentInstead { findings.note(instead) }
    return Reading(
      format: Document.format, kind: kind(of: runs), runs: runs,
      diagnostics: diagnostics + findings.diagnostics)
  }

  private func kind(of runs: [RecordedRun]) -> Reading.Kind {
    guard !runs.isEmpty else { return document.kindWithoutRuns }
    return runs.contains(where: \.hasTimes) ? .activity : .plannedRoute
  }

  /// Throws for what is refused however many fixes there are.
  private func refuse() throws(FormatError) {
    if document.hasTooManyFixes { throw tooManyFixes(maxFixes + 1) }
    guard let fault = parser.fault else { return }
    switch fault.kind {
    case .entityDeclared:
      throw FormatError(
        code: .entityDeclared, place: fault.place,
        detail: "the file declares entities or attributes, which no recorder does; it was not read")
    case .otherRoot:
      throw FormatError(
        code: .otherRoot, place: fault.place,
        detail: "the root element is not \(Document.rootName)")
    case .tooDeep, .tooManyNames, .damaged, .truncated: break
    }
  }

  private func tooManyFixes(_ count: Int) -> FormatError {
    FormatError(
      code: .tooManyFixes, place: parser.place,
      detail: tooManyFixesDetail(count, limit: maxFixes))
  }

  private func brokenOff(_ fault: XMLFault) -> FormatError {
    if parser.isEmpty {
      return FormatError(code: .empty, place: nil, detail: "the file holds nothing but blanks")
    }
    switch fault.kind {
    case .tooDeep:
      return FormatError(
        code: .tooDeep, place: fault.place,
        detail: "elements are nested deeper than \(XMLTape.maxDepth) from here on")
    case .tooManyNames:
      return FormatError(
        code: .tooManyNames, place: fault.place,
        detail: "there are more different names than any recorder writes")
    case .truncated where parser.beginsLikeXML:
      return FormatError(
        code: .truncated, place: fault.place, detail: "the file ends before the document does")
    case .damaged(let code) where parser.hasRoot:
      return FormatError(
        code: .damaged, place: fault.place,
        detail: "the XML is broken from here on (libxml2 error \(code))")
    default:
      return FormatError(code: .notXML, place: fault.place, detail: "the file is not XML")
    }
  }
}
