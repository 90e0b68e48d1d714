internal import CLibXML2
internal import RunModel

/// libxml2's SAX2 push parser: bytes go in by pieces, elements come out at the handler.
///
/// It never holds the document, loads nothing, declares no entity, and goes on after what does not
/// leave it open which values belong together (a stray `&`, an undeclared prefix); anything worse
/// ends the reading there, so that no element is ever closed that the document did not close.
///
/// The pointers of libxml2 stay inside this file.
@safe final class XMLPushParser {
  /// Deeper nesting is refused; activity files stay below 12.
  static let maxDepth = 200
  /// The rest of a longer text is passed over.
  static let maxTextBytes = 4096

  /// Why reading stopped before the end; nil while all is well.
  private(set) var fault: XMLFault?
  /// True once the root's end tag was read.
  private(set) var isRootClosed = false
  /// True once the root's start tag was read.
  private(set) var hasRoot = false
  /// How many elements are open.
  private(set) var depth = 0
  private(set) var findings = Findings()

  private let context: xmlParserCtxtPtr?
  private let replacementEntity: UnsafeMutablePointer<xmlEntity>
  private let handler: any XMLHandler
  private let root: UInt8
  private let vocabulary: [String: UInt8]
  private var names = NameTable()
  private var prologue = XMLPrologue()
  private var hasStarted = false
  private var sanitizer = ByteSanitizer()
  private var bytesFed = 0
  private var isAtEnd = false
  private var text: [UInt8] = []
  private var wantsText = false
  private var namespaceURI: UnsafePointer<xmlChar>?
  private var namespacePrefix: UnsafePointer<xmlChar>?

  /// - Parameters:
  ///   - vocabulary: the local names that matter, with codes below ``NameTable/unknown``.
  ///   - root: the code of the only root that is read.
  init(vocabulary: [String: UInt8], root: UInt8, handler: any XMLHandler) {
    self.vocabulary = vocabulary
    self.root = root
    self.handler = handler
    text.reserveCapacity(Self.maxTextBytes)
    unsafe replacementEntity = questionMarkEntity()
    // Safety: libxml2 copies the table of callbacks. It hands `self` back to them unretained, and
    // only while `feed` runs, which `self` outlives.
    xmlInitParser()
    var callbacks = unsafe saxCallbacks()
    unsafe context = xmlCreatePushParserCtxt(&callbacks, nil, nil, 0, nil)
    unsafe context?.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    // Safety: both are this object's own, and nothing else kept them.
    if let context = unsafe context {
      if let document = unsafe context.pointee.myDoc { unsafe xmlFreeDoc(document) }
      unsafe context.pointee.myDoc = nil
      unsafe xmlFreeParserCtxt(context)
    }
    unsafe replacementEntity.deallocate()
  }

  /// True where no byte but blanks has come.
  var isEmpty: Bool { prologue.start.isEmpty }
  /// True where the first byte is XML's, in UTF-16 too.
  var beginsLikeXML: Bool { prologue.beginsLikeXML }

  /// Where the parser is in the document's bytes.
  var place: Place {
    guard let context = unsafe context, let input = unsafe context.pointee.input, hasStarted else {
      return Place(byte: prologue.skippedBytes, line: prologue.skippedLines + 1)
    }
    let byte = unsafe xmlByteConsumed(context)
    return Place(
      byte: byte < 0 ? nil : Int(byte) + prologue.skippedBytes,
      line: unsafe Int(input.pointee.line) + prologue.skippedLines)
  }

  /// The namespace of the element that opened last: its URI, or its prefix where that was not
  /// declared, or an empty text.
  var namespace: String {
    // Safety: libxml2's dictionary keeps both texts, ended by 0, as long as the parser.
    if let namespaceURI = unsafe namespaceURI { return unsafe String(cString: namespaceURI) }
    if let namespacePrefix = unsafe namespacePrefix {
      return unsafe String(cString: namespacePrefix)
    }
    return ""
  }

  /// Counts something noteworthy at the present place.
  func note(_ finding: Finding) {
    findings.note(finding, at: place)
  }

  /// Ends the reading; the handler hears nothing more.
  func stop() {
    stop(.stopped)
  }

  /// Takes the next piece of the document.
  func feed(_ bytes: Span<UInt8>) {
    guard fault == nil else { return }
    if hasStarted {
      parse(bytes, isLast: false)
    } else if prologue.take(bytes, isLast: false) {
      start()
    }
  }

  /// Tells that there are no more bytes; after this ``fault`` is final.
  func finish() {
    let nothing: [UInt8] = []
    if fault == nil, !hasStarted, prologue.take(nothing.span, isLast: true) { start() }
    isAtEnd = true
    if fault == nil { parse(nothing.span, isLast: true) }
    if fault == nil, !isRootClosed { stop(.truncated) }
  }

