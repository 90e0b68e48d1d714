/// What a name stands for where it was met.
struct NameMeaning {
  /// Its code in the vocabulary.
  let code: UInt8
  /// False where the name is known but means something else here.
  let isOurs: Bool

  /// True for an element whose beginning, attributes and text matter.
  var isTold: Bool { isOurs && code != XMLVocabulary.unknown }
}

/// The names that matter in a kind of document, with the codes a reader knows them by.
struct XMLVocabulary {
  /// The code of a name that is not here.
  static let unknown = UInt8.max

  /// By local name: elements and attributes alike. Exporters agree on local names far better than
  /// on prefixes and namespaces.
  let codes: [String: UInt8]
  /// Codes up to this are elements that hold others: their beginning is told, and no text. Those
  /// above are attributes, and elements whose end is told, with their text.
  let lastContainer: UInt8
  /// The only roots that are read.
  let roots: [UInt8]
  /// The element that a document is full of, for each fix one.
  var repeated = unknown
  /// The one element whose meaning hangs on its namespace…
  var qualified: UInt8?
  /// …and texts one of which its namespace's URI holds, or its prefix where that is not declared.
  var qualifyingNamespaces: [String] = []

  /// - Parameter name: with or without a prefix, which libxml2 leaves on where it is not declared.
  func code(of name: String) -> UInt8 {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else {
      return codes[name] ?? Self.unknown
    }
    return codes[String(name[name.utf8.index(after: colon)...])] ?? Self.unknown
  }

  func isQualified(_ namespace: String) -> Bool {
    qualifyingNamespaces.contains { namespace.contains($0) }
  }
}
