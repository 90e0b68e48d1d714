import Foundation
import SQLite
import TestSupport
import Testing

/// After a deletion nothing of a run is left in the library, its log or its free space; after pruning nothing of
/// its points.
@Suite struct DeletionTests {
  private static func tool() throws -> Tool {
    let tool = try Tool()
    try tool.write(Secrets.gpx(), to: "in/xyzzyfile.gpx")
    _ = try tool.folder.write(Secrets.fit, to: "in/xyzzyfile.fit")
    try tool.run("simulate", "--runs", "30", "--seed", "5", "--output", "in")
    #expect(try tool.run("import", "in").status == 0)
    return tool
  }

  private static func found(_ pieces: [Data], in bytes: Data) -> Int {
    pieces.count { bytes.range(of: $0) != nil }
  }

  @Test(arguments: [Secrets.name, "2002-09-03"])
  func nothingOfADeletedRunIsLeft(run: String) throws {
    let tool = try Self.tool()
    let id = try tool.id(of: run)
    let others = try tool.run("runs", "--json").out
    // Rows that move about and are written over leave copies.
    for number in 0..<20 { try tool.run("edit", id, "--name", "Xyzzyname \(number)") }
    try tool.run("recompute", "--params", "any@1")
    try tool.run("truth", "add", id, "--kind", "map_trace", "--lower", "4000", "--upper", "4400")
    let packed = try tool.packedPieces(ofRun: id)
    let named =
      run == Secrets.name
      ? ["Xyzzyname", Secrets.name, "xyzzyfile.gpx"]
      : ["Xyzzyname", "\(Secrets.serial)", "xyzzyfile.fit"]
    let secrets = packed + named.map { Data($0.utf8) }
    #expect(Self.found(secrets, in: try tool.libraryBytes()) == packed.count + 3)
    #expect(packed.count > 5)

    let outcome = try tool.run("delete", id, "--yes")
    #expect(outcome.status == 0 && outcome.err.isEmpty, "\(outcome)")
    let after = try tool.libraryBytes()
    #expect(Self.found(secrets, in: after) == 0)
    // What stays: the id, under which it stays away.
    #expect(after.range(of: Data(id.utf8)) != nil)
    #expect(try tool.rows("SELECT run_id FROM tombstone") == [id])
    #expect(try tool.run("verify").status == 0)
    let left = try tool.run("runs", "--json").out
    #expect(others.contains(id) && !left.contains(id))
    #expect(try tool.run("imports", "show", "1").status == 0)
    try tool.run("import", "in")
    #expect(try tool.run("runs", "--json").out == left)
    try tool.run("import", "in", "--include-deleted")
    #expect(try tool.run("runs", "--json").out.contains(id))
  }

  @Test func onlyNamedRunsGo() throws {
    let tool = try Self.tool()
    let count = try tool.rows("SELECT count(*) FROM run")
    try tool.run("delete", Secrets.name, "2002-09-03", "--yes")
    #expect(try tool.rows("SELECT count(*) FROM run") == [String((Int(count[0]) ?? 0) - 2)])
    let bytes = try tool.libraryBytes()
    #expect(bytes.range(of: Data("yzzy".utf8)) == nil)
    #expect(bytes.range(of: Data("\(Secrets.serial)".utf8)) == nil)
    #expect(Self.found(Secrets.writtenPlaces, in: bytes) == 0)
  }

