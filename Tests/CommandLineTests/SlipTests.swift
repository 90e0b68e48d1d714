import Foundation
import Testing

/// Words that are near what is meant, or that other tools have for it.
@Suite struct SlipTests {
  private static func filled() throws -> Tool {
    let tool = try Tool()
    for (index, name) in ["Spring 10K", "Spring again", "Autumn"].enumerated() {
      try tool.write(smallGPX(fixes: 20 + index, name: name), to: "\(index).gpx")
    }
    try tool.run("import", "0.gpx", "1.gpx", "2.gpx")
    return tool
  }

  @Test(arguments: [
    ["runs", "--sport", "runing"], ["tune", "--sport", "runing"],
    ["export", "--all", "--json", "--sport", "runing"],
    ["compare", "run@1", "any@1", "--sport", "runing"],
  ])
  func aSportThatNoRunHasIsHeldAgainstThoseThatAreKnown(words: [String]) throws {
    let outcome = try Self.filled().run(words)
    #expect(outcome.status == 2 && outcome.out.isEmpty)
    #expect(outcome.err.contains("o run is of the sport “runing”; did you mean “running”?"))
  }

  @Test func aKnownSportIsNoSlip() throws {
    let tool = try Self.filled()
    #expect(try tool.run("runs", "--sport", "hiking").err == "No run matches.\n")
    #expect(
      try tool.run("runs", "--sport", "falconry").err == "No run is of the sport “falconry”.\n")
    #expect(try tool.run("tune", "--sport", "hiking").err.contains("too little to tune by"))
  }

  @Test func aNewSportIsGivenAllTheSame() throws {
    let tool = try Self.filled()
    let edited = try tool.run("edit", "Autumn", "--sport", "runing")
    #expect(edited.status == 0)
    #expect(edited.err.contains("knows the sport “runing”; did you mean “running”?"))
    #expect(try tool.run("runs", "--sport", "runing").status == 0)
  }

  @Test(arguments: [
    ("list", "; did you mean “runs”?"), ("ls", "; did you mean “runs”?"),
    ("show", "; did you mean “report”?"), ("zones", "; did you mean “privacy-zones”?"),
    ("rename", "; did you mean “edit”?"), ("version", "; did you mean --version?"),
    ("-V", "; did you mean --version?"), ("remove", "; did you mean “delete”?"),
    ("rm", "; did you mean “delete”?"),
    ("restore", "; a backup is a library: name it by --library"),
  ])
  func wordsOfOtherToolsAreAnsweredWithOurs(word: String, hint: String) throws {
    let outcome = try Tool().run(word, "x")
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("there is no command “\(word)”\(hint)"), "\(outcome.err)")
  }

  @Test(arguments: ["report", "replay"])
  func aFileIsNoRun(command: String) throws {
    let outcome = try Self.filled().run(command, "0.gpx")
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("“0.gpx” is a file and no run: “remeasure explain FILE” reads"))
  }

  @Test func whatIsNeitherFileNorRunIsSaidToBeNeither() throws {
    let outcome = try Self.filled().run("explain", "nofile.gpx")
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("there is no file “nofile.gpx” and no run of that name"))
  }

  @Test(arguments: ["explain", "report", "replay", "delete"])
  func partOfANameOffersTheNames(command: String) throws {
    let outcome = try Self.filled().run(command, "spring")
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("; did you mean “Spring 10K” or “Spring again”?"), "\(outcome)")
  }

  @Test func noMoreThanThreeNamesAreOffered() throws {
    let tool = try Tool()
    for index in 0..<5 {
      try tool.write(smallGPX(fixes: 20 + index, name: "Lap \(index)"), to: "in/\(index).gpx")
    }
    try tool.run("import", "in")
    let outcome = try tool.run("report", "Lap")
    #expect(outcome.err.hasSuffix("; did you mean “Lap 0”, “Lap 1” or “Lap 2”?\n"), "\(outcome)")
  }

  @Test(arguments: [true, false])
  func aTildeThatNoShellExpandedIsTheHomeFolder(isOption: Bool) throws {
    var tool = try Tool()
    try tool.write(smallGPX(), to: "a.gpx")
    tool.environment["HOME"] = tool.path("home")
    tool.environment["REMEASURE_LIBRARY"] = isOption ? nil : "~/x.sqlite"
    let words = ["import", "a.gpx"] + (isOption ? ["--library=~/x.sqlite"] : [])
    #expect(try tool.run(words).status == 0)
    #expect(FileManager.default.fileExists(atPath: tool.path("home/x.sqlite")))
    #expect(!FileManager.default.fileExists(atPath: tool.path("~")))
  }

  @Test func aPlaceOffTheEarthIsToldTheRange() throws {
    let outcome = try Tool().run("privacy-zones", "add", "Home", "--at", "152.5,13.4")
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("from -90 to 90") && outcome.err.contains("from -180 to 180"))
    #expect(!outcome.err.contains("152"))
  }
}
