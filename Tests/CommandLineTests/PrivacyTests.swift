import Foundation
import Geodesy
import TestSupport
import Testing

/// What is shared leads neither to the door nor to the owner.
@Suite struct PrivacyTests {
  private static func tool(zone: Bool = true) throws -> Tool {
    let tool = try Tool()
    try tool.write(Secrets.gpx(), to: "xyzzyfolder/xyzzyfile.gpx")
    _ = try tool.folder.write(Secrets.fit, to: "xyzzyfolder/xyzzyfile.fit")
    #expect(try tool.run("import", "xyzzyfolder").status == 0)
    if zone {
      let added = try tool.run("privacy-zones", "add", "Home", "--around", Secrets.name)
      #expect(added.status == 0, "\(added)")
    }
    return tool
  }

  private static let both = [Secrets.name, "2002-09-03"]

  /// A digit behind a coordinate's point that is as good as the door: some 10 m.
  private static let digits = ["47.1234", "47.1235", "8.6543", "8.6544"]

  @Test(arguments: both, ["text", "json", "csv", "html"])
  func aSharedReportNamesNobodyAndNoDoor(run: String, format: String) throws {
    let tool = try Self.tool()
    let id = try tool.id(of: run)
    let own = try tool.run("report", run, "--format", format)
    let shared = try tool.run("report", run, "--share", "--format", format)
    #expect(shared.status == 0, "\(shared.err)")
    let secrets = ["yzzy", "\(Secrets.serial)", id, String(id.prefix(8))] + Self.digits
    for secret in secrets { #expect(!shared.out.contains(secret), "\(secret)") }
    #expect(own.out.contains(String(id.prefix(8))))
    #expect(shared.err.contains("were cut"), "\(shared.err)")
    for digits in Self.digits { #expect(!shared.err.contains(digits)) }
  }

  @Test func whatIsSharedIsMeasuredAgainAndFarFromTheDoor() throws {
    let tool = try Self.tool()
    let own = try #require(try tool.objects("report", Secrets.name, "--json").first)
    let shared = try #require(try tool.objects("report", Secrets.name, "--share", "--json").first)
    let (whole, part) = (own["distance_m"] as? Double ?? 0, shared["distance_m"] as? Double ?? 0)
    #expect(part > 1_000 && part < whole - 2 * 200, "\(part) of \(whole)")
    let said = shared["shared"] as? [String: Any]
    #expect(said?["full_distance_m"] is NSNull)
    let places = (shared["not_counted"] as? [[String: Any]] ?? []).compactMap { fix in
      (fix["lat"] as? Double).flatMap { lat in (fix["lon"] as? Double).map { (lat, $0) } }
    }
    #expect(places.count > 100)
    for place in places {
      #expect(haversine(Secrets.latitude, Secrets.longitude, place.0, place.1) > 200)
    }
    // The page is of the same part.
    let page = try tool.run("report", Secrets.name, "--share", "--format", "html").out
    let fixes = (shared["run"] as? [String: Any])?["fixes"] as? Int ?? 0
    #expect(page.contains("\"total\":\(fixes)"))
    // The disc is drawn once: to share again is to tell the same.
    let again = try tool.objects("report", Secrets.name, "--share", "--json").first
    #expect(again?["distance_m"] as? Double == part)
  }

  @Test func theWholeLengthAndTheHourAreSaidAsAsked() throws {
    let tool = try Self.tool()
    let own = try #require(try tool.objects("report", Secrets.name, "--json").first)
    let words = ["report", Secrets.name, "--share", "--with-full-distance", "--json"]
    let shared = try #require(
      try JSONSerialization.jsonObject(with: Data(try tool.run(words).out.utf8)) as? [String: Any])
    let said = shared["shared"] as? [String: Any]
    #expect(said?["full_distance_m"] as? Double == own["distance_m"] as? Double)
    #expect(said?["times"] as? String == "utc")
    for format in ["text", "json", "csv", "html"] {
      let timeless = try tool.run(
        "report", Secrets.name, "--share", "--without-times", "--format", format)
      #expect(timeless.status == 0)
      #expect(!timeless.out.contains("2024-05"), "\(format)")
    }
    #expect(try tool.run("report", Secrets.name, "--without-times").status == 64)
  }

  @Test func aRunThatNeverLeavesIsRefused() throws {
    let tool = try Self.tool(zone: false)
    try tool.run(
      "privacy-zones", "add", "Home", "--around", Secrets.name, "--radius", "5km")
    let outcome = try tool.run("report", Secrets.name, "--share", "--output", "shared.txt")
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("was not shared"), "\(outcome.err)")
    #expect(!FileManager.default.fileExists(atPath: tool.path("shared.txt")))
    let all = try tool.run("report", "--all", "--share", "--json")
    #expect(all.status == 65 && all.out.isEmpty)
  }

