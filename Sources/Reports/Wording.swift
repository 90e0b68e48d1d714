internal import RunAnalysis
package import RunModel

/// The clock that a run's times are shown on: its own zone where known, else UTC.
package struct Clock: Sendable {
  private let offsetMinutes: Int?
  private let countsFromStart: Bool

  package init(_ description: RunDescription) {
    offsetMinutes = description.utcOffsetMinutes
    countsFromStart = description.timesCountFromStart
  }

  /// "UTC", "UTC+02:00", or "since the start".
  package var zone: String {
    if countsFromStart { return "since the start" }
    guard let offsetMinutes, offsetMinutes != 0 else { return "UTC" }
    let (hours, minutes) = offsetMinutes.magnitude.quotientAndRemainder(dividingBy: 60)
    let sign = offsetMinutes < 0 ? "-" : "+"
    return "UTC\(sign)\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
  }

  /// "times in UTC".
  var heading: String { countsFromStart ? "times \(zone)" : "times in \(zone)" }

  /// The date and time of day there; nil for a time that is not known.
  func civil(_ time: Timestamp?) -> CivilTime? {
    time.map { CivilTime($0, utcOffsetMinutes: offsetMinutes ?? 0) }
  }

  /// "08:18:40".
  package func time(_ time: Timestamp?) -> String { civil(time)?.clock ?? "–" }
  /// "2019-04-14".
  package func date(_ time: Timestamp?) -> String { civil(time)?.date ?? "–" }
  /// "2019-04-14 08:02".
  package func dateAndTime(_ time: Timestamp?) -> String {
    civil(time).map { "\($0.date)\(unbreakableSpace)\($0.hourMinute)" } ?? "–"
  }
}

extension Sport {
  /// The short word of tables: "run" for running.
  var short: String {
    switch self {
    case .running: "run"
    case .walking: "walk"
    case .hiking: "hike"
    case .cycling: "ride"
    case .unknown: "–"
    default: visibleText(rawValue)
    }
  }
}

extension FilterRules {
  /// "accuracy over 50 m".
  package var accuracyLabel: String {
    let limit = maxAccuracy.map { "accuracy over \(quantity(shortest($0), "m"))" }
    let label = limit ?? "accuracy, no limit"
    return missingAccuracy == .drop ? label + " or none" : label
  }

  /// "speed over 12 m/s".
  package var speedLabel: String {
    maxSpeed.map { "speed over \(quantity(shortest($0), "m/s"))" } ?? "speed, no limit"
  }

  /// "moves under 5 m".
  package var minMoveLabel: String {
    minMove.map { "moves under \(quantity(shortest($0), "m"))" } ?? "moves, no minimum"
  }
}

extension FixDecision {
  /// Why the fix was dropped, in a few words.
  var reason: String {
    let accuracyText = accuracy.map { quantity(shortest($0), "m") } ?? "–"
    return switch verdict {
    case .segmentStart, .counted, .belowMinMove: verdict.name
    case .invalidPosition: "no place on Earth"
    case .invalidAccuracy, .poorAccuracy: "accuracy \(accuracyText)"
    case .missingAccuracy: "no accuracy"
    case .overMaxSpeed: "over \(limitText)"
    }
  }

  /// "12 m/s"; "–" where no limit decided.
  var limitText: String {
    limit.map { quantity(shortest($0), verdict == .overMaxSpeed ? "m/s" : "m") } ?? "–"
  }
  /// "too fast, too near": the other rules that it fails; "–" where it fails none.
  var alsoText: String {
    also.isEmpty ? "–" : also.verdicts.map(\.complaint).joined(separator: ", ")
  }
  var fromText: String { from.map(String.init) ?? "–" }
  var movedText: String { moved.map { quantity(figure($0), "m") } ?? "–" }
  var secondsText: String { seconds.map { quantity(secondsFigure($0), "s") } ?? "–" }
  var speedText: String { speed.map { quantity(figure($0), "m/s") } ?? "–" }

  /// To a tenth, and to more where that would make a value beyond its limit look equal to it.
  private func figure(_ value: Double) -> String {
    grouped(value, decimals: decimals(for: value))
  }

  /// How many decimals of a move or a speed are shown.
  package func decimals(for value: Double) -> Int {
    let looksEqual =
      value != limit && grouped(value, decimals: 1) == limit.map { grouped($0, decimals: 1) }
    return looksEqual ? 4 : 1
  }
}

