/// The words of a command line, held against the options its command declares.
struct ParsedArguments: Sendable {
  /// What is no option, in order.
  let operands: [String]
  private let values: [String: [String]]
  private let switches: Set<String>
  let command: CommandHelp

  /// - Throws: ``UsageError`` for an option that is not declared or lacks its value.
  init(_ words: some Sequence<String>, for command: CommandHelp) throws(UsageError) {
    var operands: [String] = []
    var values: [String: [String]] = [:]
    var switches: Set<String> = []
    let known = Dictionary(
      command.allOptions.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // No option's name has white space: this is a query that begins with a comment, or a file's name.
      if parts.first?.contains(where: \.isWhitespace) == true {
        operands.append(word)
        continue
      }
      guard word.hasPrefix("--"), word.count > 2 else {
        guard word == "-h" || !word.hasPrefix("-") || Double(word) != nil || word == "-" else {
          throw UsageError("\(word) is not an option of “\(command.name)”", command: command)
        }
        if word == "-h" { switches.insert("--help") } else { operands.append(word) }
        continue
      }
      let name = String(parts[0])
      guard let option = known[name] else {
        throw UsageError(
          "\(name) is not an option of “\(command.name)”" + hint(for: name, among: known.keys),
          command: command)
      }
      if option.valueName == nil {
        guard parts.count == 1 else {
          throw UsageError("\(name) takes no value", command: command)
        }
        switches.insert(name)
      } else if let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() {
        values[name, default: []].append(value)
      } else {
        throw UsageError("\(name) needs a value", command: command)
      }
    }
    self.operands = operands
    self.values = values
    self.switches = switches
    self.command = command
  }

  subscript(option: Switch) -> Bool { switches.contains(option.help.name) }

  /// The option's value; nil where it is not given.
  ///
  /// - Throws: ``UsageError`` where it is given twice, too.
  func value<Value>(_ option: Option<Value>) throws(UsageError) -> Value? {
    let given = values[option.help.name] ?? []
    guard given.count < 2 else {
      throw UsageError("\(option.help.name) is given twice", command: command)
    }
    return try given.first.map { (text) throws(UsageError) in try read(text, as: option) }
  }

  /// Every value the option was given, in order.
  func all<Value>(_ option: Option<Value>) throws(UsageError) -> [Value] {
    var read: [Value] = []
    for text in values[option.help.name] ?? [] {
      read.append(try self.read(text, as: option))
    }
    return read
  }

  private func read<Value>(_ text: String, as option: Option<Value>) throws(UsageError) -> Value {
    guard let value = option.read(text) else {
      let choices = ValueKind.choices(in: option.help.valueName ?? "")
      let given = option.isPrivate ? "" : ", not “\(text)”\(hint(for: text, among: choices))"
      throw UsageError(
        "\(option.help.name) takes \(option.expectation)\(given)", command: command)
    }
    return value
  }

  /// The only operand; anything else is a usage error that asks for `what`.
  func onlyOperand(_ what: String) throws(UsageError) -> String {
    guard operands.count == 1 else {
      throw UsageError("“\(command.name)” takes one \(what)", command: command)
    }
    return operands[0]
  }

  /// At least one operand; none is a usage error that asks for `what`.
  func someOperands(_ what: String) throws(UsageError) -> [String] {
    guard !operands.isEmpty else {
      throw UsageError("“\(command.name)” needs at least one \(what)", command: command)
    }
    return operands
  }

  func noOperands() throws(UsageError) {
    if let first = operands.first {
      let name = command.name + " "
      let longer = allCommands.map { $0.help.name }.filter { $0.hasPrefix(name) }
      throw UsageError(
        "“\(command.name)” does not take “\(first)”"
          + hint(for: name + first, among: longer), command: command)
    }
  }
}
