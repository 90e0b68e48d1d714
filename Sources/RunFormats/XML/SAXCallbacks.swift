internal import CLibXML2
internal import RunModel

/// Where libxml2 is in the file.
@unsafe struct SAXPosition {
  var context: xmlParserCtxtPtr?
  /// What was cut off in front of the document.
  var skippedBytes = 0
  var skippedLines = 0
  /// False where libxml2 converts the bytes, and so counts others than the file's.
  var hasByteOffsets = true

  var place: TokenPlace {
    guard let input = unsafe context?.pointee.input else { return TokenPlace(byte: -1, line: 1) }
    // Safety: the input is the parser's own, and both pointers lie in its buffer.
    let byte = unsafe Int(input.pointee.consumed) + (input.pointee.cur - input.pointee.base)
    return unsafe TokenPlace(
      byte: hasByteOffsets ? byte + skippedBytes : -1,
      line: Int32(clamping: Int(input.pointee.line) + skippedLines))
  }
}

/// What libxml2's callbacks work on: they are handed its address, and nothing else reaches them.
@unsafe struct SAXState {
  var tape: XMLTape
  var names = NameTable()
  /// The namespace asked about last.
  var qualified: (address: UInt, isOurs: Bool)?
  var position = unsafe SAXPosition()
  /// Stands for every entity that nobody declared.
  let replacementEntity: xmlEntityPtr
  /// Raw control bytes have been replaced; what is left can only come from a reference.
  var isSanitized = true
  /// True once there are no more bytes.
  var isAtEnd = false
  /// How the start tag of the element begins that the document is full of; empty before the first.
  private(set) var repeatedTag: [UInt8] = []
  /// The last fault that was passed over.
  var repaired: (code: Int32, place: Place)?

  init(_ vocabulary: XMLVocabulary) {
    unsafe tape = XMLTape(vocabulary)
    unsafe replacementEntity = unsafe makeReplacementEntity()
  }

  mutating func code(of name: UnsafePointer<xmlChar>) -> UInt8 {
    let address = UInt(bitPattern: name)
    if let code = unsafe names[address] { return code }
    // Safety: a text of libxml2's dictionary, ended by 0.
    let code = unsafe tape.vocabulary.code(of: String(cString: name))
    unsafe names.keep(code, at: address)
    return code
  }

  /// Asked once a namespace: libxml2's dictionary gives the same address for the same text.
  private mutating func isQualified(by namespace: UnsafePointer<xmlChar>?) -> Bool {
    let address = UInt(bitPattern: namespace)
    if let known = unsafe qualified, known.address == address { return known.isOurs }
    // Safety: a text of libxml2's dictionary, ended by 0.
    let text = unsafe namespace.map { unsafe String(cString: $0) } ?? ""
    let isOurs = unsafe tape.vocabulary.isQualified(text)
    unsafe qualified = (address, isOurs)
    return isOurs
  }

  mutating func elementBegan(
    _ name: UnsafePointer<xmlChar>, prefix: UnsafePointer<xmlChar>?, uri: UnsafePointer<xmlChar>?,
    attributeCount: Int32,
    attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    let code = unsafe code(of: name)
    if unsafe code == tape.vocabulary.repeated, unsafe repeatedTag.isEmpty {
      // Safety: texts of libxml2's dictionary, ended by 0.
      let prefix = unsafe prefix.map { unsafe String(cString: $0) + ":" } ?? ""
      unsafe repeatedTag = unsafe Array("<\(prefix)\(String(cString: name))".utf8)
    }
    var isOurs = true
    if unsafe code == tape.vocabulary.qualified { isOurs = unsafe isQualified(by: uri ?? prefix) }
    let position = unsafe position
    guard unsafe tape.begin(code, isOurs: isOurs, at: position.place),
      let attributes = unsafe attributes
    else { return }
    for index in 0..<Int(attributeCount) {
      // Safety: five pointers an attribute; the fourth and fifth are its value's begin and end.
      let attribute = unsafe attributes + 5 * index
      guard let name = unsafe attribute[0], let begin = unsafe attribute[3],
        let end = unsafe attribute[4]
      else { continue }
      let value = unsafe Span(_unsafeStart: begin, count: end - begin)
      let code = unsafe self.code(of: name)
      unsafe tape.attribute(code, value)
    }
  }

