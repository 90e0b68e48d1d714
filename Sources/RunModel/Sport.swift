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
  /// Strava's GPX writes numbers: 1 was seen for rides and 9 for runs.
  package init(recorded: String?) {
    let word = (recorded ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }
      .joined(separator: "_")
    switch word {
    case "": self = .unknown
    case "9": self = .running
    case "1", "bike", "biking", "bicycling": self = .cycling
    case "walk": self = .walking
    case "hike", "trekking": self = .hiking
    case _ where word.contains("run") || word.contains("jog"): self = .running
    case _ where word.contains("walk"): self = .walking
    case _ where word.contains("hik"): self = .hiking
    case _ where word.contains("cycl") || word.contains("ride") || word.contains("bik"):
      self = word.contains("motor") ? Sport(rawValue: word) : .cycling
    default: self.init(rawValue: word)
    }
  }

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
