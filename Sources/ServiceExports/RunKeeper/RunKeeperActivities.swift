internal import RunModel

/// `cardioActivities.csv` of a RunKeeper export.
struct RunKeeperActivities: TableReader {
  private var parser = CSVParser()
  private var rows = RunKeeperRows()

  mutating func read(_ bytes: Span<UInt8>) {
    parser.read(bytes) { rows.take($0) }
  }

  mutating func finish() -> ExportReading {
    let fault = parser.finish { rows.take($0) }
    return rows.tally.finished(fault)
  }
}

/// Which column holds what, by the names in the header.
struct RunKeeperColumns {
  let id: Int?
  let type: Int?
  let name: Int?
  let file: Int?
  let distance: Int?
  /// Metres of its unit, which stands in the header.
  let distanceUnit: Double

  init(header: CSVRow) {
    let names = (0..<header.count).map { comparable(header[$0]) }
    id = names.firstIndex(of: "activity id")
    type = names.firstIndex(of: "type")
    name = names.firstIndex(of: "route name")
    file = names.firstIndex(of: "gpx file")
    distance = names.firstIndex { ["distance (km)", "distance (mi)"].contains($0) }
    distanceUnit = names.contains("distance (mi)") ? 1609.344 : 1000
  }

  /// True where a table lists activities with their files as RunKeeper does.
  static func areActivities(_ rows: [CSVRow]) -> Bool {
    guard let header = rows.first else { return false }
    let columns = RunKeeperColumns(header: header)
    return columns.file != nil && columns.type != nil && columns.distance != nil
  }
}

private struct RunKeeperRows {
  private var columns: RunKeeperColumns?
  var tally = ExportTally(.runkeeper)

  mutating func take(_ row: CSVRow) {
    guard let columns else {
      columns = RunKeeperColumns(header: row)
      return
    }
    guard let file = row[columns.file].nonEmpty else {
      return tally.remark("activities_without_file", "an activity was entered by hand")
    }
    var record = ServiceRecord(service: .runkeeper)
    record.id = row[columns.id].nonEmpty
    record.name = row[columns.name].nonEmpty
    record.sport = row[columns.type].nonEmpty.flatMap(sport)
    record.distance = distance(
      writtenNumber(row[columns.distance]).map { $0 * columns.distanceUnit })
    tally.add(ExportedActivity(record: record, file: file))
  }
}
