/// Reads one table of an export from bytes that come in pieces of any length.
///
/// Whatever they are, reading goes on to their end in bounded memory; what cannot be used is counted.
package final class ExportReader {
  /// So many first bytes tell what a table is; fewer are enough where it is shorter.
  package static let beginningLength = 64 << 10

  package let table: ExportTable
  private var reader: any TableReader

  /// - Parameter beginning: the first bytes, which are to be read all the same.
  /// - Returns: nil for what is no table of an export that is known here.
  package init?(beginning: [UInt8]) {
    guard let table = ExportTable(beginning: beginning) else { return nil }
    self.table = table
    reader =
      switch table {
      case .strava: StravaActivities()
      case .runkeeper: RunKeeperActivities()
      case .garmin: GarminSummaries()
      case .appleHealth: AppleWorkouts()
      }
  }

  package func read(_ bytes: Span<UInt8>) {
    reader.read(bytes)
  }

  /// Tells that the table ends here. To be called once.
  package func finish() -> ExportReading {
    reader.finish()
  }
}

protocol TableReader {
  mutating func read(_ bytes: Span<UInt8>)
  mutating func finish() -> ExportReading
}

extension ExportTable {
  /// What a file is by its content; its name has no say, as some services translate it.
  init?(beginning: [UInt8]) {
    let text = beginning.drop { isBlank($0) || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    switch text.first {
    case nil: return nil
    case UInt8(ascii: "<"):
      guard AppleWorkouts.isHealthData(text) else { return nil }
      self = .appleHealth
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      guard GarminSummaries.isSummary(text) else { return nil }
      self = .garmin
    default:
      let rows = csvRows(beginning)
      if StravaColumns.areActivities(rows) {
        self = .strava
      } else if RunKeeperColumns.areActivities(rows) {
        self = .runkeeper
      } else {
        return nil
      }
    }
  }
}

func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || (9...13).contains(byte)
}
