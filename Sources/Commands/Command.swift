/// One thing the tool can be told to do.
protocol Command: Sendable {
  static var help: CommandHelp { get }
  /// Reads and checks the command line; touches nothing.
  init(_ arguments: ParsedArguments) throws
  func run(in context: CommandContext) throws -> ExitStatus
}

extension Command {
  /// Reads the command line and does what it says.
  static func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitStatus {
    try Self(arguments).run(in: context)
  }
}

/// What a command says about itself; parsing and help both read it.
struct CommandHelp: Sendable {
  enum Group: String, CaseIterable {
    case daily = "Every day"
    case keeping = "Keeping the library"
    case building = "Building and measuring"
    case helping = "Setting up the shell"
  }

  struct Example: Sendable {
    let line: String
    let effect: String
  }

  /// One or two words: `params add`.
  let name: String
  let group: Group
  /// What follows the name: `PATH…`.
  let operands: String
  /// One line, a verb first, no full stop.
  let summary: String
  /// What a user needs to know and would not guess; paragraphs.
  var discussion: [String] = []
  var options: [OptionHelp] = []
  /// False where there is nothing to say in JSON: then --json is no option of it.
  var hasJSON = true
  /// False where one thread does all: --jobs is taken as everywhere, and not listed.
  var hasJobs = true
  /// False where no headline distance is printed: so is --units.
  var hasUnits = true
  var examples: [Example] = []

  static let commonOptions: [OptionHelp] = [
    CommonOptions.library.help, CommonOptions.json.help, CommonOptions.jobs.help,
    CommonOptions.units.help, CommonOptions.quiet.help, CommonOptions.help.help,
  ]
}
