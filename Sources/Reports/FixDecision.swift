package import RunAnalysis
package import RunModel

/// What was decided about one fix, with the numbers that decided it.
package struct FixDecision {
  package let seq: Int
  let segment: Int32
  /// Nil where the fix has no time.
  let at: Timestamp?
  let latitude: Double
  let longitude: Double
  /// Metres; nil where unknown.
  package let accuracy: Double?
  /// Metres a second, as the device said.
  package let deviceSpeed: Double?
  package let verdict: Verdict
  /// The fix it was measured from; nil where it was measured from none.
  package let from: Int?
  /// Metres from that fix.
  package let moved: Double?
  /// Seconds from that fix.
  package let seconds: Double?
  /// The limit of the rule that decided; nil where none did, or the rule has no limit.
  let limit: Double?
  /// The other rules that it fails.
  package let also: FailedRules

  /// Metres a second that the move from that fix takes; nil where no time passed.
  package var speed: Double? {
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
}

/// What is said of a fix, by the names in JSON and CSV, in their order.
enum FixKey: String, CaseIterable {
  case seq, segment, at, lat, lon
  case accuracy = "accuracy_m"
  case deviceSpeed = "device_speed_mps"
  case verdict
  case from = "from_seq"
  case moved = "moved_m"
  case seconds = "after_s"
  case value, limit
  case speed = "speed_mps"
  case margin, also

  /// What reports say of the fixes that do not count; the replay says all.
  static let reported = allCases.filter { ![.speed, .margin, .also].contains($0) }
}

extension FixDecision {
  subscript(key: FixKey) -> JSON {
    switch key {
    case .seq: .integer(seq)
    case .segment: .integer(Int(segment))
    case .at: .optional(at?.rfc3339)
    case .lat: .number(latitude)
    case .lon: .number(longitude)
    case .accuracy: .optional(accuracy)
    case .deviceSpeed: .optional(deviceSpeed)
    case .verdict: .text(verdict.name)
    case .from: from.map(JSON.integer) ?? .null
    case .moved: .optional(moved)
    case .seconds: .optional(seconds)
    case .value: .optional(value)
    case .limit: .optional(limit)
    case .speed: .optional(speed)
    case .margin: .optional(margin)
    case .also: .array(also.verdicts.map { .text($0.name) })
    }
  }

  /// One object with these keys.
  func json(_ keys: [FixKey]) -> JSON {
    .object(keys.map { ($0.rawValue, self[$0]) })
  }

  /// One line with all keys.
  var csvRow: String { csvLine(FixKey.allCases.map { csvField(self[$0]) }) }
}

/// A run's decisions by seq, each made when it is asked for.
package struct FixDecisions: Sendable {
  private let fixes: Fixes
  private let ledger: Ledger
  private let rules: FilterRules
  private let accuracy: [Double]
  private let deviceSpeed: [Double]
  private let failures: [FailedRules]

  package init(_ details: RunReport.Details, rules: FilterRules) {
    fixes = details.fixes
    ledger = details.ledger
    self.rules = rules
    accuracy = fixes[.accuracy]
    deviceSpeed = fixes[.speed]
    failures = FailedRules.besidesVerdict(fixes, ledger, under: rules)
  }

  var count: Int { fixes.count }

  func verdict(_ seq: Int) -> Verdict { ledger.verdicts[seq] }

  package subscript(seq: Int) -> FixDecision {
    let time = fixes.time[seq]
    let from = Int(ledger.measuredFrom[seq])
    return FixDecision(
      seq: seq, segment: fixes.segment[seq],
      at: time == Fixes.noTime ? nil : Timestamp(milliseconds: time),
      latitude: fixes.latitude[seq], longitude: fixes.longitude[seq],
      accuracy: accuracy.isEmpty ? nil : known(accuracy[seq]),
      deviceSpeed: deviceSpeed.isEmpty ? nil : known(deviceSpeed[seq]),
      verdict: ledger.verdicts[seq], from: from < 0 ? nil : from, moved: known(ledger.moved[seq]),
      seconds: known(ledger.seconds[seq]), limit: limit(ledger.verdicts[seq]),
      also: failures[seq])
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
