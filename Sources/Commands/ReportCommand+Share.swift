internal import Pages
internal import Pipelines
internal import Reports
internal import RunModel

extension ReportCommand {
  static let sharingDiscussion = [
    "With --share the report is of what lies outside the privacy zones (see “privacy-zones add”), measured again: both"
      + " ends of the run are cut, and its id, name, device, serial number, file, other recordings and what others"
      + " say of its length are left out. How much was cut is told to you alone, on stderr. Of parameter"
      + " sets only the built-in ones are named.",
    ShareOptions.discussion,
    "Whether anything was cut is not to be seen: a shared run is called a part of one, whose ends may be missing, also"
      + " where nothing was. With --with-full-distance it shows, and who has several such runs can work out the place"
      + " that they begin at.",
  ]

  /// Writes reports for others; a run that never leaves the zones gives none.
  func share(
    _ asked: [Assignment], _ request: SharingRequest, as format: PageFormat, to output: String?,
    from workspace: Workspace, in context: CommandContext
  ) throws -> ExitStatus {
    let asked = isForAll ? asked.filter { $0.run.prunedAt == nil } : asked
    let notes = try SharingNotes(
      workspace, request, of: asked.count, for: Self.help, in: context)
    let sink = try OutputSink(output, in: context)
    if format == .csv { try sink.write(RunReport.csvHeading(details: true, shared: true)) }
    try workspace.sharedReports(on: asked, request, tellingFullDistance: tellsFullDistance) { run in
      let ordinal = notes.tell(run)
      guard let report = run.shown else { return }
      try write(report, isFirst: ordinal == 1, as: format, to: sink, from: workspace, in: context)
    }
    notes.sumUp()
    if notes.hasShared { try sink.finish() }
    return notes.status
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
