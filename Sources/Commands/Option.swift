/// What help shows of an option.
struct OptionHelp: Sendable {
  let name: String
  /// `FILE`; nil for a switch.
  let valueName: String?
  let text: String
}

/// An option with a value of a type of its own.
struct Option<Value>: Sendable {
  let help: OptionHelp
  /// Completes "--jobs takes …".
  let expectation: String
  let read: @Sendable (String) -> Value?

  init(
    _ name: String, _ valueName: String, _ text: String, takes expectation: String,
    read: @escaping @Sendable (String) -> Value?
  ) {
    help = OptionHelp(name: name, valueName: valueName, text: text)
    self.expectation = expectation
    self.read = read
  }
}

/// An option without a value: there or not.
struct Switch: Sendable {
  let help: OptionHelp

  init(_ name: String, _ text: String) {
    help = OptionHelp(name: name, valueName: nil, text: text)
  }
}

extension Option<String> {
  init(_ name: String, _ valueName: String, _ text: String) {
    self.init(name, valueName, text, takes: "a value", read: { $0 })
  }
}

extension Option<Int> {
  init(_ name: String, _ valueName: String, _ text: String, atLeast least: Int) {
    self.init(name, valueName, text, takes: "a whole number of at least \(least)") { text in
      Int(text).flatMap { $0 >= least ? $0 : nil }
    }
  }
}

extension Option where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One word of a fixed list.
  init(choiceOf name: String, _ text: String) {
    let words = Value.allCases.map(\.rawValue)
    self.init(
      name, words.joined(separator: "|"), text, takes: words.joined(separator: " or "),
      read: { Value(rawValue: $0) })
  }
}
