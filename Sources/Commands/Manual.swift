internal import Pipelines

/// The manual page, in mdoc(7).
enum Manual {
  private static let environment = [
    ("REMEASURE_LIBRARY", "The library, where --library does not say another."),
    ("XDG_DATA_HOME", "Else the library is remeasure/library.sqlite below it."),
    ("HOME", "Else it is below .local/share there."),
    ("COLUMNS", "How wide text is laid out, from 60 to 100; else the terminal's width, else 80."),
    ("TMPDIR", "Where an archive inside another is unpacked; else /var/tmp."),
    ("TERM", "Keys are not read one by one where it is “dumb”."),
    ("NO_COLOR", "Nothing is coloured, with it or without."),
  ]

  private static let references = [
    "A RUN is the start of its id, a date with one run, a name, or “latest”.",
    "A REF is run@2, or run for the version that is current.",
    "Options may stand anywhere behind the command, those of all commands before it too; --option=value is"
      + " --option value, and behind -- there are no more options.",
    "What is data goes to the standard output; progress and notes go to the standard error.",
  ]

  static func page(of commands: [CommandHelp]) -> String {
    var page = ManualPage()
    page.macro("Dd \(months[toolDate.month - 1]) \(toolDate.day), \(toolDate.year)")
    page.macro("Dt REMEASURE 1")
    page.macro("Os")
    page.macro("Sh NAME")
    page.macro("Nm remeasure")
    page.macro("Nd recorded runs measured again, every dropped point shown")
    page.macro("Sh SYNOPSIS")
    for line in ["Nm", "Ar command", "Op Ar operand ...", "Op Ar option ..."] { page.macro(line) }
    page.macro("Sh DESCRIPTION")
    page.text(
      "Runs are kept as they were recorded, every raw point, in one file, the library. They are measured"
        + " under named, versioned constants, and for each it is shown which points did not count, and why."
    )
    for paragraph in references { page.paragraph(paragraph) }
    let exceptions = commands.filter { !$0.hasJSON }.map { "“\($0.name)”" }.joined(separator: ", ")
    page.paragraph("Every command understands (not --json: \(exceptions)):")
    page.options(CommandHelp.commonOptions)
    page.macro("Sh COMMANDS")
    for group in CommandHelp.Group.allCases {
      page.macro("Ss \(group.rawValue)")
      page.macro("Bl -tag -width Ds")
      for command in commands where command.group == group { page.describe(command) }
      page.macro("El")
    }
    page.macro("Sh ENVIRONMENT")
    page.list(environment.map { ("Ev \($0)", $1) })
    page.macro("Sh FILES")
    page.list([
      (
        "Pa ~/.local/share/remeasure/library.sqlite",
        "The library, a database of SQLite's, for its owner alone: a route shows where somebody lives."
      )
    ])
    page.macro("Sh EXIT STATUS")
    page.list(ExitStatus.allCases.map { ("Li \($0.rawValue)", $0.meaning) })
    return page.lines.joined(separator: "\n") + "\n"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

/// Lines of mdoc.
private struct ManualPage {
  /// mandoc asks for less than 80.
  private static let longestLine = 76

  private(set) var lines: [String] = []

  mutating func macro(_ line: String) { lines.append("." + line) }

  mutating func paragraph(_ text: String) {
    macro("Pp")
    self.text(text)
  }

  /// A sentence begins a line, as mdoc asks.
  mutating func text(_ text: String) {
    var line = ""
    func finish() {
      guard !line.isEmpty else { return }
      // A line that begins so would be a macro.
      lines.append(line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line)
      line = ""
    }
    for word in text.split(separator: " ") {
      let escaped = Self.escaped(word)
      if !line.isEmpty, line.count + 1 + escaped.count > Self.longestLine { finish() }
      line += (line.isEmpty ? "" : " ") + escaped
      if let end = word.last(where: { !")”’".contains($0) }), ".?!".contains(end) { finish() }
    }
    finish()
  }

  /// Hyphens that can be copied, and nothing beyond ASCII.
  private static func escaped(_ text: some StringProtocol) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "“": "\\(lq"
      case "”": "\\(rq"
      default:
        scalar.isASCII ? String(scalar) : "\\[u\(padded(String(scalar.value, radix: 16)))]"
      }
    }.joined()
  }

  /// roff wants four digits at least.
  private static func padded(_ digits: String) -> String {
    String(repeating: "0", count: max(0, 4 - digits.count)) + digits.uppercased()
  }

  mutating func list(_ items: [(macro: String, text: String)], isDense: Bool = false) {
    macro("Bl -tag -width Ds" + (isDense ? " -compact" : ""))
    for item in items {
      macro("It \(item.macro)")
      text(item.text)
    }
    macro("El")
  }

  mutating func options(_ options: [OptionHelp]) {
    guard !options.isEmpty else { return }
    macro("Pp")
    let items = options.map { option in
      let value = option.valueName.map { " Ar \(Self.escaped($0))" } ?? ""
      return ("Fl \(Self.escaped(option.name.dropFirst()))" + value, option.text)
    }
    list(items, isDense: true)
  }

  mutating func describe(_ command: CommandHelp) {
    let operands = command.operands.split(separator: " ").map { word in
      word.hasPrefix("--")
        ? " Fl \(Self.escaped(word.dropFirst()))" : word == "|" ? " |" : " Ar \(Self.escaped(word))"
    }
    macro("It Ic \(command.name)" + operands.joined())
    text(Self.sentence(command.summary))
    for text in command.discussion { paragraph(text) }
    options(command.options)
    for example in command.examples {
      paragraph("\(Self.sentence(example.effect.replacing(/[.:]$/, with: ""), end: ":"))")
      macro("Bd -ragged -offset indent -compact")
      text(example.line)
      macro("Ed")
    }
  }

  /// The words of help as a sentence of a page.
  private static func sentence(_ words: String, end: String = ".") -> String {
    words.prefix(1).uppercased() + words.dropFirst() + end
  }
}
