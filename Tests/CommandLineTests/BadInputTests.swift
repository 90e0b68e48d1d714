import Foundation
import TestSupport
import Testing

/// Whatever is thrown at the tool, it says which file and what, and ends with the right status.
@Suite struct BadInputTests {
  @Test func aLibraryHasAPlaceThatSomebodyNamed() throws {
    var tool = try Tool()
    for words in [["runs", "--library", ""], ["runs", "--library="]] {
      let outcome = try tool.run(words)
      #expect(outcome.status == 64 && outcome.err.contains("takes the name of a file"))
    }
    tool.environment["REMEASURE_LIBRARY"] = nil
    try tool.write(smallGPX(), to: "a.gpx")
    let outcome = try tool.run("import", "a.gpx")
    #expect(outcome.status == 64 && outcome.err.contains("$XDG_DATA_HOME"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: tool.path(".local")))
    #expect(try tool.run("explain", "a.gpx").status == 0)
  }

  static let latitude = "46.7654321"

  static let damagedFiles: [(name: String, text: String, message: String)] = [
    ("empty.gpx", "", "empty"),
    ("blank.gpx", "  \n ", "nothing in it"),
    ("rubbish.gpx", "\u{1}\u{2}\u{3} lat=\(latitude)", "no format"),
    (
      "entity.gpx",
      "<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx><trk><trkseg><trkpt lat=\"\(latitude)\" lon=\"8\"/>"
        + "</trkseg></trk></gpx>", "entities"
    ),
    (
      "external.gpx",
      "<!DOCTYPE gpx [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><gpx>&a;</gpx>", "entities"
    ),
    (
      "defaults.gpx", "<!DOCTYPE gpx [<!ATTLIST trkpt lon CDATA \"1\">]><gpx><trk></trk></gpx>",
      "declares"
    ),
    (
      "names.gpx", "<gpx>" + (0..<30_000).map { "<n\($0)/>" }.joined() + "</gpx>",
      "different names"
    ),
    ("cut.gpx", "<gpx><trk><trkseg><trkpt lat=\"\(latitude)\" lon=\"8.1", "ends"),
    ("deep.gpx", "<gpx>" + String(repeating: "<a>", count: 3_000), "deeper"),
  ]

