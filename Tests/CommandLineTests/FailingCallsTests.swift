import Foundation
import SQLite
import TestSupport
import Testing

/// A disk that fails, at calls spread over whole commands: told with the file's name, and nothing is lost. All calls of
/// all commands are tried by `.ci/faults io`.
@Suite(.enabled(if: FailingCalls.compiler != nil, "needs a C compiler"))
struct FailingCallsTests {
  private let calls: FailingCalls
  private var tool: Tool { calls.tool }

  init() throws {
    let tool = try Tool()
    try tool.run("simulate", "--runs", "12", "--seed", "3", "--minutes", "2", "--output", "in")
    calls = try FailingCalls(tool)
  }

  private func removeLibrary() {
    for suffix in ["", "-wal", "-shm", "-journal", "-import-lock"] {
      try? FileManager.default.removeItem(atPath: tool.library + suffix)
    }
  }

  /// Runs and results, as another program reads them.
  private func content() throws -> [String] {
    try Database(path: tool.library, access: .readOnly).rows(
      """
      SELECT run_id, hex(run.points_digest), distance_m
      FROM run LEFT JOIN result USING (run_id) ORDER BY run_id
      """
    ) { row in (0..<3).map { row.text($0) ?? "–" }.joined(separator: " ") }
  }

  /// So many of 1 to `count`, the first and the last among them.
  private func numbers(of count: Int, _ wanted: Int) -> [Int] {
    guard count > wanted else { return Array(1..<(count + 1)) }
    return (0..<wanted).map { 1 + $0 * (count - 1) / (wanted - 1) }
  }

  @Test(arguments: [
    ("write,pwrite", "EIO", 8), ("write,pwrite", "ENOSPC", 8), ("write,pwrite", "TORN", 8),
    ("fsync,fdatasync", "EIO", 6), ("read,pread", "EIO", 8), ("ftruncate,unlink,mkdir", "KILL", 4),
  ])
  func anImportLosesNothingAndGoesOn(kind: String, error: String, most: Int) throws {
    let words = ["import", "in"]
    let count = try calls.count(words, kind)
    let expected = try content()
    #expect(expected.count == 12)
    #expect(count > 0)
    for number in numbers(of: count, most) {
      removeLibrary()
      let outcome = try calls.run(words, kind, number: number, error)
      let isEnd = ["KILL", "TORN"].contains(error)
      #expect((isEnd ? [0, -1, 74] : [0, 74]).contains(outcome.status), "\(number): \(outcome)")
      if outcome.status == 74 {
        #expect(outcome.err.contains("library.sqlite"), "\(number): \(outcome.err)")
        #expect(error != "ENOSPC" || outcome.err.contains("the disk is full"), "\(outcome.err)")
      }
      let verified = try tool.run("verify")
      #expect([0, 2].contains(verified.status), "\(number): \(verified)")
      #expect(try tool.run(words).status == 0)
      #expect(try content() == expected, "\(number)")
    }
  }

  /// To SQLite a page that the disk does not give is a malformed file.
  @Test func aDiskThatCannotBeReadIsNoDamage() throws {
    try tool.run("import", "in")
    let words = ["report", "--all", "--format", "csv"]
    for number in numbers(of: try calls.count(words, "pread"), 8) {
      let outcome = try calls.run(words, "pread", number: number, "EIO")
      #expect([0, 74].contains(outcome.status), "\(number): \(outcome.status) \(outcome.err)")
    }
    let backup = ["backup", "faulty/copy.sqlite"]
    for number in numbers(of: try calls.count(backup, "pread"), 8) {
      try? FileManager.default.removeItem(atPath: tool.path("faulty/copy.sqlite"))
      let outcome = try calls.run(backup, "pread", number: number, "EIO")
      #expect([0, 74].contains(outcome.status), "\(number): \(outcome.status) \(outcome.err)")
      #expect(
        FileManager.default.fileExists(atPath: tool.path("faulty/copy.sqlite"))
          == (outcome.status == 0))
    }
  }

  /// A power cut takes what has not been synchronised.
  @Test(arguments: [
    ["import", "in"], ["recompute", "--params", "hike"], ["undo", "1", "--yes"],
  ])
  func nothingIsToldBeforeItIsOnTheDisk(words: [String]) throws {
    if words[0] != "import" { try tool.run("import", "in") }
    var loose: Set<String> = []
    var isTold = false
    for step in try calls.steps(words) {
      switch step.kind {
      case "W" where step.path.hasSuffix(".sqlite") || step.path.hasSuffix("-wal"):
        loose.insert(step.path)
      case "S", "U": loose.remove(step.path)
      case "M" where step.text.contains("run"):
        isTold = true
        #expect(loose.isEmpty, "before “\(step.text)”")
      default: break
      }
    }
    #expect(isTold)
  }

  @Test func aFolderThatCannotBeEnteredIsNotTakenForNoLibrary() throws {
    try tool.run("import", "in")
    let folder = tool.path("faulty")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
    }
    // Root may look into any folder, and becomes somebody else.
    let other = getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    for command in ["runs", "verify"] {
      let outcome = try tool.shell(#"cd /; \#(other) remeasure \#(command) 2>&1; echo "status $?""#)
      #expect(outcome.text.contains("status 74"), "\(outcome.text)")
      #expect(outcome.text.contains("library.sqlite: Permission denied"), "\(outcome.text)")
    }
  }
}
