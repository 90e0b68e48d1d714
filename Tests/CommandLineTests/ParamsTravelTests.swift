import Foundation
import TestSupport
import Testing

@Suite struct ParamsTravelTests {
  /// A library with `run@2`, of which no constant is a round number.
  private func toolWithASet() throws -> Tool {
    let tool = try Tool()
    #expect(
      try tool.run(
        "params", "add", "run", "--max-accuracy", "40.1", "--max-speed", "off", "--min-move",
        "3.3333333", "--max-gap", "30.7", "--earth", "wgs84", "--missing-accuracy", "drop",
        "--note", "a “note”"
      ).status == 0)
    return tool
  }

  private func another(_ tool: Tool) -> Tool {
    var other = tool
    other.environment["REMEASURE_LIBRARY"] = tool.path("other.sqlite")
    return other
  }

  @Test func aSetTravelsToTheLastBit() throws {
    let tool = try toolWithASet()
    #expect(try tool.run("params", "export", "run@2", "--output", "run2.json").status == 0)
    let other = another(tool)
    let outcome = try other.run("params", "import", "run2.json")
    #expect(outcome.status == 0)
    #expect(outcome.out == "run@2 added, current for no sport.\n")
    let shown = try #require(try other.objects("params", "show", "run@2", "--json").first)
    #expect(shown["current"] as? Bool == false)
    let texts = try [tool, other].map { try $0.run("params", "export", "run@2").out }
    #expect(texts[0] == texts[1])
    #expect(texts[0].contains("\"min_move_m\":3.3333333,"))
    // sha256sum of "engine 1", "max_accuracy_m 40.1", "max_speed_mps off", "min_move_m 3.3333333",
    // "max_gap_s 30.7", "missing_accuracy drop" and "earth wgs84", each on a line.
    #expect(
      texts[0].contains("5cf4489896e9f075396cbc009a9993a1aeae9b86a054bb2a717e233177cf12b7"))
    #expect(try other.run("params", "import", "run2.json").out == "run@2 is here already.\n")
    #expect(try other.run("params", "add", "run").out.contains("run@3"))
  }

  @Test func aSetThatWasImportedGivesTheSameDistance() throws {
    let tool = try toolWithASet()
    try tool.write(smallGPX(fixes: 50), to: "in/a.gpx")
    // The fixes say nothing of accuracy.
    try tool.run("params", "add", "run", "--base", "run@2", "--missing-accuracy", "keep")
    try tool.run("params", "export", "run@3", "--output", "run3.json")
    let other = another(tool)
    try other.run("params", "import", "run3.json")
    let reports = try [tool, other].map { tool in
      try tool.run("import", "in")
      let report = try #require(
        try tool.objects("report", "--all", "--params", "run@3", "--json").first)
      return try #require(report["distance_m"] as? Double)
    }
    #expect(reports[0] == reports[1])
    #expect(reports[0] > 0)
  }

  @Test func severalSetsAreAListAndAreAddedTogetherOrNot() throws {
    let tool = try toolWithASet()
    try tool.run("params", "add", "trail", "--min-move", "7")
    try tool.run("params", "export", "trail", "run@2", "run@1", "--output", "sets.json")
    let other = another(tool)
    try other.run("params", "add", "run", "--min-move", "9")
    let refused = try other.run("params", "import", "sets.json")
    #expect(refused.status == 65)
    #expect(refused.err.contains("run@2"))
    #expect(refused.err.contains("other constants"))
    #expect(try other.run("params", "show", "trail").status == 2)
    var third = tool
    third.environment["REMEASURE_LIBRARY"] = tool.path("third.sqlite")
    #expect(
      try third.run("params", "import", "sets.json").out == """
        trail@1 added, current for no sport.
        run@2 added, current for no sport.
        run@1 is here already.

        """)
  }

  @Test(arguments: [
    ("\"min_move_m\":3.3333333", "\"min_move_m\":3.3333334", "digest"),
    ("\"max_speed_mps\":null", "\"max_speed_mps\":12", "digest"),
    ("\"version\":2", "\"version\":0", "version"),
    ("\"version\":2", "\"version\":2.5", "version"),
    ("\"name\":\"run\"", "\"name\":\"Run it\"", "name"),
    ("\"engine\":1", "\"engine\":2", "engine version 2"),
    ("\"engine\":1", "\"engine\":0", "engine"),
    ("\"max_gap_s\":30.7,", "", "max_gap_s is missing"),
    ("\"max_gap_s\":30.7", "\"max_gap_s\":NaN", "no JSON"),
    ("\"max_gap_s\":30.7", "\"max_gap_s\":1e999", "max_gap_s"),
    ("\"max_gap_s\":30.7", "\"max_gap_s\":-1", "max_gap_s"),
    ("\"max_gap_s\":30.7", "\"max_gap_s\":\"30.7\"", "max_gap_s"),
    ("\"max_gap_s\":30.7", "\"max_gap_s\":0", "leaves nothing"),
    ("\"earth\":\"wgs84\"", "\"earth\":\"flat\"", "earth"),
    ("\"version\":2", "\"version\":2,\"v\\u0065rsion\":3", "“version” is there twice"),
    ("\"max_gap_s\":30.7", "\"max_gap_s\":30.7,\"max_gap_s\":31", "“max_gap_s” is there twice"),
    ("\"max_gap_s\":30.7", "\"max_gap_s\":30.7,\"shoes\":1", "“shoes”"),
    ("\"note\":", "\"note\":1,\"n\":", "“n”"),
    ("{", "[{", "no JSON"), ("{", "[[{", "no JSON"), ("{", "", "no JSON"),
  ])
  func aFileThatIsNotAsItWasExportedIsRefused(
    old: String, new: String, words: String
  ) throws {
    let tool = try toolWithASet()
    let text = try tool.run("params", "export", "run@2").out
    let range = try #require(text.range(of: old))
    try tool.write(text.replacingCharacters(in: range, with: new), to: "changed.json")
    let outcome = try another(tool).run("params", "import", "changed.json")
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("changed.json"))
    #expect(outcome.err.contains(words))
    #expect(!FileManager.default.fileExists(atPath: tool.path("other.sqlite")))
  }

  @Test(arguments: ["", "[]", "\"run@1\"", "7", "{}", "\u{0}{}"])
  func whatHoldsNoSetIsRefused(text: String) throws {
    let tool = try Tool()
    try tool.write(text, to: "x.json")
    #expect(try tool.run("params", "import", "x.json").status == 65)
  }

  @Test func theLastVersionHasNoSuccessor() throws {
    let tool = try toolWithASet()
    let text = try tool.run("params", "export", "run@2").out
    try tool.write(
      text.replacing("\"version\":2", with: "\"version\":1000000"), to: "last.json")
    #expect(try tool.run("params", "import", "last.json").status == 0)
    let outcome = try tool.run("params", "add", "run", "--min-move", "4")
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("1000000"))
  }
}
