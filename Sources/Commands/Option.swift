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
  /// True for a value that no message is to repeat.
  var isPrivate = false

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

extension Option<String> {
  /// A sport, by any word for it.
  init(sportOf text: String) {
    self.init("--sport", "SPORT", text)
  }
}

extension Option<Int> {
  init(_ name: String, _ valueName: String, _ text: String, atLeast least: Int) {
    self.init(name, valueName, text, takes: "a whole number of at least \(least)") { text in
      Int(text).flatMap { $0 >= least ? $0 : nil }
    }
  }
}

extension Option<Int> {
  /// A number of bytes: `300MB`, `2GB`, of 1024 KB each, or bare.
  init(sizeOf name: String, _ text: String) {
    self.init(name, "SIZE", text, takes: "a size such as 500MB or 2GB", read: byteCount)
  }
}

/// Reads `300MB`; nil for anything else and for nothing.
private func byteCount(_ text: String) -> Int? {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  let units = ["": 1, "B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40]
  guard let number = Int(digits), number > 0,
    let unit = units[text.dropFirst(digits.count).uppercased()]
  else { return nil }
  let (bytes, overflow) = number.multipliedReportingOverflow(by: unit)
  return overflow ? nil : bytes
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
