internal import RunModel

/// What a format's reader is told while a document goes by, in document order.
///
/// Elements and attributes arrive under the codes of the vocabulary the parser was given; what is
/// not in the vocabulary is passed over.
protocol XMLHandler: AnyObject {
  /// An element opens; its attributes follow.
  ///
  /// - Returns: true where its text is wanted by ``end(_:text:in:)``.
  func begin(_ name: UInt8, in document: XMLPushParser) -> Bool

  /// One attribute of the element that opened last.
  func attribute(_ name: UInt8, value: Span<UInt8>, in document: XMLPushParser)

  /// An element closes.
  ///
  /// - Parameter text: what stands behind its last child, or in it where it has none; UTF-8, cut at
  ///   ``XMLPushParser/maxTextBytes``; empty where it was not wanted.
  func end(_ name: UInt8, text: Span<UInt8>, in document: XMLPushParser)
}

/// Why a document was not read any further.
struct XMLFault {
  enum Kind {
    /// A document type with entity declarations: never needed, and a known weapon.
    case entityDeclared
    /// Elements nested deeper than ``XMLPushParser/maxDepth``.
    case tooDeep
    /// The root is another element than asked for.
    case otherRoot
    /// Not well formed in a way that leaves it open what belongs together; libxml2's error number.
    case damaged(code: Int32)
    /// The bytes end before the root does.
    case truncated
    /// The handler asked for it.
    case stopped
  }

  let kind: Kind
  let place: Place
}
