internal import PointCodec
internal import RunModel
internal import SQLite

/// A run as its chunks are found: of the version that counts, and whole.
struct StoredRun {
  /// Where a chunk lies, and which fixes are in it.
  struct Place: Equatable {
    let key: Int64
    let first: Int64
    let end: Int64
  }

  let id: RunID
  let version: Int
  /// Ascending; none overlaps another.
  let places: [Place]

  /// The first chunk that ends behind a number.
  func position(of seq: Int64) -> Int {
    var range = 0..<places.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if places[middle].end > seq {
        range = range.lowerBound..<middle
      } else {
        range = middle + 1..<range.upperBound
      }
    }
    return range.lowerBound
  }
}

/// A run's row, as far as it says which chunks there must be.
struct RunHead {
  let id: String
  let version: Int
  let fixCount: Int64
  let nextSeq: Int64
  /// False where its digest is not that of its version.
  let isConsistent: Bool
  /// True where its fixes were dropped by the user.
  let isPruned: Bool

  private init?(_ row: Statement) {
    guard let id = row.text(0), let version = row.integer(1), let fixCount = row.int64(2),
      let nextSeq = row.int64(3)
    else { return nil }
    self.id = id
    self.version = version
    self.fixCount = fixCount
    self.nextSeq = nextSeq
    isConsistent = row.integer(4) == 1
    isPruned = row.integer(5) == 1
  }

  /// By id; a row that cannot have been written is nil.
  static func heads(
    in database: Database, where condition: String, _ values: [String]
  ) throws(SQLiteError) -> [RunHead?] {
    try database.rows(
      """
      SELECT run.run_id, run.version, fix_count, next_seq,
        run.points_digest IS run_version.points_digest, pruned_at IS NOT NULL
      FROM run LEFT JOIN run_version USING (run_id, version)
      WHERE \(condition) ORDER BY run.run_id LIMIT \(pageSize)
      """, values, read: RunHead.init)
  }

  /// So many runs are looked up at once.
  static let pageSize = 256
}

/// The runs that a query asks for, one after the other, by id.
struct RunWalk {
  private enum Choice {
    /// What is left, the first at the end.
    case ids([String])
    /// All whose ids begin with something, behind the last one that was met.
    case beginning(String, last: String?)
  }

  private var choice: Choice
  private var page: [RunHead?] = []

  /// These, each once.
  init(ids: Set<String>) {
    choice = .ids(ids.sorted(by: >))
  }

  init(idPrefix: String) {
    choice = .beginning(idPrefix, last: nil)
  }

  /// The next id where it is known without a look at the library.
  var announced: String? {
    if case .ids(let ids) = choice { ids.last } else { nil }
  }

  mutating func skip() {
    if case .ids(let ids) = choice { choice = .ids(ids.dropLast()) }
  }

  /// The next run that there is; nil within for a row that cannot have been written.
  mutating func next(in database: Database) throws(SQLiteError) -> RunHead?? {
    switch choice {
    case .ids(var ids):
      defer { choice = .ids(ids) }
      while let id = ids.popLast() {
        let found = try RunHead.heads(in: database, where: "run.run_id = ?", [id])
        if let head = found.first { return .some(head) }
      }
      return nil
    case .beginning(let prefix, let last):
      if page.isEmpty {
        // "g" follows "f", the greatest digit of an id.
        page = try RunHead.heads(
          in: database, where: "run.run_id \(last == nil ? ">=" : ">") ? AND run.run_id < ?",
          [last ?? prefix, prefix + "g"]
        ).reversed()
      }
      guard let head = page.popLast() else { return nil }
      if let head { choice = .beginning(prefix, last: head.id) }
      return .some(head)
    }
  }
}
