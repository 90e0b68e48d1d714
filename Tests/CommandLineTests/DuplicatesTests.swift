import Foundation
import Testing

/// One activity that comes in more than once.
@Suite struct DuplicatesTests {
  /// Two activities as a device, a program and a service would hand them over.
  private static func tool() throws -> Tool {
    let tool = try Tool()
    for scenario in ["sensors", "disputed"] {
      for format in ["gpx", "tcx", "fit"] {
        try tool.run("simulate", "--scenario", scenario, "--format", format, "--output", format)
      }
    }
    return tool
  }

  private struct Recording: Decodable, Equatable {
    let id: String
    let primary: Bool
    let chosen: Bool
    let format: String
    let reason: String?
    let clock_offset_s: Double?
    let median_distance_m: Double?
    let within_1_m: Double?
  }

  private struct Listing: Decodable, Equatable {
    struct Group: Decodable, Equatable {
      let primary: String
      let recordings: [Recording]

      func id(_ format: String) throws -> String {
        try #require(recordings.first { $0.format == format }).id
      }
    }

    struct Outing: Decodable, Equatable { let runs: [String] }
    let complete: Bool
    let groups: [Group]
    let outings: [Outing]
    let separated: [String]
  }

  private static func listing(_ tool: Tool) throws -> Listing {
    let text = try tool.run("duplicates", "--json").out
    return try JSONDecoder().decode(Listing.self, from: Data(text.utf8))
  }

  private static func totals(_ tool: Tool) throws -> String {
    try tool.run("stats", "--json").out
      + tool.run("report", "--all", "--format", "csv").out
      .split(separator: "\r\n").map { $0.split(separator: ",")[0] }.joined(separator: " ")
  }

  static let orders = [
    ["gpx", "tcx", "fit"], ["gpx", "fit", "tcx"], ["tcx", "gpx", "fit"], ["tcx", "fit", "gpx"],
    ["fit", "gpx", "tcx"], ["fit", "tcx", "gpx"],
  ]

  @Test func whateverOrderFormatsComeInTheGroupsAreTheSame() throws {
    let together = try Self.tool()
    try together.run("import", "gpx", "tcx", "fit", "--jobs", "3")
    let expected = try Self.listing(together)
    #expect(expected.complete)
    #expect(expected.groups.count == 2)
    for group in expected.groups {
      #expect(group.recordings.map(\.format).sorted() == ["fit", "gpx", "tcx"])
      #expect(group.recordings.first?.format == "fit")
      #expect(try group.id("fit") == group.primary)
      for copy in group.recordings.dropFirst() {
        // FIT's semicircles are 9 mm at most.
        #expect(copy.median_distance_m ?? .infinity < 0.01)
        #expect(copy.within_1_m == 1 && copy.clock_offset_s == 0)
      }
    }
    let totals = try Self.totals(together)
    for order in Self.orders {
      let tool = try Self.tool()
      for format in order { try tool.run("import", format, "--jobs", "1") }
      #expect(try Self.listing(tool) == expected, "\(order)")
      #expect(try Self.totals(tool) == totals, "\(order)")
    }
  }

  @Test(arguments: [false, true])
  func theImportSaysHowManyAreCopies(isDryRun: Bool) throws {
    let tool = try Self.tool()
    let words = isDryRun ? ["--dry-run"] : []
    let first = try tool.run(["import", "gpx", "tcx"] + words)
    #expect(first.out.contains("4 runs"))
    #expect(first.out.contains("2 copies of runs that are here"))
    try tool.run("import", "gpx", "tcx")
    // They stand for the activities from now on, and are copies all the same.
    let second = try tool.run(["import", "fit", "--json"] + words).out
    let object = try JSONSerialization.jsonObject(with: Data(second.utf8)) as? [String: Any]
    #expect(object?["copies"] as? Int == 2)
  }

  @Test func copiesCountInNoTotal() throws {
    let tool = try Self.tool()
    try tool.run("import", "gpx", "tcx", "fit")
    let group = try #require(try Self.listing(tool).groups.first)
    let stats = try #require(try tool.objects("stats", "--json").first)
    #expect(stats["runs"] as? Int == 2)
    #expect(try tool.run("runs").out.contains("2 runs by run@1"))
    #expect(try tool.run("runs", "--all").out.contains("6 runs by run@1"))
    #expect(try tool.objects("report", "--all", "--json").count == 2)
    #expect(try tool.objects("recompute", "--params", "hike@1", "--json").count == 2)
    let copy = try group.id("gpx")
    #expect(
      try tool.objects("recompute", "--params", "hike@1", "--run", copy, "--json").count == 1)
    let comparison = try #require(try tool.objects("compare", "run@1", "hike@1", "--json").first)
    #expect(comparison["runs"] as? Int == 2)

