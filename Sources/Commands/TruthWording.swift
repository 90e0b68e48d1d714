internal import Pipelines
internal import Reports
internal import RunModel

extension FaultyTruths {
  /// More lines than these tell nobody more.
  private static let mostTold = 20

  /// Every faulty line, up to some.
  ///
  /// - Parameter consequence: what did not happen.
  func text(in file: String, _ consequence: String) -> String {
    let lines = faults.prefix(Self.mostTold).map { fault in
      let place = fault.line.map { "\n  line \($0): " } ?? "\n  "
      return place + fault.fault.sentence
    }
    let rest = faults.count - lines.count
    let count = faults.count == 1 ? "1 line" : "\(faults.count) lines"
    return "\(file): \(count) cannot be taken; \(consequence)"
      + lines.joined() + (rest > 0 ? "\n  … and \(rest) more" : "")
  }
}

extension TruthConflict {
  /// "run 3f9c21ab: not 12 000 to 12 100 m, as".
  fileprivate var refusal: String { "run \(run.short): not \(stated.text), as" }

  fileprivate var before: String { "\(interval.text) (\(kind.text))" }

  fileprivate var remedy: String { "remeasure truth remove \(run.short) --kind \(kind.rawValue)" }
}

extension LongTruth {
  /// "at least 13 000 m is 30 % more than the 10 000 m that were recorded of run 3f9c21ab".
  fileprivate var words: String {
    "at least \(metres(lower)) is \(percent(lower / recorded - 1)) more than the \(metres(recorded))"
      + " that were recorded of run \(run.short)"
  }
}

/// What is remarked on truths that are taken though they are far above what was recorded; nil for none.
func longTruthsSentence(_ truths: [LongTruth]) -> String? {
  guard let first = truths.first else { return nil }
  let place = first.line.map { "line \($0): " } ?? ""
  let sentence =
    truths.count == 1
    ? capitalised("\(place)\(first.words)")
    : "\(counted(truths.count, "truth", "truths")) say far more than was recorded of their runs; the first,"
      + " \(place)\(first.words)"
  return (sentence + ". The wrong run, or another unit?").replacing("\u{A0}", with: " ")
}

extension TruthFault {
  /// What is wrong, for people.
  var sentence: String { words.replacing("\u{A0}", with: " ") }

  private var words: String {
    switch self {
    case .noHeader: "there is no heading"
    case .missingColumns(let names):
      "the heading lacks \(names.joined(separator: ", ")); lengths are metres, in lower_m and upper_m"
    case .repeatedColumn(let name): "the heading has \(name) twice"
    case .otherSeparator(let separator):
      "fields are separated by commas, not by \(separator == "\t" ? "tabs" : "“\(separator)”")"
    case .tooManyFields(let count, let expected):
      "it has \(count) fields, the heading \(expected); a decimal comma? Decimals follow a point"
    case .endlessQuote: "a quoted field begins here and does not end"
    case .noRunNamed: "it names no run"
    case .unknownKind(let word):
      "“\(shown(word))” is no kind of truth; kinds are "
        + TruthKind.allCases.map(\.rawValue).joined(separator: ", ")
    case .notIndependent(let word):
      "“\(shown(word))”: what the device or a service says is what is judged, and never truth"
    case .noNumber(let column, let text):
      text.isEmpty ? "\(column) is empty" : "\(column): “\(shown(text))” is no number of metres"
    case .decimalComma(let column, let text):
      "\(column): “\(shown(text))” has a comma; decimals follow a point"
    case .unit(let column, let text):
      "\(column): “\(shown(text))” has a unit; lengths are metres, without one"
    case .longSource(let most): "a source has at most \(most) characters"
    case .noLength(let metres): "\(shortest(metres)) m is no length of a run"
    case .upsideDown(let lower, let upper):
      "its bounds are upside down: at least \(shortest(lower)) m, at most \(shortest(upper)) m"
    case .tooWide(let lower, let upper):
      "\(shortest(upper)) m is more than twice \(shortest(lower)) m; are both in metres?"
    case .missingUpper(let kind):
      "a length by \(kind.text) has an upper bound; only a certified race may be open"
    case .unknownRun(let text): SelectionError.noRun(shown(text)).sentence
    case .ambiguousRun(let text, let count, let ids):
      "“\(shown(text))” fits \(count) runs; name one by its id: "
        + ids.map(\.short).joined(separator: ", ") + (count > ids.count ? ", …" : "")
    case .otherUnit(let measured):
      "the run measures \(metres(measured)), more than twenty times that; is it in metres?"
    case .tooLong(let measured):
      "the run measures \(metres(measured)), less than a twentieth of that; is it in metres?"
    case .repeated(let line): "line \(line) states the same kind of the same activity"
    case .alreadyStated(let conflict):
      "\(conflict.refusal) \(conflict.before) is stated already; take that back first: \(conflict.remedy)"
    case .contradictsLine(let line, let conflict):
      "\(conflict.refusal) line \(line) says \(conflict.before); no length satisfies both"
    case .contradictsStored(let conflict):
      "\(conflict.refusal) \(conflict.before) is stated already; no length satisfies both. To take that"
        + " back: \(conflict.remedy)"
    }
  }

  /// What somebody wrote, as far as it needs to be shown.
  private func shown(_ text: String) -> String {
    text.count > 60 ? text.prefix(60) + "…" : text
  }
}
