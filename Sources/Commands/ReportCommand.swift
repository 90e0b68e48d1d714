internal import Pages
internal import Pipelines
internal import Reports
internal import RunModel
internal import Synchronization

/// Shows how a distance came about, for one run or many.
struct ReportCommand: Command {
  private static let all = Switch("--all", "every run of the library")
  private static let output = Option<String>(
    "--output", "FILE", "write there instead of printing; pages of several runs to a folder")
  private static let fullDistance = Switch(
    "--with-full-distance",
    "with --share: say how long the whole run is; of one run only, as several show where they begin"
  )

  static let help = CommandHelp(
    name: "report", group: .daily, operands: "RUN… | --all",
    summary:
      "show a run's distance, what each rule took away, its times and splits, the dropped points",
    discussion: [
      "Times, paces, splits and climb follow from the moves that were counted. Splits are kilometres, or"
        + " miles with --units mi; who is slower than 0.6 m/s over 20 s stands.",
      "As text, --all is a table with a line a run. As JSON, a report is one object with every fix that did not count, and several reports are"
        + " one object a line. As CSV, a report is one line without its fixes.",
      "As HTML, a run is a page that needs nothing but a browser: map, charts, every fix, what its"
        + " distance hangs on, and what other limits would give.",
      "As HTML, reports of several runs are a folder: index.html, which sorts and filters them, and a page a"
        + " run. A folder that holds an older such report is replaced as a whole; one that holds anything"
        + " else is left alone.",
    ] + sharingDiscussion,
    options: [all.help, SetOption.parameters.help, PageFormat.option.help, output.help]
      + ShareOptions.help + [fullDistance.help],
    examples: [
      .init(line: "remeasure report latest", effect: "the newest run"),
      .init(
        line: "remeasure report --all --format csv --output runs.csv", effect: "all, for a table"),
      .init(
        line: "remeasure report latest --format html --output run.html",
        effect: "the newest run, to look at"),
      .init(
        line: "remeasure report --all --format html --output pages",
        effect: "all, for a browser: open pages/index.html"),
      .init(
        line: "remeasure report latest --share --format html --output run.html",
        effect: "to show to others"),
    ])

  let isForAll: Bool
  private let runs: [String]
  private let parameters: [String]
  private let format: PageFormat
  private let output: String?
  /// Nil for the owner's own report.
  private let sharing: SharingRequest?
  let tellsFullDistance: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    isForAll = arguments[Self.all]
    runs = isForAll ? [] : try arguments.someOperands("run, or --all")
    if isForAll { try arguments.noOperands() }
    parameters = try arguments.all(SetOption.parameters)
    output = try arguments.value(Self.output)
    format = try PageFormat(arguments, writtenTo: output)
    sharing = try ShareOptions.request(arguments, further: [Self.fullDistance])
    tellsFullDistance = arguments[Self.fullDistance]
    if tellsFullDistance, isForAll || runs.count > 1 {
      throw UsageError(
        "--with-full-distance is for one run: several together show where they begin",
        command: Self.help)
    }
    if sharing != nil, isForAll || runs.count > 1, [.html, .text].contains(format) {
      throw UsageError("--share of several runs takes --format json or csv", command: Self.help)
    }
    if format == .html, isForAll || runs.count > 1 {
      guard output != nil else {
        throw UsageError("pages of several runs need --output FOLDER", command: Self.help)
      }
      guard try arguments.value(PageFormat.option) != nil else {
        throw UsageError(
          "pages of several runs are a folder, with a page each: say --format html and --output FOLDER",
          command: Self.help)
      }
      guard parameters.count < 2 else {
        throw UsageError("pages of several runs take one --params at most", command: Self.help)
      }
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace()
    let asked = try workspace.assignments(
      runs: isForAll ? nil : try runs.map(workspace.run(notFile:)),
      parameters: parameters.isEmpty ? nil : try parameters.map(workspace.parameterSet(meant:)))
    let unknown = try workspace.unknownForEver(asked).count
    context.remarkOnPruned(unknown, " before that set measured them")
    if unknown > 0, unknown == asked.count { return .nothingMatched }
    guard !asked.isEmpty else {
      context.remark("The library holds no run.")
      return .nothingMatched
    }
    if let sharing {
      return try share(asked, sharing, as: format, to: output, from: workspace, in: context)
    }
    if format == .html, isForAll || runs.count > 1, let output {
      try writePages(of: asked, from: workspace, to: output, in: context)
      return .success
    }
    if format == .html, asked.count > 1 {
      throw UsageError("--format html makes the page of one run by one set", command: Self.help)
    }
    let sink = try OutputSink(output, in: context)
    switch format {
    case .text where !isForAll:
      let separator = Mutex("")
      try workspace.reports(on: asked, details: true) { report in
        try sink.write(separator.withLock { $0 } + report.text(context.layout))
        separator.withLock { $0 = "\n" }
      }
    case .text:
      try sink.write(reportTable(workspace.reports(on: asked), context.layout))
    case .json:
      try workspace.reports(on: asked, details: true) { report in
        var stream = PieceStream(sink.write)
        report.json.write(to: &stream)
        stream.write("\n")
        try stream.flush()
      }
    case .csv:
      try sink.write(RunReport.csvHeading(details: true))
      try workspace.reports(on: asked, details: true) {
        try sink.write($0.csvRow(withDetails: true))
      }
    case .html:
      for assignment in asked {
        guard let page = try workspace.page(of: assignment, unit: context.common.units) else {
          continue
        }
        var stream = PieceStream(sink.write)
        page.write(to: &stream)
        try stream.flush()
      }
    }
    try sink.finish()
    return .success
  }
}