    let report = try #require(try tool.objects("report", copy, "--json").first)
    let run = try #require(report["run"] as? [String: Any])
    #expect(run["duplicate_of"] as? String == group.primary)
    #expect((run["recordings"] as? [[String: Any]])?.count == 2)
    let text = try tool.run("report", group.primary).out.replacing("\n", with: " ")
    #expect(text.contains("Also recorded as ") && text.contains("\(copy.prefix(8)) (GPX, "))
    #expect(text.contains("its own distance"))
    #expect(
      try tool.run("explain", copy).out.replacing("\n", with: " ").contains(
        "Counts in no total: \(group.primary.prefix(8)) stands for the activity."))
  }

  @Test func whatThePersonSaysStaysThroughLaterImports() throws {
    let tool = try Self.tool()
    try tool.run("import", "gpx", "tcx")
    let group = try #require(try Self.listing(tool).groups.first)
    let gpx = try group.id("gpx")
    #expect(try tool.run("duplicates", "--primary", gpx).out.contains("your choice"))
    try tool.run("import", "gpx", "tcx", "fit")
    var now = try #require(try Self.listing(tool).groups.first { $0.primary == gpx })
    #expect(now.recordings.count == 3)
    #expect(now.recordings.first?.chosen == true)

    let tcx = try now.id("tcx")
    #expect(try tool.run("duplicates", "--separate", tcx).out.contains("Set apart by you"))
    try tool.run("import", "tcx", "fit", "gpx")
    var listing = try Self.listing(tool)
    now = try #require(listing.groups.first { $0.primary == gpx })
    #expect(now.recordings.count == 2)
    #expect(listing.separated == [tcx])
    #expect(try tool.objects("stats", "--json").first?["runs"] as? Int == 3)

    try tool.run("duplicates", "--primary", tcx)
    listing = try Self.listing(tool)
    #expect(listing.groups.contains { $0.primary == tcx && $0.recordings.count == 3 })
    #expect(listing.separated.isEmpty)
  }

  @Test func whenTheStandingOneIsDeletedAnotherTakesItsPlace() throws {
    let tool = try Self.tool()
    try tool.run("import", "gpx", "tcx", "fit")
    let group = try #require(try Self.listing(tool).groups.first)
    try tool.run("delete", group.primary, "--yes")
    let now = try Self.listing(tool)
    #expect(now.groups.contains { $0.recordings.map(\.format) == ["tcx", "gpx"] })
    #expect(try tool.objects("stats", "--json").first?["runs"] as? Int == 2)
    // A deleted run does not come back to take it.
    try tool.run("import", "fit")
    #expect(try Self.listing(tool) == now)
  }

  @Test func twoDevicesOnOneOutingBothCount() throws {
    let tool = try Tool()
    for (name, step) in [("a", 0.0001), ("b", 0.000_102)] {
      let points = (0..<600).map { index in
        let (minute, second) = (100 + index / 60, 100 + index % 60)
        return """
          <trkpt lat="\(46 + Double(index) * step)" lon="8"><time>2024-05-01T10:\
          \(String(minute).dropFirst()):\(String(second).dropFirst())Z</time></trkpt>
          """
      }
      let track = points.joined()
      try tool.write("<gpx><trk><trkseg>\(track)</trkseg></trk></gpx>", to: "in/\(name).gpx")
    }
    try tool.run("import", "in")
    let listing = try Self.listing(tool)
    #expect(listing.groups.isEmpty)
    #expect(listing.outings.count == 1)
    #expect(try tool.run("duplicates").out.contains("On one outing, each for itself:"))
    #expect(try tool.objects("stats", "--json").first?["runs"] as? Int == 2)
    let first = try #require(listing.outings.first?.runs.first)
    #expect(try tool.run("report", first).out.contains("On the same outing: "))
    #expect(try tool.run("duplicates", "--separate", first).status == 2)
  }

  @Test(arguments: [60, 80])
  func theListingFits(width: Int) throws {
    var tool = try Self.tool()
    tool.environment["COLUMNS"] = "\(width)"
    try tool.run("import", "gpx", "tcx", "fit")
    let listing = try tool.run("duplicates")
    #expect(listing.status == 0)
    #expect(listing.out.contains("2 activities recorded more than once"))
    for line in listing.out.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
  }

  @Test func withoutCopiesNothingIsListed() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "a.gpx")
    try tool.run("import", "a.gpx")
    let listing = try tool.run("duplicates")
    #expect(listing.status == 2)
    #expect(listing.out.isEmpty)
    #expect(try tool.run("duplicates", "--primary", "latest").status == 2)
  }
}
