import Foundation
import TestSupport
import Testing

/// The answer to "why this number?", through the binary.
@Suite struct ExplainTests {
  private func disputed(_ tool: Tool) throws -> String {
    try tool.run("simulate", "--scenario", "disputed", "--output", "in")
    return tool.path("in/disputed.gpx")
  }

  @Test func aFileIsExplainedWithoutALibrary() throws {
    let tool = try Tool()
    let outcome = try tool.run("explain", try disputed(tool))
    #expect(outcome.status == 0)
    #expect(outcome.err.isEmpty)
    let lines = outcome.out.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(10) == [
        "Spring 10K, 3 227 fixes, 1 segment",
        "10.063 km by run@1 (current). The device says 11.098 km, 1 035 m more.",
        "",
        "  raw sum             11 097.9 m",
        "  accuracy over 50 m    -456.6       14 dropped",
        "  speed over 12 m/s     -518.8        3 dropped",
        "  moves under 5 m        -59.4    1 631 not counted",
        "  distance            10 063.1 m",
        "",
        "Without any rule it is 11 098 m, just what the device says.",
      ])
    #expect(!FileManager.default.fileExists(atPath: tool.library))
  }

  @Test func anotherSetIsNotCalledCurrent() throws {
    let tool = try Tool()
    let file = try disputed(tool)
    let text = try tool.run("explain", file, "--params", "any@1").out
    #expect(text.contains(" by any@1 (not current)."))
  }

  /// Pairs are found in the same order by every process, also where their effects are equal.
  @Test func theSameIsSaidEachTime() throws {
    let tool = try Tool()
    try tool.run("simulate", "--scenario", "thirteen-kilometres", "--output", "in")
    let file = tool.path("in/thirteen-kilometres.gpx")
    let outputs = try (0..<6).map { _ in
      try tool.run("explain", file, "--claim", "10.2km", "--json").out
    }
    #expect(Set(outputs).count == 1)
  }

  @Test func aStoredRunSaysTheSameAsItsFile() throws {
    let tool = try Tool()
    let file = try disputed(tool)
    try tool.run("import", file)
    let (stored, read) = (
      try tool.objects("explain", "latest", "--json"), try tool.objects("explain", file, "--json")
    )
    for key in ["distance_m", "raw_distance_m", "sensitivity", "explanations", "diagnoses"] {
      let (one, other) = (stored.first?[key] as? NSObject, read.first?[key] as? NSObject)
      #expect(one != nil && one == other, "\(key)")
    }
  }

  @Test(arguments: [("11.098km", true), ("11098m", true), ("6.896 mi", true), ("20km", false)])
  func aClaimIsExplainedOrSaidNotToBe(claim: String, isExplained: Bool) throws {
    let tool = try Tool()
    let file = try disputed(tool)
    let object = try #require(
      try tool.objects("explain", file, "--claim", claim, "--json").first)
    let explanation = try #require((object["explanations"] as? [[String: Any]])?.first)
    #expect(explanation["explained"] as? Bool == isExplained)
    let nearest = try #require((explanation["nearest"] as? [[String: Any]])?.first)
    if isExplained { #expect(nearest["changes"] as? [String] == ["unfiltered"]) }
    let text = try tool.run("explain", file, "--claim", claim).out
    #expect(text.contains("Nothing that was tried comes within") != isExplained)
  }

  @Test func aClaimThatAgreesIsSaidToAgree() throws {
    let tool = try Tool()
    let text = try tool.run("explain", try disputed(tool), "--claim", "10.1km").out
    #expect(
      text.contains(
        "\nYou say 10.100 km, 37 m more. That is no more than its last digit leaves open\n(50 m).\n"
      ))
  }

  @Test(arguments: [
    "0km", "-1km", "10", "10.5", "ten km", "nankm", "1e3km", "10,5km", "9999999km", "",
  ])
  func whatIsNoLengthIsRefused(claim: String) throws {
    let tool = try Tool()
    let outcome = try tool.run("explain", try disputed(tool), "--claim", claim)
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("such as 10.02km"))
    #expect(outcome.out.isEmpty)
  }

  @Test func aNameThatFitsTwoRunsIsNotGuessed() throws {
    let tool = try Tool()
    let text = try String(contentsOfFile: disputed(tool), encoding: .utf8)
    try tool.write(text.replacing("2019-04-14", with: "2019-04-21"), to: "in/again.gpx")
    try tool.run("import", "in")
    let outcome = try tool.run("explain", "Spring 10K")
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("fits 2 runs"))
  }

  @Test func aFileWithoutARunSaysWhyNot() throws {
    let tool = try Tool()
    let cut = try tool.write("<gpx><trk><trkseg>", to: "cut.gpx")
    let outcome = try tool.run("explain", cut)
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("the file ends before the document does"))
    let nowhere = try tool.run("explain", "in/nowhere.gpx")
    #expect(nowhere.status == 2)
    #expect(nowhere.err == "remeasure: there is no file “in/nowhere.gpx”\n")
  }

  @Test func oneBadFileOfSeveralCostsOnlyItself() throws {
    let tool = try Tool()
    _ = try disputed(tool)
    try tool.write("<gpx><trk><trkseg>", to: "in/cut.gpx")
    let outcome = try tool.run("explain", "in")
    #expect(outcome.status == 1)
    #expect(outcome.out.contains("10.063 km by run@1"))
    #expect(outcome.err.contains("cut.gpx: the file ends before the document does"))
  }

  /// Runs at the edge of what can be measured.
  @Test(arguments: [1, 2, 60])
  func aRunThatGoesNowhereIsExplained(count: Int) throws {
    let tool = try Tool()
    let points = (0..<count).map { second in
      "<trkpt lat=\"45\" lon=\"180\"><time>2024-05-01T10:00:\(second < 10 ? "0" : "")\(second)Z</time></trkpt>"
    }
    let file = try tool.write(
      "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>", to: "still.gpx")
    let outcome = try tool.run("explain", file, "--claim", "1km")
    #expect(outcome.status == 0)
    #expect(outcome.out.contains("0.000 km by run@1"))
  }

  /// 669 s at 3 m/s, of which 91 s are a hole; moves of 6 m make 864 m of the 867 m on either side. A new segment after 60 s gives the same, and is named first.
  @Test func aFaultOfTheRecordingIsACandidate() throws {
    let tool = try Tool()
    let seconds = Array(0..<290) + Array(380..<670)
    let points = seconds.map { second in
      let minutes = second / 60 < 10 ? "0\(second / 60)" : "\(second / 60)"
      let rest = second % 60 < 10 ? "0\(second % 60)" : "\(second % 60)"
      return "<trkpt lat=\"\(45 + Double(second) * 3 / 111_194.93)\" lon=\"7\">"
        + "<time>2024-05-01T10:\(minutes):\(rest)Z</time></trkpt>"
    }
    let file = try tool.write(
      "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>", to: "hole.gpx")
    let nearest = try #require(
      (try tool.objects("explain", file, "--claim", "1728m", "--json").first?["explanations"]
        as? [[String: Any]])?.first?["nearest"] as? [[String: Any]])
    let mended = nearest.first { $0["changes"] as? [String] == ["mended=straight_over_holes"] }
    #expect(abs((mended?["distance_m"] as? Double ?? 0) - 1_728) < 0.1)
  }

  @Test func everyLineFitsAt60Columns() throws {
    var tool = try Tool()
    tool.environment["COLUMNS"] = "60"
    let text = try tool.run("explain", try disputed(tool)).out
    for line in text.split(separator: "\n") where !line.hasPrefix("From ") {
      #expect(line.count <= 60, "\(line)")
    }
  }
}
