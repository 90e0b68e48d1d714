/// A way to write what a command says; `--format` takes the raw value.
protocol OutputFormat: RawRepresentable<String>, CaseIterable, Sendable {}

extension OutputFormat {
  /// What the names of such files end in, in small letters.
  fileprivate var endings: [String] {
    switch rawValue {
    case "text": ["txt"]
    case "markdown": ["md"]
    case "html": ["html", "htm"]
    case "sqlite": ["sqlite", "db"]
    default: [rawValue]
    }
  }
}

extension ParsedArguments {
  /// The format that is asked for: by `--format`, else by `--json`, else by how the file's name ends; nil
  /// where by none of them, as the name has no ending.
  ///
  /// - Parameters:
  ///   - json: what `--json` asks for.
  ///   - path: where it is written to; nil for stdout.
  /// - Throws: ``UsageError`` for an ending that none of the formats has, too.
  func format<Format: OutputFormat>(
    _ option: Option<Format>, json: Format, writtenTo path: String?
  ) throws(UsageError) -> Format? {
    if let said = try value(option) { return said }
    if self[CommonOptions.json] { return json }
    guard let ending = path.flatMap(fileEnding) else { return nil }
    if let format = Format.allCases.first(where: { $0.endings.contains(ending) }) { return format }
    let known = Format.allCases.flatMap(\.endings).map { "." + $0 }
    throw UsageError(
      "--output: what ends in .\(ending) is not written; known are \(known.joined(separator: ", ")), and any name"
        + " with --format", command: command)
  }
}

/// What stands behind the last point of a file's name, in small letters; nil where nothing does, or where
/// nothing else stands before it.
func fileEnding(_ path: String) -> String? {
  let name = path.split(separator: "/").last ?? ""
  guard let point = name.lastIndex(of: "."), point > name.startIndex else { return nil }
  let ending = name[name.index(after: point)...].lowercased()
  return ending.isEmpty ? nil : ending
}
