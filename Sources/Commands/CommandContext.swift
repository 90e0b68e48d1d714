internal import Foundation
internal import Pipelines
internal import Reports
internal import RunModel

/// The world as a command sees it: where text goes, what is asked of every command, and the clock.
package struct CommandContext: Sendable {
  /// Data, on stdout; throws ``OutputError``.
  let printBytes: @Sendable ([UInt8]) throws -> Void
  /// Progress and diagnostics, on stderr.
  let note: @Sendable (String) -> Void
  let environment: [String: String]
  let now: @Sendable () -> Timestamp
  /// Columns that text may fill; asked anew where a window may change.
  var width: Int { textWidth(environment) }
  /// True where a progress line can be redrawn.
  let showsProgress: Bool
  /// True where a question can be asked.
  let canAsk: Bool
  /// True where keys can be read one by one and a screen be drawn.
  let hasKeys: Bool
  let cancellation: Cancellation
  var common: CommonOptions
}

extension CommandContext {
  /// Text on stdout; throws ``OutputError``.
  @Sendable func print(_ text: String) throws {
    try printBytes(Array(text.utf8))
  }

  var jobs: Int { common.jobs ?? processorCount }

  /// `--library`, else `$REMEASURE_LIBRARY`, else below `$XDG_DATA_HOME` or `~/.local/share`.
  ///
  /// - Throws: ``UsageError`` where none of them says a place.
  func libraryPath() throws(UsageError) -> String {
    func set(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let path = common.libraryPath ?? set("REMEASURE_LIBRARY") {
      // A shell leaves “~” as it is behind “=” and in quotes.
      guard path.hasPrefix("~/"), let home = set("HOME") else { return path }
      return home + path.dropFirst()
    }
    guard let data = set("XDG_DATA_HOME") ?? set("HOME").map({ $0 + "/.local/share" }) else {
      throw UsageError(
        "there is no place for the library, as neither $HOME nor $XDG_DATA_HOME is set; say --library FILE"
      )
    }
    return data + "/remeasure/library.sqlite"
  }

  var isLibraryThere: Bool {
    (try? libraryPath()).map { FileManager.default.fileExists(atPath: $0) } ?? false
  }

  /// The library for reading, which must be there already, or for writing, made where there is none.
  func workspace(writing: Bool = false) throws -> Workspace {
    try Workspace(
      libraryPath: libraryPath(), writing: writing, jobs: jobs, now: now, cancellation: cancellation
    )
  }

  /// The library as it lies, whatever it has become.
  func inspection() throws -> Workspace {
    try Workspace(inspecting: libraryPath(), jobs: jobs, now: now, cancellation: cancellation)
  }

  var layout: Layout { Layout(width: width, unit: common.units) }

  /// A note for people, left out under `--quiet`.
  func remark(_ text: String) {
    if !common.quiet { note(text + "\n") }
  }

  /// Says so where runs that are asked for cannot be told of any more.
  func remarkOnPruned(_ count: Int, _ what: String) {
    guard count > 0 else { return }
    remark(
      "\(counted(count, "run", "runs")) left out: \(count == 1 ? "its" : "their") points were pruned\(what)."
    )
  }

  /// Says that damaged runs were left out.
  func remarkOnDamaged(_ count: Int) {
    guard count > 0 else { return }
    remark(
      "\(counted(count, "run", "runs")) left out: \(count == 1 ? "it is" : "they are") damaged;"
        + " “verify” says which, and where to import \(count == 1 ? "it" : "them") from again.")
  }

  /// Says so where totals may count an activity twice, as an import was stopped before its end.
  func remarkOnUncompared(in workspace: Workspace) throws {
    guard try workspace.hasUncomparedRuns else { return }
    remark("Some runs have not been compared yet and may count twice; the next import goes on.")
  }
}
