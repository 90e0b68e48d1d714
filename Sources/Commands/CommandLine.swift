internal import Foundation
internal import Glibc
internal import Pipelines
internal import Reports
internal import RunModel

/// Runs the process's command line and returns its exit status; the process around it adds nothing.
package func runCommandLine(environment: [String: String]) -> Int32 {
  Interrupt.listen()
  // Words of a file may be in what is printed; they are not to act on the terminal.
  let isTerminal = Terminal.isOutputTerminal
  let invocation = Invocation(
    printBytes: { bytes in
      try writeAll(isTerminal ? visibleLines(bytes) : bytes, to: STDOUT_FILENO, named: "stdout")
    },
    // Where even stderr is gone there is nobody left to tell.
    note: { text in try? writeAll(text, to: STDERR_FILENO, named: "stderr") },
    environment: environment)
  return invocation.run(processWords()).rawValue
}

/// Columns that text may fill: `$COLUMNS`, else the terminal's, else 80; what needs fewer than 60
/// cannot be laid out, and lines of more than 100 are hard to read.
func textWidth(_ environment: [String: String]) -> Int {
  let asked = environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
  return min(max(asked ?? Terminal.width ?? 80, 60), 100)
}

/// One call of the tool: finds the command, runs it, and words what goes wrong.
struct Invocation {
  let printBytes: @Sendable ([UInt8]) throws -> Void
  let note: @Sendable (String) -> Void
  let environment: [String: String]

  private var width: Int { textWidth(environment) }

  /// - Parameter words: nil for one that is not UTF-8.
  func run(_ words: [String?]) -> ExitStatus {
    do {
      return try dispatch(
        words.enumerated().map { index, word in
          guard let word else { throw UsageError("word \(index + 1) is not UTF-8") }
          return word
        })
    } catch let error as OutputError where error.isClosedPipe {
      return .success
    } catch {
      let (message, status) = wording(of: error)
      // Words of the user or of a file may be in it; they are not to act on the terminal.
      let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      let visible = lines.map { visibleText(String($0)) }.joined(separator: "\n")
      note("remeasure: \(withoutPlacesAndDegrees(visible))\n")
      return status
    }
  }

  private func print(_ text: String) throws {
    try printBytes(Array(text.utf8))
  }

  private func dispatch(_ words: [String]) throws -> ExitStatus {
    let (common, words) = Self.partedFromCommonOptions(words)
    switch words.first {
    case nil:
      note(Help.overview(of: allCommands.map { $0.help }, groups: [.daily], width: width))
      return .usage
    case "--help", "-h", "help":
      return try help(about: Array(words.dropFirst()))
    case "--version":
      let others = (common + words.dropFirst()).filter { $0 != CommonOptions.quiet.help.name }
      guard others.isEmpty else {
        throw UsageError("--version stands alone, and not with “\(others[0])”")
      }
      try print(Help.version(width: width))
      return .success
    default:
      break
    }
    guard let (command, rest) = allCommands.named(words[...]) else {
      return try helpForFamily(words)
    }
    let help = command.help
    let arguments = try ParsedArguments(common + rest, for: help)
    if arguments[CommonOptions.help] {
      try print(Help.page(for: help, width: width))
      return .success
    }
    let context = context(try CommonOptions(arguments))
    return try command.run(arguments, in: context)
  }

  /// What every command understands may stand before its name too.
  private static func partedFromCommonOptions(
    _ words: [String]
  ) -> (common: [String], rest: [String]) {
    let options = CommandHelp.commonOptions.filter { $0.name != CommonOptions.help.help.name }
    var (common, rest) = ([String](), words[...])
    while let word = rest.first,
      let option = options.first(where: { word == $0.name || word.hasPrefix($0.name + "=") })
    {
      common.append(word)
      rest.removeFirst()
      if word == option.name, option.valueName != nil, let value = rest.popFirst() {
        common.append(value)
      }
    }
    return (common, Array(rest))
  }

  /// `help params add`, `help params`, or `help` alone.
  private func help(about words: [String]) throws -> ExitStatus {
    guard let first = words.first else {
      try print(Help.overview(of: allCommands.map { $0.help }, width: width))
      return .success
    }
    guard let (command, _) = allCommands.named(words[...]) else {
      return try helpForFamily([first, "--help"])
    }
    try print(Help.page(for: command.help, width: width))
    return .success
  }

  /// `params --help`: the commands that begin with that word.
  private func helpForFamily(_ words: [String]) throws -> ExitStatus {
    let family = allCommands.map { $0.help }.filter { $0.name.hasPrefix(words[0] + " ") }
    guard !family.isEmpty else {
      let names = Set(allCommands.map { String($0.help.name.prefix { $0 != " " }) })
      throw UsageError(
        "there is no command “\(words[0])”"
          + (hint(forForeignCommand: words[0]) ?? hint(for: words[0], among: names)))
    }
    guard words.dropFirst().allSatisfy({ $0 == "--help" || $0 == "-h" }) else {
      let parts = family.map { String($0.name.dropFirst(words[0].count + 1)) }
      throw UsageError(
        "“\(words[0])” is followed by one of: " + parts.joined(separator: ", ")
          + hint(for: words[1], among: parts))
    }
    let list = Help.family(words[0], family, width: width)
    guard words.count > 1 else {
      note(list)
      return .usage
    }
    try print(list)
    return .success
  }

  private func context(_ common: CommonOptions) -> CommandContext {
    CommandContext(
      printBytes: printBytes, note: { note(withoutPlaces($0)) }, environment: environment,
      now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
      showsProgress: Terminal.isErrorTerminal,
      canAsk: Terminal.isInputTerminal && Terminal.isErrorTerminal,
      hasKeys: Terminal.isInputTerminal && Terminal.isOutputTerminal
        && environment["TERM"] != "dumb",
      cancellation: Interrupt.cancellation, common: common)
  }
}

extension [any Command.Type] {
  /// The command that the first words name, the longest name first, and the words behind it.
  func named(_ words: ArraySlice<String>) -> (any Command.Type, ArraySlice<String>)? {
    for length in [2, 1] where words.count >= length {
      let name = words.prefix(length).joined(separator: " ")
      if let command = first(where: { $0.help.name == name }) {
        return (command, words.dropFirst(length))
      }
    }
    return nil
  }
}
