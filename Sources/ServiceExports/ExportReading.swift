package import RunModel

/// One activity that an export tells of.
package struct ExportedActivity: Sendable, Equatable {
  package var record: ServiceRecord
  /// Where the file with its fixes lies, seen from the folder of the table or one above it; nil where
  /// the file is to be known by the activity's time.
  package var file: String?
  /// When it was over; nil where the export does not say.
  package var endedAt: Timestamp?

  package init(record: ServiceRecord, file: String? = nil, endedAt: Timestamp? = nil) {
    self.record = record
    self.file = file
    self.endedAt = endedAt
  }
}

/// What a table says, as far as it could be read.
package struct ExportReading: Sendable, Equatable {
  package let table: ExportTable
  /// In the table's order; an activity with several files stands there once for each.
  package internal(set) var activities: [ExportedActivity] = []
  /// How many activities have a recording by the table's account.
  package internal(set) var activityCount = 0
  package internal(set) var diagnostics: [Diagnostic] = []

  init(_ table: ExportTable) {
    self.table = table
  }
}

/// The tables that are read; the raw values are words for people and scripts.
package enum ExportTable: String, Sendable, CaseIterable {
  case strava = "strava_activities"
  case garmin = "garmin_summaries"
  case appleHealth = "apple_health"
  case runkeeper = "runkeeper_activities"

  package var service: Service {
    switch self {
    case .strava: .strava
    case .garmin: .garmin
    case .appleHealth: .appleHealth
    case .runkeeper: .runkeeper
    }
  }
}

/// Collects what a table says within bounds, so that no table can take all memory.
struct ExportTally {
  /// As many as an archive may have members.
  private static let mostActivities = 100_000
  /// Bytes of the text and the pauses of all of them.
  private static let mostBytes = 32 << 20

  private(set) var reading: ExportReading
  private var bytes = 0

  init(_ table: ExportTable) {
    reading = ExportReading(table)
  }

  /// - Parameter isFurtherFile: true where the activity was counted with another file of its own.
  mutating func add(_ activity: ExportedActivity, isFurtherFile: Bool = false) {
    if !isFurtherFile { reading.activityCount += 1 }
    bytes += activity.size
    guard reading.activities.count < Self.mostActivities, bytes <= Self.mostBytes else {
      return remark("activities_left_out", "more activities than are kept in mind")
    }
    reading.activities.append(activity)
  }

  /// Counts one more of its kind; the first gives the place.
  mutating func remark(_ code: String, _ detail: String, at place: Place? = nil) {
    if let index = reading.diagnostics.firstIndex(where: { $0.code == code }) {
      reading.diagnostics[index].count += 1
    } else {
      reading.diagnostics.append(Diagnostic(code: code, place: place, detail: detail))
    }
  }
}

extension ExportedActivity {
  /// Bytes of what is kept of it, without what any activity takes.
  package var size: Int {
    [record.id, record.name, file].reduce(record.pauses.count * 16) { $0 + ($1?.utf8.count ?? 0) }
  }
}
