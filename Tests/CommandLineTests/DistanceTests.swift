import Foundation
import TestSupport
import Testing

/// The chain from a file to a number, through the binary alone.
@Suite struct DistanceTests {
  @Test func thirteenKilometresOfZigzagAreTen() throws {
    let tool = try Tool()
    try tool.run("simulate", "--scenario", "thirteen-kilometres", "--output", "in")
    try tool.run("import", "in")
    let report = try #require(try tool.objects("report", "latest", "--json").first)
    #expect(abs((report["raw_distance_m"] as? Double ?? 0) - 12_999.9996) < 0.00005)
    #expect(abs((report["distance_m"] as? Double ?? 0) - 10_000.002) < 0.0005)
  }

  @Test func aSecondSetLeavesTheFirstAsItWasUntilItIsUsed() throws {
    let tool = try Tool()
    try tool.run("simulate", "--runs", "5", "--seed", "11", "--output", "in")
    try tool.run("import", "in")
    let (json, text) = (
      try tool.run("report", "--all", "--json").out, try tool.run("runs").out
    )
    let distances = try distances(tool)
    try tool.run("params", "add", "run", "--min-move", "20")
    try tool.run("recompute", "--params", "run@2")
    #expect(try tool.run("report", "--all", "--json").out == json)
    #expect(try tool.run("runs").out == text)
    #expect(try tool.run("params", "use", "run@2").status == 0)
    #expect(try self.distances(tool) != distances)
    // What the earlier current set gave is shown beside the new number.
    #expect(try tool.run("runs").out.contains("ELSE"))
    #expect(try tool.run("report", "latest", "--json").out.contains(#""parameters":"run@1""#))
    #expect(try tool.run("params", "use", "run@1").status == 0)
    #expect(try self.distances(tool) == distances)
  }

  private func distances(_ tool: Tool) throws -> [Double] {
    try tool.objects("report", "--all", "--json").map { $0["distance_m"] as? Double ?? .nan }
  }

  /// The examples that the rules state for themselves, as files: north of 45° N, so many metres and
  /// seconds and so much accuracy, by segments.
  @Test(
    arguments: [
      ([[(0.0, 0, 8.0), (200, 1, 200), (10, 2, 8), (20, 3, -1), (30, 4, 8)]], 30.0, 0.5),
      ([[(0, 0, 8), (200, 1, 8), (8, 2, 8)]], 8, 0.1),
      ([[(0, 0, 8), (10, 1, 8)], [(5_000, 2, 8), (5_010, 3, 8)]], 20, 0.2),
      ([(0..<60).map { ($0 % 2 == 0 ? 0 : 0.5, $0, 8) }], 0, 0),
    ] as [([[(Double, Int, Double)]], Double, Double)])
  func theRulesOwnExamplesComeOutOfAFile(
    segments: [[(metres: Double, second: Int, accuracy: Double)]], expected: Double,
    tolerance: Double
  ) throws {
    let tool = try Tool()
    let tracks = segments.map { segment in
      let points = segment.map { fix in
        """
        <trkpt lat="\(45 + fix.metres / metresPerDegree)" lon="7">\
        <time>2024-05-01T10:00:\(fix.second < 10 ? "0" : "")\(fix.second)Z</time>\
        <extensions><hAcc>\(fix.accuracy)</hAcc></extensions></trkpt>
        """
      }
      return "<trkseg>\(points.joined())</trkseg>"
    }
    try tool.write("<gpx><trk>\(tracks.joined())</trk></gpx>", to: "example.gpx")
    try tool.run("import", "example.gpx")
    let report = try #require(try tool.objects("report", "latest", "--json").first)
    #expect(abs((report["distance_m"] as? Double ?? .nan) - expected) <= tolerance)
  }

