import Foundation
import Geodesy
import SQLite
import TestSupport
import Testing

/// Files that are given away lead neither to the door nor to the owner.
@Suite struct SharedExportTests {
  private let files = FileManager.default
  static let formats = ["gpx", "tcx", "fit", "csv", "ndjson", "sqlite"]
  /// Those that are a file a run.
  private static let runFiles = ["gpx", "tcx", "fit"]
  /// Metres that the device says the whole is long.
  private static let total = 4_198.37
  private static let radius = 200.0

  /// The first secret run with a running total that begins at 0.27 m, and what its device says of it.
  private static var gpx: String {
    var second = 0
    return Secrets.gpx().replacing(/<\/time>/) { _ in
      defer { second += 1 }
      let metres = Double((Double(second) * 299.87).rounded() + 27) / 100
      return "</time><extensions><d:distance>\(metres)</d:distance></extensions>"
    }.replacing("creator=", with: "xmlns:d=\"http://www.cluetrust.com/XML/GPXDATA/1/0\" creator=")
      .replacing(
        "<trkseg>",
        with: """
          <extensions><s:TrackStatsExtension \
          xmlns:s="http://www.garmin.com/xmlschemas/TrackStatsExtension/v1">\
          <s:Distance>\(total)</s:Distance><s:TimerTime>1399</s:TimerTime>\
          </s:TrackStatsExtension></extensions><trkseg>
          """)
  }

  private static func tool(zone: Bool = true, fit: Bool = true) throws -> Tool {
    let tool = try Tool()
    try tool.write(gpx, to: "xyzzyfolder/xyzzyfile.gpx")
    if fit { _ = try tool.folder.write(Secrets.fit, to: "xyzzyfolder/xyzzyfile.fit") }
    #expect(try tool.run("import", "xyzzyfolder").status == 0)
    try tool.run(
      "truth", "add", Secrets.name, "--kind", "certified_race", "--length", "4200m", "--within",
      "1%")
    if zone {
      let added = try tool.run("privacy-zones", "add", "Xyzzyhome", "--around", Secrets.name)
      #expect(added.status == 0, "\(added)")
    }
    return tool
  }

  /// The files at a path: itself, or what is in the folder.
  private func written(_ name: String, _ tool: Tool) throws -> [(name: String, bytes: Data)] {
    let path = tool.path(name)
    let names = (try? files.contentsOfDirectory(atPath: path))?.sorted().map { "\(path)/\($0)" }
    return try (names ?? [path]).map {
      ($0.replacing(path, with: ""), try Data(contentsOf: URL(filePath: $0)))
    }
  }

  /// Another library with what was given away.
  private func imported(_ path: String) throws -> Tool {
    let tool = try Tool()
    let outcome = try tool.run("import", path)
    #expect(outcome.status == 0, "\(outcome)")
    return tool
  }

  private struct Place {
    let seq: Int
    let latitude: Double
    let longitude: Double
    let at: String
  }

  /// Every fix of an export of any format, with its number and time where the format has them.
  private func places(_ path: String, _ format: String, _ tool: Tool) throws -> [Place] {
    let text = try written(path, tool).map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    switch format {
    case "gpx":
      return text.matches(of: /lat="([^"]+)" lon="([^"]+)">.*?<time>([^<]+)</).map {
        Place(seq: 0, latitude: Double($0.1) ?? 0, longitude: Double($0.2) ?? 0, at: "\($0.3)")
      }
    case "tcx":
      let pattern =
        /<Time>([^<]+)<.*?<LatitudeDegrees>([^<]+)<\/LatitudeDegrees><LongitudeDegrees>([^<]+)</
      return text.matches(of: pattern).map {
        Place(seq: 0, latitude: Double($0.2) ?? 0, longitude: Double($0.3) ?? 0, at: "\($0.1)")
      }
    case "csv": return table(text)
    case "ndjson":
      return try text.split(separator: "\n").map { line in
        let fix = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        return Place(
          seq: fix["seq"] as? Int ?? -1, latitude: fix["lat"] as? Double ?? 0,
          longitude: fix["lon"] as? Double ?? 0, at: fix["at"] as? String ?? "")
      }
    default:
      return table(try imported(tool.path(path)).run("export", "--all", "--format", "csv").out)
    }
  }

