internal import Reports

/// The options that every command understands.
struct CommonOptions: Sendable {
  static let library = Option<String>(
    "--library", "FILE", "the library; else $REMEASURE_LIBRARY, else below $XDG_DATA_HOME")
  static let json = Switch("--json", "print JSON instead of text")
  static let jobs = Option<Int>("--jobs", "N", "threads; as many as processors", atLeast: 1)
  static let units = Option<DistanceUnit>(
    choiceOf: "--units", "unit of headline distances; sums stay in metres")
  static let quiet = Switch("--quiet", "no progress and no notes")
  static let help = Switch("--help", "this text")

  var libraryPath: String?
  let json: Bool
  var jobs: Int?
  var units: DistanceUnit
  var quiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    libraryPath = try arguments.value(Self.library)
    guard libraryPath != "" else { throw UsageError("--library takes the name of a file") }
    json = arguments[Self.json]
    jobs = try arguments.value(Self.jobs)
    units = try arguments.value(Self.units) ?? .kilometres
    quiet = arguments[Self.quiet]
  }
}
