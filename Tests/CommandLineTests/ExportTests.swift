import Foundation
import SQLite
import TestSupport
import Testing

/// Runs on their way out, and in again.
@Suite struct ExportTests {
  private let files = FileManager.default

  /// Two segments; a place of zeros and one beyond the pole, fixes without a time, holes in channels,
  /// both sides of 180°, fractions of a second, a negative accuracy.
  private static let odd = """
    <?xml version="1.0"?>
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"
      xmlns:t="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
    <trk><name>Odd &amp; one</name><type>running</type><trkseg>
    <trkpt lat="-16.5" lon="179.99999999999997"><ele>-0.125</ele><time>2024-05-01T10:00:00.007Z</time>
      <extensions><hAcc>4.25</hAcc><t:TrackPointExtension><t:atemp>-3</t:atemp><t:hr>141</t:hr>
      <t:cad>82</t:cad><t:speed>3.3</t:speed></t:TrackPointExtension></extensions></trkpt>
    <trkpt lat="-16.50000000000001" lon="-180"><time>2024-05-01T10:00:01Z</time></trkpt>
    <trkpt lat="0" lon="0"><time>2024-05-01T10:00:02Z</time></trkpt>
    <trkpt lat="-16.5003" lon="-179.9998"/>
    </trkseg><trkseg>
    <trkpt lat="95" lon="8"><time>2024-05-01T10:05:00.999Z</time></trkpt>
    <trkpt lat="-16.5004" lon="-179.9997"><ele>12.1</ele><time>2024-05-01T10:05:01Z</time>
      <extensions><hAcc>-1</hAcc><power>231</power></extensions></trkpt>
    <trkpt lat="-16.5005" lon="-179.9996"><time>2024-05-01T10:05:01Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  /// Simulated runs with every channel and with few, and the odd one.
  private func filled() throws -> Tool {
    let tool = try Tool()
    try tool.run("simulate", "--scenario", "sensors", "--output", "in/sensors")
    try tool.run("simulate", "--scenario", "commute", "--output", "in/commute")
    try tool.run("simulate", "--runs", "6", "--seed", "40", "--output", "in/random")
    try tool.write(Self.odd, to: "in/secret-place.gpx")
    #expect(try tool.run("import", "in").status == 0)
    return tool
  }

  /// Digests of all columns, each as often as there are runs with it.
  private func digests(_ tool: Tool) throws -> [String] {
    try tool.rows("SELECT hex(points_digest) FROM run ORDER BY 1")
  }

  /// Another library with what was exported.
  private func imported(_ path: String) throws -> Tool {
    let tool = try Tool()
    #expect(try tool.run("import", path).status == 0)
    return tool
  }

  @Test func whatWasExportedAsGPXIsTheSameToTheBit() throws {
    let tool = try filled()
    let outcome = try tool.run("export", "--all", "--output", "out")
    #expect(outcome.status == 0)
    #expect(outcome.out.isEmpty)
    #expect(outcome.err.hasPrefix("9 runs exported, "))
    #expect(!outcome.err.contains("cannot hold"))
    #expect(try digests(imported(tool.path("out"))) == digests(tool))
  }

  @Test(arguments: ["csv", "ndjson"])
  func tablesOfARunAndOfItsExportAreTheSame(format: String) throws {
    let tool = try filled()
    try tool.run("export", "Odd & one", "--output", "odd-again.gpx")
    let other = try imported(tool.path("odd-again.gpx"))
    func table(_ tool: Tool) throws -> [Substring] {
      try tool.run("export", "Odd & one", "--format", format).out
        .split(whereSeparator: \.isNewline).map { $0.drop { $0 != "," } }
    }
    #expect(try table(tool).count == (format == "csv" ? 8 : 7))
    #expect(try table(tool) == table(other))
  }

  @Test func aTableSaysAllThatIsKnownOfAFix() throws {
    let tool = try filled()
    let csv = try tool.run("export", "Odd & one", "--format", "csv").out
    let lines = csv.split(whereSeparator: \.isNewline).map { $0.drop { $0 != "," } }
    #expect(
      lines.prefix(5).map(String.init) == [
        ",seq,segment,at,lat,lon,accuracy_m,device_speed_mps,elevation_m,device_distance_m,"
          + "heart_rate_bpm,cadence_per_min,power_w,temperature_c",
        ",0,0,2024-05-01T10:00:00.007Z,-16.5,179.99999999999997,4.25,3.3,-0.125,,141,82,,-3",
        ",1,0,2024-05-01T10:00:01.000Z,-16.50000000000001,-180,,,,,,,,",
        ",2,0,2024-05-01T10:00:02.000Z,0,0,,,,,,,,", ",3,0,,-16.5003,-179.9998,,,,,,,,",
      ])
    let all = try tool.run("export", "--all", "--format", "csv").out
    let fixes = try tool.rows("SELECT sum(fix_count) FROM run")
    #expect(fixes == ["\(all.split(whereSeparator: \.isNewline).count - 1)"])
  }

  /// How far off a value may come back, by column.
  private static let resolution: [String: [String: Double]] = [
    "tcx": [
      "lat": 0, "lon": 0, "elevation_m": 0, "device_speed_mps": 0, "device_distance_m": 0,
      "heart_rate_bpm": 0.5, "cadence_per_min": 0.5, "power_w": 0.5, "t": 0,
    ],
    // Half a semicircle and half of 1/128 s; a whole metre up for accuracy.
    "fit": [
      "lat": 4.2e-8, "lon": 4.2e-8, "elevation_m": 0.1 + 1e-9, "device_speed_mps": 0.0005 + 1e-9,
      "device_distance_m": 0.005 + 1e-6, "heart_rate_bpm": 0.5, "cadence_per_min": 0.5,
      "power_w": 0.5, "temperature_c": 0.5, "accuracy_m": 1, "t": 4,
    ],
  ]

  @Test(arguments: ["tcx", "fit"])
  func otherFormatsKeepWhatTheyCanHoldWithinTheirResolution(format: String) throws {
    let tool = try Tool()
    try tool.run("simulate", "--scenario", "sensors", "--output", "in/sensors")
    try tool.run("simulate", "--scenario", "commute", "--output", "in/commute")
    try tool.run("simulate", "--runs", "6", "--seed", "40", "--output", "in/random")
    try tool.run("import", "in")
    #expect(
      try tool.run("export", "--all", "--format", format, "--output", "out").status == 0)
    let other = try imported(tool.path("out"))
    let (before, after) = (try fixes(tool), try fixes(other))
    #expect(before.count == after.count)
    #expect(before.count > 5000)
    let resolution = try #require(Self.resolution[format])
    var compared = 0
    for (old, new) in zip(before, after) {
      #expect(old["segment"] == new["segment"])
      for (column, limit) in resolution {
        guard let value = old[column] else { continue }
        compared += 1
        #expect(abs((new[column] ?? .nan) - value) <= limit, "\(column)")
      }
    }
    #expect(compared > 30_000)
  }

  /// All fixes with a time, by run and number: every column by its name, and `t` in milliseconds.
  private func fixes(_ tool: Tool) throws -> [[String: Double]] {
    let order = try tool.rows("SELECT run_id FROM run ORDER BY started_at / 1000, fix_count")
    let ranks = Dictionary(uniqueKeysWithValues: zip(order, 0...))
    let rows = try tool.objects(
      "sql",
      """
      SELECT run_id, seq, segment, t, lat, lon, accuracy AS accuracy_m, speed AS device_speed_mps,
        elevation AS elevation_m, device_distance AS device_distance_m,
        heart_rate AS heart_rate_bpm, cadence AS cadence_per_min, power AS power_w,
        temperature AS temperature_c FROM track_point WHERE t IS NOT NULL
      """, "--format", "ndjson")
    return rows.sorted { left, right in
      func key(_ row: [String: Any]) -> (Int, Int) {
        (ranks[row["run_id"] as? String ?? ""] ?? -1, row["seq"] as? Int ?? -1)
      }
      return key(left) < key(right)
    }.map { $0.compactMapValues { $0 as? Double } }
  }

  @Test func whatAFormatCannotHoldIsCountedAndNoPlaceIsTold() throws {
    let tool = try filled()
    let tcx = try tool.run("export", "Odd & one", "--format", "tcx", "--output", "a.tcx")
    #expect(tcx.status == 0)
    #expect(
      tcx.err == """
        1 run exported, 6 fixes.
        What TCX cannot hold is left out: 1 fix without a time, 2 values of accuracy_m,
        1 value of temperature_c.