  private func start() {
    hasStarted = true
    if case .declared(let name) = prologue.encoding, !isKnownEncoding(name) {
      prologue.disbelieveDeclaration()
    }
    if prologue.isDeclarationFalse { note(.falseEncoding) }
    var options = XML_PARSE_NONET.rawValue | XML_PARSE_RECOVER.rawValue
    if prologue.encoding == .utf8 { options |= XML_PARSE_IGNORE_ENC.rawValue }
    sanitizer.checksUTF8 = prologue.encoding == .utf8
    if let context = unsafe context {
      unsafe xmlCtxtUseOptions(context, Int32(bitPattern: options))
    }
    let beginning = prologue.start
    parse(beginning.span, isLast: false)
  }

  private func parse(_ bytes: Span<UInt8>, isLast: Bool) {
    guard prologue.encoding != .wide, !sanitizer.isClean(bytes) else {
      push(bytes, isLast: isLast)
      return
    }
    let offset = prologue.skippedBytes + bytesFed
    let (clean, replaced) = sanitizer.sanitized(bytes, isLast: isLast)
    findings.note(
      .controlCharacter, count: replaced.controlBytes,
      at: Place(byte: offset + replaced.firstControlByte))
    findings.note(
      .invalidUTF8, count: replaced.badUTF8Bytes,
      at: Place(byte: offset + replaced.firstBadUTF8Byte))
    push(clean.span, isLast: isLast)
  }

  private func push(_ bytes: Span<UInt8>, isLast: Bool) {
    guard let context = unsafe context else {
      fault = XMLFault(kind: .damaged(code: Int32(XML_ERR_NO_MEMORY.rawValue)), place: place)
      return
    }
    bytesFed += bytes.count
    // Errors of character conversion know no parser: they go to the thread's channel, which would
    // print them.
    unsafe xmlSetStructuredErrorFunc(nil) { _, _ in }
    // Safety: libxml2 copies the bytes it keeps; pieces are far below 2 GB each.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
        _ = unsafe xmlParseChunk(
          context, characters.baseAddress, Int32(clamping: characters.count), isLast ? 1 : 0)
      }
    }
  }

  private func stop(_ kind: XMLFault.Kind) {
    guard fault == nil else { return }
    fault = XMLFault(kind: kind, place: place)
  }
}

// What the callbacks do. Each first looks whether reading has stopped: libxml2 may still have
// events of the piece at hand.
extension XMLPushParser {
  fileprivate func elementBegan(
    _ localName: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?,
    uri: UnsafePointer<xmlChar>?, attributeCount: Int32,
    attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    guard fault == nil, let localName = unsafe localName else { return }
    let name = unsafe code(of: localName)
    depth += 1
    guard depth <= Self.maxDepth else { return stop(.tooDeep) }
    if depth == 1 {
      guard name == root else { return stop(.otherRoot) }
      hasRoot = true
    }
    text.removeAll(keepingCapacity: true)
    wantsText = false
    guard name != NameTable.unknown else { return }
    unsafe (namespaceURI, namespacePrefix) = (uri, prefix)
    wantsText = handler.begin(name, in: self)
    guard let attributes = unsafe attributes else { return }
    for index in 0..<Int(attributeCount) {
      // Safety: five pointers an attribute; the fourth and fifth are its value's begin and end.
      let attribute = unsafe attributes + 5 * index
      guard let attributeName = unsafe attribute[0], let begin = unsafe attribute[3],
        let end = unsafe attribute[4], case let code = unsafe code(of: attributeName),
        code != NameTable.unknown, fault == nil
      else { continue }
      let value = unsafe Span(_unsafeStart: begin, count: end - begin)
      handler.attribute(code, value: value, in: self)
    }
  }

  fileprivate func elementEnded(_ localName: UnsafePointer<xmlChar>?) {
    guard fault == nil, let localName = unsafe localName else { return }
    let name = unsafe code(of: localName)
    if name != NameTable.unknown { handler.end(name, text: text.span, in: self) }
    text.removeAll(keepingCapacity: true)
    wantsText = false
    depth -= 1
    if depth == 0 { isRootClosed = true }
  }

  fileprivate func charactersArrived(_ characters: UnsafePointer<xmlChar>?, count: Int32) {
    guard wantsText, fault == nil, let characters = unsafe characters else { return }
    let taken = min(Int(count), Self.maxTextBytes - text.count)
    // Safety: libxml2 hands over `count` bytes that live during this call.
    unsafe text.append(contentsOf: UnsafeBufferPointer(start: characters, count: max(0, taken)))
  }

  fileprivate func entityWasDeclared() {
    stop(.entityDeclared)
    // Now, not after the piece at hand: the content that uses the entity may be in it.
    unsafe xmlStopParser(context)
  }

  fileprivate func unknownEntity() -> xmlEntityPtr? {
    if fault == nil { note(.undeclaredEntity) }
    return unsafe replacementEntity
  }

