internal import CLibXML2
internal import RunModel

/// libxml2's SAX2 push parser: bytes go in by pieces, tokens come out at a consumer.
///
/// It never holds the document, loads nothing, lets no entity be declared, and goes on after what
/// does not leave it open which values belong together (a stray `&`, an undeclared prefix); anything
/// worse ends the reading there, so that no element is ever closed that the document did not close.
///
/// Elements that repeat by the thousand take a ``Shortcut`` past libxml2, with the same tokens.
///
/// The pointers of libxml2 stay inside this file and the one with its callbacks.
@safe final class XMLPushParser {
  /// Longer pieces are taken bit by bit, so that the tape stays short and near the processor.
  private static let longestPiece = 16_384
  /// Bytes at a time, where it is not known yet what a document is full of.
  private static let step = 512
  /// A tag of more bytes is not waited for: libxml2 compares each of its attributes with all
  /// others, which takes half a minute for 4 MB of them.
  private static let longestTag = 512 << 10
  /// Different names that a document may have; devices use a few dozen. Looking one up among
  /// millions takes for ever.
  private static let mostNames = 20_000

  private let state: UnsafeMutablePointer<SAXState>
  private var prologue = XMLPrologue()
  private var sanitizer = ByteSanitizer()
  /// For an encoding that is declared and is not UTF-8.
  private var converter: EncodingConverter?
  /// Nil where libxml2 is to read everything.
  private var shortcut: Shortcut?
  private var hasStarted = false
  private var bytesFed = 0

