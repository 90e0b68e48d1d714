internal import RunModel
internal import SQLite

/// The fixes of all runs as rows of a table, for queries.
///
/// Rows come by run, then by number, and are read from no more chunks than a query asks for: by
/// equality, list or beginning of the run's id, and by bounds of the number.
final class TrackPointTable: VirtualTable {
  static let name = "track_point"
  static let firstChannel = Column.allCases.count

  /// Before the channels, which follow in the order of their raw values.
  enum Column: Int, CaseIterable { case run, seq, segment, time, latitude, longitude }

  let columns =
    [
      "run_id TEXT", "seq INTEGER", "segment INTEGER", "t INTEGER", "lat REAL", "lon REAL",
    ] + Channel.allCases.map { "\($0.columnName) REAL" }

  private let database: Database
  /// Why the last query could not go on.
  var failure: StoreError?
  /// What all queries have read so far.
  var reading = ChunkReading()

  init(in database: Database) {
    self.database = database
  }

  func scan() -> any TableScan { TrackPointScan(of: self, in: database) }

  func plan(_ question: TableQuestion) -> TablePlan {
    let choice = Choice(question.constraints)
    var parts = TrackPointPlan()
    var uses: [TablePlan.Use] = []
    var explanation: [String] = []
    func use(_ constraint: TableQuestion.Constraint?, as part: TrackPointPlan, _ text: String) {
      guard let constraint else { return }
      let isList = part == .runIsOneOf
      uses.append(
        TablePlan.Use(
          constraint, isDecided: part == .runIs || isList, isWholeList: isList))
      parts.insert(part)
      explanation.append(text)
    }
    // The order is that of the arguments.
    if let run = choice.run {
      switch run.comparison {
      case .equal where run.isList: use(run, as: .runIsOneOf, "run_id IN (?)")
      case .equal: use(run, as: .runIs, "run_id=?")
      case .like: use(run, as: .runIsLike, "run_id LIKE ?")
      default: use(run, as: .runIsGlob, "run_id GLOB ?")
      }
    }
    use(choice.seq, as: .seqIs, "seq=?")
    let (lower, upper) = (choice.lower, choice.upper)
    if lower?.comparison == .greater {
      use(lower, as: .seqAfter, "seq>?")
    } else {
      use(lower, as: .seqFrom, "seq>=?")
    }
    if upper?.comparison == .less {
      use(upper, as: .seqBefore, "seq<?")
    } else {
      use(upper, as: .seqUpTo, "seq<=?")
    }
    let estimate = parts.estimate
    return TablePlan(
      number: parts.rawValue, uses: uses, cost: estimate.cost, rowCount: estimate.rows,
      isOrdered: parts.isOrdered(as: question.order),
      explanation: explanation.joined(separator: " AND "))
  }

  /// The constraints that help most.
  private struct Choice {
    var run, seq, lower, upper: TableQuestion.Constraint?

    init(_ constraints: [TableQuestion.Constraint]) {
      for constraint in constraints {
        switch (Column(rawValue: constraint.column), constraint.comparison) {
        case (.run, .equal) where constraint.isBinary:
          if run?.comparison != .equal || run?.isList == true { run = constraint }
        case (.run, .like), (.run, .glob):
          if run == nil { run = constraint }
        case (.seq, .equal): if seq == nil { seq = constraint }
        case (.seq, .greater), (.seq, .greaterOrEqual): if lower == nil { lower = constraint }
        case (.seq, .less), (.seq, .lessOrEqual): if upper == nil { upper = constraint }
        default: break
        }
      }
    }
  }
}

/// What of a query's conditions is made use of; the arguments come in this order.
struct TrackPointPlan: OptionSet {
  let rawValue: Int

  static let runIs = TrackPointPlan(rawValue: 1)
  static let runIsOneOf = TrackPointPlan(rawValue: 1 << 1)
  static let runIsLike = TrackPointPlan(rawValue: 1 << 2)
  static let runIsGlob = TrackPointPlan(rawValue: 1 << 3)
  static let seqIs = TrackPointPlan(rawValue: 1 << 4)
  static let seqFrom = TrackPointPlan(rawValue: 1 << 5)
  static let seqAfter = TrackPointPlan(rawValue: 1 << 6)
  static let seqUpTo = TrackPointPlan(rawValue: 1 << 7)
  static let seqBefore = TrackPointPlan(rawValue: 1 << 8)

  /// By what SQLite takes for granted of a table that it knows nothing about: 2^20 rows in `run`. So
  /// a join of the two goes from runs to their fixes.
  fileprivate var estimate: (cost: Double, rows: Int64) {
    let runs: Double =
      contains(.runIs)
      ? 1 : contains(.runIsOneOf) ? 25 : isDisjoint(with: [.runIsLike, .runIsGlob]) ? 0x1p20 : 4
    var fixes = 4000.0
    if !isDisjoint(with: [.seqFrom, .seqAfter]) { fixes /= 3 }
    if !isDisjoint(with: [.seqUpTo, .seqBefore]) { fixes /= 3 }
    if contains(.seqIs) { fixes = 1 }
    // Finding a run and unpacking a chunk cost as much as some hundred rows do.
    return (runs * (300 + fixes), Int64(runs * fixes))
  }

  /// True where rows by run, then by number, are in the order that is asked for.
  fileprivate func isOrdered(as order: [(column: Int, isDescending: Bool)]) -> Bool {
    var isByRun = contains(.runIs)
    for term in order {
      switch TrackPointTable.Column(rawValue: term.column) {
      case .run where contains(.runIs): continue
      case .run where !term.isDescending: isByRun = true
      // No two fixes have the same place in it, so that what follows means nothing.
      case .seq where isByRun && !term.isDescending: return true
      default: return false
      }
    }
    return true
  }
}

/// How many stored bodies a query took.
package struct ChunkReading: Sendable, Equatable {
  package var chunks = 0
  package var extraBodies = 0

  package init(chunks: Int = 0, extraBodies: Int = 0) {
    self.chunks = chunks
    self.extraBodies = extraBodies
  }
}
