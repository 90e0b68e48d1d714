import Foundation
import TestSupport
import Testing

@Suite struct BenchTests {
  private let tool: Tool

  init() throws {
    var tool = try Tool()
    tool.environment["TMPDIR"] = tool.path("tmp")
    try FileManager.default.createDirectory(
      atPath: tool.path("tmp"), withIntermediateDirectories: true)
    self.tool = tool
  }

  private func temporaryFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: tool.path("tmp"))
  }

  /// One run of each, on as little as there can be.
  private func small(_ words: String...) throws -> Tool.Outcome {
    try tool.run(["bench"] + words + ["--runs", "1", "--fixes", "300", "--jobs", "2"])
  }

  @Test func everyFigureStandsUnderItsName() throws {
    let outcome = try small("--json", "--quiet")
    #expect(outcome.status == 0 && outcome.err.isEmpty, "\(outcome.err)")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.out.utf8)) as? [String: Any])
    let names = [
      "haversine.scalar", "haversine.vector", "filter.one", "filter.lanes", "codec.decode",
      "recompute", "import.gpx", "import.fit",
    ]
    for name in names + names.map({ $0 + ".all_cores" }) {
      let figure = try #require(object[name] as? [String: Any], "\(name)")
      for key in ["median", "min", "max", "runs", "result_error"] {
        #expect(figure[key] is NSNumber, "\(name) \(key)")
      }
      #expect((figure["unit"] as? String)?.hasPrefix("ns/") == true, "\(name)")
    }
    #expect((object["codec.decode.large"] as? [String: Any])?["count"] as? Int == 1 << 20)
    let machine = try #require(object["machine"] as? [String: Any])
    #expect(
      Set(machine.keys) == [
        "processor", "cores", "vectors", "memory_bytes", "kernel", "tool_version", "measured_at",
      ])
    #expect(try temporaryFiles().isEmpty)
  }

  @Test func aSubjectStandsAlone() throws {
    let outcome = try small("import")
    #expect(outcome.out.contains("\n1 core\nimport gpx"), "\(outcome.out)")
    #expect(!outcome.out.contains("recompute nothing") && !outcome.out.contains("haversine"))
    #expect(outcome.out.contains("median of 1, results checked\n"))
  }

  @Test func aFormerOutputIsABaseline() throws {
    let before = try small("import", "--json").out
    try tool.write(before, to: "before.json")
    let same = try small("import", "--baseline", "before.json").out
    #expect(same.contains("BASELINE") && !same.contains("Only there"), "\(same)")
    #expect(!same.contains("machine"), "\(same)")
    let doubled = try #require(
      JSONSerialization.jsonObject(with: Data(before.utf8)) as? [String: Any])
    var made = doubled.filter { $0.key != "import.fit" }
    made["import.tcx"] = ["unit": "ns/fix", "median": 3]
    made["codec.decode"] = ["unit": "ns/fix", "median": 3]
    let text = String(decoding: try JSONSerialization.data(withJSONObject: made), as: UTF8.self)
    try tool.write(text, to: "made.json")
    let outcome = try small("import", "--baseline", "made.json", "--json")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.out.utf8)) as? [String: Any])
    let baseline = try #require(object["baseline"] as? [String: Any])
    #expect(baseline["only_in_baseline"] as? [String] == ["import.tcx"])
    #expect(baseline["not_in_baseline"] as? [String] == ["import.fit"])
    #expect(baseline["same_machine"] as? Bool == true)
    let figure = try #require(object["import.gpx"] as? [String: Any])
    let then = try #require(doubled["import.gpx"] as? [String: Any])
    let ratio = try #require(figure["baseline_ratio"] as? Double)
    let medians = try [then, figure].map { try #require($0["median"] as? Double) }
    #expect(abs(ratio - medians[0] / medians[1]) <= ratio * 1e-12)
    #expect((object["import.fit"] as? [String: Any])?["baseline_ratio"] is NSNull)
  }

  static let broken = [
    "", "nonsense", "[]", "{}", #"{"machine":{"cores":2}}"#, #"{"recompute":{"unit":"ns/fix"}}"#,
    #"{"recompute":{"unit":"ns/fix","median":0}}"#, #"{"recompute":7}"#,
    #"{"recompute":{"unit":"ns/fix","median":1},"machine":{"cores":"two"}}"#,
  ]

  @Test(arguments: broken)
  func aBrokenBaselineIsSixtyFiveAtOnce(text: String) throws {
    try tool.write(text, to: "before.json")
    let outcome = try tool.run("bench", "--baseline", "before.json")
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("before.json") && outcome.out.isEmpty, "\(outcome.err)")
  }

  @Test func aMissingBaselineIsSeventyFour() throws {
    #expect(try tool.run("bench", "--baseline", "nowhere.json").status == 74)
  }

  @Test func aGivenLibraryIsCopiedAndOnlyRead() throws {
    try tool.write(smallGPX(fixes: 50), to: "a.gpx")
    try tool.run("import", "a.gpx")
    let before = try Data(contentsOf: URL(filePath: tool.library))
    let outcome = try small("recompute", "--library", tool.library, "--json")
    #expect(outcome.status == 0, "\(outcome.err)")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.out.utf8)) as? [String: Any])
    #expect((object["recompute"] as? [String: Any])?["count"] as? Int == 50)
    #expect(try Data(contentsOf: URL(filePath: tool.library)) == before)
    #expect(try !tool.run("params", "list").out.contains("bench"))
    #expect(try temporaryFiles().isEmpty)
    #expect(try small("recompute", "--library", tool.path("nowhere.sqlite")).status == 2)
  }

  @Test func controlCLeavesNothingBehind() throws {
    let errors = Pipe()
    let process = try tool.start(["bench", "recompute", "--fixes", "100000000"], err: errors)
    while process.isRunning, try temporaryFiles().isEmpty {}
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(said.contains("Stopped"), "\(said)")
    #expect(try temporaryFiles().isEmpty)
  }
}
