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
  /// where by none of them.
  ///
  /// - Parameters:
  ///   - json: what `--json` asks for.
  ///   - path: where it is written to; nil for stdout.
  func format<Format: OutputFormat>(
    _ option: Option<Format>, json: Format, writtenTo path: String?
  ) throws(UsageError) -> Format? {
    if let said = try value(option) { return said }
    if self[CommonOptions.json] { return json }
    guard let ending = path.flatMap(fileEnding) else { return nil }
    return Format.allCases.first { $0.endings.contains(ending) }
  }
}

/// What stands behind the last point of a file's name, in small letters; nil where nothing does, or where
/// nothing else stands before it.
private func fileEnding(_ path: String) -> String? {
  let name = path.split(separator: "/").last ?? ""
  guard let point = name.lastIndex(of: "."), point > name.startIndex else { return nil }
  let ending = name[name.index(after: point)...].lowercased()
  return ending.isEmpty ? nil : ending
}
