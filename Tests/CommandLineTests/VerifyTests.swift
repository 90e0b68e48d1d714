import Foundation
import SQLite
import TestSupport
import Testing

@Suite struct VerifyCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func importTwo() throws {
    try tool.write(smallGPX(fixes: 30, name: "One"), to: "in/one.gpx")
    try tool.write(smallGPX(fixes: 20, name: "Two", latitude: 40), to: "in/two.gpx")
    #expect(try tool.run("import", "in").status == 0)
  }

  private func database() throws -> Database {
    try Database(path: tool.library, access: .readWrite, patience: 10_000)
  }

  @Test func aWholeLibraryIsClean() throws {
    try importTwo()
    let verified = try tool.run("verify")
    #expect(verified.status == 0)
    #expect(
      verified.out == """
        Verified 2 runs with 50 fixes, 2 results, 2 measured again
        Nothing is damaged.

        """)
    #expect(verified.err == "")
    let object = try #require(try tool.objects("verify", "--json").first)
    #expect(object["is_clean"] as? Bool == true)
    #expect(object["remeasured"] as? Int == 2)
    #expect(try tool.run("verify", "One").out.hasPrefix("Verified 1 run with 30 fixes, 1 result,"))
    #expect(try tool.run("verify", "Three").status == 2)
  }

  @Test func aDamagedRunIsSetAsideAndComesBack() throws {
    try importTwo()
    let before = try tool.run("report", "One", "--json").out
    try tool.run("edit", "One", "--name", "Mine")
    try tool.damageRun(named: "One")

    let found = try tool.run("verify")
    #expect(found.status == 65)
    let sentences = found.out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(sentences.contains("1 thing is not as stored"))
    #expect(sentences.contains("its fixes are not those that were stored"))
    #expect(found.out.contains("\n    \(tool.path("in/one.gpx"))\n"))
    let object = try #require(try tool.objects("verify", "--json").first)
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.map { $0["kind"] as? String } == ["points"])
    #expect(findings.map { $0["remedy"] as? String } == ["set_aside"])
    #expect((findings[0]["sources"] as? [[String: Any]])?.count == 1)

    #expect(try tool.run("verify", "--repair").status == 64)
    #expect(try tool.run("verify", "--yes").status == 64)
    let repaired = try tool.run("verify", "--repair", "--yes")
    #expect(repaired.status == 0)
    #expect(repaired.out.contains("Set aside 1 run"))
    #expect(try !tool.run("runs").out.contains("Mine"))
    let after = try tool.run("verify")
    #expect(after.status == 0)
    #expect(after.out.contains("was set aside as damaged"))
    for words in [["stats"], ["recompute"], ["duplicates"], ["explain", "Two"]] {
      #expect([0, 2].contains(try tool.run(words).status), "\(words)")
    }

    // The file has not changed; it is read again all the same.
    #expect(try tool.run("import", "in").out.contains("1 run"))
    let last = try tool.run("verify")
    #expect(last.status == 0)
    #expect(!last.out.contains("set aside"))
    #expect(try tool.run("runs").out.contains("Mine"))
    try tool.run("edit", "Mine", "--name", "")
    #expect(try tool.run("report", "One", "--json").out == before)
  }

  /// One flipped bit turns “not pruned” into a time.
  @Test func aRunThatCountsAsPrunedAndHasItsPointsIsFound() throws {
    try importTwo()
    try database().run("UPDATE run SET pruned_at = 0 WHERE name = 'One'")
    let verified = try tool.run("verify")
    #expect(verified.status == 65)
    let sentences = verified.out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(sentences.contains("it counts as pruned, and its points are there"))
    #expect(try tool.run("verify", "--repair", "--yes").status == 0)
    #expect(try tool.run("verify").status == 0)
    #expect(try tool.run("replay", "One").status == 0)
  }

  /// Each ended commands with “a row holds what was never written”, and verify with 0.
  @Test(arguments: [
    ("UPDATE truth SET kind = 'trac+_laps'", "truth trac+_laps of run"),
    ("UPDATE truth SET lower_m = -1", "truth track_laps of run"),
    ("UPDATE source SET state = 'zzz'", "source 1"),
    ("UPDATE import SET state = 'zzz'", "import 1"),
  ])
  func aRowThatSQLiteTestsNoRuleOfIsNamedAndPutRight(change: String, place: String) throws {
    try importTwo()
    #expect(
      try tool.run(
        "truth", "add", "One", "--kind", "track_laps", "--lower", "50", "--upper", "51"
      ).status == 0)
    try database().execute("PRAGMA ignore_check_constraints = ON; \(change)")
    let found = try tool.run("verify")
    #expect(found.status == 65)
    #expect(found.out.contains("- \(place)"), "\(found.out)")
    #expect(!(found.out + found.err).contains(".recover"))
    #expect(try tool.run("verify", "--repair", "--yes").status == 0)
    #expect(try tool.run("verify").status == 0)
    for words in [["runs"], ["report", "One"], ["truth", "list"], ["imports", "show", "1"]] {
      #expect([0, 2].contains(try tool.run(words).status), "\(words)")
    }
    #expect(try tool.run("import", "in").status == 0)
    #expect(try tool.run("verify").status == 0)
  }

  @Test func whatDoesNoHarmIsSaidToDoNone() throws {
    try importTwo()
    try database().execute("CREATE TABLE mine (x)")
    let found = try tool.run("verify")
    #expect(found.status == 65)
    #expect(found.out.contains("It does no harm"))
    #expect(!found.out.contains("not written to"))
    try tool.write(smallGPX(name: "Three", latitude: 10), to: "in/three.gpx")
    #expect(try tool.run("import", "in").status == 0)
  }

  @Test func ofMissingTablesItIsSaidOnceWhatHelps() throws {
    try importTwo()
    try database().execute(
      "PRAGMA foreign_keys = OFF; DROP TABLE truth; DROP TABLE result; DROP VIEW claim")
    let found = try tool.run("verify")
    #expect(found.status == 65)
    let words = found.out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("- these are missing: view claim, table result, table truth."), "\(words)")
    #expect(words.components(separatedBy: "Go back to a backup").count == 2)
    #expect(words.contains("import the files into a new library"))
    for nonsense in ["drop it", "--repair"] { #expect(!words.contains(nonsense), "\(words)") }
    let object = try #require(try tool.objects("verify", "--json").first)
    let findings = object["findings"] as? [[String: Any]] ?? []
    #expect(findings.count { $0["detail"] as? String == "it is missing" } >= 3)
    #expect(try tool.run("verify", "--repair", "--yes").out == found.out)
  }

  /// SQLite stumbles over it in its own checks, and again where the runs are read.
  @Test func theSameDamageIsSaidOnce() throws {
    try importTwo()
    let pages = try database().rows(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'run_to_match'"
    ) {
      $0.integer(0) ?? 0
    }
    try database().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let file = try FileHandle(forUpdating: URL(filePath: tool.library))
    try file.seek(toOffset: UInt64((pages[0] - 1) * 8192))
    try file.write(contentsOf: Data(repeating: 0xA5, count: 8192))
    try file.close()
    let found = try tool.run("verify")
    #expect(found.status == 65)
    let text = found.out + found.err
    #expect(text.components(separatedBy: "malformed").count <= 2, "\(text)")
  }

  @Test func aSourceThatIsGoneIsSaidToBe() throws {
    try importTwo()
    try tool.damageRun(named: "One")
    #expect(try !tool.run("verify").out.contains("(not there now)"))
    try FileManager.default.removeItem(atPath: tool.path("in/one.gpx"))
    #expect(try tool.run("verify").out.contains("one.gpx (not there now)"))
  }

  @Test func aLibraryWhoseVersionIsLostIsNotTakenForNone() throws {
    try importTwo()
    try database().execute("PRAGMA user_version = 0")
    for words in [["runs"], ["import", "in"], ["verify"]] {
      let refused = try tool.run(words)
      #expect(refused.status == 65, "\(words)")
      #expect(refused.err.contains("its version is 0"), "\(words)")
    }
  }

  @Test func aRunThatWasSetAsideCanBeDeletedForGood() throws {
    try importTwo()
    let id = try #require(
      try database().rows("SELECT run_id FROM run WHERE name = 'One'") { $0.text(0) }.first ?? nil)
    try tool.damageRun(named: "One")
    #expect(try tool.run("verify", "--repair", "--yes").status == 0)
    #expect(try tool.run("delete", String(id.prefix(8)), "--yes").status == 0)
    for table in ["set_aside_run", "set_aside_chunk", "set_aside_source"] {
      #expect(try database().rows("SELECT 1 FROM \(table)") { $0.integer(0) } == [], "\(table)")
    }
    try tool.run("import", "in")
    #expect(try !tool.run("runs").out.contains("One"))
  }

  @Test func whatSQLiteCannotReadIsNotRepaired() throws {
    try importTwo()
    var bytes = Array(try Data(contentsOf: URL(filePath: tool.library)))
    // The count of cells on the second page, the root of the first table.
    bytes[8192 + 3] = 0xFF
    try Data(bytes).write(to: URL(filePath: tool.library))
    let before = try Data(contentsOf: URL(filePath: tool.library))
    let found = try tool.run("verify", "--repair", "--yes")
    #expect(found.status == 65)
    #expect((found.out + found.err).contains(".recover"))
    #expect(try Data(contentsOf: URL(filePath: tool.library)) == before)
  }

  @Test func aTriggerThatOthersMadeIsNamedAndNeverRuns() throws {
    try importTwo()
    try database().execute(
      """
      CREATE TABLE ran (x);
      CREATE TRIGGER mine AFTER INSERT ON source BEGIN INSERT INTO ran VALUES (1); END
      """)
    try tool.write(smallGPX(name: "Three", latitude: 10), to: "in/three.gpx")
    for words in [
      ["import", "in"], ["delete", "One", "--yes"], ["recompute"], ["undo", "1", "--yes"],
    ] {
      let refused = try tool.run(words)
      #expect(refused.status == 65, "\(words)")
      #expect(refused.err.contains("its trigger “mine” was not made by this tool"), "\(words)")
    }
    #expect(try tool.run("runs").status == 0)
    let found = try tool.run("verify")
    #expect(found.status == 65)
    #expect(found.out.contains("trigger mine: it was not made by this tool"))
    #expect(found.out.contains("table ran: it was not made by this tool"))
    #expect(try database().rows("SELECT x FROM ran") { $0.text(0) } == [])
    try database().execute("DROP TRIGGER mine; DROP TABLE ran")
    #expect(try tool.run("import", "in").status == 0)
  }

  @Test(arguments: [
    "PRAGMA application_id = 5", "PRAGMA user_version = 99",
    "DROP VIEW claim; CREATE VIEW claim AS SELECT 1",
    """
    DROP TABLE truth; CREATE TABLE truth (run_id, kind, lower_m, upper_m, source, added_at);
    INSERT INTO truth VALUES (1, x'00', 'long', NULL, 2, 'now')
    """,
  ])
  func aLibraryThatIsNotOursIsRefusedWithItsReason(_ change: String) throws {
    try importTwo()
    try database().execute(change)
    for words in [["runs"], ["stats"], ["import", "in"], ["truth", "list"], ["report", "One"]] {
      let refused = try tool.run(words)
      #expect(refused.status == 65, "\(words)")
      #expect(refused.out == "")
      #expect(refused.err.hasPrefix("remeasure: \(tool.library): "), "\(refused.err)")
      #expect(refused.err.split(separator: "\n").count == 1)
    }
    #expect(try tool.run("verify").status == 65)
  }

  /// STRICT tables take no text for a number, but numbers of any size.
  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "1e308"])
  func absurdNumbersNeverTrap(_ number: String) throws {
    for column in [
      "run.started_at", "run.ended_at", "run.fix_count", "run.next_seq", "run.segment_count",
      "run.version", "run.device_distance_m", "run.timer_time_s", "run.matched_version",
      "run.chunk_count", "import.started_at", "import.ended_at", "source.size",
      "source.new_fixes", "source.new_runs", "source.run_count", "source.listed_size",
      "run_version.reader_version",
    ] {
      let own = try Tool()
      try own.write(smallGPX(fixes: 3, name: "One"), to: "in/one.gpx")
      try own.write(smallGPX(fixes: 3, name: "Two"), to: "in/two.gpx")
      try own.run("import", "in")
      let parts = column.split(separator: ".")
      let raw = try Database(path: own.library, access: .readWrite, patience: 10_000)
      // What a column cannot hold is refused by SQLite, and then there is nothing to try.
      try? raw.execute("UPDATE \(parts[0]) SET \(parts[1]) = \(number)")
      for words in [
        ["runs"], ["runs", "--json"], ["stats"], ["imports"], ["imports", "show", "1"], ["verify"],
        ["report", "One"], ["report", "One", "--json"], ["explain", "One"], ["duplicates"],
        ["import", "in"], ["recompute"],
      ] {
        let outcome = try own.run(words)
        #expect([0, 1, 2, 65].contains(outcome.status), "\(column) \(words): \(outcome.err)")
      }
    }
  }
}
