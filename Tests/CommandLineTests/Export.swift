import Foundation
import SQLite
import TestSupport

/// An export as a service makes it: the files that are in it.
struct Export {
  var files: [(name: String, bytes: [UInt8])] = []

  mutating func add(_ name: String, _ text: String) { files.append((name, Array(text.utf8))) }
  mutating func add(_ name: String, _ bytes: [UInt8]) { files.append((name, bytes)) }

  enum Form: CaseIterable { case folder, zip, tarGzip, zipInZip }

  /// Writes it in one of the forms in which people have it.
  ///
  /// - Returns: the name to import it by.
  func write(as form: Form, to tool: Tool, named name: String = "export") throws -> String {
    switch form {
    case .folder:
      for file in files { _ = try tool.folder.write(file.bytes, to: "\(name)/\(file.name)") }
      return name
    case .zip:
      _ = try tool.folder.write(zip, to: "\(name).zip")
      return "\(name).zip"
    case .tarGzip:
      let tar = TarBuilder(files.map { .init($0.name, $0.bytes) })
      _ = try tool.folder.write(gzipped(tar.bytes), to: "\(name).tgz")
      return "\(name).tgz"
    case .zipInZip:
      _ = try tool.folder.write(ZipBuilder([.init("part.zip", zip)]).bytes, to: "\(name).zip")
      return "\(name).zip"
    }
  }

  var zip: [UInt8] { ZipBuilder(files.map { .init($0.name, $0.bytes) }).bytes }
}

extension Tool {
  /// The rows of a query, a line each, with the columns behind each other.
  func rows(_ sql: String) throws -> [String] {
    try Database(path: library, access: .readOnly).rows(sql) { row in
      var columns: [String] = []
      while columns.count < 8, let text = row.text(columns.count) { columns.append(text) }
      return columns.joined(separator: "|")
    }
  }

  /// What services are known to say: of each run its start, then who says which distance, name, sport.
  func serviceWords() throws -> [String] {
    try rows(
      """
      SELECT started_at / 1000, coalesce(claimed_by, '-'), coalesce(distance_m, '-'),
        coalesce((SELECT name FROM standing_record AS said WHERE said.run_id = run.run_id
          AND said.name IS NOT NULL ORDER BY import_id DESC LIMIT 1), '-'),
        coalesce((SELECT sport FROM standing_record AS said WHERE said.run_id = run.run_id
          AND said.sport IS NOT NULL ORDER BY import_id DESC LIMIT 1), '-')
      FROM run LEFT JOIN claim USING (run_id)
      ORDER BY started_at
      """)
  }
}

/// A FIT activity of a few fixes a second apart, 10 m each.
///
/// - Parameters:
///   - start: seconds since 1970.
///   - sports: FIT's number of each session; each has six fixes and begins a minute behind the one before.
func smallFIT(start: Int, sports: [Int] = [1]) -> [UInt8] {
  // FIT counts from 1989-12-31T00:00:00Z.
  let start = start - 631_065_600
  var fit = FITBuilder()
  fit.add(0, [FITField(0, .enumeration, 4)], local: 15)
  for (leg, sport) in sports.enumerated() {
    for second in 0..<6 {
      let time = start + leg * 60 + second
      fit.add(
        20,
        [
          FITField(253, .uint32, .wholes([time])),
          FITField(0, .sint32, .wholes([600_000_000 + 1000 * (leg * 60 + second)])),
          FITField(1, .sint32, 100_000_000),
        ])
    }
    fit.add(
      18,
      [
        FITField(253, .uint32, .wholes([start + leg * 60 + 60])),
        FITField(2, .uint32, .wholes([start + leg * 60])),
        FITField(5, .enumeration, .wholes([sport])),
        FITField(7, .uint32, 60_000),
      ], local: 2)
  }
  return fit.bytes
}

/// A FIT file of a kind that is no activity: 32 holds what a watch measures all day.
func monitoringFIT() -> [UInt8] {
  var fit = FITBuilder()
  fit.add(0, [FITField(0, .enumeration, 32)], local: 15)
  return fit.bytes
}

/// A TCX activity of a few fixes on the day of May 2024.
func smallTCX(day: Int, sport: String = "Other") -> String {
  let points = (0..<4).map { second in
    """
    <Trackpoint><Time>2024-05-0\(day)T10:00:0\(second)Z</Time><Position>
    <LatitudeDegrees>46.000\(second)</LatitudeDegrees><LongitudeDegrees>8</LongitudeDegrees>
    </Position></Trackpoint>
    """
  }
  return """
    <TrainingCenterDatabase><Activities><Activity Sport="\(sport)"><Id>2024-05-0\(day)T10:00:00Z</Id>
    <Lap StartTime="2024-05-0\(day)T10:00:00Z"><Track>\(points.joined())</Track></Lap>
    </Activity></Activities></TrainingCenterDatabase>
    """
}
