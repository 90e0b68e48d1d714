/// A command line that makes no sense; says so in one sentence.
struct UsageError: Error {
  let message: String
  /// Whose help to point at; nil before a command is known.
  let command: CommandHelp?

  init(_ message: String, command: CommandHelp? = nil) {
    self.message = message
    self.command = command
  }
}
