/// Prints the manual.
struct ManCommand: Command {
  static let help = CommandHelp(
    name: "man", group: .helping, operands: "",
    summary: "print the manual page, all commands on one",
    discussion: ["The page is in mdoc, made of the same words as each --help."],
    hasJSON: false,
    hasJobs: false, hasUnits: false,
    examples: [
      .init(
        line:
          "mkdir -p ~/.local/share/man/man1 && remeasure man > ~/.local/share/man/man1/remeasure.1",
        effect: "to read with: man remeasure"),
      .init(line: "remeasure man | man -l -", effect: "to read now"),
    ])

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let commands = allCommands.map { $0.help }
    try context.print(Manual.page(of: commands))
    return .success
  }
}
