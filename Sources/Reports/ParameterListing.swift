internal import Geodesy
internal import Hashing
package import RunModel

/// A parameter set and who uses it.
package struct ParameterListing: Sendable {
  package var set: ParameterSet
  /// The sports whose current set it is, as the library words them; "*" is any other sport.
  package var currentFor: [String]

  package init(set: ParameterSet, currentFor: [String]) {
    self.set = set
    self.currentFor = currentFor
  }

  /// The set's constants and origin, for `params show --json` and as an element of `params list`.
  package var json: JSON {
    guard case .object(let members) = set.json(isCurrent: !currentFor.isEmpty) else { return .null }
    return .object(
      members + [
        ("current_for", .array(currentFor.map(JSON.text))),
        ("note", .optional(set.note)),
        // A built-in set has no date: it is as old as the tool.
        ("created_at", set.createdAt.milliseconds == 0 ? .null : .text(set.createdAt.rfc3339)),
      ])
  }

  /// Every constant on its own line.
  package func text(_ layout: Layout) -> String {
    let use = currentFor.isEmpty ? "current for no sport" : "current for \(sportsText)"
    var lines = wrapped("\(visibleText("\(set.reference)")), \(use)", to: layout.width)
    if let note = set.note { lines += wrapped(visibleText(note), to: layout.width) }
    lines.append("")
    // A built-in set has no date: it is as old as the tool.
    let created =
      set.createdAt.milliseconds == 0 ? "built in" : CivilTime(set.createdAt).date
    let rows = Constant.all.map { ($0.label, $0.text(set.rules)) }
    for (label, value) in rows + [
      ("created", created), ("digest", set.digest.hex.prefix(16) + "…"),
    ] {
      let blank = String(repeating: " ", count: 18 - label.count)
      lines.append(fitted("  " + label + blank + value, to: layout.width))
    }
    return printed(lines)
  }

  fileprivate var sportsText: String {
    currentFor.map { $0 == "*" ? "any other sport" : visibleText($0) }.joined(separator: ", ")
  }
}

/// A line a set.
package func parameterList(_ listings: [ParameterListing], _ layout: Layout) -> String {
  let constants = Constant.all.filter { $0.heading != nil }
  var table = TextTable(
    [TextColumn(title: "SET")]
      + constants.map {
        TextColumn(
          title: $0.heading ?? "", isRight: true,
          yielding: $0.rank.map { .goes(rank: $0) } ?? .never)
      }
      + [TextColumn(title: "CURRENT FOR", yielding: .shortens(to: 11))])
  table.rows = listings.map { listing in
    let used = listing.currentFor.isEmpty ? "–" : listing.sportsText
    return [visibleText("\(listing.set.reference)")]
      + constants.map { $0.text(listing.set.rules) } + [used]
  }
  return printed(table.lines(width: layout.width))
}

/// What two sets have different.
package struct ParameterDifference: Sendable {
  package let old: ParameterSet
  package let new: ParameterSet

  package init(from old: ParameterSet, to new: ParameterSet) {
    self.old = old
    self.new = new
  }

  private var changed: [Constant] {
    Constant.all.filter { $0.text(old.rules) != $0.text(new.rules) }
  }

  /// "run@2: moves from 10 m instead of 5 m, speed without limit instead of up to 12 m/s."
  package var sentence: String {
    guard !changed.isEmpty else { return "No constant differs." }
    let phrases = changed.map { $0.phrase(from: old.rules, to: new.rules) }
    return "\(visibleText("\(new.reference)")): \(phrases.joined(separator: ", "))."
  }

  /// Each constant that changed, old and new value under its name.
  package var json: JSON {
    [
      "from": .text("\(old.reference)"),
      "to": .text("\(new.reference)"),
      "changes": .object(
        changed.map { ($0.key, ["from": $0.json(old.rules), "to": $0.json(new.rules)]) }),
    ]
  }

  package func text(_ layout: Layout) -> String {
    let names = (visibleText("\(old.reference)"), visibleText("\(new.reference)"))
    guard !changed.isEmpty else {
      return printed(
        wrapped("\(names.0) and \(names.1) measure alike: no constant differs.", to: layout.width))
    }
    var table = TextTable([
      TextColumn(title: "CONSTANT", yielding: .shortens(to: 10)),
      TextColumn(title: names.0, isRight: true), TextColumn(title: names.1, isRight: true),
    ])
    table.rows = changed.map { [$0.label, $0.text(old.rules), $0.text(new.rules)] }
    return printed(table.lines(width: layout.width))
  }
}

