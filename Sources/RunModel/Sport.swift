/// What was done: one lower-case word, whatever the file called it.
package struct Sport: RawRepresentable, Sendable, Hashable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let unknown = Sport(rawValue: "unknown")
  package static let running = Sport(rawValue: "running")
  package static let walking = Sport(rawValue: "walking")
  package static let hiking = Sport(rawValue: "hiking")
  package static let cycling = Sport(rawValue: "cycling")

  /// The sport that a file's own word means; a word that is not known is kept in lower case, and
  /// none at all is ``unknown``.
  ///
  /// - Parameter creator: who wrote the file. Strava writes numbers: 1 was seen for rides, 9 for runs.
  package init(recorded: String?, by creator: String? = nil) {
    let parts = (recorded ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }
    let word = parts.joined(separator: "_")
    if word.isEmpty {
      self = .unknown
    } else if let sport = Self.stravaCodes[word], creator?.lowercased().hasPrefix("strava") == true
    {
      self = sport
    } else if let sport = Self.words[word] {
      self = sport
    } else {
      // "trail_running", "road biking": the last word names what was done.
      self = parts.last.flatMap { Self.kinds[String($0)] } ?? Sport(rawValue: word)
    }
  }

  private static let stravaCodes: [String: Sport] = ["1": .cycling, "9": .running]

  /// The words for sports that have a name here, and those names.
  package static let knownWords = Set(kinds.keys).union(words.keys).union(
    (Array(kinds.values) + words.values).map(\.rawValue) + [unknown.rawValue])

  private static let kinds: [String: Sport] = [
    "run": .running, "running": .running, "jog": .running, "jogging": .running,
    "walk": .walking, "walking": .walking, "hike": .hiking, "hiking": .hiking,
    "trekking": .hiking, "cycling": .cycling, "biking": .cycling, "bicycling": .cycling,
    "bike": .cycling,
  ]

  /// Whole words only: a ride may also be one on a horse.
  private static let words: [String: Sport] = [
    "ride": .cycling, "virtual_ride": .cycling, "virtualride": .cycling, "gravel_ride": .cycling,
    "gravelride": .cycling, "e_bike_ride": .cycling, "ebikeride": .cycling,
    "mountain_bike_ride": .cycling, "mountainbikeride": .cycling, "trailrun": .running,
    "virtualrun": .running, "motor_bike": Sport(rawValue: "motorcycling"),
  ]

  /// The built-in parameter set made for this sport.
  package var builtInSetName: String {
    switch self {
    case .running, .unknown: "run"
    case .walking, .hiking: "hike"
    case .cycling: "ride"
    default: "any"
    }
  }
}
