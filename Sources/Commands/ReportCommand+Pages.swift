internal import Pages
internal import Pipelines
internal import Reports
internal import RunModel

extension ReportCommand {
  /// Writes an index and a page a run to a folder.
  func writePages(
    of assignments: [Assignment], from workspace: Workspace, to path: String,
    in context: CommandContext
  ) throws {
    context.remarkOnPruned(assignments.count { $0.run.prunedAt != nil }, "")
    let folder = try ReportFolder(path)
    let index = try context.showingProgress("written") { progress in
      try workspace.pages(
        on: assignments, unit: context.common.units, progress: progress
      ) { path, page in
        try folder.write(path, in: context) { try $0.write(page) }
      }
    }
    try folder.write(ReportFolder.index, in: context) { try $0.write(index) }
    try folder.finish(in: context)
    context.remark("Open \(path)/\(ReportFolder.index) in a browser.")
  }
}

extension OutputSink {
  /// Writes a page piece by piece.
  func write(_ page: Page) throws {
    var stream = PieceStream(write)
    page.write(to: &stream)
    try stream.flush()
  }
}