  @Test(arguments: damagedFiles.indices)
  func aDamagedFileIsNamedWithItsReason(index: Int) throws {
    let (name, text, message) = Self.damagedFiles[index]
    let tool = try Tool()
    try tool.write(text, to: name)
    let outcome = try tool.run("import", name)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.err.contains(name))
    #expect(outcome.err.contains(message), "\(outcome.err)")
    #expect(!outcome.err.contains("46.7"), "a coordinate in a message")
  }

  static let oddButReadable: [(name: String, change: @Sendable (String) -> String)] = [
    ("blanks first", { "   \n" + $0 }),
    ("a page of blanks first", { String(repeating: " ", count: 9_000) + $0 }),
    ("byte order mark", { "\u{FEFF}" + $0 }),
    ("undeclared prefix", { $0.replacing("<trk>", with: "<trk><q:x>1</q:x>") }),
    ("undeclared entity", { $0.replacing("Small", with: "Ca&ntilde;on") }),
    ("control character", { $0.replacing("Small", with: "A\u{1}B") }),
    ("bad encoding", { $0.replacing("<?xml version=\"1.0\"?>", with: utf16Declaration) }),
    ("no namespace", { $0.replacing(/\ xmlns="[^"]*"/, with: "") }),
    ("absurd version", { $0.replacing("version=\"1.1\"", with: "version=\"50517\"") }),
    ("time goes back", { $0.replacing("10:00:02Z", with: "09:00:02Z") }),
    ("absurd time", { $0.replacing("2024-05-01T10:00:02Z", with: "+052870-01-01T00:00:00Z") }),
  ]

  private static let utf16Declaration = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>"

  @Test(arguments: oddButReadable.indices)
  func anOddFileIsReadAllTheSame(index: Int) throws {
    let (_, change) = Self.oddButReadable[index]
    let tool = try Tool()
    try tool.write(change(smallGPX()), to: "odd.gpx")
    let outcome = try tool.run("import", "odd.gpx")
    #expect(outcome.out.contains("1 run imported, 3 fixes"), "\(outcome)")
  }

  @Test func placesThatAreNoneAreKeptAndNeverMeasured() throws {
    let tool = try Tool()
    let odd = smallGPX(fixes: 6)
      .replacing("lat=\"46.0001\" lon=\"8\"", with: "lat=\"0\" lon=\"0\"")
      .replacing("lat=\"46.0002\"", with: "lat=\"120\"")
      .replacing("lat=\"46.0003\"", with: "lat=\"nan\"")
    try tool.write(odd, to: "odd.gpx")
    try tool.run("import", "odd.gpx")
    let report = try #require(try tool.objects("report", "latest", "--json").first)
    let verdicts = try #require(report["verdicts"] as? [String: Any])
    #expect(verdicts["invalid_position"] as? Int == 2)
    #expect((report["run"] as? [String: Any])?["fixes"] as? Int == 5)
    #expect(report["raw_distance_m"] as? Double ?? 0 < 60)
  }

  @Test func aFolderNamedLikeAFileIsAFolder() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "folder.gpx/inside.gpx")
    #expect(try tool.run("import", "folder.gpx").status == 0)
  }

  @Test func aNameThatIsNotUTF8IsSaidToBeSo() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "a.gpx")
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "mkdir in && mv a.gpx \"$(printf 'in/caf\\351.gpx')\""]
    shell.currentDirectoryURL = tool.folder.url
    try shell.run()
    shell.waitUntilExit()
    let outcome = try tool.run("import", "in")
    #expect(outcome.status == 1)
    #expect(outcome.err.contains("not UTF-8"), "\(outcome.err)")
  }

  @Test func whatIsNotThereIsSaid() throws {
    let tool = try Tool()
    let outcome = try tool.run("import", "nowhere.gpx")
    #expect(outcome.status == 1)
    #expect(outcome.err.contains("nowhere.gpx"))
  }

  @Test func aForeignLibraryIsRefusedAndLeftAlone() throws {
    let tool = try Tool()
    for content in ["not a database at all, but long enough to be one".utf8.map { $0 }] {
      try Data(content).write(to: URL(filePath: tool.library))
      let outcome = try tool.run("runs")
      #expect(outcome.status == 65)
      #expect(outcome.err.contains("not a Remeasure library"), "\(outcome.err)")
      #expect(try Data(contentsOf: URL(filePath: tool.library)) == Data(content))
    }
  }

  /// An empty file is what a full disk leaves of a library that was to be made.
  @Test func anEmptyFileIsNoLibraryYetAndAOneByteFileIsLeftAlone() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "a.gpx")
    try Data().write(to: URL(filePath: tool.library))
    #expect(try tool.run("runs").status == 2)
    #expect(try tool.run("import", "a.gpx").status == 0)
    try Data([7]).write(to: URL(filePath: tool.path("one")))
    #expect(try tool.run("import", "a.gpx", "--library", "one").status == 65)
    #expect(try Data(contentsOf: URL(filePath: tool.path("one"))) == Data([7]))
  }

  static let strangeSets: [(options: [String], status: Int32)] = [
    (["--max-speed", "-0"], 64), (["--max-speed", "0"], 64), (["--max-gap", "0"], 64),
    (["--min-move", "0"], 0), (["--min-move", "0x10"], 64), (["--min-move", "nan"], 64),
    (["--file", "negative-zero.json"], 0), (["--file", "engine.json"], 65),
    (["--file", "huge.json"], 65), (["--file", "/dev/zero"], 65), (["--file", "nowhere"], 74),
    (["--note", String(repeating: "x", count: 501)], 64),
  ]

  /// What is refused leaves the library usable, and what is taken can be read back.
  @Test(arguments: strangeSets)
  func aStrangeParameterSetHarmsNothing(options: [String], status: Int32) throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "a.gpx")
    try tool.run("import", "a.gpx")
    try tool.write(#"{"min_move_m": -0.0, "max_accuracy_m": -0}"#, to: "negative-zero.json")
    try tool.write(#"{"engine": 2}"#, to: "engine.json")
    try tool.write(#"{"earth": "\#(String(repeating: "x", count: 1 << 17))"}"#, to: "huge.json")
    #expect(try tool.run(["params", "add", "run"] + options).status == status, "\(options)")
    #expect(try tool.run("params", "list").status == 0)
    #expect(try tool.run("report", "latest", "--params", "run@1").status == 0)
  }

  @Test func wordsOfTheUserDoNotActOnTheTerminal() throws {
    let outcome = try Tool().run("runs", "--\u{1B}[31m\u{202E}x")
    #expect(!outcome.err.contains("\u{1B}") && !outcome.err.contains("\u{202E}"))
  }

  @Test func aLibraryOfANewerToolIsRefusedPolitely() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "a.gpx")
    try tool.run("import", "a.gpx")
    // user_version is the big-endian number at byte 60 of an SQLite file.
    var bytes = try Data(contentsOf: URL(filePath: tool.library))
    bytes[62] = 0x27
    try bytes.write(to: URL(filePath: tool.library))
    let outcome = try tool.run("runs")
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("newer"), "\(outcome.err)")
  }

  @Test func withoutALibraryReadingSaysHowToGetOne() throws {
    let outcome = try Tool().run("runs")
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("import"))
  }

  static let wrongUsage: [[String]] = [
    [], ["nonsense"], ["import"], ["import", "--sped"], ["runs", "extra"], ["params"],
    ["params", "add", "Run"], ["params", "add", "run", "--max-speed", "fast"],
    ["params", "diff", "run@1"], ["report"], ["replay"], ["recompute", "--jobs", "0"],
    ["bench", "everything"], ["simulate"], ["runs", "--units", "feet"], ["imports", "show", "x"],
    ["replay", "latest", "--from", "9", "--to", "3"],
  ]

  @Test(arguments: wrongUsage)
  func wrongUsageIsSixtyFour(words: [String]) throws {
    let outcome = try Tool().run(words)
    #expect(outcome.status == 64, "\(words)")
  }

  @Test func unknownRunsAndSetsAreTwo() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "a.gpx")
    try tool.run("import", "a.gpx")
    #expect(try tool.run("report", "nobody").status == 2)
    #expect(try tool.run("params", "show", "nothing@7").status == 2)
    #expect(try tool.run("imports", "show", "9").status == 2)
  }

  @Test func aNameThatFitsTwoRunsListsThem() throws {
    let tool = try Tool()
    try tool.write(smallGPX(fixes: 3), to: "in/a.gpx")
    try tool.write(smallGPX(fixes: 4), to: "in/b.gpx")
    try tool.run("import", "in")
    let outcome = try tool.run("report", "small")
    #expect(outcome.status == 2)
    #expect(outcome.err.contains("fits 2 runs"))
  }

  @Test func anUnwritableOutputIsSeventyFourAndLeavesTheOldFile() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "a.gpx")
    try tool.run("import", "a.gpx")
    let outcome = try tool.run("report", "latest", "--output", "no/such/folder/out.txt")
    #expect(outcome.status == 74)
    #expect(outcome.err.contains("out.txt"))
  }
}
