internal import CSQLite

extension Database {
  /// Lets queries read a virtual table under a name while `body` runs.
  package func offering<Result>(
    _ table: any VirtualTable, as name: String, _ body: () throws -> Result
  ) throws -> Result {
    try exclusively {
      let module = VirtualTableModule(table)
      // Safety: SQLite keeps what it is given until it drops the module, or until this fails, and
      // then lets go of it; the functions lie in it and so live as long.
      let code = unsafe sqlite3_create_module_v2(
        connection, name, module.functions, Unmanaged.passRetained(module).toOpaque()
      ) { held in
        if let held = unsafe held {
          unsafe Unmanaged<VirtualTableModule>.fromOpaque(held).release()
        }
      }
      guard code == SQLITE_OK else { throw unsafe connectionError(connection) }
      defer { unsafe sqlite3_create_module_v2(connection, name, nil, nil, nil) }
      return try body()
    }
  }
}

/// A virtual table as SQLite calls it: functions of C, and what was planned so far.
///
/// A query's cursor stands on a row of a block; going to the next row within the block, and reading
/// a value, touch no object.
@safe final class VirtualTableModule {
  let functions: UnsafeMutablePointer<sqlite3_module>
  private let table: any VirtualTable
  /// By the numbers that SQLite gets to know them by.
  private var plans: [Plan] = []

  private struct Plan: Equatable {
    let number: Int
    let columns: ColumnSet
    /// For each argument, whether it is a list.
    let areLists: [Bool]
  }

  init(_ table: any VirtualTable) {
    self.table = table
    unsafe functions = .allocate(capacity: 1)
    unsafe functions.initialize(to: sqlite3_module())
    unsafe functions.pointee.iVersion = 1
    // Without xCreate the table is there by the module's name, and by no other.
    unsafe functions.pointee.xConnect = { connection, held, _, _, made, _ in
      unsafe TableCalls.connect(connection, held, made)
    }
    unsafe functions.pointee.xDisconnect = { unsafe TableCalls.disconnect($0) }
    unsafe functions.pointee.xBestIndex = { unsafe TableCalls.plan($0, $1) }
    unsafe functions.pointee.xOpen = { unsafe TableCalls.open($0, $1) }
    unsafe functions.pointee.xClose = { unsafe TableCalls.close($0) }
    unsafe functions.pointee.xFilter = { cursor, plan, _, count, values in
      unsafe TableCalls.begin(cursor, plan, count, values)
    }
    unsafe functions.pointee.xNext = { unsafe TableCalls.next($0) }
    unsafe functions.pointee.xEof = { unsafe TableCalls.isAtEnd($0) }
    unsafe functions.pointee.xColumn = { unsafe TableCalls.value($0, $1, $2) }
    unsafe functions.pointee.xRowid = { unsafe TableCalls.key($0, $1) }
  }

  deinit {
    unsafe functions.deallocate()
  }

  var declaration: String { "CREATE TABLE x (\(table.columns.joined(separator: ", ")))" }

  func scan() -> any TableScan { table.scan() }

  func plan(_ info: UnsafeMutablePointer<sqlite3_index_info>) {
    let plan = table.plan(unsafe question(info))
    for (offset, use) in plan.uses.enumerated() {
      let number = use.constraint.number
      // Safety: the numbers are those of the constraints that `question` was made of.
      unsafe info.pointee.aConstraintUsage[number].argvIndex = Int32(offset + 1)
      unsafe info.pointee.aConstraintUsage[number].omit = use.isDecided ? 1 : 0
      if use.isWholeList { unsafe sqlite3_vtab_in(info, Int32(number), 1) }
    }
    let remembered = Plan(
      number: plan.number, columns: ColumnSet(bits: unsafe info.pointee.colUsed),
      areLists: plan.uses.map(\.isWholeList))
    let index =
      plans.firstIndex(of: remembered)
      ?? {
        plans.append(remembered)
        return plans.count - 1
      }()
    unsafe info.pointee.idxNum = Int32(index)
    unsafe info.pointee.idxStr = unsafe ownedText(plan.explanation)
    unsafe info.pointee.needToFreeIdxStr = 1
    unsafe info.pointee.estimatedCost = plan.cost
    unsafe info.pointee.estimatedRows = plan.rowCount
    unsafe info.pointee.orderByConsumed = plan.isOrdered ? 1 : 0
  }

