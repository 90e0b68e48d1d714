internal import Pipelines
internal import Reports
internal import RunModel
internal import Synchronization

extension ExportCommand {
  static let sharingDiscussion = [
    "With --share the files hold what lies outside the privacy zones (see “privacy-zones add”), the same fixes as in a"
      + " shared report: both ends of a run are cut, its name, device, serial number and all that was measured and said of it"
      + " are left out; fixes are numbered from 0, ids are new, and files of a folder are numbered. How much was cut"
      + " is told to you alone, on stderr. With --without-times times count from 1970-01-01T00:00:00Z, in FIT,"
      + " which cannot hold that, from 2000-01-01T00:00:00Z.",
    ShareOptions.discussion,
  ]

  /// Writes runs for others; one that never leaves the zones is left out.
  func share(
    _ runs: [Run], _ request: SharingRequest, from workspace: Workspace,
    in context: CommandContext
  ) throws -> ExitStatus {
    let notes = try SharingNotes(
      workspace, request, of: runs.count, for: Self.help, in: context)
    let summary: ExportSummary
    if let files = format.files {
      let write = isForAll || self.runs.count > 1 ? shareFolder : shareFile
      summary = try write(runs, request, files, notes, workspace, context)
    } else if let table = format.table {
      summary = try shareTable(of: runs, request, as: table, notes, from: workspace, in: context)
    } else {
      summary = try shareRows(of: runs, request, notes, from: workspace, in: context)
    }
    notes.sumUp()
    guard notes.hasShared else { return notes.status }
    context.note(in: format, summary)
    return summary.emptyRuns > 0 && format.files != nil ? .someInputFailed : notes.status
  }

  private func shareFile(
    of runs: [Run], _ request: SharingRequest, as format: WrittenFormat, _ notes: SharingNotes,
    from workspace: Workspace, in context: CommandContext
  ) throws -> ExportSummary {
    let summary = Mutex(ExportSummary())
    let sink = try OutputSink(output, in: context)
    try workspace.sharedRuns(runs, request) { shared in
      notes.tell(shared)
      guard let shown = shared.shown else { return }
      let written = try workspace.write(shown, as: format, to: sink.write)
      summary.withLock { $0.add(written) }
      if written.fixes > 0 { try sink.finish() }
    }
    return summary.withLock(\.self)
  }

  /// Where a file's name ends with the run's id, it ends with the run's number among those that are shared.
  private func shareFolder(
    of runs: [Run], _ request: SharingRequest, as format: WrittenFormat, _ notes: SharingNotes,
    from workspace: Workspace, in context: CommandContext
  ) throws -> ExportSummary {
    let summary = Mutex(ExportSummary())
    let folder = try NewItem(output ?? "")
    try folder.makeFolder()
    try workspace.sharedRuns(runs, request) { shared in
      let ordinal = notes.tell(shared)
      guard let shown = shared.shown else { return }
      let name = "\(exportStem(of: shown.run))\(ordinal).\(format.rawValue)"
      try folder.write(name, in: context) { sink in
        let written = try workspace.write(shown, as: format, to: sink.write)
        summary.withLock { $0.add(written) }
        return written.fixes > 0
      }
    }
    if notes.hasShared { try folder.finish() }
    return summary.withLock(\.self)
  }

  private func shareTable(
    of runs: [Run], _ request: SharingRequest, as format: QueryFormat, _ notes: SharingNotes,
    from workspace: Workspace, in context: CommandContext
  ) throws -> ExportSummary {
    let sink = try OutputSink(output, in: context)
    let summary = try workspace.writeSharedTable(of: runs, request, as: format) {
      notes.tell($0)
    } to: {
      try sink.write($0)
    }
    if notes.hasShared { try sink.finish() }
    return summary
  }

  private func shareRows(
    of runs: [Run], _ request: SharingRequest, _ notes: SharingNotes, from workspace: Workspace,
    in context: CommandContext
  ) throws -> ExportSummary {
    let file = try NewItem(output ?? "")
    let summary = try workspace.writeSharedRows(of: runs, request, to: file.temporary) {
      notes.tell($0)
    }
    if notes.hasShared { try file.finish() }
    return summary
  }
}
