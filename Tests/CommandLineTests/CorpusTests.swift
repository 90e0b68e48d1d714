import Foundation
import TestSupport
import Testing

/// Real files through the built tool, held against values that other readers found
/// (`manifest.jsonl` beside the files).
@Suite(.enabled(if: SharedMaterial.corpus != nil, "the corpus is not beside the checkout"))
struct CorpusTests {
  struct Row: Decodable {
    struct Reading: Decodable {
      let n_pos: Int
      let n_time: Int
      let min_ms: Int64?
      let max_ms: Int64?
      let hav_m: Double?
    }
    let file: String
    let entry: String?
    let format: String
    let sha256: String
    let oracle: Reading?
  }

  /// Where we differ, and why we are right to.
  static let raw: [String: String] = [
    "vincentneo+CoreGPX/Example/Tests/wptError.gpx":
      "latitude 120 is no place: it is kept, and in no sum; the manifest measures to it"
  ]
  static let times: [String: String] = [
    "Sibyx+phpGPX/tests/fixtures/timezero.gpx":
      "a run starts at its earliest plausible time; the manifest counts the year 1",
    "marcusvolz+strava_py/tests/gpx/invalid-lon-lat-missing.gpx":
      "a point without a position is no fix; the manifest counts its time",
  ]
  static let notRead: [String: String] = [
    "openstreetmap+openstreetmap-website/test/gpx/fixtures/c.gpx": "bzip2"
  ]

