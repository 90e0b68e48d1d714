internal import Pipelines
internal import Reports

extension QueryFormat: OutputFormat {}

/// Answers a query of the user's own.
struct SQLCommand: Command {
  private static let format = Option<QueryFormat>(
    choiceOf: "--format", "how to print; if not said, as FILE of --output ends (.csv), else text")
  private static let output = Option<String>("--output", "FILE", "write there instead of printing")
  /// What SQLite takes at most.
  private static let longestQuery = 1_000_000

  static let help = CommandHelp(
    name: "sql", group: .keeping, operands: "QUERY",
    summary: "ask the library in SQL; nothing can be changed",
    discussion: [
      "One statement of SQLite's, in quotes, or “-” to read it from stdin. It may only read.",
      "Beside the tables there is one row for each fix in track_point(run_id, seq, segment, t, lat, lon,"
        + " accuracy, speed, elevation, device_distance, heart_rate, cadence, power, temperature)."
        + " t is milliseconds since 1970 UTC; lat and lon degrees on WGS 84, as recorded; accuracy,"
        + " elevation and device_distance metres, speed metres a second, heart_rate beats, cadence"
        + " strides or revolutions a minute, power watts, temperature °C. What is unknown is NULL."
        + " seq counts from 0; a recorder's own numbers may begin at 1 and have holes, which cut segments"
        + " when a run is measured. segment is as recorded. Only a run's present version is shown.",
      "Rows come by run_id and seq. Conditions on run_id (=, IN, GLOB and LIKE with the beginning of an"
        + " id), a join from run, and bounds on seq read only the fixes that they need. An id is a text of"
        + " 32 small hexadecimal digits: run_id = '…', or run_id GLOB '3f9c21ab*'.",
      "What `runs` prints is in measured_run(run_id, started_at, ended_at, utc_offset_min, sport, name, device,"
        + " fix_count, set_name, set_version, distance_m, raw_distance_m, device_distance_m): a row for each"
        + " activity, by the set that its sport uses now; times as t, distance_m NULL where it is not"
        + " measured yet. Sports are words such as running, cycling, hiking, walking, unknown.",
      "The tables below it hold more than that, and are not to be added up as they are: run (copies too; what"
        + " the file says, whatever you or a service say), result (every set that was ever tried, and"
        + " former points, by points_digest), parameter_set and current_set, source and import (files"
        + " read), diagnostic, run_source, run_version, run_pair (copies), run_edit (your names), claim"
        + " (what services say), truth, tombstone (deleted). Their columns: the last example.",
      "In JSON a second column of one name becomes name_2. Bytes are hexadecimal digits; NULL is nothing in"
        + " CSV, where an empty text is \"\", and null in JSON, as are infinities. In CSV of one column NULL is"
        + " \"\" too, because many readers skip a line with nothing. Text for people cuts"
        + " values at 64 characters; CSV and JSON cut nothing. No row is no failure.",
    ],
    options: [format.help, output.help],
    hasJobs: false, hasUnits: false,
    examples: [
      .init(
        line: "remeasure sql \"SELECT strftime('%Y', started_at / 1000, 'unixepoch') AS year, name,"
          + " max(distance_m) FROM measured_run WHERE sport = 'running' GROUP BY year\"",
        effect: "the longest run of each year"),
      .init(
        line: "remeasure sql \"SELECT name, max(elevation) FROM measured_run JOIN track_point"
          + " USING (run_id) GROUP BY run_id ORDER BY 2 DESC LIMIT 10\"", effect: "the highest runs"
      ),
      .init(
        line: "remeasure sql \"SELECT seq, t, lat, lon, accuracy FROM track_point WHERE run_id GLOB"
          + " '3f9c21ab*'\" --format csv --output run.csv",
        effect: "the fixes of a run, for a table"),
      .init(
        line: "remeasure sql \"SELECT name, type FROM pragma_table_info('result')\"",
        effect: "the columns of a table"),
    ])

  private let query: String
  private let format: QueryFormat
  private let output: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    query = try arguments.onlyOperand("query, in quotes")
    output = try arguments.value(Self.output)
    format = try arguments.format(Self.format, json: .json, writtenTo: output) ?? .text
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    func checkForStop() throws {
      if context.cancellation.isRequested { throw Cancelled() }
    }
    let query = try query == "-" ? Self.queryFromInput(context.cancellation) : query
    let workspace = try context.workspace()
    let sink = try OutputSink(output, in: context)
    var writer: QueryWriter?
    do {
      try workspace.query(query) { columns in
        writer = try QueryWriter(format, columns: columns) { piece in
          try checkForStop()
          try sink.write(piece)
        }
      } row: { row in
        try writer?.write(row)
      }
    } catch let error as WrongQuery {
      let mark = error.offset.map { "\n" + pointed(at: $0, in: query, width: context.width) }
      throw UsageError(error.message + (mark ?? ""), command: Self.help)
    }
    try writer?.finish()
    try checkForStop()
    try sink.finish()
    return .success
  }

  private static func queryFromInput(_ cancellation: Cancellation) throws -> String {
    let bytes = try readInput(upTo: longestQuery + 1, until: cancellation)
    guard bytes.count <= longestQuery else {
      throw UsageError("the query on stdin is longer than \(longestQuery) bytes", command: help)
    }
    guard let query = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("the query on stdin is not UTF-8", command: help)
    }
    return query
  }
}
