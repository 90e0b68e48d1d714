import Foundation
import SQLite
import TestSupport
import Testing

/// What an import brought goes again, and nothing else.
@Suite struct UndoTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    for index in 0..<4 { try tool.write(smallGPX(fixes: 3 + index), to: "in/\(index).gpx") }
  }

  private func everything() throws -> String { try tool.run("report", "--all", "--json").out }

  private func runCount() throws -> Int? {
    try Database(path: tool.library, access: .readOnly).rows("SELECT count(*) FROM run") {
      $0.integer(0)
    }.first ?? nil
  }

  @Test func whatAnImportBroughtGoesAndComesBack() throws {
    try tool.run("import", "in")
    let before = try everything()
    let undone = try tool.run("undo", "1", "--yes")
    #expect(undone.status == 0)
    #expect(undone.out == "Took back import 1: 4 runs gone.\n")
    #expect(try tool.run("runs").status == 2)
    for table in ["run_version", "run_source", "point_chunk", "result", "tombstone"] {
      let left = try tool.database().rows("SELECT 1 FROM \(table)") { $0.integer(0) }
      #expect(left.isEmpty, "\(table)")
    }
    #expect(try tool.run("import", "in").out.contains("4 runs imported"))
    #expect(try everything() == before)
  }

  @Test func itIsShownAsUndone() throws {
    try tool.run("import", "in")
    try tool.run("undo", "1", "--yes")
    #expect(try tool.run("imports").out.contains("undone"))
    #expect(try tool.run("imports", "show", "1").out.contains("Taken back on "))
    let imports = try tool.run("imports", "--json").out
    #expect(imports.contains(#""state":"undone""#))
    #expect(imports.contains(#""undone_at":"2"#), "\(imports)")
  }

  @Test func twiceIsNothingMoreAndSaid() throws {
    try tool.run("import", "in")
    try tool.run("undo", "1", "--yes")
    let again = try tool.run("undo", "1", "--yes")
    #expect(again.status == 2)
    #expect(again.err.contains("before"))
    #expect(try tool.run("undo", "7", "--yes").status == 2)
    #expect(try tool.run("undo", "x", "--yes").status == 64)
  }

  @Test func withoutATerminalItNeedsToBeSure() throws {
    try tool.run("import", "in")
    #expect(try tool.run("undo", "1").status == 64)
    #expect(try runCount() == 4)
  }

  @Test func runsThatAnotherImportMetStay() throws {
    try tool.run("import", "in/0.gpx", "in/1.gpx")
    // Meets two again and brings two.
    try tool.run("import", "in")
    // Has one of the first by a copy of its own.
    try tool.write(smallGPX(fixes: 3), to: "copy.gpx")
    try tool.run("import", "copy.gpx")
    try tool.run("undo", "1", "--yes")
    #expect(try runCount() == 4)
    try tool.run("undo", "2", "--yes")
    #expect(try runCount() == 1)
    let run = try #require(try tool.objects("report", "latest", "--json").first?["run"])
    let source = try #require((run as? [String: Any])?["source"] as? [String: Any])
    #expect(source["member"] as? String == tool.path("copy.gpx"))
    try tool.run("undo", "3", "--yes")
    #expect(try tool.run("runs").status == 2)
  }

  @Test func itSaysWhichImportsKeepWhatStays() throws {
    for _ in 0..<2 { try tool.run("import", "in") }
    let undone = try tool.run("undo", "1", "--yes")
    #expect(undone.status == 0)
    #expect(
      undone.out == """
        Took back import 1: 0 runs gone.
        4 runs stay, as import 2 met them too. Take that back as well: remeasure undo 2

        """)
    #expect(try runCount() == 4)
    #expect(try tool.run("undo", "2", "--yes").out == "Took back import 2: 4 runs gone.\n")
    #expect(try tool.run("runs").status == 2)
  }

  /// One that is taken back itself, or was the first to bring a run, is not to blame.
  @Test func onlyLaterImportsThatStandAreNamed() throws {
    try tool.run("import", "in/0.gpx")
    for _ in 0..<5 { try tool.run("import", "in") }
    try tool.run("undo", "3", "--yes")
    let line = try #require(try tool.run("undo", "2", "--yes", "--json").out.data(using: .utf8))
    let object = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    #expect(object["import"] as? Int == 2)
    #expect(object["gone"] as? [String] == [])
    #expect(object["staying_runs"] as? Int == 3)
    #expect(object["met_by_imports"] as? [Int] == [4, 5, 6])
    for _ in 0..<2 { try tool.run("import", "in") }
    #expect(
      try tool.run("undo", "1", "--yes").out.split(whereSeparator: \.isWhitespace).joined(
        separator: " ")
        == "Took back import 1: 0 runs gone. 1 run stays, as imports 4, 5, 6 and 2 more met it too."
        + " Take those back as well: remeasure undo 4, remeasure undo 5, remeasure undo 6")
  }

  @Test func onlyTheLaterOfTwoImportsGoes() throws {
    try tool.run("import", "in/0.gpx", "in/1.gpx")
    let before = try everything()
    try tool.run("import", "in")
    try tool.run("undo", "2", "--yes")
    #expect(try everything() == before)
    #expect(try tool.run("import", "in").out.contains("2 runs imported"))
  }

  @Test func aChangedFileGoesBackToWhatItWas() throws {
    try tool.run("import", "in/0.gpx")
    let before = try everything()
    try tool.write(smallGPX(fixes: 30), to: "in/0.gpx")
    try tool.run("import", "in/0.gpx")
    #expect(try runCount() == 2)
    try tool.run("undo", "2", "--yes")
    #expect(try everything() == before)
  }

  @Test func movedFilesAndDeletedRunsAreNoHindrance() throws {
    try tool.run("import", "in")
    try FileManager.default.moveItem(
      atPath: tool.path("in/0.gpx"), toPath: tool.path("in/moved.gpx"))
    try tool.run("import", "in")
    try tool.run("delete", "latest", "--yes")
    try tool.run("undo", "1", "--yes")
    #expect(try runCount() == 3)
    #expect(try tool.run("undo", "2", "--yes").out.contains("3 runs gone"))
    let again = try tool.run("import", "in").out
    #expect(again.contains("3 runs imported"))
    #expect(again.contains("1 deleted before"))
  }
}
