internal import RunModel

/// `activities.csv` of a Strava export.
struct StravaActivities: TableReader {
  private var parser = CSVParser()
  private var rows = StravaRows()

  mutating func read(_ bytes: Span<UInt8>) {
    parser.read(bytes) { rows.take($0) }
  }

  mutating func finish() -> ExportReading {
    let fault = parser.finish { rows.take($0) }
    return rows.tally.finished(fault)
  }
}

private struct StravaRows {
  private var columns: StravaColumns?
  var tally = ExportTally(.strava)

  mutating func take(_ row: CSVRow) {
    guard var columns else {
      columns = StravaColumns(header: row)
      return
    }
    columns.learn(from: row)
    self.columns = columns
    switch row[columns.file] {
    case "": tally.remark("activities_without_file", "an activity was entered by hand")
    case let file where file.hasPrefix("#"):
      // "#error#"
      tally.remark("files_lost", "the service could not export an activity's file")
    case let file: tally.add(ExportedActivity(record: record(of: row, columns), file: file))
    }
  }

  private func record(of row: CSVRow, _ columns: StravaColumns) -> ServiceRecord {
    var record = ServiceRecord(service: .strava)
    let id = row[columns.id]
    record.id = id.allSatisfy { $0.isASCII && $0.isNumber } ? id.nonEmpty : nil
    record.name = row[columns.name].nonEmpty
    record.sport = stravaSport(row[columns.type])
    record.distance = columns.distance(of: row)
    return record
  }
}

extension ExportTally {
  /// - Parameter fault: where a quoted field of a table of comma-separated values has no end.
  mutating func finished(_ fault: Place?) -> ExportReading {
    if let fault {
      remark(
        "quote_without_end", "a quoted field has no end; the rows behind it are lost", at: fault)
    }
    return reading
  }
}
