import Foundation
import Testing

/// Runs that followed the same way, through the built binary.
@Suite struct RoutesTests {
  /// Sixty fixes due north, or back again, on a day of May 2024.
  private static func gpx(
    _ name: String, day: Int, step: Double, latitude: Double = 46, isBack: Bool = false,
    sport: String = "running"
  ) -> String {
    let points = (0..<60).map { index in
      let north = Double(isBack ? 59 - index : index) * step
      let (minute, second) = (100 + index / 20, 100 + index % 20 * 3)
      return """
        <trkpt lat="\(latitude + north)" lon="8"><time>2024-05-0\(day)T10:\
        \(String(minute).dropFirst()):\(String(second).dropFirst())Z</time></trkpt>
        """
    }
    return """
      <gpx version="1.1" creator="test"><trk><name>\(name)</name><type>\(sport)</type><trkseg>
      \(points.joined(separator: "\n"))
      </trkseg></trk></gpx>
      """
  }

  /// Three runs and a ride on one way, two runs on another, and one where nobody else was.
  private static func tool() throws -> Tool {
    let tool = try Tool()
    let runs = [
      gpx("Home", day: 1, step: 0.0001), gpx("Home", day: 2, step: 0.000_101),
      gpx("Back home", day: 3, step: 0.000_102, isBack: true),
      gpx("Commute", day: 4, step: 0.0001, sport: "cycling"),
      gpx("Lake", day: 5, step: 0.0001, latitude: 47),
      gpx("Lake", day: 6, step: 0.0001, latitude: 47),
      gpx("Alone", day: 7, step: 0.0001, latitude: 48),
    ]
    for (number, run) in runs.enumerated() { try tool.write(run, to: "in/\(number).gpx") }
    #expect(try tool.run("import", "in").status == 0)
    return tool
  }

  /// Metres of 59 steps of so many degrees on the sphere of 6 371 000 m.
  private static func metres(_ step: Double) -> Double { 59 * step * .pi / 180 * 6_371_000 }

  private struct Route: Decodable {
    struct Member: Decodable {
      let id: String
      let started_at: String
      let sport: String
      let parameters: String
      let distance_m: Double
      let difference_percent: Double
    }

    let id: String
    let name: String?
    let median_distance_m: Double
    let spread_percent: Double?
    let runs: [Member]
  }

  private static func routes(_ tool: Tool, _ words: String...) throws -> [Route] {
    let text = try tool.run(["routes", "--json"] + words).out
    return try JSONDecoder().decode([Route].self, from: Data(text.utf8))
  }

  @Test func eachRouteHasItsRunsAndHowFarTheirDistancesSpread() throws {
    let routes = try Self.routes(try Self.tool())
    #expect(routes.map(\.name) == ["Home", "Lake"])
    #expect(routes.map(\.runs.count) == [4, 2])
    let home = try #require(routes.first)
    #expect(home.id == home.runs.first?.id)
    #expect(home.runs.map(\.sport) == ["running", "running", "running", "cycling"])
    #expect(home.runs.map(\.parameters) == ["run@1", "run@1", "run@1", "ride@1"])
    let lengths = [0.0001, 0.000_101, 0.000_102, 0.0001].map(Self.metres)
    for (member, length) in zip(home.runs, lengths) {
      #expect(abs(member.distance_m - length) < 1e-6)
    }
    // Between the second and the third of four; two are off it by half a step, one by half, one by three halves.
    let median = Self.metres(0.000_100_5)
    #expect(abs(home.median_distance_m - median) < 1e-6)
    #expect(abs((home.spread_percent ?? 0) - 100 * 1.4826 * 0.5 / 100.5) < 1e-6)
    #expect(abs(home.runs[2].difference_percent - 100 * 1.5 / 100.5) < 1e-6)
    #expect(routes[1].spread_percent == 0)
  }