  private func table(_ csv: String) -> [Place] {
    csv.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Place(
        seq: Int(fields[1]) ?? -1, latitude: Double(fields[4]) ?? 0,
        longitude: Double(fields[5]) ?? 0, at: fields[3])
    }
  }

  private func share(
    _ tool: Tool, _ words: String..., format: String, to path: String
  ) throws -> Tool.Outcome {
    try tool.run(["export"] + words + ["--share", "--format", format, "--output", path])
  }

  private static func bytes(_ number: Int) -> [Data] {
    let little = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return [Data(little), Data(little.reversed())]
  }

  @Test(arguments: formats)
  func nothingNamesRunDeviceOwnerOrDoor(format: String) throws {
    let tool = try Self.tool()
    let own = try tool.run("export", "--all", "--format", format, "--output", "own")
    #expect(own.status == 0)
    let outcome = try share(tool, "--all", format: format, to: "shared")
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.err.split(separator: "were cut.").count == 3, "\(outcome.err)")
    let ids = try tool.rows(
      """
      SELECT run_id FROM run UNION ALL SELECT substr(run_id, 1, 8) FROM run
      UNION ALL SELECT lower(hex(points_digest)) FROM run
      UNION ALL SELECT lower(hex(sha256)) FROM source
      """)
    #expect(ids.count == 8)
    let words = ["yzzy", "4198.3", "419837", "\(Secrets.serial)", "certified"] + ids
    let secrets =
      words.map { Data($0.utf8) } + Self.bytes(Secrets.serial) + Self.bytes(419_837)
      + Secrets.writtenPlaces
    let shared = try written("shared", tool)
    #expect(shared.count == (Self.runFiles.contains(format) ? 2 : 1))
    for file in shared {
      for secret in secrets {
        #expect(file.bytes.range(of: secret) == nil, "\(file.name): \([UInt8](secret))")
        #expect(Data(file.name.utf8).range(of: secret) == nil, "\(file.name)")
      }
    }
    // What is looked for is there where nothing is cut.
    let found = try written("own", tool).map(\.bytes).reduce(Data(), +)
    #expect(Secrets.writtenPlaces.contains { found.range(of: $0) != nil })
    #expect(outcome.err.matches(of: /\d\.\d{4,}/).isEmpty, "\(outcome.err)")
  }

  @Test(arguments: formats)
  func noFixLiesNearTheDoor(format: String) throws {
    let tool = try Self.tool()
    #expect(try share(tool, "--all", format: format, to: "shared").status == 0)
    let places = try places("shared", format, tool)
    #expect(places.count > 1_000 && places.count < 2 * Secrets.fixes - 4 * 60)
    for place in places {
      let metres = haversine(
        Secrets.latitude, Secrets.longitude, place.latitude, place.longitude)
      #expect(metres > Self.radius)
    }
  }

  /// FIT is coarser, by the stated 1/128 s and 5 mm.
  @Test(arguments: formats)
  func theFixesAreThoseOfTheSharedReport(format: String) throws {
    let tool = try Self.tool()
    let report = try #require(try tool.objects("report", Secrets.name, "--share", "--json").first)
    let count = (report["run"] as? [String: Any])?["fixes"] as? Int
    let outcome = try share(tool, Secrets.name, format: format, to: "shared")
    let places = try places("shared", format, tool)
    #expect(places.count == count)
    #expect(outcome.err.contains("\n1 run exported, "))
    // The same sentence: as many metres and fixes are cut.
    let told = try tool.run("report", Secrets.name, "--share", "--json").err
    #expect(outcome.err.hasPrefix(told), "\(outcome.err)")
    let fixes = report["not_counted"] as? [[String: Any]] ?? []
    #expect(fixes.count > 100)
    // Foundation's reader of JSON may be off by a unit in the last place.
    let tolerance = format == "fit" ? 4.2e-8 : 1e-13
    for fix in fixes {
      let seq = try #require(fix["seq"] as? Int)
      let (lat, lon) = (fix["lat"] as? Double ?? 0, fix["lon"] as? Double ?? 0)
      #expect(abs(places[seq].latitude - lat) <= tolerance)
      #expect(abs(places[seq].longitude - lon) <= tolerance)
      let at = (fix["at"] as? String ?? "").replacing(".000Z", with: "Z")
      #expect(places[seq].at.replacing(".000Z", with: "Z") == at)
    }
    if !["gpx", "tcx"].contains(format) { #expect(places.map(\.seq) == Array(0..<places.count)) }
  }

  @Test(arguments: formats)
  func timesCountFromTheStartWhereTheyAreHidden(format: String) throws {
    let tool = try Self.tool()
    let outcome = try tool.run(
      "export", "--all", "--share", "--without-times", "--format", format, "--output", "shared")
    #expect(outcome.status == 0, "\(outcome.err)")
    for file in try written("shared", tool) {
      for secret in ["2024-05", "2002-09", "1714557", "1031065"] {
        #expect(!file.name.contains(secret))
        #expect(file.bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
      }
    }
    let times = Set(try places("shared", format, tool).map { String($0.at.prefix(13)) })
    #expect(times == [format == "fit" ? "2000-01-01T00" : "1970-01-01T00"])
    if format == "sqlite" {
      let database = try Database(path: tool.path("shared"), access: .readOnly)
      let spans = try database.rows("SELECT min(t), max(t) FROM track_point GROUP BY run_id") {
        [$0.number(0) ?? -1, $0.number(1) ?? -1]
      }
      #expect(spans.count == 2)
      #expect(spans.allSatisfy { $0[0] == 0 && $0[1] < 1_400_000 }, "\(spans)")
      #expect(try database.rows("SELECT started_at FROM run") { $0.isNull(0) } == [true, true])
    }
  }

  @Test(arguments: ["gpx", "tcx", "fit", "sqlite"], [[], ["--without-times"]])
  func whatIsGivenAwayComesInAsARun(format: String, words: [String]) throws {
    let tool = try Self.tool()
    let report = try tool.run(["report", Secrets.name, "--share", "--json"] + words).out
    let shared =
      try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any] ?? [:]
    let outcome = try tool.run(
      ["export", Secrets.name, "--share", "--format", format, "--output", "a.\(format)"] + words)
    #expect(outcome.status == 0)
    let other = try imported(tool.path("a.\(format)"))
    let run = try #require(try other.objects("report", "latest", "--json").first)
    let (here, there) = (shared["distance_m"] as? Double ?? 0, run["distance_m"] as? Double ?? -1)
    // 5 mm a place at either end of a move of 3 m and more.
    #expect(abs(here - there) <= (format == "fit" ? here * 0.001 : 0), "\(here) \(there)")
    let description = run["run"] as? [String: Any]
    #expect(description?["sport"] as? String == "running")
    #expect(description?["name"] is NSNull)
    #expect(try other.run("import", tool.path("a.\(format)")).out.hasPrefix("0 runs imported"))
  }

  @Test func theDatabaseHasRunsAndFixesAlone() throws {
    let tool = try Self.tool()
    for (path, jobs) in [("a.db", "1"), ("b.db", "4")] {
      let words = ["export", "--all", "--share", "--format", "sqlite", "--output", path]
      #expect(try tool.run(words + ["--jobs", jobs]).status == 0)
    }
    #expect(try written("a.db", tool)[0].bytes == written("b.db", tool)[0].bytes)
    let database = try Database(path: tool.path("a.db"), access: .readOnly)
    func rows(_ sql: String) throws -> [String] {
      try database.rows(sql) { row in
        row.columnNames.indices.map { row.isNull($0) ? "-" : row.text($0) ?? "" }.joined(
          separator: "|")
      }
    }
    #expect(try rows("SELECT name FROM sqlite_schema ORDER BY 1") == ["run", "track_point"])
    #expect(
      try rows(
        """
        SELECT DISTINCT name, device, device_serial, device_distance_m, timer_time_s, primary_run,
          device_distance_source FROM run
        """) == ["-|-|-|-|-|-|none"])
    #expect(try rows("SELECT count(*), count(DISTINCT run_id) FROM run") == ["2|2"])
    #expect(
      try rows(
        """
        SELECT min(seq), max(seq) - count(*), min(segment) FROM track_point GROUP BY run_id
        """) == ["0|-1|0", "0|-1|0"])
    #expect(
      try rows("SELECT sum(fix_count), sum(next_seq) FROM run")
        == rows("SELECT count(*), count(*) FROM track_point"))
  }

  /// A total from the start of what is shown, without the digits that tell from where it was counted.
  @Test(arguments: ["csv", "ndjson", "gpx", "tcx"])
  func theRunningTotalCountsFromWhatIsShown(format: String) throws {
    let tool = try Self.tool()
    _ = try share(tool, Secrets.name, format: format, to: "shared")
    let text = String(decoding: try written("shared", tool)[0].bytes, as: UTF8.self)
    let totals: [String] =
      switch format {
      case "csv":
        text.split(whereSeparator: \.isNewline).dropFirst().map {
          String($0.split(separator: ",", omittingEmptySubsequences: false)[9])
        }
      case "ndjson": text.matches(of: /"device_distance_m":([^,}]+)/).map { String($0.1) }
      case "gpx": text.matches(of: /<gpxdata:distance>([^<]+)/).map { String($0.1) }
      default: text.matches(of: /<DistanceMeters>([^<]+)/).map { String($0.1) }
      }
    #expect(totals.count > 500)
    #expect(totals.first == "0")
    #expect(totals.allSatisfy { $0.wholeMatch(of: /\d+(\.\d\d?)?/) != nil })
    #expect((Double(totals.last ?? "") ?? .infinity) < Self.total - 2 * Self.radius)
    #expect(!text.contains("TrackStatsExtension>"))
  }

  @Test(arguments: formats)
  func aRunThatNeverLeavesIsLeftOut(format: String) throws {
    let tool = try Self.tool(zone: false)
    try tool.write(smallGPX(fixes: 600, name: "Elsewhere", latitude: 40), to: "b.gpx")
    try tool.run("import", "b.gpx")
    try tool.run("privacy-zones", "add", "Home", "--around", Secrets.name, "--radius", "5km")
    let alone = try share(tool, Secrets.name, format: format, to: "alone")
    #expect(alone.status == 65)
    #expect(alone.err.contains("was not shared"), "\(alone.err)")
    #expect(!files.fileExists(atPath: tool.path("alone")))
    let all = try share(tool, "--all", format: format, to: "all")
    #expect(all.status == 1)
    #expect(all.err.split(separator: "was not shared").count == 3, "\(all.err)")
    #expect(try places("all", format, tool).count == 600)
    #expect(try places("all", format, tool).allSatisfy { $0.latitude < 41 })
    if Self.runFiles.contains(format) {
      #expect(try written("all", tool).map(\.name) == ["/2024-05-01-running-1.\(format)"])
    }
    let left = try files.contentsOfDirectory(atPath: tool.folder.url.path)
    #expect(left.allSatisfy { !$0.contains(".part-") })
  }

  @Test(arguments: formats)
  func withoutAZoneNothingIsShared(format: String) throws {
    let tool = try Self.tool(zone: false)
    let refused = try share(tool, "--all", format: format, to: "shared")
    #expect(refused.status == 64)
    #expect(refused.err.contains("there is no privacy zone"), "\(refused.err)")
    #expect(!files.fileExists(atPath: tool.path("shared")))
  }

  @Test func aZoneCutsAlsoWhereNoneIsNeeded() throws {
    let tool = try Self.tool(fit: false)
    let words = ["export", Secrets.name, "--share"]
    #expect(try tool.run(words + ["--without-zones"]).out == tool.run(words).out)
  }

  /// The secret runs begin at the door, the others elsewhere.
  @Test func ofSeveralRunsThoseThatAreWholeAreSummedUp() throws {
    let tool = try Self.tool()
    for index in 0..<3 {
      try tool.write(
        smallGPX(fixes: 60 + index, name: "Far \(index)", latitude: 40 + Double(index)),
        to: "far/\(index).gpx")
    }
    try tool.run("import", "far")
    for words in [
      ["export", "--all", "--share", "--format", "csv"], ["report", "--all", "--share", "--json"],
    ] {
      let outcome = try tool.run(words)
      #expect(outcome.status == 0)
      let told = outcome.err.split(separator: "\n")
      #expect(told.count { $0.hasPrefix("Of run ") && $0.hasSuffix("were cut.") } == 2)
      #expect(told.filter { $0.hasPrefix("Nothing of") } == ["Nothing of 3\u{A0}runs was cut."])
    }
    let one = try tool.run("export", "Far 1", "--share").err
    #expect(one.contains("Nothing of run "), "\(one)")
  }

  @Test func wholeRunsAreSharedWhereThatIsMeant() throws {
    let tool = try Self.tool(zone: false)
    let outcome = try tool.run("export", Secrets.name, "--share", "--without-zones")
    #expect(outcome.status == 0)
    #expect(outcome.err.contains("There is no privacy zone"), "\(outcome.err)")
    #expect(outcome.out.split(separator: "<trkpt ").count == Secrets.fixes + 1)
    #expect(!outcome.out.contains("yzzy"))
  }

  @Test func aPassageIsCutWhereThatIsAskedForOnly() throws {
    let tool = try Self.tool(zone: false, fit: false)
    let work = Secrets.places[350]
    try tool.run(
      "privacy-zones", "add", "Work", "--at", "\(work.latitude),\(work.longitude)", "--radius",
      "100m")
    let whole = try tool.run("export", Secrets.name, "--share", "--format", "csv")
    #expect(whole.err.contains("It passes through a zone on its way: see --cut-passages"))
    #expect(table(whole.out).count == Secrets.fixes)
    let cut = try tool.run(
      "export", Secrets.name, "--share", "--cut-passages", "--without-times", "--format", "csv")
    #expect(!cut.err.contains("passes through"))
    let places = table(cut.out)
    #expect(places.count > 700 && places.count < Secrets.fixes - 100)
    #expect(places.map(\.seq) == Array(0..<places.count))
    for place in places {
      #expect(haversine(work.latitude, work.longitude, place.latitude, place.longitude) > 100)
    }
  }

  @Test func runsOfTheSameFixesAreTwo() throws {
    let tool = try Self.tool(fit: false)
    try tool.run("export", Secrets.name, "--output", "again.gpx")
    try tool.run("import", "again.gpx")
    #expect(try share(tool, "--all", format: "sqlite", to: "two.db").status == 0)
    let database = try Database(path: tool.path("two.db"), access: .readOnly)
    #expect(
      try database.rows("SELECT count(DISTINCT run_id) FROM track_point") { $0.text(0) } == ["2"])
    // The same alone and among others, so that who has both knows it again.
    let one = try tool.run("export", "--all", "--no-copies", "--share", "--format", "csv").out
    let ids = try database.rows("SELECT run_id FROM run") { $0.text(0) ?? "" }
    #expect(ids.contains { one.contains("\n\($0),") })
  }

  @Test(arguments: [
    "--without-times", "--cut-passages", "--keep-passages", "--without-zones",
  ])
  func optionsOfSharingGoWithIt(option: String) throws {
    let tool = try Self.tool(zone: false, fit: false)
    #expect(try tool.run("export", Secrets.name, option).status == 64)
    #expect(try tool.run("export", Secrets.name, "--with-full-distance").status == 64)
  }
}
