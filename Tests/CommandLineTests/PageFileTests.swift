import Foundation
import Testing

@Suite struct PageFileTests {
  @Test func aRunsPageGoesToStdoutOrToAFile() throws {
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 20), to: "run.gpx")
    try tool.run("import", "run.gpx")
    let printed = try tool.run("report", "Small", "--format", "html")
    #expect(printed.status == 0 && printed.out.hasPrefix("<!DOCTYPE html>\n"))
    #expect(printed.out.hasSuffix("</html>\n"))
    let written = try tool.run("report", "Small", "--format", "html", "--output", "run.html")
    #expect(written.status == 0 && written.out.isEmpty)
    #expect(try String(contentsOfFile: tool.path("run.html"), encoding: .utf8) == printed.out)
  }

  @Test func anyNumberOfJobsGivesTheSamePage() throws {
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 300), to: "run.gpx")
    try tool.run("import", "run.gpx")
    let pages = try ["1", "2", "3", "500"].map {
      try tool.run("report", "Small", "--format", "html", "--jobs", $0).out
    }
    #expect(Set(pages).count == 1)
  }

  @Test func onePageIsOfOneSet() throws {
    let tool = try Tool()
    try tool.write(smallGPX(name: "One"), to: "1.gpx")
    try tool.run("import", "1.gpx")
    let refused = try tool.run(
      "report", "One", "--params", "run@1", "--params", "ride@1", "--format", "html")
    #expect(refused.status == 64 && refused.out.isEmpty)
    #expect(refused.err.contains("--format html makes the page of one run by one set"))
  }

  @Test func anUnwritablePlaceIsSaid() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "run.gpx")
    try tool.run("import", "run.gpx")
    let failed = try tool.run("report", "Small", "--format", "html", "--output", "no/where.html")
    #expect(failed.status == 74)
    #expect(failed.err.contains("no/where.html: No such file or directory"))
  }
}
