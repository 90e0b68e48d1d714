internal import RunModel

/// The schema knows running, biking and other, so a walk, a hike or a row comes as other. What a
/// file says besides may tell more of that one, and never contradicts the two.
extension TCXActivity {
  /// The run's name: an element of that name, or notes that are as short as a name.
  var title: String? { name ?? notes.flatMap(shortLine) }

  func sport(in file: TCXSignatures) -> Sport {
    let stated = Sport(recorded: statedSport)
    guard stated == .unknown || stated == Sport(recorded: "Other") else { return stated }
    return titleSport ?? sensorSport ?? makerSport(in: file) ?? stated
  }

  /// "Hiking", "Evening walk": more words are a story, not a kind of sport.
  private var titleSport: Sport? {
    guard let title, title.split(separator: " ").count <= 3 else { return nil }
    let sport = Sport(recorded: title)
    return Self.titleSports.contains(sport) ? sport : nil
  }

  private static let titleSports: Set<Sport> = [
    .running, .walking, .hiking, .cycling, .rowing, .swimming,
  ]

  /// Garmin's extension names the sensor, and has a word of its own for the cadence of legs.
  private var sensorSport: Sport? {
    switch cadenceSensor?.lowercased() {
    case "footpod": .running
    case "bike": .cycling
    default: hasRunCadence ? .running : nil
    }
  }

  private func makerSport(in file: TCXSignatures) -> Sport? {
    let makers = [signatures.device, signatures.author, file.device, file.author]
    return makers.lazy.compactMap { $0 }
      .flatMap { $0.lowercased().split { !$0.isLetter } }
      .compactMap { Self.makerSports[String($0)] }.first
  }

  /// Words in the names of devices and programs made for one sport: Garmin's Edge and Swim,
  /// CrewNerd, and rowsandall.com with its library.
  private static let makerSports: [String: Sport] = [
    "edge": .cycling, "swim": .swimming, "crewnerd": .rowing, "rowsandall": .rowing,
    "rowingdata": .rowing,
  ]
}

extension Sport {
  fileprivate static let rowing = Sport(rawValue: "rowing")
  fileprivate static let swimming = Sport(rawValue: "swimming")
}

private func shortLine(_ text: String) -> String? {
  text.count <= 80 && !text.contains(where: \.isNewline) ? text : nil
}