  @Test func theTableFits() throws {
    var tool = try Self.tool()
    let ids = try Self.routes(tool).map { $0.id.prefix(8) }
    let note = """
      ID: that of the route's first run. MEDIAN: of the distances by each sport's
      current set. SPREAD: their median deviation from it times 1.4826, in percent of
      it.

      """
    #expect(
      try tool.run("routes").out == """
        ID        RUNS   MEDIAN  SPREAD  FIRST       LAST        NAME
        \(ids[0])     4  0.66 km  0.74 %  2024-05-01  2024-05-04  Home
        \(ids[1])     2  0.66 km  0.00 %  2024-05-05  2024-05-06  Lake

        \(note)
        """)
    #expect(
      try tool.run("routes", "--limit", "1").out.contains("Home\n… and 1 more (see --limit)\n"))
    tool.environment["COLUMNS"] = "60"
    for words in [["routes"], ["routes", "Commute"]] {
      let outcome = try tool.run(words)
      #expect(outcome.status == 0)
      for line in outcome.out.split(separator: "\n") { #expect(line.count <= 60, "\(line)") }
    }
  }

  @Test func theRouteOfARunHasAllItsRuns() throws {
    let tool = try Self.tool()
    let runs = try Self.routes(tool)[0].runs.map { $0.id.prefix(8) }
    #expect(
      try tool.run("routes", "Commute").out == """
        ID        STARTED           SPORT  NAME       DISTANCE    DIFF
        \(runs[0])  2024-05-01 10:00  run    Home        0.66 km  -3.3 m  -0.50 %
        \(runs[1])  2024-05-02 10:00  run    Home        0.66 km  +3.3 m  +0.50 %
        \(runs[2])  2024-05-03 10:00  run    Back home   0.67 km  +9.8 m  +1.49 %
        \(runs[3])  2024-05-04 10:00  ride   Commute     0.66 km  -3.3 m  -0.50 %

        Route \(runs[0]): 4 runs, median 0.659 km, spread 0.74 %. DIFF: distance less the
        median.

        """)
    let alone = try Self.routes(tool, "Alone")
    #expect(alone.map(\.runs.count) == [1])
    #expect(alone.first?.spread_percent == nil)
  }

  @Test func onlyWhatIsAskedForIsListed() throws {
    let tool = try Self.tool()
    #expect(try Self.routes(tool, "--min-runs", "3").map(\.name) == ["Home"])
    #expect(try Self.routes(tool, "--min-runs", "1").map(\.runs.count) == [4, 2, 1])
    #expect(try Self.routes(tool, "--limit", "1").map(\.name) == ["Home"])
    #expect(try Self.routes(tool, "--sport", "run").map(\.runs.count) == [3, 2])
    let rides = try tool.run("routes", "--sport", "cycling")
    #expect(rides.status == 2 && rides.out.isEmpty)
    #expect(rides.err == "No way was taken by 2 runs or more (--min-runs).\n")
    #expect(
      try tool.run("routes", "--min-runs", "9").err
        == "No way was taken by 9 runs or more (--min-runs).\n")
    let other = try tool.run("routes", "Home", "--sport", "cycling")
    #expect(other.status == 2 && other.out.isEmpty)
    #expect(try tool.run("routes", "Nowhere").status == 2)
    #expect(try tool.run("routes", "Lake", "Alone").status == 64)
    #expect(try tool.run("routes", "--min-runs", "0").status == 64)
  }

  @Test func aTableForScriptsHasALineARun() throws {
    let tool = try Self.tool()
    let lines = try tool.run("routes", "--format", "csv").out.components(separatedBy: "\r\n")
    let home = try #require(try Self.routes(tool).first)
    #expect(lines.count == 8)
    #expect(
      lines[0]
        == "route,route_name,route_runs,median_distance_m,spread_percent,run,started_at,sport,name,"
        + "parameters,distance_m,difference_percent")
    #expect(lines[2].hasPrefix("\(home.id),\"Home\",4,"))
    #expect(
      lines[3].contains(
        ",\(home.runs[2].id),2024-05-03T10:00:00.000Z,\"running\",\"Back home\",\"run@1\","))
  }

  @Test func copiesAreLeftOutAndLeadToTheirRoute() throws {
    let tool = try Self.tool()
    try tool.run("simulate", "--scenario", "sensors", "--format", "gpx", "--output", "a")
    try tool.run("simulate", "--scenario", "sensors", "--format", "fit", "--output", "b")
    try tool.run("import", "a", "b")
    #expect(try Self.routes(tool).map(\.runs.count) == [4, 2])
    let copies = try tool.objects("duplicates", "--json")
    let group = try #require((copies.first?["groups"] as? [[String: Any]])?.first)
    let ids = try #require(group["recordings"] as? [[String: Any]]).compactMap {
      $0["id"] as? String
    }
    #expect(ids.count == 2)
    for id in ids {
      #expect(try Self.routes(tool, id).first?.id == group["primary"] as? String)
    }
  }

  @Test func theJobsDoNotMatter() throws {
    let tool = try Tool()
    try tool.run("simulate", "--runs", "40", "--seed", "5", "--output", "in")
    try tool.run("import", "in")
    let words = ["routes", "--min-runs", "1", "--json", "--jobs"]
    let one = try tool.run(words + ["1"]).out
    #expect(try Self.routes(tool, "--min-runs", "1").count == 40)
    for jobs in ["2", "7"] { #expect(try tool.run(words + [jobs]).out == one) }
  }
}
