internal import Foundation

/// A folder that only its owner can enter, for files that are to go away again.
struct TemporaryFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "remeasure-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}
