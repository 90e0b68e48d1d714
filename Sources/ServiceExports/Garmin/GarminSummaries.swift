internal import Foundation
internal import RunModel

/// `summarizedActivities.json` of a Garmin export.
///
/// Its files are named by the number of their upload, which stands nowhere in it, so that they are to
/// be known by their time.
struct GarminSummaries: TableReader {
  private static let key = "summarizedActivitiesExport"

  private var elements = JSONElements(under: key)
  private var summaries = Summaries()

  /// True where JSON begins with what gives the table its name.
  static func isSummary(_ text: ArraySlice<UInt8>) -> Bool {
    text.prefix(4096).firstRange(of: Array("\"\(key)\"".utf8)) != nil
  }

  mutating func read(_ bytes: Span<UInt8>) {
    elements.read(bytes) { summaries.take($0) }
  }

  mutating func finish() -> ExportReading {
    for _ in 0..<elements.longElements {
      summaries.tally.remark("summaries_too_long", "an activity's summary is too long to be one")
    }
    if elements.isInArray {
      summaries.tally.remark("breaks_off", "the table breaks off; the activities before are used")
    }
    return summaries.tally.reading
  }
}

private struct Summaries {
  var tally = ExportTally(.garmin)
  private let decoder = JSONDecoder()

  mutating func take(_ element: [UInt8]) {
    guard let summary = try? decoder.decode(Summary.self, from: Data(element)),
      let start = summary.startedAt
    else {
      return tally.remark(
        "summaries_unreadable", "an activity's summary has no start, or is damaged")
    }
    // Its legs stand beside it.
    guard !summary.isParent else {
      return tally.remark("multisport_parents", "several activities are summed up in one more")
    }
    var record = ServiceRecord(service: .garmin)
    record.id = summary.id.map(String.init)
    record.name = summary.name?.nonEmpty
    record.sport = summary.sportWord.flatMap(sport)
    record.distance = distance(summary.distanceCentimetres.map { $0 / 100 })
    record.startedAt = start
    let elapsed = summary.elapsedMilliseconds ?? 0
    tally.add(
      ExportedActivity(
        record: record, endedAt: timestamp(Double(start.milliseconds) + max(elapsed, 0))))
  }
}

/// An element of the table; whatever is missing or of another kind is nil.
private struct Summary: Decodable {
  let id: Int64?
  let name: String?
  let sportWord: String?
  let startedAt: Timestamp?
  let distanceCentimetres: Double?
  let elapsedMilliseconds: Double?
  let isParent: Bool

  private enum CodingKeys: String, CodingKey {
    case activityId, name, activityType, beginTimestamp, startTimeGmt, distance, elapsedDuration
    case duration, parent
  }

  private struct ActivityType: Decodable { let typeKey: String }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys) -> Value? {
      // Not `decode`, whose errors about what is missing cost more than what is there.
      (try? values.decodeIfPresent(Value.self, forKey: key)) ?? nil
    }
    id = value(.activityId)
    name = value(.name)
    let word: String? = value(.activityType)
    sportWord = word ?? (value(.activityType) as ActivityType?)?.typeKey
    startedAt = (value(.beginTimestamp) ?? value(.startTimeGmt)).flatMap(timestamp)
    distanceCentimetres = value(.distance)
    elapsedMilliseconds = value(.elapsedDuration) ?? value(.duration)
    isParent = value(.parent) ?? false
  }
}

/// Nil for what no clock of a recorder can show.
private func timestamp(_ milliseconds: Double) -> Timestamp? {
  Int64(exactly: milliseconds.rounded())
    .flatMap { Timestamp.plausibleMilliseconds.contains($0) ? Timestamp(milliseconds: $0) : nil }
}
