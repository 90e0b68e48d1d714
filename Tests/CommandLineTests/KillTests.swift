import Foundation
import SQLite
import Simulation
import TestSupport
import Testing

/// An import that is killed at any moment and run again ends with the library of an undisturbed one.
@Suite(.serialized) struct KillTests {
  private static let kills = 52
  private static let simulatedRuns = 520
  private static let changedFiles = 40

  private let tool: Tool

  init() throws { tool = try Tool() }

  /// An import of many new files, of nested archives, copies and changed files, into a library that
  /// has some of it already.
  private func makeInput() throws {
    let count = "\(Self.simulatedRuns)"
    try tool.run("simulate", "--runs", count, "--seed", "100", "--format", "fit", "--output", "in")
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.path("in")).sorted()
    for name in names.prefix(30) {
      try FileManager.default.copyItem(
        atPath: tool.path("in/\(name)"), toPath: tool.path("in/z copy of \(name)"))
    }
    for index in 0..<Self.changedFiles {
      try tool.write(smallGPX(fixes: 3 + index, latitude: 40), to: "in/changed \(index).gpx")
    }
    let inner = (0..<20).map { index in
      ZipBuilder.Entry("\(index).gpx", Array(smallGPX(fixes: 5 + index, latitude: 30).utf8))
    }
    let tar = TarBuilder(
      inner.map { .init(String(decoding: $0.name, as: UTF8.self), $0.content + [10]) })
    let outer = ZipBuilder([
      .init("inner.zip", ZipBuilder(inner).bytes), .init("old.tgz", gzipped(tar.bytes)),
      .init("broken.gpx", Array("<gpx>".utf8)),
    ])
    _ = try tool.folder.write(outer.bytes, to: "in/m nested.zip")
    try tool.run("import", "in/changed 0.gpx", "in/m nested.zip", "in/run-100.fit")
    for index in 1..<Self.changedFiles { try tool.run("import", "in/changed \(index).gpx") }
    for index in 0..<Self.changedFiles {
      try tool.write(smallGPX(fixes: 13 + index, latitude: 40), to: "in/changed \(index).gpx")
    }
  }

  /// All that the library holds, without what tells imports and moments apart, in a fixed order.
  private static let export = [
    """
    SELECT run_id, state, sport, name, device, started_at, ended_at, segment_count, fix_count,
    next_seq, version, hex(points_digest), supersedes, primary_run FROM run ORDER BY run_id
    """,
    """
    SELECT run_id, version, hex(points_digest), run_version.reader_version, file, member
    FROM run_version LEFT JOIN source USING (source_id) ORDER BY run_id, version
    """,
    """
    SELECT run_id, version, first_seq, fix_count, hex(core_seal), hex(extra_seal), length(core)
    FROM point_chunk ORDER BY run_id, version, first_seq
    """,
    """
    SELECT run_id, set_name, set_version, hex(points_digest), distance_m, raw_distance_m, counted
    FROM result ORDER BY run_id, set_name, set_version
    """,
    "SELECT run_id, file, member FROM run_source JOIN source USING (source_id) ORDER BY 1, 2, 3",
    """
    SELECT DISTINCT file, member, hex(sha256), state, reason_code, run_count
    FROM source WHERE reader_version IS NOT NULL ORDER BY file, member, sha256, state
    """,
    "SELECT run_id, kind, value FROM known_origin ORDER BY run_id, kind, value",
    "SELECT file, size, count(*) FROM archive JOIN archive_source USING (archive_id) GROUP BY 1, 2",
  ]

  private func content(_ tool: Tool) throws -> [String] {
    let library = try Database(path: tool.library, access: .readOnly, patience: 10_000)
    return try Self.export.map { query in
      // The widest has 14 columns; those beyond a row's last one read as NULL.
      try library.rows(query) { row in
        (0..<14).map { row.text($0) ?? "–" }.joined(separator: "|")
      }.joined(separator: "\n")
    }
  }

  @Test func fiftyKillsOfAnImportLoseNothing() throws {
    try makeInput()
    let base = try Data(contentsOf: URL(filePath: tool.library))
    let before = try sourceCount(tool)
    #expect(try tool.run("import", "in").status == 1)
    let expected = try content(tool)
    let all = try sourceCount(tool) - before

    var generator = SeededGenerator(seed: 20)
    var hits = 0
    for round in 0..<Self.kills {
      var killed = tool
      killed.environment["REMEASURE_LIBRARY"] = tool.path("killed-\(round).sqlite")
      try base.write(to: URL(filePath: killed.library))
      let process = try killed.start(["import", "in"])
      // Never at the same distance from a commit.
      try wait(until: before + Int.random(in: 0...all * 3 / 4, using: &generator), killed, process)
      for _ in 0..<Int.random(in: 0...40, using: &generator) { _ = try sourceCount(killed) }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let committed = try sourceCount(killed) - before
      if (1..<all).contains(committed) { hits += 1 }
      #expect(try killed.run("import", "in").status == 1)
      let found = try content(killed)
      for (found, expected) in zip(found, expected) where found != expected {
        Issue.record("after kill \(round): \(difference(found, expected))")
      }
      let running = try killed.database().rows(
        "SELECT 1 FROM import WHERE state = 'running'"
      ) { $0.integer(0) }
      #expect(running.isEmpty)
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: killed.library + suffix)
      }
    }
    #expect(hits >= Self.kills * 3 / 4, "only \(hits) of \(Self.kills) kills met the import")
    print("\(hits) of \(Self.kills) kills met the import in its middle")
  }

  private func difference(_ found: String, _ expected: String) -> String {
    let (found, expected) = (found.split(separator: "\n"), expected.split(separator: "\n"))
    let pair = zip(found, expected).first { $0 != $1 }
    return
      "\(found.count) lines for \(expected.count), first \(pair.map { "\($0) for \($1)" } ?? "")"
  }

  /// Looks at the library until so many sources are committed, or the process has ended.
  private func wait(until count: Int, _ tool: Tool, _ process: Process) throws {
    let library = try Database(path: tool.library, access: .readOnly, patience: 10_000)
    while process.isRunning, try sourceCount(library) < count {}
  }

  private func sourceCount(_ tool: Tool) throws -> Int {
    try sourceCount(Database(path: tool.library, access: .readOnly, patience: 10_000))
  }

  private func sourceCount(_ library: Database) throws -> Int {
    try library.rows("SELECT count(*) FROM source") { $0.integer(0) ?? 0 }.first ?? 0
  }
}
