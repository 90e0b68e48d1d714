import Foundation
import Testing

@Suite struct SimulateTests {
  @Test(arguments: ["gpx", "tcx", "fit"])
  func theSameSeedGivesTheSameFiles(format: String) throws {
    let tool = try Tool()
    for folder in ["one", "two"] {
      let outcome = try tool.run(
        "simulate", "--runs", "3", "--seed", "7", "--format", format, "--output", folder)
      #expect(outcome.status == 0)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.path("one")).sorted()
    #expect(names == (7...9).map { "run-\($0).\(format)" } + ["truth.csv"])
    for name in names {
      let contents = try ["one", "two"].map {
        try Data(contentsOf: URL(filePath: tool.path("\($0)/\(name)")))
      }
      #expect(contents[0] == contents[1])
      #expect(!contents[0].isEmpty)
    }
    let truth = try String(contentsOfFile: tool.path("one/truth.csv"), encoding: .utf8)
    #expect(truth.hasPrefix("run,kind,lower_m,upper_m,source\n"))
    #expect(
      truth.split(separator: "\n").dropFirst().compactMap { $0.split(separator: ",").last }
        == names[0..<3].map { $0[...] })
  }

  @Test func withoutAFormatItIsGPX() throws {
    let tool = try Tool()
    try tool.run("simulate", "--scenario", "sensors", "--output", "in")
    #expect(FileManager.default.fileExists(atPath: tool.path("in/sensors.gpx")))
  }

  @Test func aLengthInMinutesGivesAFixForEachSecondOfMoving() throws {
    let tool = try Tool()
    try tool.run("simulate", "--runs", "3", "--seed", "7", "--minutes", "5", "--output", "in")
    for number in 7...9 {
      let file = try String(contentsOfFile: tool.path("in/run-\(number).gpx"), encoding: .utf8)
      // Five minutes, both ends, and what is written in up to three pauses.
      #expect(file.components(separatedBy: "<trkpt").count - 1 >= 301)
    }
  }

  @Test(arguments: [["--minutes", "1441"], ["--minutes", "5", "--scenario", "sensors"]])
  func aLengthThatCannotBeSimulatedIsWrongUsage(options: [String]) throws {
    let outcome = try Tool().run(["simulate", "--output", "in"] + options)
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("--minutes"))
  }

  @Test func anUnknownFormatIsWrongUsage() throws {
    let outcome = try Tool().run("simulate", "--format", "kml", "--output", "in")
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("gpx or tcx or fit"))
  }
}
