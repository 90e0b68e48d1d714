package import Foundation

/// Real files that lie beside the checkout, not in it: tests that read them are skipped without them.
package enum SharedMaterial {
  /// The folder that holds `Package.swift`.
  package static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The corpus of real activity files, `../shared/corpus`; nil where it is absent.
  package static let corpus: URL? = {
    let folder = packageRoot.deletingLastPathComponent().appending(path: "shared/corpus")
    return FileManager.default.fileExists(atPath: folder.appending(path: "manifest.jsonl").path)
      ? folder : nil
  }()
}