  mutating func errorOccurred(code: Int32, isFatal: Bool) {
    guard unsafe tape.fault == nil else { return }
    let place = unsafe position.place.place
    if unsafe tape.isRootClosed {
      if isFatal { unsafe tape.findings.note(.junkAfterDocument, at: place) }
    } else if code == XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue {
      unsafe tape.findings.note(.undeclaredPrefix, at: place)
    } else if isFatal, unsafe isRepairable(code) {
      unsafe repaired = (code, place)
      unsafe tape.findings.note(.repairedXML, at: place)
    } else if isFatal {
      // What libxml2 finds fault with only at the end is what the end cut off.
      unsafe tape.stop(isAtEnd ? .truncated : .damaged(code: code), at: place)
    }
  }

  /// Tells that libxml2 takes nothing any more: it does so behind some faults that it reports like
  /// those it passes over (a tag without a name), and without any where bytes cannot be converted.
  mutating func gaveUp() {
    guard unsafe !tape.isRootClosed, let context = unsafe position.context else { return }
    let code = unsafe repaired?.code ?? context.pointee.errNo
    // Having given up, libxml2 knows the line still, and the byte no more.
    let place = unsafe repaired?.place ?? Place(line: position.place.place.line)
    unsafe tape.stop(isAtEnd ? .truncated : .damaged(code: code), at: place)
  }

  /// True for a fatal error that leaves no doubt about what belongs to which element.
  private func isRepairable(_ code: Int32) -> Bool {
    switch xmlParserErrors(UInt32(bitPattern: code)) {
    case XML_ERR_INVALID_HEX_CHARREF, XML_ERR_INVALID_DEC_CHARREF, XML_ERR_INVALID_CHARREF,
      XML_ERR_ENTITYREF_SEMICOL_MISSING, XML_ERR_NAME_REQUIRED, XML_ERR_UNDECLARED_ENTITY,
      XML_ERR_INVALID_ENCODING, XML_ERR_ATTRIBUTE_REDEFINED, XML_ERR_MISPLACED_CDATA_END,
      XML_ERR_RESERVED_XML_NAME, XML_ERR_HYPHEN_IN_COMMENT:
      true
    // In UTF-16 it may be a raw character, behind which libxml2 takes the rest of a comment for
    // content.
    case XML_ERR_INVALID_CHAR: unsafe isSanitized
    default: false
    }
  }
}

extension SAXState {
  /// The addresses of the prefixes that are declared, and of what they stand for: within one parser
  /// equal texts have equal addresses.
  var scope: [UInt] {
    guard let context = unsafe position.context, let table = unsafe context.pointee.nsTab
    else { return [] }
    // Safety: the table holds `nsNr` texts, or none where a prefix is.
    return unsafe (0..<Int(context.pointee.nsNr)).map { unsafe UInt(bitPattern: table[$0]) }
  }

  /// True where libxml2 has taken all it was given, is inside an element that may hold others, and
  /// found every fault so far that the document has.
  var isAtRest: Bool {
    guard let context = unsafe position.context, let input = unsafe context.pointee.input
    else { return false }
    return unsafe context.pointee.instate == XML_PARSER_CONTENT
      && input.pointee.cur == input.pointee.end && context.pointee.inputNr == 1
      && context.pointee.wellFormed == 1 && context.pointee.disableSAX == 0
      && tape.fault == nil && !tape.isRootClosed && tape.hasRoot && !tape.wantsText
      && tape.depth < XMLTape.maxDepth / 2
  }

  /// What a name in the content at hand stands for; nil where that is for libxml2 to judge.
  func meaning(of name: String) -> NameMeaning? {
    let vocabulary = unsafe tape.vocabulary
    let parts = name.split(separator: ":")
    var uri = ""
    if parts.count == 2 {
      guard parts[0] != "xml", parts[0] != "xmlns", let found = unsafe namespace(String(parts[0]))
      else { return nil }
      uri = found
    } else if name == "xmlns" {
      // Another default namespace matters only where a name's meaning hangs on it.
      guard vocabulary.qualified == nil else { return nil }
    } else {
      uri = unsafe namespace(nil) ?? ""
    }
    let code = vocabulary.code(of: name)
    return NameMeaning(
      code: code, isOurs: code != vocabulary.qualified || vocabulary.isQualified(uri))
  }

