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
