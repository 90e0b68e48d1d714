internal import RunModel

/// The big XML file of an Apple Health export, whatever the language has named it.
struct AppleWorkouts: TableReader {
  private var scanner = TagScanner()
  private var workouts = Workouts()

  /// True where XML begins as the export does, and not as the clinical document beside it.
  static func isHealthData(_ text: ArraySlice<UInt8>) -> Bool {
    let beginning = text.prefix(1024)
    return ["<HealthData", "<!DOCTYPE HealthData"].contains {
      beginning.firstRange(of: Array($0.utf8)) != nil
    }
  }

  mutating func read(_ bytes: Span<UInt8>) {
    scanner.scan(bytes) { workouts.take(Tag($0)) }
  }

  mutating func finish() -> ExportReading {
    for _ in 0..<scanner.damagedTags {
      workouts.tally.remark("tags_damaged", "a tag is damaged; it was passed over")
    }
    if workouts.isInWorkout {
      workouts.tally.remark("breaks_off", "the table breaks off; the activities before are used")
    }
    return workouts.tally.reading
  }
}

private struct Workouts {
  var tally = ExportTally(.appleHealth)
  private var workout: Workout?
  /// Within one leg of a workout of several; its sums are those of the leg.
  private var isInLeg = false

  var isInWorkout: Bool { workout != nil }

  mutating func take(_ tag: Tag) {
    switch tag.name {
    case "Workout":
      end()
      workout = Workout(tag)
      isInLeg = false
      if tag.isClosed { end() }
    case "/Workout": end()
    case "WorkoutActivity": isInLeg = !tag.isClosed
    case "/WorkoutActivity": isInLeg = false
    case "WorkoutEvent": workout?.add(event: tag)
    case "WorkoutStatistics": if !isInLeg { workout?.add(statistics: tag) }
    case "FileReference": workout?.add(file: tag)
    case "Location": workout?.hasInlineRoute = true
    default: break
    }
  }

  private mutating func end() {
    guard let workout else { return }
    self.workout = nil
    if workout.files.isEmpty {
      workout.hasInlineRoute
        ? tally.remark(
          "inline_routes", "a workout's route stands in the table itself and is not read")
        : tally.remark("activities_without_file", "a workout has no route")
    }
    for (index, activity) in workout.activities.enumerated() {
      tally.add(activity, isFurtherFile: index > 0)
    }
  }
}

/// A `Workout` element as far as it has come.
private struct Workout {
  /// More than any workout has, and few enough to be kept.
  private static let mostMarks = 10_000
  private static let mostFiles = 1_000

  private let type: String?
  private let start: Timestamp?
  private let end: Timestamp?
  private let totalDistance: Double?
  private var statisticsDistance = 0.0
  private var marks: [(time: Timestamp, isPause: Bool)] = []
  private(set) var files: [String] = []
  var hasInlineRoute = false

  init(_ tag: Tag) {
    type = tag["workoutActivityType"]
    start = tag["startDate"].flatMap(writtenDate)
    end = tag["endDate"].flatMap(writtenDate)
    totalDistance = metres(tag["totalDistance"], tag["totalDistanceUnit"])
  }

  /// The watch pauses by itself too, as the timers of other devices do.
  private static let marks = [
    "HKWorkoutEventTypePause": true, "HKWorkoutEventTypeMotionPaused": true,
    "HKWorkoutEventTypeResume": false, "HKWorkoutEventTypeMotionResumed": false,
  ]

  /// Since iOS 16 the distance stands here: one for each way of moving.
  mutating func add(statistics tag: Tag) {
    guard tag["type"]?.hasPrefix("HKQuantityTypeIdentifierDistance") == true else { return }
    statisticsDistance += metres(tag["sum"], tag["unit"]) ?? 0
  }

  mutating func add(event tag: Tag) {
    guard marks.count < Self.mostMarks, let isPause = tag["type"].flatMap({ Self.marks[$0] }),
      let time = tag["date"].flatMap(writtenDate)
    else { return }
    marks.append((time, isPause))
  }

  mutating func add(file tag: Tag) {
    if files.count < Self.mostFiles, let path = tag["path"]?.nonEmpty { files.append(path) }
  }

  /// One for each route. What is said of the whole workout is said of none of several routes.
  var activities: [ExportedActivity] {
    let word = type.map {
      $0.hasPrefix(Self.typePrefix) ? $0.dropFirst(Self.typePrefix.count) : $0[...]
    }
    var record = ServiceRecord(service: .appleHealth)
    record.sport = word.flatMap { sport(wordsApart($0)) }
    record.startedAt = start
    record.pauses = pauses
    return files.enumerated().map { index, file in
      var record = record
      record.id = start.map { index == 0 ? $0.rfc3339 : "\($0.rfc3339)/\(index + 1)" }
      if files.count == 1 {
        record.distance = distance(totalDistance) ?? distance(statisticsDistance)
      }
      return ExportedActivity(record: record, file: file, endedAt: end)
    }
  }

  private static let typePrefix = "HKWorkoutActivityType"

  /// From each pause to the next resumption, the last one to the end of the workout; of several marks
  /// of a kind in a row the first counts.
  private var pauses: [ClosedRange<Timestamp>] {
    var pauses: [ClosedRange<Timestamp>] = []
    var pausedAt: Timestamp?
    // Marks of one instant keep the order of the file.
    let order = marks.indices.sorted { (marks[$0].time, $0) < (marks[$1].time, $1) }
    for mark in order.map({ marks[$0] }) {
      if mark.isPause {
        pausedAt = pausedAt ?? mark.time
      } else if let begin = pausedAt {
        if begin < mark.time { pauses.append(begin...mark.time) }
        pausedAt = nil
      }
    }
    if let pausedAt, let end, pausedAt < end { pauses.append(pausedAt...end) }
    return pauses
  }
}

/// `TraditionalStrengthTraining` as `Traditional_Strength_Training`.
private func wordsApart(_ word: Substring) -> String {
  word.reduce(into: "") { text, character in
    if character.isUppercase, !text.isEmpty { text += "_" }
    text.append(character)
  }
}

private func metres(_ value: String?, _ unit: String?) -> Double? {
  let units = ["km": 1000, "mi": 1609.344, "m": 1, "yd": 0.9144, "ft": 0.3048, "cm": 0.01]
  guard let value = value.flatMap(writtenNumber), let unit = unit.flatMap({ units[$0] }) else {
    return nil
  }
  return value * unit
}
