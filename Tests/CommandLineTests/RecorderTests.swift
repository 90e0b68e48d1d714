import Foundation
import RunModel
import SQLite
import TestSupport
import Testing

/// What the recorder's app leaves: chunks of uploads, and its database.
@Suite struct RecorderTests {
  private static let id = "0123456789abcdef0123456789abcdef"

  /// 1 000 fixes 10 m apart, in two segments.
  private static let fixes = Fixes.north(
    (0..<1000).map { Double($0) * 10 },
    seconds: (0..<1000).map { 1_700_000_000 + Double($0) * 3 },
    accuracy: (0..<1000).map { $0.isMultiple(of: 50) ? nil : 5 },
    segments: (0..<1000).map { $0 < 450 ? 0 : 1 })

  private static let upload = RecorderUploadBuilder(run: id, fixes: fixes)

  /// What is the same however a run came: all but where from.
  private struct Outcome: Equatable {
    let state: String
    let fixes: Int
    let segments: Int
    let distance: Double
    let missing: [Int]
    let deviceDistance: Double?
    let digest: String
  }

  private func outcome(_ tool: Tool) throws -> [Outcome] {
    let list = try JSONSerialization.jsonObject(
      with: Data(tool.run("runs", "--all", "--json").out.utf8))
    let digests = try Database(path: tool.library, access: .readOnly).rows(
      "SELECT run_id, hex(points_digest) FROM run"
    ) { ($0.text(0) ?? "", $0.text(1) ?? "") }
    let byID = Dictionary(digests, uniquingKeysWith: { first, _ in first })
    return try #require(list as? [[String: Any]]).map { report in
      let run = try #require(report["run"] as? [String: Any])
      return Outcome(
        state: try #require(run["state"] as? String), fixes: try #require(run["fixes"] as? Int),
        segments: try #require(run["segments"] as? Int),
        distance: try #require(report["distance_m"] as? Double),
        missing: try #require(run["missing_chunks"] as? [Int]),
        deviceDistance: run["device_distance_m"] as? Double,
        digest: byID[run["id"] as? String ?? ""] ?? "")
    }
  }

  private func write(_ files: [(path: String, text: String)], below folder: String, _ tool: Tool)
    throws
  {
    for file in files { try tool.write(file.text, to: "\(folder)/\(file.path)") }
  }

  private func whole() throws -> [Outcome] {
    let tool = try Tool()
    try write(Self.upload.files, below: "in", tool)
    #expect(try tool.run("import", tool.path("in")).status == 0)
    return try outcome(tool)
  }

  @Test func anUploadIsOneRunUnderTheRecordersID() throws {
    let tool = try Tool()
    try write(Self.upload.files, below: "in", tool)
    #expect(try tool.run("import", tool.path("in")).status == 0)
    let run = try #require(outcome(tool).first)
    #expect(run.state == "uploaded")
    #expect(run.fixes == 1000)
    #expect(run.segments == 2)
    // 998 steps of 10 m; the one between the segments is not counted.
    #expect(abs(run.distance - 9980) < 0.5)
    #expect(run.deviceDistance == 1234.5)
    #expect(try tool.run("report", Self.id).out.contains("segments from recorder") == false)
    #expect(try tool.run("report", Self.id).out.contains("Segments from recorder"))
    let again = try tool.run("import", tool.path("in"))
    #expect(again.status == 0)
    #expect(again.out.hasPrefix("0 runs imported, 0 fixes"))
    #expect(again.out.hasSuffix("\n5 already here\n"))
  }

  @Test(arguments: [
    [[0, 3], [1], [2]], [[3], [2], [1], [0]], [[1, 2], [0, 1, 2], [3, 0]], [[2], [4], [0, 1, 3]],
  ])
  func anUploadThatComesInPartsEndsAsTheSameRun(_ imports: [[Int]]) throws {
    let expected = try whole()
    let tool = try Tool()
    // The message that ends the upload stands for number 4, and comes last where it is not named.
    for (step, numbers) in (imports + [[4]]).enumerated() {
      try write(numbers.map { Self.upload.files[$0] }, below: "part\(step)", tool)
      _ = try tool.run("import", tool.path("part\(step)"))
    }
    #expect(try outcome(tool) == expected)
  }

  @Test func missingChunksAreNamedEverywhereUntilTheyCome() throws {
    let tool = try Tool()
    let files = Self.upload.files
    try write([files[0], files[2], files[4]], below: "first", tool)
    let first = try tool.run("import", tool.path("first"))
    #expect(first.status == 1)
    #expect(first.err.contains("missing: [1, 3]"))
    #expect(try tool.run("imports", "show", "1").out.contains("missing: [1, 3]"))
    let holed = try #require(outcome(tool).first)
    #expect(holed.state == "interrupted")
    #expect(holed.missing == [1, 3])
    #expect(holed.fixes == 600)
    #expect(holed.segments == 2)
    // Neither across the hole nor before it: 299 steps each.
    #expect(abs(holed.distance - 5980) < 0.5)
    #expect(try tool.run("report", Self.id).out.contains("Parts of the upload are missing: 1, 3."))
    let report = try tool.objects("report", Self.id, "--json")
    let run = try #require(report.first?["run"] as? [String: Any])
    #expect(run["missing_chunks"] as? [Int] == [1, 3])

    try write([files[1], files[3]], below: "later", tool)
    #expect(try tool.run("import", tool.path("later")).status == 0)
    #expect(try outcome(tool) == whole())
    #expect(try !tool.run("report", Self.id).out.contains("missing"))
  }

  @Test func numberingFromOneIsUnderstood() throws {
    let tool = try Tool()
    var upload = Self.upload
    upload.firstChunk = 1
    try write(upload.files.filter { !$0.path.hasSuffix("/3.json") }, below: "in", tool)
    _ = try tool.run("import", tool.path("in"))
    #expect(try outcome(tool).first?.missing == [3])
  }

  @Test func theFirstValuesOfAFixAreKeptAndTheConflictIsSaid() throws {
    let tool = try Tool()
    try write(Self.upload.files, below: "in", tool)
    _ = try tool.run("import", tool.path("in"))
    let before = try outcome(tool)
    let chunk = Self.upload.chunk(1)
    try tool.write(
      chunk.text.replacingOccurrences(of: "\"lon\":7.0", with: "\"lon\":8.0"),
      to: "other/\(chunk.path)")
    let imported = try tool.run("import", tool.path("other"))
    #expect(imported.status == 1)
    #expect(imported.err.contains("a fix is there already with other values"))
    #expect(try tool.run("imports", "show", "2").out.contains("300 times"))
    #expect(try outcome(tool) == before)
    let diagnostics = try Database(path: tool.library, access: .readOnly).rows(
      "SELECT occurrences FROM diagnostic WHERE code = 'fixes_conflict'"
    ) { $0.integer(0) }
    #expect(diagnostics == [300])
  }

  @Test func aChunkThatCannotBeReadCostsOnlyItself() throws {
    let tool = try Tool()
    var files = Self.upload.files
    files[2].text = String(files[2].text.dropLast(500))
    try write(files, below: "in", tool)
    #expect(try tool.run("import", tool.path("in")).status == 1)
    #expect(try outcome(tool).first?.missing == [2])
    #expect(try tool.run("imports", "show", "1").out.contains("JSON is damaged"))
    // The whole one comes later.
    try write([Self.upload.files[2]], below: "again", tool)
    _ = try tool.run("import", tool.path("again"))
    #expect(try outcome(tool) == whole())
  }

  @Test func uploadsInArchivesAndUnderOtherNamesAreRead() throws {
    let tool = try Tool()
    var named = Self.upload
    named.run = "Morning run"
    let entries = (Self.upload.files + named.files).map {
      ZipBuilder.Entry("backup/\($0.path)", Array($0.text.utf8))
    }
    _ = try tool.folder.write(ZipBuilder(entries).bytes, to: "a.zip")
    #expect(try tool.run("import", tool.path("a.zip")).status == 0)
    let runs = try outcome(tool)
    #expect(runs.count == 2)
    #expect(Set(runs.map(\.digest)).count == 1)
    #expect(try tool.run("imports", "show", "1").out.contains("the id was derived from it"))
  }

  @Test func aChunkWhoseRunIsNotKnownAndOtherJSONAreSaid() throws {
    let tool = try Tool()
    try tool.write(Self.upload.chunk(0).text, to: "in/alone.json")
    try tool.write("{\"name\": \"x\"}", to: "in/x/chunks/1.json")
    try tool.write("{\"name\": \"x\"}", to: "in/other.json")
    let imported = try tool.run("import", tool.path("in"))
    #expect(imported.status == 1)
    #expect(imported.err.contains("does not say of which run"))
    #expect(try tool.run("imports", "show", "1").out.contains("Not read: 2 json"))
  }

  @Test func aDeletedRunDoesNotComeBackInParts() throws {
    let tool = try Tool()
    try write([Self.upload.files[0]], below: "in", tool)
    _ = try tool.run("import", tool.path("in"))
    _ = try tool.run("delete", Self.id, "--yes")
    try write([Self.upload.files[1]], below: "in", tool)
    _ = try tool.run("import", tool.path("in"))
    #expect(try outcome(tool).isEmpty)
  }
}

