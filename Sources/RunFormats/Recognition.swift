/// The formats that are read.
package enum Format: String, Sendable, CaseIterable {
  case gpx, tcx, fit
  /// A training session of Polar Flow's account export.
  case polar
  /// A file of a recorder's upload.
  case recorderUpload = "recorder_upload"
  /// One run of a recorder's database.
  case recorderDatabase = "recorder_database"
}

/// What a file is, by its first bytes; its name has no say.
package enum Recognised: Sendable, Equatable {
  case readable(Format)
  /// Known, but not read; a word such as `fit`, `kml` or `jpeg`.
  case unsupported(String)
  case empty
  /// XML whose root lies behind the bytes.
  case undecided
  /// Nothing that is known here.
  case unknown

  /// False where more bytes may tell more.
  var isDecided: Bool { self != .empty && self != .undecided }

  fileprivate var isReadableJSON: Bool {
    [.readable(.polar), .readable(.recorderUpload)].contains(self)
  }

  /// The format in one word, where it has one.
  package var word: String? {
    switch self {
    case .readable(let format): format.rawValue
    case .unsupported(let word): word
    case .empty, .undecided, .unknown: nil
    }
  }
}

/// How many first bytes tell a file's format as a rule; fewer are enough where it is shorter.
package let recognitionLength = 4096

/// Tells a file's format from its beginning: the magic number of a binary one, the root element of
/// an XML one.
package func recognise(_ prefix: Span<UInt8>) -> Recognised {
  let found = recognise(prefix.indices.prefix(recognitionLength).map { prefix[$0] })
  if found.isDecided || prefix.count <= recognitionLength { return found }
  let later = recognise(prefix.indices.map { prefix[$0] })
  // The words of JSON are looked for at its beginning alone, however much has come.
  return later.isReadableJSON ? .unsupported("json") : later
}

private func recognise(_ bytes: [UInt8]) -> Recognised {
  if bytes.dropFirst(8).starts(with: ".FIT".utf8) { return .readable(.fit) }
  if let kind = binaryKind(bytes) { return .unsupported(kind) }
  // UTF-16 without its zeros is near enough to ASCII for a root's name.
  let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  let text = isWide || bytes.prefix(4).contains(0) ? bytes.filter { $0 != 0 } : bytes
  let content = text.drop { isBlank($0) || $0 >= 0xFE || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
  guard let first = content.first else {
    // Zeros are not nothing.
    return text.isEmpty && !bytes.isEmpty ? .unknown : .empty
  }
  switch first {
  case UInt8(ascii: "<"): return recogniseXML(content)
  case UInt8(ascii: "{"), UInt8(ascii: "["): return recogniseJSON(content)
  case UInt8(ascii: "$") where content.dropFirst().first == UInt8(ascii: "G"):
    return .unsupported("nmea")
  default: return isTable(content) ? .unsupported("csv") : .unknown
  }
}

/// Some words that only one kind of document has among its first ones.
private func recogniseJSON(_ bytes: ArraySlice<UInt8>) -> Recognised {
  let words = Set(
    bytes.split(separator: UInt8(ascii: "\"")).map { String(decoding: $0, as: UTF8.self) })
  if words.contains("chunkCount") || words.isSuperset(of: ["points", "seq"]) {
    return .readable(.recorderUpload)
  }
  if words.contains("points"), bytes.count < shortJSON { return .readable(.recorderUpload) }
  if words.contains("exercises") || words.isSuperset(of: ["startTime", "timezoneOffsetMinutes"]) {
    return .readable(.polar)
  }
  // Google Takeout keeps sessions, and what all sensors say, in JSON of its own.
  if words.contains("fitnessActivity") { return .unsupported("google_fit_session") }
  return .unsupported(words.contains("Data Source") ? "google_fit_data" : "json")
}

/// A document of points without any is shorter.
private let shortJSON = 200

/// True for text whose first two lines are divided by commas, the second as often at least.
private func isTable(_ text: ArraySlice<UInt8>) -> Bool {
  let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
  let commas = lines.map { line in line.count { $0 == UInt8(ascii: ",") } }
  return lines.count > 1 && commas[0] > 0 && commas[1] >= commas[0]
    && text.allSatisfy { $0 >= 32 || isBlank($0) }
}

private func binaryKind(_ bytes: [UInt8]) -> String? {
  if bytes.dropFirst(257).starts(with: "ustar".utf8) { return "tar" }
  if bytes.dropFirst(4).starts(with: "ftyp".utf8) { return "mp4" }
  if bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "webp" }
  return magicNumbers.first { bytes.starts(with: $0.bytes) }?.kind
}

private let magicNumbers: [(kind: String, bytes: [UInt8])] = [
  ("jpeg", [0xFF, 0xD8, 0xFF]), ("png", [0x89, 0x50, 0x4E, 0x47]), ("gif", Array("GIF8".utf8)),
  ("pdf", Array("%PDF".utf8)), ("zip", [0x50, 0x4B, 3, 4]), ("zip", [0x50, 0x4B, 5, 6]),
  ("gzip", [0x1F, 0x8B]), ("bzip2", Array("BZh".utf8)), ("7z", [0x37, 0x7A, 0xBC, 0xAF]),
  ("xz", [0xFD, 0x37, 0x7A, 0x58]),
  ("sqlite", Array("SQLite format 3\0".utf8)),
]

private func recogniseXML(_ bytes: ArraySlice<UInt8>) -> Recognised {
  var rest = bytes
  while rest.first == UInt8(ascii: "<") {
    if rest.starts(with: "<!--".utf8) {
      rest = behind("-->", in: rest)
    } else if rest.starts(with: "<?".utf8) {
      rest = behind("?>", in: rest)
    } else if rest.starts(with: "<!DOCTYPE HealthData".utf8) {
      // What follows is kilobytes of declarations, in some versions no XML.
      return .unsupported("apple_health")
    } else if rest.starts(with: "<!".utf8) {
      let head = rest.prefix { $0 != UInt8(ascii: ">") }
      rest = behind(head.contains(UInt8(ascii: "[")) ? "]>" : ">", in: rest)
    } else {
      return recogniseRoot(rest.dropFirst())
    }
    rest = rest.drop(while: isBlank)
  }
  return rest.isEmpty ? .undecided : .unknown
}

private func recogniseRoot(_ tag: ArraySlice<UInt8>) -> Recognised {
  let end = tag.firstIndex { isBlank($0) || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/") }
  guard let end else { return .undecided }
  let name = String(decoding: tag[..<end], as: UTF8.self)
  switch name.split(separator: ":").last {
  case "gpx": return .readable(.gpx)
  case "TrainingCenterDatabase", "Activities": return .readable(.tcx)
  case "HealthData": return .unsupported("apple_health")
  case "kml": return .unsupported("kml")
  case "html", "HTML": return .unsupported("html")
  case nil, "": return .unknown
  default: return .unsupported("xml")
  }
}

private func behind(_ mark: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let mark = Array(mark.utf8)
  let found = bytes.indices.first { bytes[$0...].starts(with: mark) }
  return found.map { bytes[$0...].dropFirst(mark.count) } ?? []
}
