/// Which column of Strava's `activities.csv` holds what.
///
/// The header is in the language of the account, has names twice and has changed over the years. So a
/// name that is known decides, then the place that has never changed; the column of the files shows
/// itself by what stands in it.
struct StravaColumns {
  let id: Int
  let name: Int
  let type: Int
  /// Learnt from the rows where the header does not tell.
  private(set) var file: Int?
  private let distances: Distances

  /// Where a distance stands.
  private enum Distances {
    /// The only one, in metres, as until 2019.
    case metres(Int)
    /// In metres, and once more in the units of the account.
    case twice(shown: Int, metres: Int)
    /// Metres five columns behind the file, if the two agree.
    case behindFile(shown: Int)
  }

  init(header: CSVRow) {
    let names = (0..<header.count).map { comparable(header[$0]) }
    func column(_ known: Set<String>) -> Int? { names.firstIndex(where: known.contains) }
    id = column(Self.idNames) ?? 0
    name = column(Self.nameNames) ?? 2
    type = column(Self.typeNames) ?? 3
    file = column(Self.fileNames)
    // Elsewhere "distance" is a translation, and stands where the English one does.
    let shown = column(["distance", "distanz"]) ?? 6
    let again = names.indices.first { $0 > shown && names[$0] == names[shown] }
    if let again, shown < names.count {
      distances = .twice(shown: shown, metres: again)
    } else if names.first == "id" {
      distances = .metres(shown)
    } else {
      distances = .behindFile(shown: shown)
    }
  }

  private static let idNames: Set = ["activity id", "aktivitäts-id", "id de l'activité", "id"]
  private static let nameNames: Set = [
    "activity name", "name der aktivität", "nom de l'activité", "name",
  ]
  private static let typeNames: Set = ["activity type", "aktivitätsart", "type d'activité", "type"]
  private static let fileNames: Set = ["filename", "dateiname", "nom du fichier"]

  /// The fewest columns that were ever seen.
  private static let fewest = 10
  /// What stands before the files is written by people, and may name one.
  private static let firstFileColumn = 5

  /// True where a table lists activities with their files as Strava does.
  static func areActivities(_ rows: [CSVRow]) -> Bool {
    guard let header = rows.first, header.count >= fewest else { return false }
    let names = Set((0..<header.count).map { comparable(header[$0]) })
    if !names.isDisjoint(with: idNames), !names.isDisjoint(with: fileNames) { return true }
    return rows.dropFirst().contains { fileColumn(of: $0) != nil }
  }

  /// Looks where the file stands, where the header does not tell.
  mutating func learn(from row: CSVRow) {
    if file == nil { file = Self.fileColumn(of: row) }
  }

  private static func fileColumn(of row: CSVRow) -> Int? {
    (firstFileColumn..<max(row.count, firstFileColumn)).first { column in
      row[column].hasPrefix("activities/") && !row[column].contains(where: \.isWhitespace)
    }
  }

  /// Metres; nil where there are none, or the two statements of a row contradict each other, as they
  /// do in a wrong column.
  func distance(of row: CSVRow) -> Double? {
    switch distances {
    case .metres(let column): return ServiceExports.distance(writtenNumber(row[column]))
    case .twice(let shown, let column):
      let metres = writtenNumber(row[column])
      guard let metres, let shown = writtenNumber(row[shown]) else {
        return ServiceExports.distance(metres)
      }
      return agree(metres, shown) ? ServiceExports.distance(metres) : nil
    case .behindFile(let shown):
      guard let metres = writtenNumber(row[file.map { $0 + 5 }]),
        let shown = writtenNumber(row[shown]), agree(metres, shown)
      else { return nil }
      return ServiceExports.distance(metres)
    }
  }
}

/// True where a number shown to two decimals is a distance in kilometres, miles, metres or yards.
private func agree(_ metres: Double, _ shown: Double) -> Bool {
  [1000, 1609.344, 1, 0.9144].contains { unit in
    (metres - shown * unit).magnitude <= 0.006 * unit + 0.002 * metres.magnitude
  }
}

/// A header's name without case, blanks around and differences of apostrophes.
func comparable(_ name: String) -> String {
  name.lowercased().replacing("\u{2019}", with: "'")
}