extension RecorderTests {
  private func name(_ index: Int) -> String { String(repeating: "\(index)", count: 32) }

  private static let states = ["recording", "PAUSED", "Interrupted", "FINISHED", "uploaded"]

  /// A run in each state.
  private func database(_ tool: Tool, journal: String = "DELETE") throws -> RecorderDatabaseBuilder
  {
    let builder = try RecorderDatabaseBuilder(
      at: tool.path("app.db"), tables: "PRAGMA journal_mode = \(journal)")
    try builder.execute(RecorderDatabaseBuilder.tables)
    for (index, state) in Self.states.enumerated() {
      try builder.add(name(index), state: state, Self.fixes[0..<100], distance: 990)
    }
    return builder
  }

  private func stateByID(_ tool: Tool) throws -> [String: String] {
    let rows = try Database(path: tool.library, access: .readOnly).rows(
      "SELECT run_id, state || ' ' || fix_count FROM run"
    ) { ($0.text(0) ?? "", $0.text(1) ?? "") }
    return Dictionary(rows, uniquingKeysWith: { first, _ in first })
  }

  @Test(arguments: ["DELETE", "WAL"], [false, true])
  func aDatabaseGivesItsRunsInTheirStates(_ journal: String, _ isZipped: Bool) throws {
    let tool = try Tool()
    let builder = try database(tool, journal: journal)
    let (file, log) = try builder.leftBehind()
    #expect((log != nil) == (journal == "WAL"))
    let input: URL
    if isZipped {
      let entries =
        [ZipBuilder.Entry("data/app.db", file)]
        + (log.map { [ZipBuilder.Entry("data/app.db-wal", $0)] } ?? [])
      input = try tool.folder.write(ZipBuilder(entries).bytes, to: "in/backup.zip")
    } else {
      input = try tool.folder.write(file, to: "in/app.db")
      if let log { _ = try tool.folder.write(log, to: "in/app.db-wal") }
    }
    let before = try contents(of: input.deletingLastPathComponent())
    let imported = try tool.run("import", input.path)
    #expect(imported.out.hasPrefix("5 runs imported, 500 fixes"))
    #expect(
      try stateByID(tool) == [
        name(0): "interrupted 100", name(1): "interrupted 100", name(2): "interrupted 100",
        name(3): "finished 100", name(4): "uploaded 100",
      ])
    // Nothing is written to or beside what is read.
    #expect(try contents(of: input.deletingLastPathComponent()) == before)
    let again = try tool.run("import", input.path)
    #expect(again.status == 0)
    #expect(again.out.hasPrefix("0 runs imported, 0 fixes"))
    #expect(again.out.hasSuffix("\n5 already here\n"))
    let source = try tool.objects("report", name(3), "--json").first?["run"] as? [String: Any]
    let member = (source?["source"] as? [String: Any])?["member"] as? String
    #expect(member == (isZipped ? "data/app.db!\(name(3))" : name(3)))
  }

  private func contents(of folder: URL) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) }
    )
  }

  @Test func aRunThatGrewIsExtendedAndMeasuredAgain() throws {
    let tool = try Tool()
    let builder = try database(tool)
    _ = try tool.run("import", tool.path("app.db"))
    try builder.append(Self.fixes[100..<200], to: name(0), from: 100)
    try builder.execute(
      "UPDATE run SET state = 'FINISHED', next_seq = 200, distance_m = 1990 WHERE run_id = '\(name(0))'"
    )
    let grown = try tool.run("import", tool.path("app.db"))
    #expect(grown.status == 0)
    #expect(grown.out.hasPrefix("0 runs imported, 100 fixes"))
    #expect(grown.out.contains("\n4 already here\nTake it back: remeasure undo 2\n"))
    #expect(try stateByID(tool)[name(0)] == "finished 200")
    let report = try #require(tool.objects("report", name(0), "--json").first)
    #expect(abs(try #require(report["distance_m"] as? Double) - 1990) < 0.5)
    #expect((report["run"] as? [String: Any])?["device_distance_m"] as? Double == 1990)
  }

  /// The same run by both ways, in either order, in one import or two.
  @Test(arguments: [["in/app.db", "in/up"], ["in/up", "in/app.db"], ["in"]])
  func databaseAndUploadMeetInOneRun(_ inputs: [String]) throws {
    let tool = try Tool()
    let builder = try RecorderDatabaseBuilder(at: tool.path("app.db"))
    var fixes = Self.fixes
    fixes[.speed] = fixes.time.map { _ in 3.25 }
    try builder.add(Self.id, state: "UPLOADED", fixes)
    _ = try tool.folder.write(try builder.leftBehind().file, to: "in/app.db")
    try write(Self.upload.files.filter { !$0.path.hasSuffix("/2.json") }, below: "in/up", tool)
    for input in inputs { _ = try tool.run("import", tool.path(input)) }
    let run = try #require(outcome(tool).first)
    #expect(try outcome(tool).count == 1)
    #expect(run.fixes == 1000)
    #expect(run.state == "uploaded")
    #expect(run.missing.isEmpty)
    let rows = try tool.objects("replay", Self.id, "--format", "ndjson")
    #expect(rows.count == 1000)
    #expect(rows.allSatisfy { $0["device_speed_mps"] as? Double == 3.25 })
  }

  @Test func aDamagedDatabaseAndAnotherOneAreSaid() throws {
    let tool = try Tool()
    let other = try RecorderDatabaseBuilder(
      at: tool.path("in/other.db"), tables: "CREATE TABLE run (a); CREATE TABLE b (c)")
    try other.execute("PRAGMA user_version = 3")
    let file = try database(tool).leftBehind().file
    _ = try tool.folder.write(Array(file.prefix(file.count / 3)), to: "in/broken.db")
    let imported = try tool.run("import", tool.path("in"))
    #expect(imported.status == 1)
    #expect(try tool.run("imports", "show", "1").out.contains("Not read: 1 sqlite"))
    #expect(imported.err.contains("the database is damaged"))
  }

  @Test func aPolarSessionIsImported() throws {
    let tool = try Tool()
    let waypoints = (0..<100).map {
      "{\"latitude\": \(45 + Double($0) * 10 / metresPerDegree), \"longitude\": 7,"
        + " \"elapsedMillis\": \($0 * 3000), \"altitude\": NaN}"
    }
    try tool.write(
      """
      {"startTime": "2024-05-01T12:00:00.000", "timezoneOffsetMinutes": 120, "exercises": [
        {"distanceMeters": 1000, "sport": {"id": "1"}, "routes": {"route": {
          "startTime": "2024-05-01T12:00:00.000",
          "wayPoints": [\(waypoints.joined(separator: ","))]}}}]}
      """, to: "training-session_2024-05-01T12-00-00_1-a.json")
    let imported = try tool.run(
      "import", tool.path("training-session_2024-05-01T12-00-00_1-a.json"))
    #expect(imported.status == 0)
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(tool.run("runs", "--all", "--json").out.utf8))
        as? [[String: Any]]
    ).first
    let run = try #require(report?["run"] as? [String: Any])
    #expect(run["started_at"] as? String == "2024-05-01T10:00:00.000Z")
    #expect(run["sport"] as? String == "running")
    #expect((run["source"] as? [String: Any])?["format"] as? String == "polar")
    #expect(abs(try #require(report?["distance_m"] as? Double) - 990) < 0.1)
  }
}