  /// Home in the middle of the run, for a minute and a half.
  @Test func aRunThatComesHomeOnItsWayIsRefused() throws {
    let tool = try Self.tool(zone: false)
    let name = "Xyzzy Between"
    try tool.write(Secrets.gpxWithAStopAtHome(named: name), to: "between.gpx")
    #expect(try tool.run("import", "between.gpx").status == 0)
    try tool.run("privacy-zones", "add", "Home", "--around", name)
    let id = try tool.id(of: name).prefix(8)
    for words in [["report", name, "--share"], ["export", name, "--share", "--format", "csv"]] {
      let refused = try tool.run(words)
      #expect(refused.status == 65 && !refused.out.contains("47."), "\(refused)")
      for word in [String(id), "--cut-passages --without-times", "--keep-passages"] {
        #expect(refused.err.contains(word), "\(refused)")
      }
      let kept = try tool.run(words + ["--keep-passages"])
      #expect(kept.status == 0 && kept.err.contains("passes through"), "\(kept.err)")
      let wrong = [["--cut-passages"], ["--cut-passages", "--keep-passages", "--without-times"]]
      for more in wrong {
        let outcome = try tool.run(words + more)
        #expect(outcome.status == 64, "\(more): \(outcome.err)")
      }
    }
    let words = ["report", name, "--share", "--cut-passages", "--without-times", "--json"]
    let cut = try #require(
      try JSONSerialization.jsonObject(with: Data(try tool.run(words).out.utf8)) as? [String: Any])
    let fixes = (cut["run"] as? [String: Any])?["fixes"] as? Int
    #expect(cut["elapsed_s"] as? Double == fixes.map { Double($0 - 1) })
    #expect(cut["between_segments_s"] as? Double == 1)
    let all = try tool.run("report", "--all", "--share", "--json")
    #expect(all.status == 1 && all.err.contains("rests in a privacy zone"), "\(all.err)")
  }

  /// A set's name is given by its owner.
  @Test(arguments: ["text", "json", "csv", "html"])
  func ownSetsAreNotNamed(format: String) throws {
    let tool = try Self.tool()
    try tool.run("params", "add", "anna-xyzzy", "--min-move", "7", "--note", "by Anna Xyzzy")
    try tool.run("params", "add", "run", "--min-move", "8")
    for set in ["anna-xyzzy", "run@2", "run@1"] {
      let own = try tool.run("report", Secrets.name, "--params", set, "--format", format)
      #expect(own.out.contains("anna-xyzzy") == (set == "anna-xyzzy"))
      let shared = try tool.run(
        "report", Secrets.name, "--share", "--params", set, "--format", format)
      #expect(shared.status == 0, "\(shared.err)")
      #expect(!shared.out.contains("nna"), "\(set)")
      #expect(shared.out.contains("own-limits-") == (set != "run@1"), "\(set)")
    }
    try tool.run("params", "use", "anna-xyzzy", "--sport", "running")
    try tool.run("recompute")
    let others = try tool.run("report", Secrets.name, "--share", "--format", format).out
    #expect(others.contains("own-limits-") && !others.contains("nna"))
    // Beside the set that is asked for only built-in ones are shown.
    let asked = ["report", Secrets.name, "--params", "run@1", "--format", format]
    #expect(try tool.run(asked).out.contains("anna-xyzzy"))
    #expect(try !tool.run(asked + ["--share"]).out.contains("own-limits-"))
  }

  @Test func withoutAZoneNothingIsSharedUnlessThatIsMeant() throws {
    let tool = try Self.tool(zone: false)
    let refused = try tool.run("report", Secrets.name, "--share", "--output", "shared.txt")
    #expect(refused.status == 64 && refused.out.isEmpty)
    for word in ["there is no privacy zone", "remeasure privacy-zones add", "--without-zones"] {
      #expect(refused.err.contains(word), "\(refused.err)")
    }
    #expect(!FileManager.default.fileExists(atPath: tool.path("shared.txt")))
    let outcome = try tool.run("report", Secrets.name, "--share", "--without-zones")
    #expect(outcome.status == 0)
    #expect(outcome.err.contains("There is no privacy zone"), "\(outcome.err)")
    #expect(!outcome.out.contains("yzzy"))
  }

  @Test func placesAreShownOnRequestOnlyAndNoMessageRepeatsThem() throws {
    let tool = try Self.tool()
    // 2 km from the door.
    let place = "47.1414567,8.6543217"
    #expect(try tool.run("privacy-zones", "add", "Work", "--at", place).status == 0)
    let listed = try tool.run("privacy-zones", "list")
    #expect(listed.out.contains("Home") && listed.out.contains("200"))
    let json = try tool.run("privacy-zones", "list", "--json").out
    for digits in Self.digits { #expect(!(listed.out + json).contains(digits)) }
    let shown = try tool.run("privacy-zones", "list", "--show-places")
    #expect(shown.out.contains("47.1414567, 8.6543217"))
    let wrong: [([String], Int32)] = [
      (["--at", place + ",3"], 64), (["--at", "147.1234567,8.6543217"], 64),
      (["--at", place, "--radius", "1m"], 65), (["--at", place, "--around", "latest"], 64),
      (["--at", place], 65), ([], 64),
    ]
    for (words, status) in wrong {
      let outcome = try tool.run(["privacy-zones", "add", "Home"] + words)
      #expect(outcome.status == status, "\(words): \(outcome)")
      for digits in Self.digits + ["47.14", "8.65"] {
        #expect(!(outcome.out + outcome.err).contains(digits), "\(words)")
      }
    }
    #expect(try tool.run("privacy-zones", "remove", "Work").status == 0)
    #expect(try tool.run("privacy-zones", "remove", "Work").status == 2)
  }

  /// Wherever a word of the command line is a place by mistake.
  @Test(arguments: [
    ["privacy-zones", "add", "W", "PLACE"], ["privacy-zones", "add", "PLACE"],
    ["privacy-zones", "add", "PLACE", "--around", "latest"],
    ["privacy-zones", "add", "W", "--around", "PLACE"], ["privacy-zones", "PLACE"],
    ["privacy-zones", "add", "W", "--at", "1,1", "--radius", "PLACE"],
    ["privacy-zones", "remove", "PLACE"], ["privacy-zones", "list", "PLACE"],
    ["privacy-zones", "add", "W", "--PLACE"], ["privacy-zones", "add", "W", "--att=PLACE"],
    ["report", "PLACE"], ["explain", "PLACE"], ["report", "latest", "--params", "PLACE"],
    ["delete", "PLACE", "--yes"], ["runs", "--from", "PLACE"], ["runs", "--sport", "PLACE"],
    ["prune", "--older-than", "PLACE"], ["import", "PLACE"], ["undo", "PLACE"], ["PLACE"],
    ["edit", "latest", "--sport", "PLACE"], ["routes", "PLACE"], ["imports", "show", "PLACE"],
    ["truth", "add", "latest", "--kind", "PLACE"], ["params", "show", "PLACE"],
    ["explain", "PLACE", "extra"], ["compare", "PLACE", "run@1"], ["export", "PLACE"],
  ])
  func noMessageRepeatsAPlaceThatWasMisplaced(words: [String]) throws {
    let tool = try Self.tool(zone: false)
    for place in ["48.2123,16.4567", "48.21,16.45", "-48.2123, 16.4567", "48.2123 16.4567"] {
      let outcome = try tool.run(words.map { $0.replacing("PLACE", with: place) })
      #expect(!outcome.err.isEmpty || words.contains("--sport"), "\(place): \(outcome)")
      #expect(!outcome.err.contains("8.21") && !outcome.err.contains("6.45"), "\(outcome)")
    }
    // A file's path is told as it is.
    guard words != ["import", "PLACE"] else { return }
    let single = try tool.run(words.map { $0.replacing("PLACE", with: "16.4567") })
    #expect(!single.err.contains("6.4567"), "\(single)")
  }

  @Test func twoZonesOnOnePlaceAreRefused() throws {
    let tool = try Self.tool()
    // 180 m and 380 m from the door, and a radius that reaches it.
    let (near, off) = ("47.1250767,8.6543217", "47.1268767,8.6543217")
    for words in [["--around", Secrets.name], ["--at", near], ["--at", off, "--radius", "500m"]] {
      let outcome = try tool.run(["privacy-zones", "add", "Second"] + words)
      #expect(outcome.status == 65, "\(words): \(outcome)")
      #expect(outcome.err.contains("“Home”") && outcome.err.contains("--radius"), "\(outcome)")
    }
    #expect(try tool.run("privacy-zones", "add", "Second", "--at", off).status == 0)
  }

  @Test func namesThatDifferInCapitalsOrWhiteSpaceAreOne() throws {
    let tool = try Self.tool()
    for name in ["home", " HOME ", "Home\t"] {
      let outcome = try tool.run("privacy-zones", "add", name, "--at", "40,8")
      #expect(outcome.status == 65 && outcome.err.contains("of that name"), "\(outcome)")
    }
    #expect(try tool.run("privacy-zones", "add", "  Work\n", "--at", "40,8").status == 0)
    #expect(try tool.objects("privacy-zones", "list", "--json").isEmpty == false)
    #expect(try tool.run("privacy-zones", "remove", "work").out.contains("“Work”"))
    #expect(try tool.run("privacy-zones", "remove", "HOME ").status == 0)
    #expect(try tool.run("privacy-zones", "list").status == 2)
  }

  /// A fix in 30 s: the first is the door, and nothing near it says so too.
  @Test func anUncertainStartIsDoubted() throws {
    let tool = try Self.tool(zone: false)
    try tool.write(Secrets.sparse, to: "sparse.gpx")
    #expect(try tool.run("import", "sparse.gpx").status == 0)
    let lone = try tool.run("privacy-zones", "add", "Home", "--around", "Sparse")
    #expect(lone.status == 0 && lone.err.contains("none near it confirms"), "\(lone)")
    let shown = try tool.run("privacy-zones", "list", "--show-places").out
    #expect(shown.contains("\(Secrets.latitude), \(Secrets.longitude)"), "\(shown)")
    try tool.run("privacy-zones", "remove", "Home")
    let sure = try tool.run("privacy-zones", "add", "Home", "--around", Secrets.name)
    #expect(sure.status == 0 && sure.err.isEmpty, "\(sure)")
    try tool.run("privacy-zones", "remove", "Home")
    let small = ["privacy-zones", "add", "Home", "--around", Secrets.name, "--radius", "50m"]
    let spread = try tool.run(small)
    #expect(spread.status == 0 && spread.err.contains("much for a radius of 50"), "\(spread)")
  }
}
