internal import Foundation
internal import Synchronization

/// Writing a file failed; the one that was there before is untouched.
struct OutputError: Error {
  let path: String
  let reason: String

  var sentence: String { "\(path): \(reason)" }
}

/// Where a command's data goes: stdout, or a file that appears under its name only when it is whole.
final class OutputSink: Sendable {
  private let path: String?
  private let print: @Sendable (String) -> Void
  private let file: FileHandle?

  /// - Parameter path: nil for stdout.
  /// - Throws: ``OutputError``.
  init(_ path: String?, in context: CommandContext) throws(OutputError) {
    self.path = path
    print = context.print
    guard let path else {
      file = nil
      return
    }
    let temporary = Self.temporaryName(of: path)
    guard FileManager.default.createFile(atPath: temporary, contents: nil),
      let handle = FileHandle(forWritingAtPath: temporary)
    else {
      throw OutputError(path: path, reason: "cannot be written")
    }
    file = handle
  }

  func write(_ text: String) throws(OutputError) {
    guard let path, let file else { return print(text) }
    do {
      try file.write(contentsOf: Data(text.utf8))
    } catch {
      throw failed(path, error)
    }
  }

  /// Puts the whole file in its place.
  func finish() throws(OutputError) {
    guard let path, let file else { return }
    do {
      try file.close()
    } catch {
      throw failed(path, error)
    }
    // Safety: both paths are Swift strings, which live through the call.
    guard unsafe rename(Self.temporaryName(of: path), path) == 0 else {
      throw failed(path, CocoaError(.fileWriteUnknown))
    }
  }

  private func failed(_ path: String, _ error: any Error) -> OutputError {
    try? FileManager.default.removeItem(atPath: Self.temporaryName(of: path))
    return OutputError(path: path, reason: "cannot be written: \(error.localizedDescription)")
  }

  private static func temporaryName(of path: String) -> String {
    "\(path).part-\(ProcessInfo.processInfo.processIdentifier)"
  }
}