/// One constant of the rules, as reports name it.
private struct Constant {
  /// The JSON name.
  let key: String
  let label: String
  /// Its column in the list; nil where it has none.
  var heading: String?
  /// When its column gives way to the line's width; nil for never.
  var rank: Int?
  /// What a limit is called that is off; nil for what is no limit.
  var unlimited: String?
  let json: (FilterRules) -> JSON
  let text: (FilterRules) -> String

  private static let off = "off"

  /// "moves from 10 m instead of 5 m".
  func phrase(from old: FilterRules, to new: FilterRules) -> String {
    let (before, after) = (text(old), text(new))
    guard let unlimited, let space = label.firstIndex(of: " "), [before, after].contains(Self.off)
    else { return "\(label) \(after) instead of \(before)" }
    func state(_ text: String) -> String {
      text == Self.off ? unlimited : "\(label[space...].dropFirst()) \(text)"
    }
    return "\(label[..<space]) \(state(after)) instead of \(state(before))"
  }

  static var all: [Constant] {
    [
      Constant(
        key: "engine", label: "engine", json: { .integer($0.engine) }, text: { "\($0.engine)" }),
      limit(
        "max_accuracy_m", "accuracy up to", "ACCURACY", nil, "m", "without limit", \.maxAccuracy),
      limit("max_speed_mps", "speed up to", "SPEED", nil, "m/s", "without limit", \.maxSpeed),
      limit("min_move_m", "moves from", "MOVE", nil, "m", "without a minimum", \.minMove),
      limit("max_gap_s", "gaps up to", "GAP", 3, "s", "without limit", \.maxGap),
      Constant(
        key: "missing_accuracy", label: "missing accuracy", heading: "MISSING", rank: 2,
        json: { .text($0.missingAccuracy.rawValue) }, text: { $0.missingAccuracy.rawValue }),
      Constant(
        key: "earth", label: "earth", heading: "EARTH", rank: 1,
        json: { .text($0.earth.rawValue) }, text: { $0.earth.rawValue }),
    ]
  }

  private static func limit(
    _ key: String, _ label: String, _ heading: String, _ rank: Int?, _ unit: String,
    _ unlimited: String, _ value: @escaping (FilterRules) -> Double?
  ) -> Constant {
    Constant(
      key: key, label: label, heading: heading, rank: rank, unlimited: unlimited,
      json: { .optional(value($0)) },
      text: { value($0).map { quantity(shortest($0), unit) } ?? off })
  }
}

/// A sport whose current set has changed.
package struct SetChange: Sendable, Equatable {
  /// Its word; `*` is every other sport.
  package let sport: String
  /// Nil where it had none.
  package let old: ParameterReference?
  package let new: ParameterReference

  package init(sport: String, old: ParameterReference?, new: ParameterReference) {
    self.sport = sport
    self.old = old
    self.new = new
  }
}

/// A line a sport: "running    run@1 → run@2".
package func setChangesText(_ changes: [SetChange], _ layout: Layout) -> String {
  guard !changes.isEmpty else { return "Nothing changes: it is their current set already.\n" }
  var table = TextTable([
    TextColumn(title: "SPORT", yielding: .shortens(to: 10)), TextColumn(title: "BEFORE"),
    TextColumn(title: "NOW"),
  ])
  table.rows = changes.map { change in
    [
      change.sport == "*" ? "any other sport" : visibleText(change.sport),
      change.old.map { visibleText("\($0)") } ?? "–", visibleText("\(change.new)"),
    ]
  }
  return printed(table.lines(width: layout.width))
}