        """)
    #expect(
      try tool.run("export", "Odd & one", "--format", "fit", "--output", "a.fit").err == """
        1 run exported, 6 fixes.
        What FIT cannot hold is left out: 1 fix without a time, 1 value of accuracy_m.

        """)
    #expect(
      try tool.run("export", "Odd & one", "--format", "tcx", "--output", "a.tcx", "--quiet").err
        == "")
  }

  @Test func aRunThatAFormatCannotHoldAtAllIsToldAndLeftOut() throws {
    let tool = try Tool()
    try tool.write(Self.odd.replacing(/<time>[^<]*<\/time>/, with: ""), to: "a.gpx")
    try tool.write(smallGPX(), to: "b.gpx")
    try tool.run("import", "a.gpx", "b.gpx", "--untimed")
    let one = try tool.run("export", "Odd & one", "--format", "fit", "--output", "a.fit")
    #expect(one.status == 1)
    #expect(one.err.contains("1 run without a fix that it can hold"))
    #expect(!files.fileExists(atPath: tool.path("a.fit")))
    let printed = try tool.run("export", "Odd & one", "--format", "tcx")
    #expect(printed.status == 1)
    #expect(printed.out.isEmpty)
    #expect(
      try tool.run("export", "--all", "--format", "tcx", "--output", "out").status == 1)
    #expect(try files.contentsOfDirectory(atPath: tool.path("out")).count == 1)
  }

  @Test func rowsInSQLiteAreThoseOfTheLibrary() throws {
    let tool = try filled()
    try tool.run("recompute", "--params", "hike@1")
    try tool.run(
      "truth", "add", "Odd & one", "--kind", "certified_race", "--length", "200m", "--within",
      "50%")
    let outcome = try tool.run("export", "--all", "--format", "sqlite", "--output", "rows.db")
    #expect(outcome.status == 0)
    #expect(outcome.err.hasPrefix("9 runs exported, "))
    let database = try Database(path: tool.path("rows.db"), access: .readOnly)
    func rows(_ sql: String) throws -> [[String]] {
      try database.rows(sql) { row in
        row.columnNames.indices.map { row.isNull($0) ? "" : row.text($0) ?? "" }
      }
    }
    #expect(try rows("PRAGMA integrity_check") == [["ok"]])
    #expect(try rows("PRAGMA foreign_key_check").isEmpty)
    #expect(
      try rows("SELECT name FROM sqlite_schema WHERE sql NOT LIKE '%STRICT%'").isEmpty)
    // Numbers are compared as numbers: the tool writes the shortest digits, SQLite does not.
    let points = try tool.run("sql", "SELECT * FROM track_point", "--format", "csv").out
      .split(whereSeparator: \.isNewline).dropFirst().map { line in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        return (run: String(fields[0]), values: fields.dropFirst().map { Double(String($0)) })
      }
    let exported = try database.rows("SELECT * FROM track_point ORDER BY run_id, seq") { row in
      (run: row.text(0) ?? "", values: row.columnNames.indices.dropFirst().map { row.number($0) })
    }
    #expect(exported.count == points.count)
    let isSame = zip(exported, points).allSatisfy { $0.run == $1.run && $0.values == $1.values }
    #expect(isSame)
    // What stands in both under one name is the same.
    for (table, columns) in [
      (
        "run", "run_id, state, sport, name, started_at, fix_count, segment_count, device_distance_m"
      ),
      ("result", "run_id, set_name, set_version, distance_m, raw_distance_m, counted, measured_at"),
      ("parameter_set", "name, version, max_speed_mps, min_move_m, lower(hex(digest))"),
      ("truth", "run_id, kind, lower_m, upper_m, source, added_at"),
    ] {
      let here = columns.replacing("lower(hex(digest))", with: "digest")
      let there = try Database(path: tool.library, access: .readOnly).rows(
        "SELECT \(columns) FROM \(table) ORDER BY 1, 2, 3"
      ) { row in row.columnNames.indices.map { row.isNull($0) ? "" : row.text($0) ?? "" } }
      #expect(!there.isEmpty)
      #expect(try rows("SELECT \(here) FROM \(table) ORDER BY 1, 2, 3") == there, "\(table)")
    }
  }

  /// The tables are those of a recorder's app, so that the runs come back under their ids.
  @Test func aDatabaseOfRowsBringsTheRunsBackUnderTheirIDs() throws {
    let tool = try filled()
    try tool.run("export", "--all", "--format", "sqlite", "--output", "rows.db")
    let identity = """
      SELECT run_id, name, sport, device, device_distance_m, started_at FROM run ORDER BY run_id
      """
    let before = try tool.rows(identity)
    let digestsBefore = try digests(tool)
    let other = try imported(tool.path("rows.db"))
    #expect(try other.rows(identity) == before)
    // All but the sign of zeros, which SQLite does not keep.
    #expect(try tableWithoutZeroSigns(other) == tableWithoutZeroSigns(tool))
    let again = try tool.run("import", "rows.db")
    #expect(again.out.hasPrefix("0 runs imported, 0 fixes"))
    #expect(try tool.rows(identity) == before)
    #expect(try digests(tool) == digestsBefore)
  }

  private func tableWithoutZeroSigns(_ tool: Tool) throws -> String {
    try tool.run("export", "--all", "--format", "csv").out.replacing(",-0,", with: ",0,")
      .replacing(",-0\r\n", with: ",0\r\n")
  }

  @Test func theSignsOfZerosThatSQLiteLosesAreCounted() throws {
    let tool = try Tool()
    let plain = smallGPX(latitude: 1)
    try tool.write(plain.replacing("lon=\"8\"", with: "lon=\"-0\""), to: "a.gpx")
    try tool.run("import", "a.gpx")
    let outcome = try tool.run("export", "latest", "--format", "sqlite", "--output", "rows.db")
    #expect(outcome.status == 0)
    #expect(outcome.err.contains("SQLite cannot hold is left out: 3 minus signs of zeros."))
  }

  @Test func anExportIsACopyOfItsRun() throws {
    let tool = try Tool()
    try tool.run("simulate", "--scenario", "sensors", "--output", "in")
    try tool.run("import", "in")
    for format in ["gpx", "tcx", "fit"] {
      let file = "again.\(format)"
      try tool.run("export", "latest", "--format", format, "--output", file)
      #expect(try tool.run("import", file).status == 0)
      // The same run gives the same bytes, now or later.
      try tool.run("export", "latest", "--format", format, "--output", "third.\(format)")
    }
    #expect(try tool.run("runs", "--json").out.split(separator: "\"started_at\"").count == 2)
    #expect(
      try tool.rows("SELECT count(*), count(primary_run) FROM run") == ["4|3"])
  }

  @Test func theSameRunGivesTheSameBytes() throws {
    let tool = try filled()
    for format in ["gpx", "tcx", "fit", "csv", "ndjson", "sqlite"] {
      let name = "Odd & one"
      try tool.run("export", name, "--format", format, "--output", "one.\(format)")
      try tool.run("export", name, "--format", format, "--output", "two.\(format)", "--jobs", "1")
      let one = try Data(contentsOf: URL(filePath: tool.path("one.\(format)")))
      #expect(try Data(contentsOf: URL(filePath: tool.path("two.\(format)"))) == one)
      #expect(!one.isEmpty)
      if format != "sqlite" {
        let script = "remeasure export 'Odd & one' --format \(format) | cmp - one.\(format)"
        #expect(try tool.shell(script).status == 0)
      }
    }
    #expect(try tool.run("import", "one.gpx").status == 0)
    #expect(try tool.run("import", "two.gpx").out.contains("already here"))
  }

  @Test func whereARunWasReadFromIsInNoExport() throws {
    let tool = try filled()
    for format in ["gpx", "tcx", "fit", "csv", "ndjson", "sqlite"] {
      try tool.run("export", "--all", "--format", format, "--output", "out.\(format)")
      let path = tool.path("out.\(format)")
      let names =
        (try? files.contentsOfDirectory(atPath: path))?.map { "\(path)/\($0)" } ?? [path]
      for name in names {
        let bytes = try Data(contentsOf: URL(filePath: name))
        for word in ["secret-place", tool.folder.url.lastPathComponent] {
          #expect(bytes.range(of: Data(word.utf8)) == nil, "\(name)")
        }
      }
    }
  }
}