  /// What a prefix, or no prefix, stands for; nil where that was not declared.
  private func namespace(_ prefix: String?) -> String? {
    guard let context = unsafe position.context, let table = unsafe context.pointee.nsTab
    else { return nil }
    for index in stride(from: unsafe Int(context.pointee.nsNr) - 2, through: 0, by: -2) {
      // Safety: pairs of a prefix, or none, and what it stands for; texts ended by 0.
      let (name, uri) = unsafe (table[index], table[index + 1])
      if unsafe name.map({ unsafe String(cString: $0) }) == prefix {
        let text = unsafe uri.map { unsafe String(cString: $0) } ?? ""
        return text.isEmpty ? nil : text
      }
    }
    return nil
  }
}

/// The callbacks; the first argument of each is the state's address.
func saxCallbacks() -> xmlSAXHandler {
  var sax = unsafe xmlSAXHandler()
  unsafe sax.initialized = UInt32(XML_SAX2_MAGIC)
  unsafe sax.startElementNs = { state, name, prefix, uri, _, _, count, _, attributes in
    guard let state = unsafe state, let name = unsafe name else { return }
    unsafe at(state).pointee.elementBegan(
      name, prefix: prefix, uri: uri, attributeCount: count, attributes: attributes)
  }
  unsafe sax.endElementNs = { state, name, _, _ in
    guard let state = unsafe state.map({ unsafe at($0) }), let name = unsafe name else { return }
    let code = unsafe state.pointee.code(of: name)
    unsafe state.pointee.tape.end(code)
  }
  unsafe sax.characters = { state, text, count in
    guard let state = unsafe state, let text = unsafe text else { return }
    // Safety: libxml2 hands over `count` bytes that live during this call.
    unsafe at(state).pointee.tape.characters(Span(_unsafeStart: text, count: Int(max(count, 0))))
  }
  unsafe sax.cdataBlock = sax.characters
  unsafe sax.entityDecl = { state, _, _, _, _, _ in unsafe refuseEntities(state) }
  // Default attributes would be added to every element: a short text, and hours of work.
  unsafe sax.attributeDecl = { state, _, _, _, _, _, tree in
    unsafe xmlFreeEnumeration(tree)
    unsafe refuseEntities(state)
  }
  unsafe sax.unparsedEntityDecl = { state, _, _, _, _ in unsafe refuseEntities(state) }
  unsafe sax.getEntity = { state, _ in
    guard let state = unsafe state.map({ unsafe at($0) }) else { return nil }
    if unsafe state.pointee.tape.fault == nil {
      unsafe state.pointee.tape.findings.note(
        .undeclaredEntity, at: state.pointee.position.place.place)
    }
    return unsafe state.pointee.replacementEntity
  }
  unsafe sax.serror = { state, error in
    guard let state = unsafe state, let error = unsafe error else { return }
    unsafe at(state).pointee.errorOccurred(
      code: error.pointee.code, isFatal: error.pointee.level == XML_ERR_FATAL)
  }
  return unsafe sax
}

private func refuseEntities(_ state: UnsafeMutableRawPointer?) {
  guard let state = unsafe state.map({ unsafe at($0) }) else { return }
  unsafe state.pointee.tape.stop(.entityDeclared, at: state.pointee.position.place.place)
  // Now, not after the piece at hand: the content that uses the entity may be in it.
  unsafe xmlStopParser(state.pointee.position.context)
}

private func at(_ state: UnsafeMutableRawPointer) -> UnsafeMutablePointer<SAXState> {
  // Safety: it is the address that the parser gave libxml2, and it outlives the parsing.
  unsafe state.assumingMemoryBound(to: SAXState.self)
}

/// An entity that makes a name with `&ntilde;` cost one letter and not the file. To be deallocated.
func makeReplacementEntity() -> xmlEntityPtr {
  // Safety: the literal lives for ever; libxml2 only reads an entity that is called predefined.
  let entity = xmlEntityPtr.allocate(capacity: 1)
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
