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
    try tool.run("params", "add", "run", "--min-move", "20")
    try tool.run("recompute", "--params", "run@2")
    #expect(try tool.run("report", "--all", "--json").out == json)
    #expect(try tool.run("runs").out == text)
    #expect(try tool.run("params", "use", "run@2").status == 0)
    #expect(try tool.run("runs").out != text)
    #expect(try tool.run("params", "use", "run@1").status == 0)
    #expect(try tool.run("runs").out == text)
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
        .replacing(tool.folder.url.path, with: "").replacing(/"digest":"[0-9a-f]*"/, with: "")
      outputs.insert(text)
    }
    #expect(outputs.count == 1)
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
