internal import Pipelines
internal import Reports
internal import RunModel

/// Prints what lets a shell complete the tool's words, and answers what that asks.
struct CompletionsCommand: Command {
  private static let line = Switch(
    "--line",
    "asked by the scripts: how may the words behind -- go on, of which the last is being typed")

  static let help = CommandHelp(
    name: "completions", group: .helping, operands: shellNames,
    summary: "print a script by which a shell completes commands, options, runs and sets",
    discussion: [
      "The script knows nothing itself: at each press of the key it asks this tool, which reads its own"
        + " declarations and the library. It need not be made anew for another version.",
      "A run is offered by its id, the newest first, 100 at most; more when some of it is typed. Behind a year"
        + " and a hyphen the days with one run are offered too.",
      "The answer to --line is “files”, “folders” or “words”, and then a line each: a word, a tab,"
        + " what it means.",
    ],
    options: [line.help], hasJSON: false,
    hasJobs: false, hasUnits: false,
    examples: [
      .init(
        line: "mkdir -p ~/.local/share/bash-completion/completions"
          + " && remeasure completions bash > ~/.local/share/bash-completion/completions/remeasure",
        effect: "bash, with its package bash-completion; else source the script in ~/.bashrc"),
      .init(
        line: "mkdir -p ~/.zfunc && remeasure completions zsh > ~/.zfunc/_remeasure",
        effect: "zsh, with fpath+=~/.zfunc before compinit in ~/.zshrc"),
      .init(
        line: "mkdir -p ~/.config/fish/completions"
          + " && remeasure completions fish > ~/.config/fish/completions/remeasure.fish",
        effect: "fish"),
    ])

  private static let shellNames = Shell.allCases.map(\.rawValue).joined(separator: "|")
  /// Runs to choose from; more would be no help.
  private static let mostRuns = 100

  private enum Request {
    case script(Shell)
    case line([String])
  }

  private let request: Request

  init(_ arguments: ParsedArguments) throws(UsageError) {
    if arguments[Self.line] {
      request = .line(arguments.operands)
    } else {
      let word = try arguments.onlyOperand("shell: bash, zsh or fish")
      guard let shell = Shell(rawValue: word) else {
        throw UsageError(
          "there are no completions for “\(word)”"
            + hint(for: word, among: Shell.allCases.map(\.rawValue)), command: Self.help)
      }
      request = .script(shell)
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    switch request {
    case .script(let shell): try context.print(shell.completionScript)
    case .line(let words): try context.print(answer(words, in: context))
    }
    return .success
  }

  private func answer(_ words: [String], in context: CommandContext) -> String {
    let completion = Completion(of: words, among: allCommands.map { $0.help })
    var context = context
    if let path = completion.libraryPath, !path.isEmpty {
      let home = context.environment["HOME"] ?? "~"
      context.common.libraryPath = path.hasPrefix("~/") ? home + path.dropFirst() : path
    }
    let found =
      completion.candidates
      + completion.kinds.flatMap { candidates(for: $0, completion, in: context) }
    let fitting = found.filter { $0.word.hasPrefix(completion.typed) }
    let files =
      completion.kinds.contains(.file)
      ? "files" : completion.kinds.contains(.folder) ? "folders" : "words"
    return
      ([files] + fitting.map { "\(completion.front)\($0.word)\t\(visibleText($0.meaning))" })
      .joined(separator: "\n") + "\n"
  }

  /// What the library holds of a kind; nothing where it cannot be read, as nobody asked to be told.
  private func candidates(
    for kind: ValueKind, _ completion: Completion, in context: CommandContext
  ) -> [Completion.Candidate] {
    switch kind {
    case .file, .folder: return []
    case .choice(let word): return [.init(word: word)]
    case .list(let words):
      let given = completion.typed.split(separator: ",", omittingEmptySubsequences: false)
        .dropLast()
      let front = given.map { $0 + "," }.joined()
      return words.filter { word in !given.contains { $0 == word } }.map { .init(word: front + $0) }
    case .sport:
      guard let sports = try? context.workspace().knownSports() else { return [] }
      return sports.map { .init(word: $0.rawValue) }
    case .run:
      guard let runs = try? context.workspace().runs() else { return [] }
      return Self.candidates(for: runs, typed: completion.typed)
    case .parameterSet:
      guard let listings = try? context.workspace().parameterListings() else { return [] }
      // A library of somebody else's is not to put on the line what a shell would run.
      let harmless = listings.filter { ParameterReference.isName($0.set.reference.name) }
      return harmless.map { listing in
        let sports = listing.currentFor.map { $0 == "*" ? "other sports" : $0 }
        return .init(
          word: listing.set.reference.description,
          meaning: sports.isEmpty ? "" : "current for \(sports.joined(separator: ", "))")
      }
    }
  }

  private static func candidates(for runs: [Run], typed: String) -> [Completion.Candidate] {
    let newest = runs.filter { $0.startedAt != nil }.sorted { left, right in
      (left.startedAt?.milliseconds ?? 0) > (right.startedAt?.milliseconds ?? 0)
    }
    // Of several recordings of one activity, days and “latest” mean the one that stands for it.
    let standing = newest.filter { $0.primaryRun == nil }
    guard !typed.contains("-") else {
      return Dictionary(grouping: standing) { $0.localStart?.date ?? "" }
        .filter { $0.value.count == 1 }.sorted { $0.key > $1.key }
        .map { day, runs in .init(word: day, meaning: runs.first.map(meaning(of:)) ?? "") }
    }
    let timeless = runs.filter { $0.startedAt == nil }
    let latest = standing.prefix(1).map {
      Completion.Candidate(word: "latest", meaning: meaning(of: $0))
    }
    return latest
      + (newest + timeless).lazy.filter { $0.id.short.hasPrefix(typed) }.prefix(mostRuns)
      .map { Completion.Candidate(word: $0.id.short, meaning: meaning(of: $0)) }
  }

  private static func meaning(of run: Run) -> String {
    let start = run.localStart.map { "\($0.date) \($0.hourMinute)" }
    return [start, run.description.name].compactMap(\.self).joined(separator: " ")
  }
}
