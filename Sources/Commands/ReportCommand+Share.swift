internal import Pages
internal import Pipelines
internal import Reports
internal import RunModel
internal import Synchronization

/// What is asked of a report that is for others.
enum ShareOptions {
  private static let share = Switch(
    "--share", "make it fit to be shown to others: ends cut in privacy zones, no names")
  private static let hidesTimes = Switch("--without-times", "with --share: times from the start")
  private static let cutsPassages = Switch(
    "--cut-passages", "with --share: cut where it passes a zone on its way, too")
  private static let tellsFullDistance = Switch(
    "--with-full-distance",
    "with --share: say how long the whole run is; not for several runs, which together show where they begin"
  )

  static let help = [share.help, hidesTimes.help, cutsPassages.help, tellsFullDistance.help]

  static let discussion = [
    "With --share the report is of what lies outside the privacy zones (see “privacy-zones add”), measured again: both"
      + " ends of the run are cut, and its id, name, device, serial number, file, other recordings and what others"
      + " say of its length are left out. How much was cut is told to you alone, on stderr. So is that it"
      + " passes a zone on its way, which is cut with --cut-passages only.",
    "Whether anything was cut is not to be seen: a shared run is called a part of one, whose ends may be missing, also"
      + " where nothing was. With --with-full-distance it shows, and who has several such runs can work out the place"
      + " that they begin at.",
  ]

  /// Nil where the report is the owner's own.
  static func request(_ arguments: ParsedArguments) throws(UsageError) -> SharingRequest? {
    guard arguments[share] else {
      for option in [hidesTimes, cutsPassages, tellsFullDistance] where arguments[option] {
        throw UsageError("\(option.help.name) goes with --share", command: arguments.command)
      }
      return nil
    }
    var request = SharingRequest()
    request.hidesTimes = arguments[hidesTimes]
    request.cutsPassages = arguments[cutsPassages]
    request.tellsFullDistance = arguments[tellsFullDistance]
    return request
  }
}

extension ReportCommand {
  /// Writes reports for others; a run that never leaves the zones gives none.
  func share(
    _ asked: [Assignment], _ request: SharingRequest, as format: PageFormat, to output: String?,
    from workspace: Workspace, in context: CommandContext
  ) throws -> ExitStatus {
    if try workspace.privacyZones().isEmpty {
      context.note(
        "There is no privacy zone, so nothing is cut. See: remeasure privacy-zones add --help\n")
    }
    let asked = isForAll ? asked.filter { $0.run.prunedAt == nil } : asked
    let sink = try OutputSink(output, in: context)
    let counts = Mutex((shared: 0, hidden: 0))
    if format == .csv { try sink.write(RunReport.csvHeading(details: true, shared: true)) }
    try workspace.sharedReports(on: asked, request) { run in
      context.note(run.note + "\n")
      let isFirst = counts.withLock { counts in
        if run.report == nil { counts.hidden += 1 } else { counts.shared += 1 }
        return counts.shared == 1
      }
      guard let report = run.report else { return }
      try write(report, isFirst: isFirst, as: format, to: sink, from: workspace, in: context)
    }
    let (shared, hidden) = counts.withLock(\.self)
    guard shared > 0 else { return .badData }
    try sink.finish()
    return hidden > 0 ? .someInputFailed : .success
  }

  private func write(
    _ report: RunReport, isFirst: Bool, as format: PageFormat, to sink: OutputSink,
    from workspace: Workspace, in context: CommandContext
  ) throws {
    switch format {
    case .text: try sink.write((isFirst ? "" : "\n") + report.text(context.layout))
    case .csv: try sink.write(report.csvRow)
    case .json:
      var stream = PieceStream(sink.write)
      report.json.write(to: &stream)
      stream.write("\n")
      try stream.flush()
    case .html:
      if let page = try workspace.page(of: report, unit: context.common.units) {
        try sink.write(page)
      }
    }
  }
}