  static func rows() throws -> [Row] {
    let corpus = try #require(SharedMaterial.corpus)
    let text = try String(contentsOf: corpus.appending(path: "manifest.jsonl"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      try? JSONDecoder().decode(Row.self, from: Data(line.utf8))
    }.filter { $0.format == "gpx" }
  }

  /// By digest of the source's bytes: its runs as reports say them.
  private func runsBySource(_ tool: Tool) throws -> [String: [[String: Any]]] {
    let text = try tool.run("runs", "--all", "--json", "--params", "run@1").out
    let reports = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    return Dictionary(grouping: reports) { report in
      let run = report["run"] as? [String: Any]
      return (run?["source"] as? [String: Any])?["sha256"] as? String ?? ""
    }
  }

  @Test func everyFileAgreesWithTheManifestOrIsListed() throws {
    let tool = try Tool()
    let corpus = try #require(SharedMaterial.corpus).path
    let outcome = try tool.run("import", corpus, "--untimed")
    #expect(outcome.status == 1, "some files are broken off or unreadable")
    let bySource = try runsBySource(tool)
    let rows = try Self.rows()
    #expect(rows.count > 80)
    var compared = 0
    for row in rows {
      guard let oracle = row.oracle, oracle.n_pos > 0, Self.notRead[row.file] == nil else {
        continue
      }
      let reports = bySource[row.sha256] ?? []
      #expect(!reports.isEmpty, "\(row.file) is not in the library")
      let runs = reports.compactMap { $0["run"] as? [String: Any] }
      let fixes = runs.reduce(0) { $0 + ($1["fixes"] as? Int ?? 0) }
      #expect(fixes == oracle.n_pos, "\(row.file)")
      if let expected = oracle.hav_m, Self.raw[row.file] == nil {
        let raw = reports.reduce(0) { $0 + ($1["raw_distance_m"] as? Double ?? .nan) }
        #expect(abs(raw - expected) <= max(0.001, 1e-6 * expected), "\(row.file): \(raw)")
      }
      if oracle.n_time > 0, Self.times[row.file] == nil {
        let starts = runs.compactMap { milliseconds($0["started_at"]) }
        let ends = runs.compactMap { milliseconds($0["ended_at"]) }
        #expect(starts.min() == oracle.min_ms, "\(row.file)")
        #expect(ends.max() == oracle.max_ms, "\(row.file)")
      }
      compared += 1
    }
    print("\(compared) of \(rows.count) GPX rows hold positions and were compared")
    let before = try tool.run("report", "--all", "--json").out
    try tool.run("import", corpus, "--untimed")
    #expect(try tool.run("report", "--all", "--json").out == before)
  }

  /// Segments and legs as recorded are another matter than the manifest's: what it says of FIT files is
  /// held against the reader itself.
  @Test func everyFITFileAgreesWithTheReference() throws {
    let tool = try Tool()
    try tool.run("import", try #require(SharedMaterial.corpus).path)
    let bySource = try runsBySource(tool)
    let references = try FITReferenceRun.all()
    #expect(references.count > 90)
    for (digest, expected) in references {
      let expected = expected.sorted { $0.raw < $1.raw }
      let reports = (bySource[digest] ?? []).sorted { raw($0) < raw($1) }
      try #require(reports.count == expected.count, "\(digest)")
      for (report, expected) in zip(reports, expected) {
        let run = try #require(report["run"] as? [String: Any])
        #expect(abs(raw(report) - expected.raw) <= max(0.001, 1e-6 * expected.raw), "\(digest)")
        #expect(run["fixes"] as? Int == expected.fixes, "\(digest)")
        #expect(run["segments"] as? Int == expected.segments, "\(digest)")
        #expect(run["device_distance_m"] as? Double == expected.deviceDistance, "\(digest)")
      }
    }
  }

  /// Files of one activity begin at one place within two seconds, as the manifest has it; it reads courses
  /// too, which are not imported.
  @Test func copiesAmongRealFilesAreFoundAndNothingElse() throws {
    struct Line: Decodable {
      struct Reading: Decodable {
        let n_pos: Int
        let first_pos_ms: Int64?
        let first: [String]?
      }
      let sha256: String
      let oracle: Reading?
    }
    let tool = try Tool()
    let corpus = try #require(SharedMaterial.corpus)
    try tool.run("import", corpus.path)
    let runs = try runsBySource(tool).values.flatMap { $0 }.compactMap {
      $0["run"] as? [String: Any]
    }
    func digest(_ run: [String: Any]) -> String {
      (run["source"] as? [String: Any])?["sha256"] as? String ?? ""
    }
    let found = Dictionary(grouping: runs) { run in
      run["duplicate_of"] as? String ?? run["id"] as? String ?? ""
    }.values.map { Set($0.map(digest)) }.filter { $0.count > 1 }

    let manifest = try String(contentsOf: corpus.appending(path: "manifest.jsonl"), encoding: .utf8)
    let imported = Set(runs.map(digest))
    let lines = manifest.split(separator: "\n").compactMap { line in
      try? JSONDecoder().decode(Line.self, from: Data(line.utf8))
    }.filter { ($0.oracle?.n_pos ?? 0) >= 20 && imported.contains($0.sha256) }
    let expected = lines.map { one in
      Set(
        lines.filter { other in
          guard let left = one.oracle, let right = other.oracle, let start = left.first_pos_ms,
            let otherStart = right.first_pos_ms, let place = left.first,
            let otherPlace = right.first
          else { return false }
          return abs(start - otherStart) <= 2_000
            && zip(place, otherPlace).allSatisfy {
              abs((Double($0) ?? .nan) - (Double($1) ?? .nan)) < 0.001
            }
        }.map(\.sha256))
    }.filter { $0.count > 1 }
    #expect(Set(expected).count >= 10)
    #expect(Set(found) == Set(expected))
  }

  private func raw(_ report: [String: Any]) -> Double {
    report["raw_distance_m"] as? Double ?? .nan
  }

  private func milliseconds(_ text: Any?) -> Int64? {
    guard let text = text as? String,
      let date = try? Date(
        text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    else { return nil }
    return Int64((date.timeIntervalSince1970 * 1000).rounded())
  }

  /// A file that gave nothing says why, and the reason is one that it deserves.
  @Test func whatIsNotImportedIsSetAsideForATrueReason() throws {
    let tool = try Tool()
    try tool.run("import", try #require(SharedMaterial.corpus).path, "--untimed")
    let shown = try #require(try tool.objects("imports", "show", "1", "--json").first)
    let sources = try #require(shown["sources"] as? [[String: Any]])
    let faulty = sources.filter { $0["state"] as? String == "quarantined" }
    let reasons = Dictionary(
      grouping: faulty.map { source in
        let name = (source["member"] as? String ?? "").split(separator: "/").last ?? ""
        return "\(name): \(source["code"] as? String ?? "")"
      }, by: \.self
    ).keys.sorted()
    #expect(
      reasons == [
        "faketcx.tcx: unknown_format", "test.fit: unknown_format",
      ])
  }
}
