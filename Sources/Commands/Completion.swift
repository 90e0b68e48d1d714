/// How a command line that is being typed may go on, as far as the declarations of commands tell.
struct Completion {
  struct Candidate {
    let word: String
    var meaning = ""
  }

  /// What the word begins with so far.
  private(set) var typed = ""
  /// Stands before the word and stays: `--format=`.
  private(set) var front = ""
  /// Commands and options.
  private(set) var candidates: [Candidate] = []
  /// What else may stand there.
  private(set) var kinds: [ValueKind] = []
  /// The library that the line names.
  private(set) var libraryPath: String?

  /// - Parameter words: those behind the tool's name; the last is being typed, and may be empty.
  init(of words: [String], among commands: [CommandHelp]) {
    var line = Line(commands)
    for word in words.dropLast() { line.read(word) }
    let last = words.last ?? ""
    (typed, libraryPath) = (last, line.libraryPath)
    if let option = line.pending {
      kinds = option.kinds
    } else if !line.isOver, last.hasPrefix("-") {
      let parts = last.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, let option = line.option(String(parts[0])) {
        (front, typed, kinds) = (option.name + "=", String(parts[1]), option.kinds)
      } else {
        candidates = line.options
      }
    } else {
      candidates = line.names
      kinds = line.operandKinds
    }
  }
}

extension OptionHelp {
  fileprivate var kinds: [ValueKind] { valueName.map(ValueKind.all(in:)) ?? [] }
}

/// A command line, as far as it has been read.
private struct Line {
  private let commands: [CommandHelp]
  private var name = ""
  private var command: CommandHelp?
  private var given: Set<String> = []
  private var operandCount = 0
  private var isHelp = false
  /// The option whose value comes next.
  private(set) var pending: OptionHelp?
  /// True where no more options can come.
  private(set) var isOver = false
  private(set) var libraryPath: String?

  init(_ commands: [CommandHelp]) {
    self.commands = commands
  }

  mutating func read(_ word: String) {
    if let option = pending {
      pending = nil
      note(option, word)
    } else if isOver {
      operandCount += 1
    } else if word == "--" {
      isOver = true
    } else if word.hasPrefix("-"), word.count > 1 {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = option(String(parts[0])) else { return }
      given.insert(option.name)
      if parts.count == 2 {
        note(option, String(parts[1]))
      } else if option.valueName != nil {
        pending = option
      }
    } else if name.isEmpty, word == "help" {
      isHelp = true
    } else if operandCount == 0, let longer = longer(by: word) {
      name = longer
      command = commands.first { $0.name == longer }
    } else {
      operandCount += 1
    }
  }

  private mutating func note(_ option: OptionHelp, _ value: String) {
    if option.name == CommonOptions.library.help.name { libraryPath = value }
  }

  /// The name with one more word, where commands are called so.
  private func longer(by word: String) -> String? {
    let longer = name.isEmpty ? word : "\(name) \(word)"
    return commands.contains { $0.name == longer || $0.name.hasPrefix(longer + " ") } ? longer : nil
  }

  func option(_ name: String) -> OptionHelp? { knownOptions.first { $0.name == name } }

  private var knownOptions: [OptionHelp] { command?.allOptions ?? CommandHelp.commonOptions }

  /// Options that can still be given; one with a value may be repeated.
  var options: [Completion.Candidate] {
    guard !isHelp else { return [] }
    let listed = command?.listedOptions ?? CommandHelp.commonOptions
    let own = listed.filter { $0.valueName != nil || !given.contains($0.name) }
    let version = [Completion.Candidate(word: "--version", meaning: "what this is made of")]
    return own.map { Completion.Candidate(word: $0.name, meaning: $0.text) }
      + (name.isEmpty ? version : [])
  }

  /// The next words of commands' names.
  var names: [Completion.Candidate] {
    guard operandCount == 0, !isOver else { return [] }
    let front = name.isEmpty ? "" : name + " "
    var found: [Completion.Candidate] = []
    for command in commands where command.name.hasPrefix(front) {
      let rest = command.name.dropFirst(front.count)
      let word = String(rest.prefix { $0 != " " })
      guard !found.contains(where: { $0.word == word }) else { continue }
      let isWhole = word.count == rest.count
      let family = commands.filter { $0.name.hasPrefix(front + word + " ") }
        .map { String($0.name.dropFirst(front.count + word.count + 1)) }
      found.append(
        .init(
          word: word, meaning: isWhole ? command.summary : family.joined(separator: ", ")))
    }
    if name.isEmpty, !isHelp { found.append(.init(word: "help", meaning: "how to use a command")) }
    return found
  }

  var operandKinds: [ValueKind] {
    isHelp ? [] : command?.operandKinds(behind: operandCount) ?? []
  }
}