extension Verdict {
  /// What is wrong with a fix that fails the verdict's rule, in two words.
  var complaint: String {
    switch self {
    case .segmentStart, .counted: "nothing wrong"
    case .belowMinMove: "too near"
    case .invalidPosition: "no place"
    case .invalidAccuracy: "marked invalid"
    case .poorAccuracy: "poor accuracy"
    case .missingAccuracy: "no accuracy"
    case .overMaxSpeed: "too fast"
    }
  }
}

/// Whole seconds grouped; others to the millisecond.
func secondsFigure(_ seconds: Double) -> String {
  seconds == seconds.rounded() ? grouped(seconds) : shortest((seconds * 1000).rounded() / 1000)
}

extension RunDescription {
  /// "Segments from trkseg, accuracy from hAcc, the device's distance from session."
  var provenanceText: String {
    let known = [
      ("segments", segmentSource == .none ? nil : segmentSource.rawValue),
      ("accuracy", accuracySource == .none ? nil : accuracySource.rawValue),
      (
        "the device's distance",
        deviceDistanceSource == .none ? nil : deviceDistanceSource.rawValue
      ),
    ].compactMap { what, source in source.map { "\(what) from \($0)" } }
    return known.isEmpty ? "" : capitalised(known.joined(separator: ", ")) + "."
  }
}

extension Run {
  /// The run's name, safe to print; "Run 3f9c21ab" where it has none.
  package var title: String {
    let name = visibleText(description.name ?? "")
    return name.allSatisfy { $0 == " " } ? "Run \(id.short)" : name
  }
}

extension RunReport {
  /// The run's name, safe to print; "Run 3f9c21ab" where it has none, "Shared run" where it is to have none.
  package var title: String { share == nil ? run.title : "Shared run" }

  /// A command about this run under this set: "remeasure replay 3f9c21ab --params run@2".
  func command(_ words: String) -> String {
    "remeasure \(words) \(run.id.short)" + (isCurrent ? "" : " --params \(parameters.reference)")
  }

  /// "run@1 (current)".
  package var setText: String {
    "\(visibleText("\(parameters.reference)")) (\(isCurrent ? "current" : "not current"))"
  }
}

extension Service {
  /// As it writes itself.
  var name: String {
    switch self {
    case .strava: "Strava"
    case .garmin: "Garmin"
    case .runkeeper: "RunKeeper"
    case .polar: "Polar"
    case .appleHealth: "Apple Health"
    case .googleFit: "Google Fit"
    }
  }
}

/// "Strava says 10.820 km, 711 m more."
package func statementText(_ statement: Claim, measured: Double, unit: DistanceUnit) -> String {
  let speaker = "\(capitalised(statement.speaker)) \(statement.verb)"
  return "\(speaker) \(unit.text(statement.distance)), "
    + differenceText(statement.distance - measured) + "."
}

/// "711 m more", "4.8 m less", "the same".
package func differenceText(_ difference: Double) -> String {
  guard grouped(difference.magnitude, decimals: 1) != "0.0" else { return "the same" }
  return "\(metres(difference.magnitude)) \(difference < 0 ? "less" : "more")"
}

/// "53:46", "1:01:02": hours, minutes and whole seconds; "–" where unknown or too long to be a time.
package func duration(_ seconds: Double?) -> String {
  guard let seconds, seconds.magnitude < 1e9 else { return "–" }
  let whole = Int(seconds.rounded())
  func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
  let (hours, minutes) = (whole / 3600, whole / 60 % 60)
  return (hours > 0 ? "\(hours):\(two(minutes))" : String(minutes)) + ":" + two(whole % 60)
}

/// "3, 7, 12–15", of ascending numbers.
func ranges(_ numbers: [Int]) -> String {
  var ranges: [ClosedRange<Int>] = []
  for number in numbers {
    if let last = ranges.last, last.upperBound + 1 == number {
      ranges[ranges.count - 1] = last.lowerBound...number
    } else {
      ranges.append(number...number)
    }
  }
  return ranges.map {
    $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
  }.joined(separator: ", ")
}

package func capitalised(_ word: String) -> String {
  word.prefix(1).uppercased() + word.dropFirst()
}

extension Diagnostic {
  /// "times go back, 3 times".
  var sentence: String {
    visibleText(detail) + (count > 1 ? ", \(grouped(count)) times" : "")
  }
}