  @Test func pruningDropsPointsAndKeepsResultsForEver() throws {
    let tool = try Self.tool()
    let id = try tool.id(of: "2002-09-03")
    let packed = try tool.packedPieces(ofRun: id)
    let runs = try tool.run("runs", "--json").out
    #expect(try tool.run("prune", "--older-than", "2003").status == 64)
    #expect(try tool.run("prune").status == 64)
    #expect(try tool.run("prune", "--older-than", "1999", "--yes").status == 2)
    #expect(Self.found(packed, in: try tool.libraryBytes()) == packed.count)

    let outcome = try tool.run("prune", "--older-than", "2003", "--yes")
    #expect(outcome.status == 0 && outcome.out.contains("Pruned 1"), "\(outcome)")
    let after = try tool.libraryBytes()
    #expect(Self.found(packed, in: after) == 0)
    let left = try tool.run("runs", "--json").out
    let without = left.replacing(/,"pruned_at":"[^"]*"/, with: "")
    #expect(without == runs)
    #expect(left != runs)
    let listed = try tool.run("runs").out.split(separator: "\n")
    #expect(
      listed.filter { $0.hasSuffix(" *") }.map { $0.prefix(8) } == [id.prefix(8)], "\(listed)")
    #expect(listed.last == "*: 1 run was pruned: only its sums are left.")
    try tool.run("import", "in")
    #expect(try tool.rows("SELECT count(*) FROM point_chunk WHERE run_id = '\(id)'") == ["0"])
    #expect(try tool.run("prune", "--older-than", "2003", "--yes").status == 2)
  }

  @Test(arguments: ["1980-01-06", "2098-05-01"])
  func aRunThatIsOldByAWrongClockAloneIsNotPruned(date: String) throws {
    let tool = try Tool()
    try tool.write(smallGPX().replacing("2024-05-01", with: date), to: "wrong.gpx")
    try tool.write(smallGPX(name: "Right"), to: "right.gpx")
    try tool.run("import", "wrong.gpx", "right.gpx")
    let outcome = try tool.run("prune", "--older-than", "2099", "--yes")
    #expect(outcome.out.contains("Pruned 1"), "\(outcome)")
    #expect(outcome.err.contains("left out"), "\(outcome)")
    let left = try tool.rows(
      "SELECT name FROM run WHERE run_id IN (SELECT run_id FROM point_chunk)")
    #expect(left == ["Small"])
  }

  /// What needs points says that they were pruned; all else goes on.
  @Test func everyCommandGetsOnWithAPrunedRun() throws {
    let tool = try Self.tool()
    let id = try tool.id(of: "2002-09-03")
    try tool.run("prune", "--older-than", "2003", "--yes")
    let needPoints: [[String]] = [
      ["explain", id], ["replay", id], ["report", id, "--format", "html"],
      ["report", id, "--share", "--without-zones"], ["export", id, "--share", "--without-zones"],
      ["compare", "run@1", "hike@1", "--run", id],
      ["privacy-zones", "add", "Home", "--around", id],
    ]
    for words in needPoints {
      let outcome = try tool.run(words)
      #expect(outcome.status == 2, "\(words): \(outcome)")
      #expect(outcome.err.contains("pruned"), "\(words): \(outcome)")
    }
    let doWithout: [[String]] = [
      ["truth", "add", id, "--kind", "map_trace", "--lower", "4000", "--upper", "4400"],
      ["report", id], ["report", id, "--json"], ["report", id, "--format", "csv"], ["runs"],
      ["export", "--all", "--format", "csv"], ["report", "--all", "--json"],
      ["report", "--all", "--format", "csv"], ["recompute"],
      ["recompute", "--params", "any@1", "--json"], ["compare", "run@1", "hike@1"], ["stats"],
      ["routes", "--min-runs", "1"], ["verify", "--all-results"],
      ["sql", "SELECT count(*) FROM track_point"], ["edit", id, "--sport", "hiking"],
      ["report", "--all", "--format", "html", "--output", "pages"], ["imports"],
      ["report", "--all", "--share", "--without-zones", "--json"],
      ["export", "--all", "--share", "--without-zones", "--json"],
      ["backup", "copy.sqlite"], ["undo", "1", "--yes"],
    ]
    for words in doWithout {
      let outcome = try tool.run(words)
      #expect(outcome.status == 0, "\(words): \(outcome.status) \(outcome.err)")
    }
  }

  /// Its points are all that tells what is right.
  @Test(arguments: [
    "DROP TRIGGER result_is_not_changed; UPDATE result SET distance_m = distance_m + 1",
    "UPDATE run SET started_at = started_at - (1 << 39), ended_at = ended_at - (1 << 39)",
  ])
  func aDamagedRunIsNotPruned(damage: String) throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "small.gpx")
    try tool.run("import", "small.gpx")
    try Database(path: tool.library, access: .readWrite, patience: 1000).execute(damage)
    let outcome = try tool.run("prune", "--older-than", "2099", "--yes")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.err.contains("left out: it is damaged"), "\(outcome)")
    #expect(try tool.rows("SELECT count(*) FROM point_chunk") == ["1"])
  }

  /// A set that measures on the sphere says nothing along WGS 84, and truths are held against nothing else.
  @Test func aTruthOfAPrunedRunIsHeldAgainstNothing() throws {
    let tool = try Self.tool()
    let id = try tool.id(of: "2002-09-03")
    try tool.run("truth", "add", id, "--kind", "map_trace", "--lower", "4000", "--upper", "4400")
    try tool.run("prune", "--older-than", "2003", "--yes")
    let report = try tool.run("report", id)
    #expect(report.status == 0)
    let words = report.out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("without its points this cannot be held against it"), "\(words)")
    #expect(try tool.run("report", id, "--json").out.contains(#""error_percent":null"#))
  }

  @Test func aPrunedRunCountsInTotalsAndIsSaidToBePruned() throws {
    let tool = try Self.tool()
    let id = try tool.id(of: "2002-09-03")
    func total() throws -> Double? {
      let all = try tool.objects("stats", "--json").first?["distance_m"]
      return all as? Double
    }
    let before = try total()
    #expect(before != nil)
    try tool.run("prune", "--older-than", "2003", "--yes")
    #expect(try total() == before)
    #expect(try tool.run("report", id).out.contains("Its points were pruned on"))
    #expect(try tool.run("report", id, "--params", "ride@1").err.contains("left out"))
    #expect(try tool.run("verify").out.contains("pruned"))
    let rows = try tool.run("sql", "SELECT count(*) FROM track_point WHERE run_id = '\(id)'")
    #expect(rows.out.contains("0"))
  }
}
