internal import RunModel
internal import ServiceExports

/// What an export says of one of its members.
enum ExportAccount: Sendable {
  /// It is the file of this activity.
  case activity(ServiceRecord)
  /// It may be the file of any of these.
  case activities([ActivityTimes])

  /// True where it says when the clock stood still, which is part of how a run was recorded.
  var hasPauses: Bool {
    if case .activity(let record) = self { !record.pauses.isEmpty } else { false }
  }

  /// What is said of each run of the member; nil where nothing is.
  ///
  /// What is said of a file with several runs is said of none of them alone, but for its name and when
  /// it was paused.
  ///
  /// - Parameter spans: from the first to the last fix of each, nil where no fix has a time.
  func records(ofRunsDuring spans: [ClosedRange<Timestamp>?]) -> [ServiceRecord?] {
    switch self {
    case .activity(var record):
      if spans.count > 1 {
        (record.id, record.sport, record.distance) = (nil, nil, nil)
      }
      return spans.map { _ in record }
    case .activities(let tables):
      return spans.map { span in
        span.flatMap { span in tables.lazy.compactMap { $0.record(during: span) }.first }
      }
    }
  }
}

/// The activities of an account, to be known by their time.
struct ActivityTimes: Sendable {
  /// Two clocks of one device agree within this, in milliseconds.
  private static let tolerance = 5_000.0
  /// A device may have searched for satellites for so long after it was started.
  private static let longestSearch = 30 * 60_000.0
  /// Of activities that overlap, as many are looked at.
  private static let mostOverlaps = 64

  /// By start.
  private let activities: [(start: Double, end: Double?, record: ServiceRecord)]

  init(_ activities: [ExportedActivity]) {
    self.activities = activities.compactMap { activity in
      activity.record.startedAt.map {
        (Double($0.milliseconds), activity.endedAt.map { Double($0.milliseconds) }, activity.record)
      }
    }.sorted { $0.start < $1.start }
  }

  /// The activity that began when the run did; else the only one that was going on all the time of the
  /// run, which got its first fix late.
  func record(during span: ClosedRange<Timestamp>) -> ServiceRecord? {
    let start = Double(span.lowerBound.milliseconds)
    let end = Double(span.upperBound.milliseconds)
    let later = firstIndex(from: start)
    let near = [later - 1, later].filter(activities.indices.contains)
      .min { (activities[$0].start - start).magnitude < (activities[$1].start - start).magnitude }
    if let near, (activities[near].start - start).magnitude <= Self.tolerance {
      return activities[near].record
    }
    let around = activities[max(0, later - Self.mostOverlaps)..<later].filter { activity in
      activity.start >= start - Self.longestSearch
        && activity.end.map { end <= $0 + Self.tolerance } ?? false
    }
    return around.count == 1 ? around.first?.record : nil
  }

  /// Of the first activity that began then or later.
  private func firstIndex(from start: Double) -> Int {
    var range = activities.startIndex..<activities.endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range =
        activities[middle].start < start
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
