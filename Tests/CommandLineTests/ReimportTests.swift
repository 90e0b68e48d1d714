import Foundation
import SQLite
import TestSupport
import Testing

/// What was read once is not read again while it is unchanged.
@Suite struct ReimportTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func importing(_ words: String...) throws -> [String: Any] {
    let outcome = try tool.run(["import"] + words + ["--json"])
    let object = try JSONSerialization.jsonObject(with: Data(outcome.out.utf8))
    return object as? [String: Any] ?? [:]
  }

  private func entries(_ count: Int) -> [ZipBuilder.Entry] {
    (0..<count).map { index in
      ZipBuilder.Entry(
        "activities/\(index).gpx", Array(smallGPX(fixes: 3 + index, name: "\(index)").utf8))
    }
  }

  /// The directory stays as it was; the data below it is rubbish.
  private func damaged(_ entries: [ZipBuilder.Entry]) -> [ZipBuilder.Entry] {
    entries.map { entry in
      var entry = entry
      entry.packed = deflated(entry.content).map { ~$0 }
      return entry
    }
  }

  private func setTime(_ name: String, _ seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: tool.path(name))
  }

  @Test func knownMembersOfAnotherArchiveAreNotUnpacked() throws {
    let old = entries(6)
    let photo = ZipBuilder.Entry("photo.jpg", [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3])
    _ = try tool.folder.write(ZipBuilder(old + [photo]).bytes, to: "january.zip")
    #expect(try importing("january.zip")["runs"] as? Int == 6)
    let new = ZipBuilder.Entry("activities/new.gpx", Array(smallGPX(fixes: 40).utf8))
    let february = ZipBuilder(damaged(old + [photo]) + [new]).bytes
    _ = try tool.folder.write(february, to: "february.zip")
    let second = try importing("february.zip")
    #expect(second["runs"] as? Int == 1)
    #expect(second["duplicates"] as? Int == 6)
    #expect(second["unsupported"] as? Int == 1)
    #expect(second["quarantined"] as? Int == 0)
    #expect(second["files"] as? Int == 8)
    // The same damage in what is not known is noticed.
    let other = try Tool()
    _ = try other.folder.write(february, to: "february.zip")
    #expect(try other.run("import", "february.zip").status == 1)
  }

  @Test func anUnchangedPlainFileIsNotOpened() throws {
    try tool.write(smallGPX(), to: "a.gpx")
    try setTime("a.gpx", 1_700_000_000)
    try tool.run("import", "a.gpx")
    let size = smallGPX().utf8.count
    try tool.write(String(repeating: "x", count: size), to: "a.gpx")
    try setTime("a.gpx", 1_700_000_000)
    #expect(try importing("a.gpx")["duplicates"] as? Int == 1)
    try setTime("a.gpx", 1_700_000_001)
    #expect(try importing("a.gpx")["quarantined"] as? Int == 1)
  }

  /// Neither a tar nor what is in it has a checksum: the archive as a whole is known.
  @Test func anUnchangedArchiveIsNotListed() throws {
    let tar = TarBuilder([
      .init("a.gpx", Array(smallGPX().utf8)), .init("b.gpx", Array(smallGPX(fixes: 5).utf8)),
    ])
    let packed = gzipped(tar.bytes)
    _ = try tool.folder.write(packed, to: "old.tgz")
    try setTime("old.tgz", 1_700_000_000)
    #expect(try importing("old.tgz")["runs"] as? Int == 2)
    _ = try tool.folder.write(packed.map { ~$0 }, to: "old.tgz")
    try setTime("old.tgz", 1_700_000_000)
    let again = try importing("old.tgz")
    #expect(again["duplicates"] as? Int == 2)
    #expect(again["files"] as? Int == 2)
    try setTime("old.tgz", 1_700_000_001)
    #expect(try importing("old.tgz")["duplicates"] as? Int == 0)
  }

  @Test func anArchiveWithSomethingUnreadIsListedAgain() throws {
    let tar = TarBuilder([.init("a.gpx", Array(smallGPX().utf8)), .init("empty.gpx", [])])
    _ = try tool.folder.write(tar.bytes, to: "a.tar")
    #expect(try importing("a.tar")["runs"] as? Int == 1)
    let second = try importing("a.tar")
    #expect(second["duplicates"] as? Int == 1)
    #expect(second["quarantined"] as? Int == 1)
  }

  @Test func aMovedFileIsTheSameSource() throws {
    try tool.write(smallGPX(), to: "in/a.gpx")
    try tool.run("import", "in")
    let (old, new) = (tool.path("in/a.gpx"), tool.path("in/renamed.gpx"))
    try FileManager.default.moveItem(atPath: old, toPath: new)
    #expect(try importing("in")["duplicates"] as? Int == 1)
    #expect(try files(of: "run_source") == [new])
    let run = try #require(try tool.objects("report", "latest", "--json").first?["run"])
    let source = try #require((run as? [String: Any])?["source"] as? [String: Any])
    #expect(source["member"] as? String == tool.path("in/renamed.gpx"))
    // The next import knows it where it is.
    #expect(try tool.run("import", "in").err.contains("1 file, as it was read before"))
  }

  @Test func aMovedArchiveIsTheSameSource() throws {
    _ = try tool.folder.write(ZipBuilder(entries(3)).bytes, to: "a.zip")
    try tool.run("import", "a.zip")
    try FileManager.default.moveItem(
      atPath: tool.path("a.zip"), toPath: tool.path("b.zip"))
    #expect(try importing("b.zip")["duplicates"] as? Int == 3)
    #expect(try files(of: "run_source") == Array(repeating: tool.path("b.zip"), count: 3))
  }

  @Test func aCopyIsASourceOfItsOwn() throws {
    try tool.write(smallGPX(), to: "in/a.gpx")
    try tool.run("import", "in")
    try tool.write(smallGPX(), to: "in/b.gpx")
    #expect(try importing("in")["duplicates"] as? Int == 2)
    #expect(try files(of: "run_source") == ["in/a.gpx", "in/b.gpx"].map(tool.path))
  }

  @Test func aChangedFileIsANewRunThatSupersedesTheOldOne() throws {
    try tool.write(smallGPX(fixes: 3), to: "a.gpx")
    try tool.run("import", "a.gpx")
    try tool.write(smallGPX(fixes: 9), to: "a.gpx")
    #expect(try importing("a.gpx")["runs"] as? Int == 1)
    let superseded = try tool.database().rows(
      """
      SELECT later.fix_count, earlier.fix_count FROM run AS later
      JOIN run AS earlier ON later.supersedes = earlier.run_id
      """
    ) { [$0.integer(0), $0.integer(1)] }
    #expect(superseded == [[9, 3]])
    #expect(try tool.database().rows("SELECT 1 FROM run") { $0.integer(0) }.count == 2)
  }

  @Test func aFileWrittenOverByAnotherRunSupersedesNothing() throws {
    try tool.write(smallGPX(fixes: 3), to: "a.gpx")
    try tool.run("import", "a.gpx")
    try tool.write(smallGPX(fixes: 9).replacing("2024-05-01", with: "2024-05-02"), to: "a.gpx")
    #expect(try importing("a.gpx")["runs"] as? Int == 1)
    let count = try tool.database().rows("SELECT count(supersedes), count(*) FROM run") {
      [$0.integer(0), $0.integer(1)]
    }
    #expect(count == [[0, 2]])
  }

  @Test func whatAnOlderReaderSetAsideIsReadAgain() throws {
    try tool.write(smallGPX(), to: "in/good.gpx")
    try tool.write("nothing of the kind", to: "in/bad.gpx")
    #expect(try tool.run("import", "in").status == 1)
    let again = try tool.run("import", "in")
    #expect(again.status == 1)
    #expect(again.err.contains("2 files, all as they were read before"), "\(again.err)")
    #expect(again.err.contains("bad.gpx: "), "\(again.err)")
    #expect(try tool.run("imports", "show", "2").out.contains("bad.gpx"))
    try tool.database().execute("UPDATE source SET reader_version = 0")
    let newer = try tool.run("import", "in")
    #expect(newer.err.contains("2 files\n"), "\(newer.err)")
    let read = try tool.database().rows("SELECT count(*) FROM source WHERE import_id = 3") {
      $0.integer(0)
    }
    #expect(read == [2])
  }

  @Test func whatIsAskedForOtherwiseIsReadAgain() throws {
    try tool.write(smallGPX(fixes: 9), to: "long.gpx")
    #expect(try importing("long.gpx", "--max-fixes", "5")["quarantined"] as? Int == 1)
    #expect(try importing("long.gpx")["runs"] as? Int == 1)
    try tool.write(smallGPX().replacing(/<time>.*?<\/time>/, with: ""), to: "route.gpx")
    #expect(try importing("route.gpx")["planned_routes"] as? Int == 1)
    #expect(try importing("route.gpx", "--untimed")["runs"] as? Int == 1)
    #expect(try importing("route.gpx", "--untimed")["duplicates"] as? Int == 1)
  }

  @Test func deletedRunsComeBackOnRequest() throws {
    try tool.write(smallGPX(), to: "a.gpx")
    try tool.run("import", "a.gpx")
    try tool.run("delete", "latest", "--yes")
    #expect(try importing("a.gpx")["deleted"] as? Int == 1)
    #expect(try importing("a.gpx", "--include-deleted")["runs"] as? Int == 1)
    #expect(try importing("a.gpx")["duplicates"] as? Int == 1)
    // Undone, it is deleted as before.
    #expect(try tool.run("undo", "3", "--yes").status == 0)
    #expect(try tool.run("undo", "4", "--yes").status == 0)
    #expect(try importing("a.gpx")["deleted"] as? Int == 1)
    #expect(try importing("a.gpx", "--include-deleted")["runs"] as? Int == 1)
    try tool.run("delete", "latest", "--yes")
    #expect(try importing("a.gpx")["deleted"] as? Int == 1)
  }

  /// The files of the sources that a table names, by path.
  private func files(of table: String) throws -> [String] {
    try tool.database().rows(
      "SELECT file FROM \(table) JOIN source USING (source_id) ORDER BY file"
    ) { $0.text(0) ?? "" }
  }
}

extension Tool {
  /// The library as SQLite sees it.
  func database() throws -> Database {
    try Database(path: library, access: .readWrite, patience: 10_000)
  }
}
