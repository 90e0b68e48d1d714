internal import Foundation

/// A file or folder that appears under its name only when all of it is there, and only where nothing was.
///
/// It is made under a temporary name beside its place, which is gone after a failure. An empty folder that is
/// there is filled.
final class NewItem: Sendable {
  /// Where to make it.
  let temporary: String
  /// As the user named it.
  private let name: String
  private let target: String

  /// - Throws: ``OutputError`` where something has the name already, but for an empty folder.
  init(_ path: String) throws(OutputError) {
    guard path != "-" else {
      throw OutputError(path: path, reason: "this cannot be written to stdout")
    }
    name = path
    let url = URL(filePath: path).standardizedFileURL
    target = url.path
    temporary = "\(target).part-\(UUID().uuidString)"
    try posix(path) {
      _ = try FileManager.default.attributesOfItem(atPath: url.deletingLastPathComponent().path)
    }
    try Self.checkIsFree(target, named: path)
  }

  deinit {
    // Gone already where it was finished.
    try? FileManager.default.removeItem(atPath: temporary)
  }

  /// Makes it a folder of its owner's alone.
  func makeFolder() throws(OutputError) {
    try posix(name) {
      try FileManager.default.createDirectory(
        atPath: temporary, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    }
  }

  /// Writes one file of the folder; what goes wrong is said of the folder.
  ///
  /// - Parameter body: false takes the file away again.
  func write(
    _ file: String, in context: CommandContext, _ body: (OutputSink) throws -> Bool
  ) throws {
    do {
      let sink = try OutputSink("\(temporary)/\(file)", in: context)
      if try body(sink) { try sink.finish() }
    } catch let error as OutputError {
      throw OutputError(error, path: name)
    }
  }

  /// Puts it in its place.
  func finish() throws(OutputError) {
    let files = FileManager.default
    try Self.checkIsFree(target, named: name)
    guard files.fileExists(atPath: target) else {
      return try posix(name) { try files.moveItem(atPath: temporary, toPath: target) }
    }
    guard let made = try? files.contentsOfDirectory(atPath: temporary) else {
      throw OutputError(path: name, reason: "this is a folder; left alone")
    }
    try posix(name) { try fill(with: made) }
  }

  /// An empty folder stays what it is: somebody may be in it, and its rights are its owner's choice.
  private func fill(with made: [String]) throws {
    let files = FileManager.default
    var moved: [String] = []
    do {
      for file in made {
        try files.moveItem(atPath: "\(temporary)/\(file)", toPath: "\(target)/\(file)")
        moved.append(file)
      }
    } catch {
      for file in moved { try? files.removeItem(atPath: "\(target)/\(file)") }
      throw error
    }
  }

  private static func checkIsFree(_ target: String, named name: String) throws(OutputError) {
    let files = FileManager.default
    // Of a link that leads nowhere, too.
    guard let attributes = try? files.attributesOfItem(atPath: target) else { return }
    let isEmptyFolder =
      attributes[.type] as? FileAttributeType == .typeDirectory
      && (try? files.contentsOfDirectory(atPath: target))?.isEmpty == true
    guard isEmptyFolder else {
      throw OutputError(path: name, reason: "this is there already; left alone")
    }
  }
}
