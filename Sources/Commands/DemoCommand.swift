internal import Foundation
internal import Pipelines
internal import Reports

/// Shows the tool at work on its sample data, in a library of its own.
struct DemoCommand: Command {
  private static let data = Option<String>(
    "--data", "DIR", "the sample data; ./sample-data, or simulated where that is not there")

  static let help = CommandHelp(
    name: "demo", group: .building, operands: "",
    summary: "import the sample data into a library of its own and explain a disputed run",
    discussion: [
      "Runs the commands it prints, in a temporary library that is removed at the end."
    ],
    options: [data.help], hasJSON: false,
    examples: [.init(line: "remeasure demo", effect: "about a second")])

  private let data: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
    data = try arguments.value(Self.data)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let commands: [[String]] = [
      ["import", try data ?? sampleData(in: folder)],
      ["runs"],
      ["params", "add", "run", "--min-move", "10", "--note", "does a larger minimum move matter?"],
      ["recompute", "--params", "run@2"],
      ["explain", "Spring 10K"],
      ["report", "Thirteen kilometres"],
    ]
    for words in commands {
      try context.print("$ remeasure \(words.map(quoted).joined(separator: " "))\n")
      let status = try run(words, library: folder.path("library.sqlite"), in: context)
      guard status == .success else { return status }
      try context.print("\n")
    }
    context.remark("That library is gone again. Make your own: remeasure import PATH")
    return .success
  }

  private func run(
    _ words: [String], library: String, in context: CommandContext
  ) throws -> ExitStatus {
    guard let (command, rest) = allCommands.named(words[...]) else { return .software }
    let help = command.help
    let arguments = try ParsedArguments(rest + ["--library", library], for: help)
    var inner = context
    inner.common = try CommonOptions(arguments)
    inner.common.jobs = context.common.jobs
    inner.common.units = context.common.units
    inner.common.quiet = true
    return try command.run(arguments, in: inner)
  }

  /// The sample data of the project, or the same runs made anew.
  private func sampleData(in folder: TemporaryFolder) throws -> String {
    if FileManager.default.fileExists(atPath: "sample-data/README.md") { return "sample-data" }
    for scenario in [NamedScenario.thirteenKilometres, .disputed, .commute] {
      let file = SimulatedFile(scenario, as: .gpx)
      try Data(file.bytes).write(to: URL(filePath: folder.path(file.name)))
    }
    return folder.path("")
  }

  private func quoted(_ word: String) -> String {
    word.contains(" ") ? "\"\(word)\"" : word
  }
}
