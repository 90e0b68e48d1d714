import Foundation
import TestSupport
import Testing

@Suite struct ImportTests {
  @Test func theSameContentTwiceAddsNothing() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "runs/a.gpx")
    try tool.write(smallGPX(), to: "runs/copy of a.gpx")
    let first = try #require(try tool.objects("import", "runs", "--json").first)
    #expect(first["runs"] as? Int == 1)
    #expect(first["duplicates"] as? Int == 1)
    let before = try tool.run("report", "--all", "--json").out
    let second = try tool.run("import", "runs")
    #expect(second.status == 0)
    #expect(try tool.run("report", "--all", "--json").out == before)
  }

  @Test func plainGzippedAndZippedFilesAreOneRun() throws {
    let tool = try Tool()
    let gpx = Array(smallGPX().utf8)
    _ = try tool.folder.write(gpx, to: "in/a.gpx")
    _ = try tool.folder.write(gzipped(gpx), to: "in/b.gpx.gz")
    let archive = ZipBuilder([.init("c.gpx", gpx), .init("d.gpx.gz", gzipped(gpx))])
    _ = try tool.folder.write(archive.bytes, to: "in/e.bin")
    let outcome = try #require(try tool.objects("import", "in", "--json").first)
    #expect(outcome["files"] as? Int == 4)
    #expect(outcome["runs"] as? Int == 1)
    #expect(outcome["duplicates"] as? Int == 3)
  }

  @Test func aBadFileIsSetAsideAndTheRestIsImported() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "in/good.gpx")
    try tool.write("nothing of the kind", to: "in/bad.gpx")
    try tool.write("a note", to: "in/readme.txt")
    let outcome = try tool.run("import", "in")
    #expect(outcome.status == 1)
    #expect(outcome.err.contains("in/bad.gpx: "))
    #expect(outcome.out.contains("1 run imported"))
    #expect(outcome.out.contains("1 unreadable"))
    #expect(try tool.run("imports", "--failed").out.contains("bad.gpx"))
  }

  @Test func sourcesAreStoredInTheOrderTheyWereMet() throws {
    let tool = try Tool()
    for (index, name) in ["d", "b", "e", "a", "c"].enumerated() {
      let text = name == "c" || name == "d" ? "no activity" : smallGPX(fixes: 3 + index)
      try tool.write(text, to: "in/\(name).gpx")
    }
    try tool.run("import", "in/e.gpx", "in", "nowhere.gpx", "--jobs", "3")
    let shown = try #require(try tool.objects("imports", "show", "1", "--json").first)
    let sources = try #require(shown["sources"] as? [[String: Any]])
    let names = sources.compactMap { ($0["member"] as? String)?.split(separator: "/").last }
    #expect(
      names == ["e.gpx", "a.gpx", "b.gpx", "c.gpx", "d.gpx", "e.gpx", "nowhere.gpx"])
    #expect(sources.allSatisfy { ($0["member"] as? String)?.hasPrefix("/") ?? false })
  }

  @Test func aFileCutShortKeepsItsCompleteFixes() throws {
    let tool = try Tool()
    let whole = smallGPX(fixes: 5)
    let cut = try #require(whole.range(of: "<trkpt", options: .backwards))
    try tool.write(String(whole[..<cut.upperBound]), to: "cut.gpx")
    let outcome = try tool.run("import", "cut.gpx")
    #expect(outcome.status == 1)
    #expect(
      outcome.err.contains(
        /cut\.gpx: the file ends before the document does \(.*\); the fixes before it are kept\n/),
      "\(outcome.err)")
    let run = try #require(try tool.objects("report", "latest", "--json").first?["run"])
    #expect((run as? [String: Any])?["state"] as? String == "interrupted")
    #expect((run as? [String: Any])?["fixes"] as? Int == 4)
  }

  @Test func filesOfNoKindAreNamedUpToFive() throws {
    let tool = try Tool()
    for name in ["a", "b", "c", "d", "e", "f", "g"] {
      try tool.write("note \(name)", to: "in/\(name)")
    }
    try tool.run("import", "in")
    let lines = try tool.run("imports", "show", "1").out.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex(of: "Not read: 7 of no kind known here"))
    #expect(
      lines[(start + 1)...].map(\.self) == ["a", "b", "c", "d", "e"].map {
        "  \(tool.path("in/\($0)"))"
      }
        + ["  and 2 more; all: remeasure imports show 1 --json"])
  }

  /// The way that is named brings all that the library holds.
  @Test func aLibraryIsToldFromOtherDatabasesAndItsRunsCanBeBrought() throws {
    let tool = try Tool()
    for index in 0..<2 { try tool.write(smallGPX(fixes: 5 + index), to: "in/\(index).gpx") }
    try tool.run("import", "in", "--library", "other.sqlite")
    let outcome = try tool.run("import", "other.sqlite")
    #expect(outcome.status == 2)
    let way = [
      "export --all --format sqlite --output rows.sqlite", "  remeasure import rows.sqlite",
    ]
    #expect(
      outcome.out.hasSuffix(
        """
        1 library of Remeasure
        A library is not imported: use it as it is with --library, or bring its runs
        here by:
          remeasure --library FILE \(way[0])
        \(way[1])

        """), "\(outcome.out)")
    let shown = try tool.run("imports", "show", "1").out
    #expect(shown.contains("\nNot read: 1 library of Remeasure\n"))
    #expect(
      shown.contains("  remeasure --library \(tool.path("other.sqlite")) \(way[0])\n\(way[1])\n"))
    let source = try #require(
      try tool.objects("imports", "show", "1", "--json").first?["sources"] as? [[String: Any]]
    ).first
    #expect(source?["code"] as? String == "remeasure_library")
    _ = try tool.shell("remeasure --library other.sqlite \(way[0])")
    #expect(try tool.run("import", "rows.sqlite").out.contains("2 runs imported, 11 fixes"))
  }

  @Test func aDryRunChangesNothing() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "a.gpx")
    let rehearsal = try tool.run("import", "a.gpx", "--dry-run")
    #expect(rehearsal.status == 0)
    #expect(rehearsal.out.contains("1 run"))
    #expect(try tool.run("runs").status == 2)
    #expect(try tool.run("imports").status == 2)
  }

  @Test func aPlannedRouteIsTakenInOnlyWhenAsked() throws {
    let tool = try Tool()
    let route = smallGPX().replacing(/<time>.*?<\/time>/, with: "")
    try tool.write(route, to: "route.gpx")
    #expect(try tool.run("import", "route.gpx").out.contains("1 planned route"))
    #expect(try tool.run("runs").status == 2)
    #expect(try tool.run("import", "route.gpx", "--untimed").out.contains("1 run imported"))
    #expect(try tool.run("runs").status == 0)
  }

  @Test func aDeletedRunStaysDeleted() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "a.gpx")
    try tool.run("import", "a.gpx")
    #expect(try tool.run("delete", "latest").status == 64)
    #expect(try tool.run("delete", "latest", "--yes").status == 0)
    #expect(try tool.run("runs").status == 2)
    let again = try #require(try tool.objects("import", "a.gpx", "--json").first)
    #expect(again["deleted"] as? Int == 1)
    #expect(try tool.run("runs").status == 2)
  }

  /// No file, no format and no language of the machine may change what is read.
  @Test(arguments: ["C", "de_DE.UTF-8"], ["UTC", "Asia/Kolkata"])
  func localeAndZoneOfTheMachineDecideNothing(locale: String, zone: String) throws {
    var tool = try Tool()
    tool.environment["LC_ALL"] = locale
    tool.environment["TZ"] = zone
    try tool.write(smallGPX(), to: "a.gpx")
    try tool.run("import", "a.gpx")
    let report = try #require(try tool.objects("report", "latest", "--json").first)
    let run = try #require(report["run"] as? [String: Any])
    #expect(run["started_at"] as? String == "2024-05-01T10:00:00.000Z")
    #expect(report["raw_distance_m"] as? Double ?? 0 > 22)
  }
}
