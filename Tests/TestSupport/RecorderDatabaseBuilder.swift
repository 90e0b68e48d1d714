internal import Foundation
package import RunModel
internal import SQLite

/// A recorder's database, as its app writes it.
package final class RecorderDatabaseBuilder {
  package static let tables = """
    CREATE TABLE run (run_id TEXT PRIMARY KEY NOT NULL, state TEXT NOT NULL, started_at INTEGER,
      ended_at INTEGER, segment INTEGER, next_seq INTEGER, distance_m REAL, chunks_sent INTEGER);
    CREATE TABLE track_point (run_id TEXT NOT NULL, seq INTEGER NOT NULL, segment INTEGER, t INTEGER,
      lat REAL, lon REAL, accuracy REAL, speed REAL, PRIMARY KEY (run_id, seq));
    """

  package let path: String
  private let database: Database

  /// - Parameter tables: nil for those of the app.
  package init(at path: String, tables: String? = nil) throws {
    try PrivateFile.createIfAbsent(path)
    self.path = path
    database = try Database(path: path, access: .readWrite)
    try database.execute(tables ?? Self.tables)
  }

  package func execute(_ script: String) throws { try database.execute(script) }

  package func add(_ run: String, state: String, _ fixes: Fixes, distance: Double? = nil) throws {
    try database.run(
      "INSERT OR REPLACE INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [
        run, state, fixes.time.first, fixes.time.last, fixes.segment.last.map(Int.init),
        fixes.count, distance, 0,
      ])
    try append(fixes, to: run)
  }

  /// Adds fixes to those of a run that are there, under the next numbers.
  package func append(_ fixes: Fixes, to run: String, from first: Int = 0) throws {
    try database.begin()
    for index in 0..<fixes.count {
      let (accuracy, speed) = (fixes[.accuracy], fixes[.speed])
      try database.run(
        "INSERT INTO track_point VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
          run, first + index, Int(fixes.segment[index]), fixes.time[index], fixes.latitude[index],
          fixes.longitude[index], accuracy.isEmpty ? nil : accuracy[index],
          speed.isEmpty ? nil : speed[index],
        ])
    }
    try database.commit()
  }

  /// What lies on disk at this moment, as where the app is killed now: the file, and its log.
  package func leftBehind() throws -> (file: [UInt8], log: [UInt8]?) {
    let log = "\(path)-wal"
    return (
      [UInt8](try Data(contentsOf: URL(filePath: path))),
      FileManager.default.fileExists(atPath: log)
        ? [UInt8](try Data(contentsOf: URL(filePath: log))) : nil
    )
  }
}