  /// - Parameter takesShortcuts: false for libxml2 to read everything: the same, and slower.
  init(_ vocabulary: XMLVocabulary, takesShortcuts: Bool = true) {
    shortcut = takesShortcuts ? Shortcut() : nil
    // Safety: libxml2 copies the table of callbacks. It hands them the state's address back, and
    // only while it is fed; the state is freed behind it.
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: SAXState(vocabulary))
    _ = libraryIsReady
    var callbacks = unsafe saxCallbacks()
    unsafe state.pointee.position.context = xmlCreatePushParserCtxt(&callbacks, nil, nil, 0, nil)
    unsafe state.pointee.position.context?.pointee.userData = UnsafeMutableRawPointer(state)
  }

  deinit {
    // Safety: all of it is this object's own, and nothing else kept it.
    if let context = unsafe state.pointee.position.context {
      if let document = unsafe context.pointee.myDoc { unsafe xmlFreeDoc(document) }
      unsafe context.pointee.myDoc = nil
      unsafe xmlFreeParserCtxt(context)
    }
    unsafe state.pointee.replacementEntity.deallocate()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Why reading stopped before the end; nil while all is well.
  var fault: XMLFault? { unsafe state.pointee.tape.fault }
  /// True once the root's start tag was read.
  var hasRoot: Bool { unsafe state.pointee.tape.hasRoot }
  /// What was odd about the XML.
  var findings: Findings { unsafe state.pointee.tape.findings }
  /// Where the parser is in the file.
  var place: Place { unsafe state.pointee.position.place.place }
  /// True where no byte but blanks has come.
  var isEmpty: Bool { prologue.start.isEmpty }
  /// True where the first byte is XML's, in UTF-16 too.
  var beginsLikeXML: Bool { prologue.beginsLikeXML }

  /// Takes the next piece of the document.
  func feed(_ bytes: Span<UInt8>, into consumer: inout some XMLConsumer) {
    for begin in stride(from: 0, to: bytes.count, by: Self.longestPiece) {
      guard fault == nil else { return }
      let piece = bytes.extracting(begin..<min(begin + Self.longestPiece, bytes.count))
      if hasStarted {
        parse(piece, isLast: false, into: &consumer)
      } else if prologue.take(piece, isLast: false) {
        start(into: &consumer)
      }
    }
  }

  /// Tells that there are no more bytes; after this ``fault`` is final.
  func finish(into consumer: inout some XMLConsumer) {
    let nothing: [UInt8] = []
    if fault == nil, !hasStarted, prologue.take(nothing.span, isLast: true) {
      start(into: &consumer)
    }
    unsafe state.pointee.isAtEnd = true
    if fault == nil { parse(nothing.span, isLast: true, into: &consumer) }
    if unsafe !state.pointee.tape.isRootClosed {
      unsafe state.pointee.tape.stop(.truncated, at: place)
    }
  }

  private func start(into consumer: inout some XMLConsumer) {
    hasStarted = true
    if case .declared(let name) = prologue.encoding {
      converter = EncodingConverter(name)
      if converter == nil { prologue.disbelieveDeclaration() }
    }
    let isUTF8 = prologue.encoding == .utf8
    sanitizer.checksUTF8 = isUTF8
    unsafe state.pointee.position.skippedBytes = prologue.skippedBytes
    unsafe state.pointee.position.skippedLines = prologue.skippedLines
    unsafe state.pointee.position.hasByteOffsets = isUTF8
    if prologue.encoding == .wide { shortcut = nil }
    unsafe state.pointee.isSanitized = prologue.encoding != .wide
    if prologue.isDeclarationFalse {
      unsafe state.pointee.tape.findings.note(.falseEncoding, at: place)
    }
    var options = XML_PARSE_NONET.rawValue | XML_PARSE_RECOVER.rawValue
    if prologue.encoding != .wide { options |= XML_PARSE_IGNORE_ENC.rawValue }
    if let context = unsafe state.pointee.position.context {
      unsafe xmlCtxtUseOptions(context, Int32(bitPattern: options))
    }
    let beginning = prologue.start
    parse(beginning.span, isLast: false, into: &consumer)
  }

  private func parse(
    _ bytes: Span<UInt8>, isLast: Bool, into consumer: inout some XMLConsumer
  ) {
    if prologue.encoding == .wide || sanitizer.isClean(bytes) {
      convert(bytes, isLast: isLast, into: &consumer)
    } else {
      let offset = prologue.skippedBytes + bytesFed
      let (clean, replaced) = sanitizer.sanitized(bytes, isLast: isLast)
      unsafe state.pointee.tape.findings.note(replaced, from: offset)
      convert(clean.span, isLast: isLast, into: &consumer)
    }
  }

  private func convert(
    _ bytes: Span<UInt8>, isLast: Bool, into consumer: inout some XMLConsumer
  ) {
    bytesFed += bytes.count
    guard let converter else { return push(bytes, isLast: isLast, into: &consumer) }
    let converted = converter.convert(bytes, isLast: isLast)
    let offset = prologue.skippedBytes + converted.firstReplaced
    unsafe state.pointee.tape.findings.note(
      .unconvertible, count: converted.replacedBytes, at: Place(byte: offset))
    push(converted.bytes.span, isLast: isLast, into: &consumer)
  }

  /// Gives libxml2 what the shortcut leaves of some bytes.
  private func push(
    _ bytes: Span<UInt8>, isLast: Bool, into consumer: inout some XMLConsumer
  ) {
    var start = pushBeginning(bytes)
    var next = start
    while let found = unsafe shortcut?.find(state.pointee.repeatedTag, in: bytes, from: next) {
      if found.blanks > start { push(bytes.extracting(start..<found.blanks), isLast: false) }
      start = max(start, found.blanks)
      unsafe state.pointee.tape.drain(into: &consumer)
      let taken = unsafe shortcut?.take(
        state.pointee.repeatedTag, in: bytes, from: start, past: &state.pointee, into: &consumer)
      (start, next) = taken ?? (start, bytes.count)
    }
    if start < bytes.count || isLast {
      push(bytes.extracting(start..<bytes.count), isLast: isLast)
    }
    unsafe state.pointee.tape.drain(into: &consumer)
  }

  /// Gives libxml2 bytes by small steps up to the first of the elements that the shortcut is for.
  ///
  /// - Returns: how many it was given.
  private func pushBeginning(_ bytes: Span<UInt8>) -> Int {
    var start = 0
    while shortcut != nil, unsafe state.pointee.repeatedTag.isEmpty, bytesFed <= Self.longestPiece,
      start + Self.step < bytes.count
    {
      push(bytes.extracting(start..<start + Self.step), isLast: false)
      start += Self.step
    }
    return start
  }

  private func push(_ bytes: Span<UInt8>, isLast: Bool) {
    guard let context = unsafe state.pointee.position.context else {
      let code = Int32(bitPattern: XML_ERR_NO_MEMORY.rawValue)
      unsafe state.pointee.tape.stop(.damaged(code: code), at: place)
      return
    }
    // Errors of character conversion know no parser: they go to the thread's channel, which would
    // print them.
    unsafe xmlSetStructuredErrorFunc(nil) { _, _ in }
    // Safety: libxml2 copies the bytes it keeps.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
        _ = unsafe xmlParseChunk(
          context, characters.baseAddress, Int32(clamping: characters.count), isLast ? 1 : 0)
      }
    }
    if unsafe context.pointee.disableSAX != 0 { unsafe state.pointee.gaveUp() }
    if unsafe xmlDictSize(context.pointee.dict) > Self.mostNames {
      unsafe state.pointee.tape.stop(.tooManyNames, at: place)
    }
    if unsafe context.pointee.instate == XML_PARSER_START_TAG,
      let input = unsafe context.pointee.input,
      unsafe input.pointee.end - input.pointee.cur > Self.longestTag
    {
      let code = Int32(bitPattern: XML_ERR_TAG_NOT_FINISHED.rawValue)
      unsafe state.pointee.tape.stop(.damaged(code: code), at: place)
    }
  }
}

/// Made once, by whichever parser comes first.
private let libraryIsReady: Void = xmlInitParser()

extension Findings {
  fileprivate mutating func note(_ replaced: ByteSanitizer.Replaced, from offset: Int) {
    note(
      .controlCharacter, count: replaced.controlBytes,
      at: Place(byte: offset + replaced.firstControlByte))
    note(
      .invalidUTF8, count: replaced.badUTF8Bytes,
      at: Place(byte: offset + replaced.firstBadUTF8Byte))
  }
}
