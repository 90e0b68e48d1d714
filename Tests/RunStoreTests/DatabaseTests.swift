import Foundation
import SQLite
import TestSupport
import Testing

@Suite struct DatabaseTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.appending(path: "a b?#%41é.sqlite").path
    try PrivateFile.createIfAbsent(path)
  }

  @Test func valuesComeBackInTheirKinds() throws {
    let database = try Database(path: path, access: .readWrite)
    try database.execute("CREATE TABLE kept (i INTEGER, r REAL, t TEXT, b BLOB, n TEXT)")
    try database.run(
      "INSERT INTO kept VALUES (?, ?, ?, ?, ?)",
      [Int64.min, 0.1, "na\u{0}ïve", [0, 255] as [UInt8], nil])
    let rows: [Void] = try database.rows("SELECT * FROM kept") { row in
      #expect(row.int64(0) == .min)
      #expect(row.real(1) == 0.1)
      #expect(row.text(2) == "na\u{0}ïve")
      #expect(row.blob(3) == [0, 255])
      #expect(row.text(4) == nil)
      #expect(row.blob(4) == nil)
    }
    #expect(rows.count == 1)
    #expect(try database.rows("SELECT x''") { $0.blob(0) } == [[]])
  }

  @Test func aPartOfATransactionIsUndoneAlone() throws {
    let database = try Database(path: path, access: .readWrite)
    try database.execute("CREATE TABLE kept (x)")
    try database.begin()
    try database.run("INSERT INTO kept VALUES (1)")
    try database.begin()
    try database.run("INSERT INTO kept VALUES (2)")
    database.rollBack()
    try database.commit()
    #expect(try database.rows("SELECT x FROM kept") { $0.integer(0) } == [1])
  }

  @Test func theErrorsThatMatterAreToldApart() throws {
    let database = try Database(path: path, access: .readWrite)
    try database.execute("CREATE TABLE kept (x UNIQUE)")
    try database.run("INSERT INTO kept VALUES (?)", ["secret"])
    let constraint = error { try database.run("INSERT INTO kept VALUES (?)", ["secret"]) }
    #expect(constraint?.code == .constraint)
    #expect(constraint?.sql == "INSERT INTO kept VALUES (?)")
    #expect(constraint.map { "\($0)" }?.contains("secret") == false)

    let reading = try Database(path: path, access: .readOnly)
    #expect(error { try reading.run("DELETE FROM kept") }?.code == .readOnly)

    try database.begin()
    let second = try Database(path: path, access: .readWrite)
    #expect(error { try second.begin() }?.code == .busy)
    database.rollBack()

    try database.execute("PRAGMA max_page_count = 3")
    #expect(error { try database.run("INSERT INTO kept VALUES (zeroblob(99999))") }?.code == .full)

    #expect(
      error { _ = try Database(path: path + "/none", access: .readOnly) }?.code == .cannotOpen)
    let text = try folder.write(Array(repeating: 65, count: 5000), to: "text").path
    let noDatabase = try Database(path: text, access: .readOnly)
    #expect(
      error { _ = try noDatabase.rows("SELECT 1 FROM sqlite_schema") { _ in } }?.code
        == .notADatabase)
  }

  private func error(_ body: () throws -> Void) -> SQLiteError? {
    do {
      try body()
      return nil
    } catch { return error as? SQLiteError }
  }

  @Test func theSameStatementMayRunWithinItsOwnRows() throws {
    let database = try Database(path: path, access: .readWrite)
    let sql = "SELECT value FROM (SELECT 1 AS value UNION ALL SELECT 2)"
    var seen: [Int] = []
    for row in try database.rows(sql, read: { $0.integer(0) ?? 0 }) {
      seen.append(row)
      seen += try database.rows(sql) { $0.integer(0) ?? 0 }
    }
    #expect(seen == [1, 1, 2, 2, 1, 2])
  }
}
