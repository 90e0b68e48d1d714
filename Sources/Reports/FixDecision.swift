internal import RunModel

/// What was decided about one fix, with the numbers that decided it.
struct FixDecision {
  let seq: Int
  let segment: Int32
  /// Nil where the fix has no time.
  let at: Timestamp?
  let latitude: Double
  let longitude: Double
  /// Metres; nil where unknown.
  let accuracy: Double?
  /// Metres a second, as the device said.
  let deviceSpeed: Double?
  let verdict: Verdict
  /// The fix it was measured from; nil where it was measured from none.
  let from: Int?
  /// Metres from that fix.
  let moved: Double?
  /// Seconds from that fix.
  let seconds: Double?
  /// The limit of the rule that decided; nil where none did, or the rule has no limit.
  let limit: Double?

  /// Metres a second that the move from that fix takes; nil where no time passed.
  var speed: Double? {
    guard let moved, let seconds, seconds > 0 else { return nil }
    return moved / seconds
  }

  /// What the rule that decided looked at: accuracy, speed or metres; nil where none decided.
  var value: Double? {
    switch verdict {
    case .poorAccuracy, .invalidAccuracy: accuracy
    case .overMaxSpeed: speed
    case .belowMinMove: moved
    case .segmentStart, .counted, .invalidPosition, .missingAccuracy: nil
    }
  }

  /// How far beyond its limit the value lies, in the value's unit.
  var margin: Double? {
    guard let value, let limit else { return nil }
    return abs(value - limit)
  }

  /// One object, with the keys that reports give to dropped fixes.
  var json: JSON { .object(members) }

  /// The same with what only the replay says.
  var replayJSON: JSON {
    .object(members + [("speed_mps", .optional(speed)), ("margin", .optional(margin))])
  }

  private var members: [(key: String, value: JSON)] {
    [
      ("seq", .integer(seq)),
      ("segment", .integer(Int(segment))),
      ("at", .optional(at?.rfc3339)),
      ("lat", .number(latitude)),
      ("lon", .number(longitude)),
      ("accuracy_m", .optional(accuracy)),
      ("device_speed_mps", .optional(deviceSpeed)),
      ("verdict", .text(verdict.name)),
      ("from_seq", from.map(JSON.integer) ?? .null),
      ("moved_m", .optional(moved)),
      ("after_s", .optional(seconds)),
      ("value", .optional(value)),
      ("limit", .optional(limit)),
    ]
  }
}

/// A run's decisions by seq, each made when it is asked for.
struct FixDecisions: Sendable {
  private let fixes: Fixes
  private let ledger: Ledger
  private let rules: FilterRules
  private let accuracy: [Double]
  private let deviceSpeed: [Double]

  init(_ details: RunReport.Details, rules: FilterRules) {
    fixes = details.fixes
    ledger = details.ledger
    self.rules = rules
    accuracy = fixes[.accuracy]
    deviceSpeed = fixes[.speed]
  }

  var count: Int { fixes.count }

  subscript(seq: Int) -> FixDecision {
    let time = fixes.time[seq]
    let from = Int(ledger.measuredFrom[seq])
    return FixDecision(
      seq: seq, segment: fixes.segment[seq],
      at: time == Fixes.noTime ? nil : Timestamp(milliseconds: time),
      latitude: fixes.latitude[seq], longitude: fixes.longitude[seq],
      accuracy: accuracy.isEmpty ? nil : known(accuracy[seq]),
      deviceSpeed: deviceSpeed.isEmpty ? nil : known(deviceSpeed[seq]),
      verdict: ledger.verdicts[seq], from: from < 0 ? nil : from, moved: known(ledger.moved[seq]),
      seconds: known(ledger.seconds[seq]), limit: limit(ledger.verdicts[seq]))
  }

  private func limit(_ verdict: Verdict) -> Double? {
    switch verdict {
    case .poorAccuracy: rules.maxAccuracy
    case .overMaxSpeed: rules.maxSpeed
    case .belowMinMove: rules.minMove
    case .segmentStart, .counted, .invalidPosition, .invalidAccuracy, .missingAccuracy: nil
    }
  }

  private func known(_ value: Double) -> Double? { value.isNaN ? nil : value }
}
