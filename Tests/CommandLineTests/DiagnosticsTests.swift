import Foundation
import SQLite
import TestSupport
import Testing

/// No message contains a coordinate, a run's name or a device's serial number.
@Suite struct DiagnosticsTests {
  /// What every command says on stderr to a library, with errors of each kind that one can make.
  private static func said(_ tool: Tool, about run: String) throws -> [(
    words: [String], err: String
  )] {
    try tool.write("run,kind,lower_m,upper_m\n\(run),foot_pod,1,2\n", to: "short.csv")
    try tool.write(smallGPX(fixes: 600), to: "file.gpx")
    let commands: [[String]] = [
      ["import", "in", "--untimed"], ["import", "in"], ["imports"], ["imports", "show", "1"],
      ["runs"], ["runs", "--all", "--json"], ["runs", "--sport", "nothing"], ["stats"],
      ["duplicates"], ["duplicates", "--primary", run], ["duplicates", "--separate", run],
      ["routes"], ["routes", run], ["report", run], ["report", "--all", "--json"],
      ["report", "--all", "--format", "csv"], ["report", run, "--params", "nothing"],
      ["report", "--all", "--share", "--json"], ["privacy-zones", "add", "Home", "--around", run],
      ["privacy-zones", "add", "Home", "--around", run], ["privacy-zones", "list"],
      ["privacy-zones", "add", "W", "--at", "47.1234567,8.7654321,1"],
      ["report", "--all", "--share", "--json"],
      ["report", "--all", "--share", "--cut-passages", "--without-times", "--format", "csv"],
      ["export", "--all", "--share", "--format", "csv"],
      ["export", run, "--share", "--without-times", "--format", "fit", "--output", "shared.fit"],
      ["report", "--all", "--format", "html", "--output", "pages"],
      ["report", run, "--format", "html", "--output", "no/such/folder"],
      ["explain", run], ["explain", run, "--claim", "10.82km"], ["explain", "file.gpx"],
      ["explain", "in"], ["replay", run], ["replay", run, "--from", "99999999"],
      ["replay", run, "--step"], ["recompute", "--params", "any@1"], ["params", "add", "run"],
      ["compare", "run@1", "any@1"], ["compare", "run@1", "any@1", "--run", run],
      ["compare", "run@1", "any@1", "--fail-over", "0.1%"], ["tune"],
      ["truth", "add", run, "--kind", "foot_pod", "--lower", "1", "--upper", "9"],
      ["truth", "import", "short.csv"], ["truth", "list"], ["edit", run, "--sport", "Xyzzysport"],
      ["sql", "SELECT lat, lon FROM track_point WHERE nothing"],
      ["sql", "SELECT abs(-9223372036854775808) FROM track_point"],
      ["sql", "SELECT json_extract(lat || 'x', '$') FROM track_point"],
      ["sql", "DELETE FROM run"], ["bench", "recompute", "--library", "nowhere"], ["demo", "x"],
      ["verify"], ["verify", run], ["backup", "copy.sqlite"], ["backup", "copy.sqlite"],
      ["delete", run], ["prune", "--older-than", "2010"],
      ["prune", "--older-than", "2010", "--yes"],
      ["recompute"], ["stats"], ["explain", run], ["delete", run, "--yes"], ["undo", "1"],
    ]
    return try commands.map { ($0, try tool.run($0).err) }
  }

  /// Four digits behind the point of a number of degrees are a house.
  private static func coordinates(in text: String) -> [String] {
    text.matches(of: /-?\b\d{1,3}\.\d{4,}/).map { String($0.output) }
  }

  @Test func hostileFilesOfOurOwnAreSpokenOfWithoutTheirSecrets() throws {
    let tool = try Tool()
    try tool.write(Secrets.gpx(), to: "in/good.gpx")
    _ = try tool.folder.write(Secrets.fit, to: "in/good.fit")
    _ = try tool.folder.write(Array(Secrets.fit.dropLast(700)), to: "in/cut.fit")
    for size in [300, 5_000, 100_000] {
      _ = try tool.folder.write(Array(Secrets.gpx().utf8.prefix(size)), to: "in/cut\(size).gpx")
    }
    for (name, text, _) in BadInputTests.damagedFiles { try tool.write(text, to: "in/\(name)") }
    let bent: [(String, String)] = [
      ("lat=\"47", "lat=\"147"), ("lon=\"8", "lon=\"47.1234567,8"), ("</trkpt>", ""),
      ("T10:00:0", "T47.1234567:0"), ("<name>", "<name>47.1234567 "), ("running", "8.6543217"),
      ("<time>", "<ele>47.1234567x</ele><hdop>8.6543217,1</hdop><time>"),
    ]
    for (number, (old, new)) in bent.enumerated() {
      try tool.write(Secrets.gpx().replacing(old, with: new), to: "in/bent\(number).gpx")
    }
    try tool.write(
      #"{"exercises":[{"latitude":47.1234567,"samples":{"recordedRoute":[{"latitude":"47.1234567"}]}}]}"#,
      to: "in/training-session-2024-05-01-1.json")
    try tool.write(
      #"{"points":[{"seq":-1,"segment":0,"t":1,"lat":47.1234567,"lon":8.6543217}]}"#,
      to: "in/r/chunks/1.json")
    for (words, err) in try Self.said(tool, about: "2002-09-03") {
      #expect(Self.coordinates(in: err) == [], "\(words)")
      #expect(!err.contains("yzzy H") && !err.contains("\(Secrets.serial)"), "\(words): \(err)")
      #expect(!err.contains("unexpected fault"), "\(words): \(err)")
    }
  }

  @Test(.enabled(if: SharedMaterial.corpus != nil, "the corpus is not beside the checkout"))
  func realFilesAreSpokenOfWithoutTheirSecrets() throws {
    let tool = try Tool()
    let corpus = try #require(SharedMaterial.corpus)
    try FileManager.default.createSymbolicLink(
      at: tool.folder.url.appending(path: "in"), withDestinationURL: corpus)
    try tool.run("import", corpus.path, "--untimed", "--quiet")
    let database = try Database(path: tool.library, access: .readOnly)
    func words(_ sql: String) throws -> Set<String> {
      Set(try database.rows(sql) { $0.text(0) ?? "" }.filter { $0.utf8.count >= 6 })
    }
    let paths = try words("SELECT file || '!' || coalesce(member, '') FROM source")
      .joined(separator: "\n")
    // A file may be called as its run is.
    let secrets = try words("SELECT name FROM run WHERE name IS NOT NULL").filter {
      !paths.contains($0)
    }.union(try words("SELECT device_serial FROM run WHERE device_serial IS NOT NULL"))
    #expect(secrets.count > 20)
    let run = try #require(
      try tool.rows("SELECT run_id FROM run ORDER BY fix_count DESC LIMIT 1").first)
    for (words, err) in try Self.said(tool, about: run) {
      #expect(Self.coordinates(in: err.replacing(corpus.path, with: "")) == [], "\(words)")
      let told = secrets.filter { err.contains($0) }
      #expect(told == [], "\(words)")
    }
  }
}