  @Test func reportsStandInOrderOfStartAndSetWhateverWasAskedFirst() throws {
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 3, name: "Early"), to: "in/a.gpx")
    let late = smallGPX(fixes: 3, name: "Late").replacing("2024-05", with: "2024-06")
    try tool.write(late, to: "in/b.gpx")
    try tool.run("import", "in")
    try tool.run("params", "add", "run", "--min-move", "1")
    let both = try tool.run(
      "report", "Late", "Early", "--params", "run@2", "--params", "run@1", "--json"
    ).out
    let turned = try tool.run(
      "report", "Early", "Late", "Early", "--params", "run@1", "--params", "run@2", "--json"
    ).out
    #expect(both == turned)
    #expect(both.split(separator: "\n").count == 4)
  }

  @Test func theNumberOfJobsChangesNoByte() throws {
    var outputs: Set<String> = []
    for jobs in ["1", "2", "5"] {
      let tool = try Tool()
      try tool.run("simulate", "--runs", "30", "--seed", "5", "--output", "in")
      try tool.run("import", "in", "--jobs", jobs)
      try tool.run("params", "add", "run", "--max-speed", "off", "--earth", "wgs84")
      let recomputed = try tool.run("recompute", "--json", "--params", "run@2", "--jobs", jobs)
      let reports = try tool.run("report", "--all", "--json", "--jobs", jobs)
      let text = (recomputed.out + reports.out)
        .replacing(tool.folder.url.path, with: "")
      outputs.insert(text)
    }
    #expect(outputs.count == 1)
  }

  @Test func recomputingGoesOnWhereItStopped() throws {
    let tool = try Tool()
    try tool.run("simulate", "--runs", "4", "--seed", "21", "--output", "in")
    try tool.run("import", "in", "--no-measure")
    let runs = try #require(
      try JSONSerialization.jsonObject(with: Data(tool.run("runs", "--json").out.utf8))
        as? [[String: Any]])
    let first = try #require((runs[0]["run"] as? [String: Any])?["id"] as? String)
    #expect(try tool.run("recompute", "--run", first).out.hasPrefix("1 result measured, "))
    #expect(try tool.run("recompute").out.hasPrefix("3 results measured, 1 already there"))
    #expect(try tool.run("recompute").out.hasPrefix("0 results measured, 4 already there"))
  }

  /// A sport's first own set: what it had before was the set of all others.
  @Test func aSportThatGetsItsFirstOwnSetStillShowsTheNumberItHad() throws {
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 9).replacing("running", with: "skiing"), to: "ski.gpx")
    try tool.run("import", "ski.gpx")
    try tool.run("params", "add", "run", "--min-move", "30")
    try tool.run("params", "use", "run@2", "--sport", "skiing")
    try tool.run("recompute")
    let text = try tool.run("report", "latest").out.replacing("\n", with: " ")
    #expect(text.contains("By any@1, current before, it was"), "\(text)")
  }

  @Test func replayAddsUpToTheReport() throws {
    let tool = try Tool()
    try tool.run("simulate", "--scenario", "disputed", "--output", "in")
    try tool.run("import", "in")
    let fixes = try tool.objects("replay", "latest", "--json")
    let report = try #require(try tool.objects("report", "latest", "--json").first)
    var sum = 0.0
    for fix in fixes where fix["verdict"] as? String == "counted" {
      sum += fix["moved_m"] as? Double ?? .nan
    }
    #expect(sum == report["distance_m"] as? Double)
    #expect((report["run"] as? [String: Any])?["fixes"] as? Int == fixes.count)
  }

  @Test func aNewVersionStartsFromTheCurrentOneUnlessAnotherIsNamed() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "a.gpx")
    try tool.run("import", "a.gpx")
    /// What the next version holds, and where it is said to come from.
    func added(_ words: String...) throws -> (accuracy: Double?, move: Double?, said: String?) {
      let outcome = try tool.run(["params", "add"] + words + ["--json"])
      let set = try JSONSerialization.jsonObject(with: Data(outcome.out.utf8)) as? [String: Any]
      let said = outcome.err.split(separator: "\n").first { $0.hasPrefix("What was not said") }
      return (
        set?["max_accuracy_m"] as? Double, set?["min_move_m"] as? Double, said.map(String.init)
      )
    }
    let second = try added("run", "--min-move", "30")
    #expect(second.said == "What was not said comes from run@1, which is current.")
    // run@2 is newer, and current for no sport.
    let third = try added("run", "--max-accuracy", "40")
    #expect(third.accuracy == 40 && third.move != 30)
    #expect(third.said == "What was not said comes from run@1, which is current.")
    let fourth = try added("run", "--base", "run@2", "--max-accuracy", "40")
    #expect(fourth.accuracy == 40 && fourth.move == 30)
    #expect(fourth.said == "What was not said comes from run@2.")
    // Two versions are current: for skiing the newer one.
    try tool.run("params", "use", "run@2", "--sport", "skiing")
    #expect(try added("run").said == "What was not said comes from run@2, which is current.")
    let new = try added("trail", "--min-move", "7")
    #expect(new.said == "What was not said comes from run@1, as the name is new.")
    let next = try added("trail", "--max-accuracy", "40")
    #expect(next.said == "What was not said comes from trail@1, the newest version.")
    #expect(next.move == 7)
    #expect(try tool.run("params", "add", "run", "--base", "run@99").status == 2)
  }

  @Test func parametersCanComeFromAFile() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "a.gpx")
    try tool.run("import", "a.gpx")
    try tool.write(#"{"max_speed_mps": null, "earth": "wgs84", "min_move_m": 3.5}"#, to: "set.json")
    let set = try #require(
      try tool.objects("params", "add", "trail", "--file", "set.json", "--json").first)
    #expect(set["max_speed_mps"] is NSNull)
    #expect(set["earth"] as? String == "wgs84")
    #expect(set["min_move_m"] as? Double == 3.5)
    #expect(set["max_accuracy_m"] as? Double == 50)
    for bad in [#"{"max_sped": 1}"#, #"{"max_speed_mps": -1}"#, "[1]", "{", #"{"earth": "flat"}"#] {
      try tool.write(bad, to: "bad.json")
      let outcome = try tool.run("params", "add", "trail", "--file", "bad.json")
      #expect(outcome.status == 65, "\(bad)")
      #expect(outcome.err.contains("bad.json"))
    }
    #expect(try tool.run("params", "show", "trail@2").status == 2)
  }
}