  fileprivate func errorOccurred(code: Int32, isFatal: Bool) {
    guard fault == nil else { return }
    if isRootClosed {
      if isFatal { note(.junkAfterDocument) }
    } else if code == XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue {
      note(.undeclaredPrefix)
    } else if isFatal {
      // What libxml2 finds fault with only at the end is what the end cut off.
      if isRepairable(code) {
        note(.repairedXML)
      } else {
        stop(isAtEnd ? .truncated : .damaged(code: code))
      }
    }
  }

  /// True for a fatal error that leaves no doubt about what belongs to which element.
  private func isRepairable(_ code: Int32) -> Bool {
    switch xmlParserErrors(UInt32(bitPattern: code)) {
    case XML_ERR_INVALID_HEX_CHARREF, XML_ERR_INVALID_DEC_CHARREF, XML_ERR_INVALID_CHARREF,
      XML_ERR_ENTITYREF_SEMICOL_MISSING, XML_ERR_NAME_REQUIRED, XML_ERR_UNDECLARED_ENTITY,
      XML_ERR_INVALID_ENCODING, XML_ERR_ATTRIBUTE_REDEFINED, XML_ERR_MISPLACED_CDATA_END,
      XML_ERR_RESERVED_XML_NAME, XML_ERR_HYPHEN_IN_COMMENT:
      true
    // Raw bytes were replaced before, so this is a character reference; but not in UTF-16, where
    // libxml2 would take what is left of a comment for content.
    case XML_ERR_INVALID_CHAR: prologue.encoding != .wide
    default: false
    }
  }

  private func code(of name: UnsafePointer<xmlChar>) -> UInt8 {
    names.code(at: UInt(bitPattern: name)) {
      // Safety: a text of libxml2's dictionary, ended by 0.
      let full = unsafe String(cString: name)
      let local = full.split(separator: ":").last.map(String.init) ?? full
      return vocabulary[local] ?? NameTable.unknown
    }
  }
}

/// True where libxml2 can convert an encoding; it gives up a document that declares another.
private func isKnownEncoding(_ name: String) -> Bool {
  // Safety: the text is ended by 0; the handler is closed again and not kept.
  guard let handler = unsafe xmlFindCharEncodingHandler(name) else { return false }
  unsafe xmlCharEncCloseFunc(handler)
  return true
}

/// Stands for every entity that nobody declared, so that a name with `&ntilde;` costs one letter
/// and not the file.
private func questionMarkEntity() -> UnsafeMutablePointer<xmlEntity> {
  // Safety: the literals live for ever; libxml2 only reads an entity that is called predefined.
  let entity = UnsafeMutablePointer<xmlEntity>.allocate(capacity: 1)
  unsafe entity.initialize(to: xmlEntity())
  let text: StaticString = "?"
  let content = unsafe UnsafeMutablePointer(mutating: text.utf8Start)
  unsafe entity.pointee.type = XML_ENTITY_DECL
  unsafe entity.pointee.etype = XML_INTERNAL_PREDEFINED_ENTITY
  unsafe entity.pointee.name = UnsafePointer(content)
  unsafe entity.pointee.content = content
  unsafe entity.pointee.orig = content
  unsafe entity.pointee.length = 1
  return unsafe entity
}

/// The callbacks; the first argument of each is the parser, as `init` gave it.
private func saxCallbacks() -> xmlSAXHandler {
  var sax = unsafe xmlSAXHandler()
  unsafe sax.initialized = UInt32(XML_SAX2_MAGIC)
  unsafe sax.startElementNs = { parser, name, prefix, uri, _, _, count, _, attributes in
    unsafe owner(parser)?.elementBegan(
      name, prefix: prefix, uri: uri, attributeCount: count, attributes: attributes)
  }
  unsafe sax.endElementNs = { parser, name, _, _ in unsafe owner(parser)?.elementEnded(name) }
  unsafe sax.characters = { parser, text, count in
    unsafe owner(parser)?.charactersArrived(text, count: count)
  }
  unsafe sax.cdataBlock = sax.characters
  unsafe sax.entityDecl = { parser, _, _, _, _, _ in unsafe owner(parser)?.entityWasDeclared() }
  unsafe sax.unparsedEntityDecl = { parser, _, _, _, _ in
    unsafe owner(parser)?.entityWasDeclared()
  }
  unsafe sax.getEntity = { parser, _ in unsafe owner(parser)?.unknownEntity() }
  unsafe sax.serror = { parser, error in
    guard let error = unsafe error else { return }
    unsafe owner(parser)?.errorOccurred(
      code: error.pointee.code, isFatal: error.pointee.level == XML_ERR_FATAL)
  }
  return unsafe sax
}

private func owner(_ context: UnsafeMutableRawPointer?) -> XMLPushParser? {
  // Safety: it is the pointer that `init` stored, to an object that is alive while it is fed.
  guard let context = unsafe context else { return nil }
  return unsafe Unmanaged<XMLPushParser>.fromOpaque(context).takeUnretainedValue()
}
