import Foundation
import SQLite
import TestSupport
import Testing

/// Queries of the user's own, from the words to what is printed.
@Suite struct SQLTests {
  private static let places = "SELECT seq, t, lat, lon FROM track_point WHERE seq < 2"

  private func filled() throws -> Tool {
    let tool = try Tool()
    try tool.write(smallGPX(name: "Morning"), to: "a.gpx")
    try tool.run("import", "a.gpx")
    return tool
  }

  @Test(arguments: [
    (
      "text",
      """
      seq              t      lat  lon
        0  1714557600000       46    8
        1  1714557601000  46.0001    8

      """
    ),
    ("csv", "seq,t,lat,lon\r\n0,1714557600000,46,8\r\n1,1714557601000,46.0001,8\r\n"),
    (
      "json",
      """
      [
      {"seq":0,"t":1714557600000,"lat":46,"lon":8},
      {"seq":1,"t":1714557601000,"lat":46.0001,"lon":8}
      ]

      """
    ),
    (
      "ndjson",
      """
      {"seq":0,"t":1714557600000,"lat":46,"lon":8}
      {"seq":1,"t":1714557601000,"lat":46.0001,"lon":8}

      """
    ),
  ])
  func everyFormatIsExact(format: String, expected: String) throws {
    let tool = try filled()
    let outcome = try tool.run("sql", Self.places, "--format", format)
    #expect(outcome.out == expected)
    #expect(outcome.err.isEmpty)
    #expect(outcome.status == 0)
    #expect(
      try tool.run("sql", Self.places, "--format", format, "--output", "out").status == 0)
    #expect(try String(contentsOfFile: tool.path("out"), encoding: .utf8) == expected)
  }

  @Test func aRowIsNoLongerThanAValueMayBe() throws {
    let tool = try filled()
    func row(_ value: String, count: Int) throws -> Tool.Outcome {
      let values = Array(repeating: value, count: count).joined(separator: ", ")
      return try tool.run("sql", "SELECT \(values)")
    }
    let whole = try row("zeroblob(33000000)", count: 9)
    #expect(whole.status == 64 && whole.err.contains("256 MB"), "\(whole.err)")
    #expect(try row("hex(zeroblob(50000000))", count: 15).status == 64)
    #expect(try row("zeroblob(33000000)", count: 7).status == 0)
  }

  /// A terminal sees no character that acts on it; what is no terminal gets every byte.
  @Test func aNameCannotActOnATerminal() throws {
    let tool = try filled()
    let command = "sql \"SELECT 'a' || char(27) || '[2J' || char(8238) || 'é' AS x\" --format csv"
    #expect(try tool.shell("remeasure \(command)").text == "x\r\na\u{1B}[2J\u{202E}é\r\n")
    try tool.write("import pty, sys\npty.spawn(['/bin/sh', '-c', sys.argv[1]])\n", to: "spawn.py")
    try tool.write("exec '\(Tool.binary.path)' \(command)\n", to: "command.sh")
    let shown = try tool.shell("python3 spawn.py '. ./command.sh' </dev/null").text
    #expect(shown.contains("a�[2J�é"), "\(shown.debugDescription)")
    #expect(!shown.contains("\u{1B}"))
  }

  @Test func theQueryMayComeFromStdin() throws {
    let tool = try filled()
    let counted = try tool.shell(
      "echo 'SELECT count(*) AS n FROM track_point' | remeasure sql - --json")
    #expect(counted.text == "[\n{\"n\":3}\n]\n")
    #expect(try tool.shell("printf 'SELECT \\377' | remeasure sql -").status == 64)
    #expect(try tool.shell("head -c 2000000 /dev/zero | remeasure sql -").status == 64)
    #expect(try tool.shell("remeasure sql - </dev/null").status == 64)
    #expect(try tool.shell("remeasure sql - <&-").status == 74)
  }

  @Test(arguments: [
    "-- x = 1\nSELECT 1 AS a", "--note\nSELECT 1 AS a", "-- a\n\tSELECT 1 AS a -- b",
  ])
  func aQueryMayBeginWithAComment(query: String) throws {
    let tool = try filled()
    #expect(try tool.run("sql", query, "--format", "ndjson").out == "{\"a\":1}\n")
    #expect(try tool.run("sql", query, "--output=my file", "--json").status == 0)
    #expect(
      try String(contentsOfFile: tool.path("my file"), encoding: .utf8) == "[\n{\"a\":1}\n]\n")
    #expect(try tool.run("sql", "--note", query).status == 64)
  }

  @Test func aWordThatIsNotUTF8IsRefused() throws {
    let tool = try filled()
    let before = try FileManager.default.contentsOfDirectory(atPath: tool.folder.url.path)
    let outcome = try tool.shell(
      "remeasure sql 'SELECT 1' --output \"$(printf 'a\\377')\" 2>&1")
    #expect(outcome.status == 64)
    #expect(outcome.text == "remeasure: word 4 is not UTF-8\nSee: remeasure --help\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: tool.folder.url.path) == before)
  }

  @Test func controlCEndsTheWaitForAQuery() throws {
    let input = Pipe()
    let process = try filled().start(["sql", "-"], input: input)
    // More than a pipe holds: once it is written, the tool is at work on it.
    try input.fileHandleForWriting.write(contentsOf: Data(repeating: 0x20, count: 200_000))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 130)
    try input.fileHandleForWriting.close()
  }

  @Test func anErrorIsShownUnderTheQuery() throws {
    let outcome = try filled().run("sql", "SELECT name,\n  wrong\nFROM run")
    #expect(outcome.status == 64)
    #expect(outcome.out.isEmpty)
    #expect(
      outcome.err == """
        remeasure: no such column: wrong
            wrong
            ^
        See: remeasure sql --help

        """)
  }

  private static let statuses: [(words: [String], status: Int32)] = [
    ([], 64), (["SELECT 1", "SELECT 2"], 64), (["DELETE FROM run"], 64),
    (["SELECT 1; SELECT 2"], 64), (["SELECT abs(-9223372036854775807 - 1)"], 64),
    (["SELECT 1 WHERE 0"], 0), (["SELECT 1", "--format", "xml"], 64),
    (["SELECT 1", "--library", "none.sqlite"], 2), (["SELECT 1", "--output", "none/out"], 74),
    (["SELECT 1", "--output", "/dev/full"], 74),
  ]

  @Test(arguments: statuses)
  func theStatusSaysHowItWent(words: [String], status: Int32) throws {
    let tool = try filled()
    #expect(try tool.run(["sql"] + words).status == status)
    #expect(!FileManager.default.fileExists(atPath: tool.path("none.sqlite")))
  }

  @Test func aFileThatStoodThereStaysWhereAQueryFails() throws {
    let tool = try filled()
    try tool.write("old", to: "out")
    let failing = "SELECT seq, abs(-9223372036854775807 - seq) FROM track_point"
    #expect(try tool.run("sql", failing, "--output", "out").status == 64)
    #expect(try String(contentsOfFile: tool.path("out"), encoding: .utf8) == "old")
  }

  @Test func aReaderThatHasSeenEnoughIsNoFailure() throws {
    let endless = """
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT i FROM n
      """
    let tool = try filled()
    let outcome = try tool.shell(
      "{ remeasure sql '\(endless)' --format csv; echo $? >&3; } 3>status | head -n 2")
    #expect(outcome.text == "i\r\n1\r\n")
    #expect(try String(contentsOfFile: tool.path("status"), encoding: .utf8) == "0\n")
  }

  /// One query has no end; of the other the only row is being written.
  @Test(arguments: [
    """
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n)
    SELECT hex(zeroblob(200000)) FROM n WHERE i = 1 OR i < 0
    """, "SELECT hex(zeroblob(200000))",
  ])
  func controlCEndsAQuery(query: String) throws {
    let tool = try filled()
    let out = Pipe()
    // A row comes first that is longer than a pipe, so that it is known to be at work.
    let process = try tool.start(["sql", query, "--format", "csv"], out: out)
    _ = try out.fileHandleForReading.read(upToCount: 100)
    process.interrupt()
    _ = out.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  @Test func damagedFixesAreNamedAndNoPlaceIsTold() throws {
    let tool = try Tool()
    try tool.write(smallGPX(latitude: 46.777), to: "a.gpx")
    try tool.run("import", "a.gpx")
    let id =
      try tool.objects("sql", "SELECT run_id FROM run", "--format", "ndjson")
      .first?["run_id"] as? String
    try Database(path: tool.library, access: .readWrite).execute(
      "DROP TRIGGER point_chunk_is_not_changed; UPDATE point_chunk SET core = zeroblob(length(core))"
    )
    let outcome = try tool.run("sql", "SELECT lat FROM track_point")
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("run \(id ?? "?"), version 1, chunk at 0"))
    #expect(!outcome.err.contains("46.777"))
    #expect(try tool.run("sql", "SELECT name FROM run").status == 0)
  }

  @Test func theExamplesOfItsHelpWork() throws {
    let tool = try filled()
    let help = try tool.run("sql", "--help").out
    #expect(help.contains("track_point(run_id,"))
    let examples = help[(help.range(of: "Examples")?.upperBound ?? help.startIndex)...]
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: " ").components(separatedBy: "remeasure ").dropFirst()
    #expect(examples.count == 4)
    for example in examples {
      let end = try #require(example.lastIndex(of: "\""))
      let options = example[end...].split(separator: " ").dropFirst()
        .prefix { $0.hasPrefix("--") || $0.contains(".csv") || $0 == "csv" }
      let line = "remeasure \(example[...end]) \(options.joined(separator: " "))"
      #expect(try tool.shell(line).status == 0, "\(line)")
    }
  }

  @Test func aCopiedLibraryThatNobodyMayWriteToIsRead() throws {
    let tool = try filled()
    let folder = tool.folder.url
    try FileManager.default.createDirectory(
      at: folder.appending(path: "shelf"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      atPath: tool.library, toPath: tool.path("shelf/library.sqlite"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o500], ofItemAtPath: tool.path("shelf"))
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: tool.path("shelf"))
    }
    let outcome = try tool.run(
      "sql", "SELECT count(*) FROM track_point", "--library", "shelf/library.sqlite", "--format",
      "csv")
    #expect(outcome.out == "count(*)\r\n3\r\n")
  }
}