  private func question(_ info: UnsafeMutablePointer<sqlite3_index_info>) -> TableQuestion {
    // Safety: SQLite says how many constraints and terms of the order there are.
    let constraints = unsafe (0..<Int(info.pointee.nConstraint)).compactMap {
      number -> TableQuestion.Constraint? in
      let constraint = unsafe info.pointee.aConstraint[number]
      guard constraint.usable != 0, constraint.iColumn >= 0,
        let comparison = TableQuestion.Comparison(code: Int32(constraint.op))
      else { return nil }
      let collation = unsafe sqlite3_vtab_collation(info, Int32(number))
        .map { unsafe String(cString: $0) }
      return TableQuestion.Constraint(
        column: Int(constraint.iColumn), comparison: comparison,
        isList: unsafe sqlite3_vtab_in(info, Int32(number), -1) != 0,
        isBinary: collation == "BINARY", number: number)
    }
    let order = unsafe (0..<Int(info.pointee.nOrderBy)).map { term in
      let term = unsafe info.pointee.aOrderBy[term]
      return (column: Int(term.iColumn), isDescending: term.desc != 0)
    }
    return TableQuestion(constraints: constraints, order: order)
  }

  func begin(
    _ scan: any TableScan, plan index: Int32, count: Int32,
    _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(SQLiteError) {
    let plan = plans[Int(index)]
    var arguments: [TableArgument] = []
    for argument in 0..<Int(count) {
      // Safety: SQLite hands over as many values as it says; lists are where the plan asked for one.
      guard let value = unsafe values?[argument] else { continue }
      if plan.areLists[argument] {
        arguments.append(.list(unsafe list(value)))
      } else {
        arguments.append(.value(unsafe boundValue(value)))
      }
    }
    try scan.begin(plan: plan.number, arguments: arguments, columns: plan.columns)
  }
}

extension TableQuestion.Comparison {
  fileprivate init?(code: Int32) {
    switch code {
    case SQLITE_INDEX_CONSTRAINT_EQ: self = .equal
    case SQLITE_INDEX_CONSTRAINT_LT: self = .less
    case SQLITE_INDEX_CONSTRAINT_LE: self = .lessOrEqual
    case SQLITE_INDEX_CONSTRAINT_GT: self = .greater
    case SQLITE_INDEX_CONSTRAINT_GE: self = .greaterOrEqual
    case SQLITE_INDEX_CONSTRAINT_LIKE: self = .like
    case SQLITE_INDEX_CONSTRAINT_GLOB: self = .glob
    default: return nil
    }
  }
}

private func list(_ value: OpaquePointer) -> [BoundValue?] {
  var values: [BoundValue?] = []
  var element: OpaquePointer?
  // Safety: each element is read before the next one is asked for.
  var code = unsafe sqlite3_vtab_in_first(value, &element)
  while code == SQLITE_OK, let present = unsafe element {
    values.append(unsafe boundValue(present))
    code = unsafe sqlite3_vtab_in_next(value, &element)
  }
  return values
}

private func boundValue(_ value: OpaquePointer) -> BoundValue? {
  switch unsafe sqlite3_value_type(value) {
  case SQLITE_INTEGER: return .integer(unsafe sqlite3_value_int64(value))
  case SQLITE_FLOAT: return .real(unsafe sqlite3_value_double(value))
  case SQLITE_NULL: return nil
  case SQLITE_TEXT:
    // Safety: the length is asked for after the address; the bytes are copied.
    guard let text = unsafe sqlite3_value_text(value) else { return nil }
    let count = unsafe Int(sqlite3_value_bytes(value))
    return .text(
      unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
  default:
    guard let bytes = unsafe sqlite3_value_blob(value) else { return .blob([]) }
    let count = unsafe Int(sqlite3_value_bytes(value))
    return .blob(unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count)))
  }
}
