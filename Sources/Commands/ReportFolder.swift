internal import Foundation

/// A folder of pages that appears under its name only when all of it is there, and that replaces an older
/// one as a whole.
///
/// Pages are written to a folder beside it, readable by its owner alone; what replaces an older report
/// takes over its rights. A folder that holds anything that is not ours is left alone.
final class ReportFolder: Sendable {
  /// Says whose the folder is.
  private static let marker = ".remeasure-report"
  private static let markerText = """
    These pages were made by "remeasure report". The next report to this folder replaces all of it.

    """
  static let index = "index.html"
  private static let pages = "runs"

  /// As the user named it.
  private let name: String
  /// Where links lead.
  private let target: String
  private let temporary: String
  private let isReplacing: Bool
  private let fileRights: Int

  /// - Throws: ``OutputError``.
  init(_ path: String) throws(OutputError) {
    name = path
    target = URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
    temporary = "\(target).part-\(UUID().uuidString)"
    let old = try Self.oldReport(at: target, named: path)
    isReplacing = old != nil
    fileRights = old?.fileRights ?? 0o600
    let rights = old?.rights ?? 0o700
    for folder in [temporary, "\(temporary)/\(Self.pages)"] {
      try posix(path) {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: false,
          attributes: [.posixPermissions: rights])
      }
    }
  }

  deinit {
    // Gone already where the folder was finished.
    try? FileManager.default.removeItem(atPath: temporary)
  }

  /// Writes one file of it.
  ///
  /// - Parameter path: within the folder.
  func write(_ path: String, in context: CommandContext, _ body: (OutputSink) throws -> Void) throws
  {
    let file = "\(temporary)/\(path)"
    do {
      let sink = try OutputSink(file, in: context)
      try body(sink)
      try sink.finish()
    } catch let error as OutputError {
      throw OutputError(error, path: name)
    }
    if fileRights != 0o600 { try setRights(fileRights, of: file) }
  }

  /// Puts the whole folder in its place, and takes away what was there.
  func finish(in context: CommandContext) throws {
    try write(Self.marker, in: context) { try $0.write(Self.markerText) }
    let files = FileManager.default
    let old = "\(target).old-\(UUID().uuidString)"
    guard isReplacing else {
      return try posix(name) { try files.moveItem(atPath: temporary, toPath: target) }
    }
    try posix(name) { try files.moveItem(atPath: target, toPath: old) }
    do {
      // Somebody may have put something there while the pages were made.
      _ = try Self.oldReport(at: old, named: name)
      try posix(name) { try files.moveItem(atPath: temporary, toPath: target) }
    } catch {
      try? files.moveItem(atPath: old, toPath: target)
      throw error
    }
    try posix(name) { try files.removeItem(atPath: old) }
  }

  private func setRights(_ rights: Int, of file: String) throws(OutputError) {
    try posix(name) {
      try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: file)
    }
  }

  /// What lies where the folder is to be: an empty folder or an older report, with its rights; nil where
  /// there is nothing.
  ///
  /// - Throws: ``OutputError`` for anything else, and for a report that something was added to.
  private static func oldReport(
    at target: String, named name: String
  ) throws(OutputError) -> (rights: Int, fileRights: Int?)? {
    let files = FileManager.default
    guard let attributes = try? files.attributesOfItem(atPath: target) else { return nil }
    guard attributes[.type] as? FileAttributeType == .typeDirectory else {
      throw OutputError(path: name, reason: "this is no folder; left alone")
    }
    let content = try posix(name) { try files.contentsOfDirectory(atPath: target) }
    if let foreign = foreigner(in: content, of: target) {
      throw OutputError(
        path: name,
        reason: "the folder holds something that is no report (“\(foreign)”); left alone")
    }
    func rights(_ attributes: [FileAttributeKey: Any]?) -> Int? {
      attributes?[.posixPermissions] as? Int
    }
    return (
      rights(attributes) ?? 0o700,
      rights(try? files.attributesOfItem(atPath: "\(target)/\(index)"))
    )
  }

  /// The first name in a folder that no report of ours has there; nil for an empty folder.
  private static func foreigner(in content: [String], of target: String) -> String? {
    if content.isEmpty { return nil }
    let names = content.sorted()
    guard content.contains(marker) else { return names.first }
    let types: [String: FileAttributeType] = [
      marker: .typeRegular, index: .typeRegular, pages: .typeDirectory,
    ]
    if let other = names.first(where: { types[$0] != type(of: "\(target)/\($0)") }) { return other }
    let inside = (try? FileManager.default.contentsOfDirectory(atPath: "\(target)/\(pages)")) ?? []
    return inside.sorted().map { "\(pages)/\($0)" }.first { page in
      page.wholeMatch(of: /runs\/[0-9a-f]{32}\.html/) == nil
        || type(of: "\(target)/\(page)") != .typeRegular
    }
  }

  private static func type(of path: String) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }
}

/// Does something with files; what goes wrong is said of the path that the user named.
func posix<Output>(
  _ name: String, _ body: () throws -> Output
) throws(OutputError) -> Output {
  do { return try body() } catch {
    throw OutputError(path: name, errno: systemCode(of: error) ?? EIO)
  }
}

/// The system's number of what Foundation reports.
private func systemCode(of error: any Error) -> Int32? {
  if let error = error as? POSIXError { return error.code.rawValue }
  return (error as? CocoaError)?.underlying.flatMap(systemCode)
}
