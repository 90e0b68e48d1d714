/// A table whose rows are made while a query reads them; nobody can write to it.
///
/// It is called by SQLite, on one thread at a time.
package protocol VirtualTable: AnyObject {
  /// `run_id TEXT`: name and type of each column, at most 63.
  var columns: [String] { get }
  /// How it would answer what a query asks.
  func plan(_ question: TableQuestion) -> TablePlan
  /// A pass over rows, which may be begun several times.
  func scan() -> any TableScan
}

/// A pass over the rows of a virtual table, a block of rows at a time.
package protocol TableScan: AnyObject {
  /// The rows that it has come to.
  var block: RowBlock { get }
  /// Goes before the first row of what a plan asks for.
  ///
  /// - Parameters:
  ///   - plan: the number that ``TablePlan`` has.
  ///   - arguments: what the plan's constraints compare with, in its order.
  func begin(
    plan: Int, arguments: [TableArgument], columns: ColumnSet
  ) throws(SQLiteError)
  /// Goes to the next block; false where there is none.
  func next() throws(SQLiteError) -> Bool
}

/// Numbers of columns, from 0.
package struct ColumnSet: Sendable, Hashable {
  private let bits: UInt64

  init(bits: UInt64) {
    self.bits = bits
  }

  package func contains(_ column: Int) -> Bool { bits >> UInt64(column) & 1 == 1 }
}

/// What a query asks of a virtual table, as far as the table can make use of it.
package struct TableQuestion: Sendable {
  package enum Comparison: Sendable, Hashable {
    case equal, less, lessOrEqual, greater, greaterOrEqual, like, glob
  }

  package struct Constraint: Sendable {
    package let column: Int
    package let comparison: Comparison
    /// True for an equality with any of a list, which may be had as a whole, else value by value.
    package let isList: Bool
    /// False where texts are compared otherwise than byte by byte.
    package let isBinary: Bool
    /// SQLite's number of the constraint.
    let number: Int
  }

  /// All of them hold for every row that is wanted.
  package let constraints: [Constraint]
  /// The wanted order, first by the first; empty where none is wanted.
  package let order: [(column: Int, isDescending: Bool)]
}

/// How a virtual table answers.
package struct TablePlan: Sendable {
  package struct Use: Sendable {
    let constraint: TableQuestion.Constraint
    let isDecided: Bool
    let isWholeList: Bool

    /// - Parameters:
    ///   - isDecided: false where rows that do not fit may come, too.
    ///   - isWholeList: true to be handed a list in one piece.
    package init(
      _ constraint: TableQuestion.Constraint, isDecided: Bool, isWholeList: Bool = false
    ) {
      self.constraint = constraint
      self.isDecided = isDecided
      self.isWholeList = isWholeList
    }
  }

  /// The table's own name for what it uses.
  package let number: Int
  package let uses: [Use]
  /// As if one row read costs 1.
  package let cost: Double
  package let rowCount: Int64
  /// True where rows come as the question's order wants them.
  package let isOrdered: Bool
  /// What EXPLAIN QUERY PLAN shows: `run_id=? AND seq>?`.
  package let explanation: String

  package init(
    number: Int, uses: [Use], cost: Double, rowCount: Int64, isOrdered: Bool, explanation: String
  ) {
    self.number = number
    self.uses = uses
    self.cost = cost
    self.rowCount = rowCount
    self.isOrdered = isOrdered
    self.explanation = explanation
  }
}

/// What a constraint compares with; a nil value is NULL.
package enum TableArgument: Sendable {
  case value(BoundValue?)
  /// Of an equality with a list that was asked for as a whole; in no order.
  case list([BoundValue?])
}
