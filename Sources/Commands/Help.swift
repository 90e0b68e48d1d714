internal import Pipelines

/// The help texts, laid out for a width.
enum Help {
  /// The tool, what it computes and stores, and what of the system it stands on.
  static func version(width: Int) -> String {
    let engines = newestEngineVersion == 1 ? "version 1" : "versions 1 to \(newestEngineVersion)"
    let libraries = systemLibraries.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    return [
      "remeasure \(toolVersion)", "engine \(engines), library schema \(newestSchemaVersion)",
      libraries,
    ].flatMap { wrapped($0, to: width, indent: 2, first: 0) }.joined(separator: "\n") + "\n"
  }

  /// The list of the commands in some groups, the daily ones first.
  static func overview(
    of commands: [CommandHelp], groups: [CommandHelp.Group] = CommandHelp.Group.allCases, width: Int
  ) -> String {
    var lines = [
      "remeasure \(toolVersion): recorded runs measured again, every dropped point shown", "",
      "remeasure COMMAND … [--library FILE] [--json] [--jobs N] [--units km|mi] [--quiet]",
    ].flatMap { wrapped($0, to: width, indent: 2, first: 0) }
    let column = (commands.map(\.name.count).max() ?? 0) + 4
    for group in groups {
      let members = commands.filter { $0.group == group }
      guard !members.isEmpty else { continue }
      lines += ["", group.rawValue]
      for command in members {
        lines += entry(command.name, command.summary, column: column, width: width)
      }
    }
    let all = groups == CommandHelp.Group.allCases ? [] : ["All commands: remeasure --help"]
    let last = [
      "", "A RUN is the start of its id, a date with one run, a name, or “latest”.",
      "A REF is run@2, or run for the version that is current.",
      "More about one: remeasure COMMAND --help",
    ]
    lines += (last + all).flatMap { wrapped($0, to: width, indent: 2, first: 0) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The commands that share their first word.
  static func family(_ word: String, _ commands: [CommandHelp], width: Int) -> String {
    let column = (commands.map(\.name.count).max() ?? 0) + 4
    let lines = commands.flatMap { entry($0.name, $0.summary, column: column, width: width) }
    let more = "More about one: remeasure \(commands[0].name) --help"
    return (["“\(word)” is followed by one of", ""] + lines + ["", more]).joined(separator: "\n")
      + "\n"
  }

  /// All about one command.
  static func page(for command: CommandHelp, width: Int) -> String {
    var lines = wrapped(
      "remeasure \(command.name) \(command.operands)".trimmed, to: width, indent: 4, first: 0)
    lines += [""] + wrapped(command.summary, to: width, indent: 0, first: 0)
    for paragraph in command.discussion {
      lines += [""] + wrapped(paragraph, to: width, indent: 0, first: 0)
    }
    lines += ["", "Options"]
    let options = command.listedOptions
    let labels = options.map { [$0.name, $0.valueName].compactMap(\.self).joined(separator: " ") }
    let column = min((labels.map(\.count).max() ?? 0) + 4, 28)
    for (label, option) in zip(labels, options) {
      lines += entry(label, option.text, column: column, width: width)
    }
    if !command.examples.isEmpty { lines += ["", "Examples"] }
    for example in command.examples {
      lines += wrapped(example.line, to: width, indent: 6, first: 2)
      lines += wrapped(example.effect, to: width, indent: 6, first: 6)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func entry(_ label: String, _ text: String, column: Int, width: Int) -> [String] {
    let body = wrapped(text, to: width, indent: column, first: column)
    guard label.count + 2 < column, let first = body.first else { return ["  " + label] + body }
    let head = "  " + label
    let padding = String(repeating: " ", count: column - head.count)
    return [head + padding + first.dropFirst(column)] + body.dropFirst()
  }

  private static func wrapped(_ text: String, to width: Int, indent: Int, first: Int) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: first)
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty && line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}

extension String {
  fileprivate var trimmed: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
