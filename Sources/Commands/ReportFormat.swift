/// How reports are printed.
enum ReportFormat: String, CaseIterable {
  case text, json, csv

  static let option = Option<ReportFormat>(choiceOf: "--format", "how to print; text if not said")

  /// `--format`, or `--json` for short.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    self = try arguments.value(Self.option) ?? (arguments[CommonOptions.json] ? .json : .text)
  }
}

/// How reports are printed that there are also pages of.
enum PageFormat: String, OutputFormat {
  case text, json, csv, html

  static let option = Option<PageFormat>(
    choiceOf: "--format",
    "how to print; html is a page for a browser; if not said, as FILE of --output ends (.html), else text"
  )

  /// - Parameter path: of `--output`.
  init(_ arguments: ParsedArguments, writtenTo path: String?) throws(UsageError) {
    self = try arguments.format(Self.option, json: .json, writtenTo: path) ?? .text
  }
}

/// The option that names a parameter set.
enum SetOption {
  static let parameters = Option<String>(
    "--params", "REF", "measure by this set: run@2, or run for its current version")
}
