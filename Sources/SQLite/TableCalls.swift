internal import CSQLite

/// The functions by which SQLite reads a virtual table.
///
/// Safety, for all of them: SQLite calls them on one thread at a time, under the connection's mutex,
/// with pointers that it got from here; a table lives from `connect` to `disconnect`, within it a cursor
/// from `open` to `close`, and within that the values from one call to the next.
enum TableCalls {
  private typealias Table = UnsafeMutablePointer<sqlite3_shim_table>
  private typealias Cursor = UnsafeMutablePointer<sqlite3_shim_cursor>

  /// A cursor's own part: its pass over the rows.
  private final class Pass {
    let module: VirtualTableModule
    let scan: any TableScan

    init(of module: VirtualTableModule) {
      self.module = module
      scan = module.scan()
    }
  }

  static func connect(
    _ connection: OpaquePointer?, _ held: UnsafeMutableRawPointer?,
    _ made: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
  ) -> Int32 {
    guard let connection = unsafe connection, let held = unsafe held, let made = unsafe made
    else { return SQLITE_MISUSE }
    let module = unsafe Unmanaged<VirtualTableModule>.fromOpaque(held)
    let declared = unsafe sqlite3_declare_vtab(
      connection, module.takeUnretainedValue().declaration)
    guard declared == SQLITE_OK else { return declared }
    let table = Table.allocate(capacity: 1)
    unsafe table.initialize(to: sqlite3_shim_table())
    unsafe table.pointee.module = module.retain().toOpaque()
    unsafe made.pointee = UnsafeMutableRawPointer(table).assumingMemoryBound(to: sqlite3_vtab.self)
    return SQLITE_OK
  }

  static func disconnect(_ base: UnsafeMutablePointer<sqlite3_vtab>?) -> Int32 {
    guard let table = unsafe table(base) else { return SQLITE_OK }
    unsafe Unmanaged<VirtualTableModule>.fromOpaque(table.pointee.module).release()
    unsafe table.deallocate()
    return SQLITE_OK
  }

  static func plan(
    _ base: UnsafeMutablePointer<sqlite3_vtab>?, _ info: UnsafeMutablePointer<sqlite3_index_info>?
  ) -> Int32 {
    guard let table = unsafe table(base), let info = unsafe info else { return SQLITE_MISUSE }
    unsafe module(table).plan(info)
    return SQLITE_OK
  }

  static func open(
    _ base: UnsafeMutablePointer<sqlite3_vtab>?,
    _ made: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
  ) -> Int32 {
    guard let table = unsafe table(base), let made = unsafe made else { return SQLITE_MISUSE }
    let pass = Pass(of: unsafe module(table))
    let cursor = Cursor.allocate(capacity: 1)
    unsafe cursor.initialize(to: sqlite3_shim_cursor())
    unsafe cursor.pointee.cells = UnsafeRawPointer(pass.scan.block.cells)
    unsafe cursor.pointee.scan = Unmanaged.passRetained(pass).toOpaque()
    unsafe made.pointee = UnsafeMutableRawPointer(cursor)
      .assumingMemoryBound(to: sqlite3_vtab_cursor.self)
    return SQLITE_OK
  }

  static func close(_ base: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
    guard let cursor = unsafe cursor(base) else { return SQLITE_OK }
    unsafe Unmanaged<Pass>.fromOpaque(cursor.pointee.scan).release()
    unsafe cursor.deallocate()
    return SQLITE_OK
  }

  static func begin(
    _ base: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ plan: Int32, _ count: Int32,
    _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 {
    guard let cursor = unsafe cursor(base) else { return SQLITE_MISUSE }
    let pass = unsafe pass(cursor)
    unsafe cursor.pointee.row = 0
    unsafe cursor.pointee.end = 0
    do throws(SQLiteError) {
      try unsafe pass.module.begin(pass.scan, plan: plan, count: count, values)
    } catch {
      return unsafe fail(cursor, error)
    }
    return unsafe advance(cursor)
  }

  static func next(_ base: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
    guard let cursor = unsafe cursor(base) else { return SQLITE_MISUSE }
    unsafe cursor.pointee.row &+= 1
    return unsafe cursor.pointee.row < cursor.pointee.end ? SQLITE_OK : unsafe advance(cursor)
  }

  static func isAtEnd(_ base: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
    guard let cursor = unsafe cursor(base) else { return 1 }
    return unsafe cursor.pointee.row < cursor.pointee.end ? 0 : 1
  }

  static func value(
    _ base: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ context: OpaquePointer?, _ column: Int32
  ) -> Int32 {
    guard let cursor = unsafe cursor(base), let cells = unsafe cursor.pointee.cells
    else { return SQLITE_MISUSE }
    // Safety: SQLite asks for columns that were declared, and for rows of the block only.
    let column = unsafe cells.assumingMemoryBound(to: RowBlock.Cells.self) + Int(column)
    let row = unsafe Int(cursor.pointee.row)
    switch unsafe column.pointee.kind {
    case .null: break
    case .sequence:
      unsafe sqlite3_result_int64(context, column.pointee.detail &+ Int64(row))
    case .integers:
      if let value = unsafe column.pointee.values?[row], unsafe value != column.pointee.detail {
        unsafe sqlite3_result_int64(context, value)
      }
    case .reals:
      if let value = unsafe column.pointee.values?[row] {
        unsafe sqlite3_result_double(context, Double(bitPattern: UInt64(bitPattern: value)))
      }
    case .text:
      unsafe sqlite3_shim_result_text(context, column.pointee.values, Int32(column.pointee.detail))
    }
    return SQLITE_OK
  }

  static func key(
    _ base: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ key: UnsafeMutablePointer<sqlite3_int64>?
  ) -> Int32 {
    guard let cursor = unsafe cursor(base), let key = unsafe key else { return SQLITE_MISUSE }
    unsafe key.pointee = cursor.pointee.first_key &+ cursor.pointee.row
    return SQLITE_OK
  }

  /// Goes to the first wanted row of the next block that has one.
  private static func advance(_ cursor: Cursor) -> Int32 {
    let scan = unsafe pass(cursor).scan
    do throws(SQLiteError) {
      repeat {
        guard try scan.next() else { return SQLITE_OK }
        unsafe cursor.pointee.row = Int64(scan.block.rows.lowerBound)
        unsafe cursor.pointee.end = Int64(scan.block.rows.upperBound)
        unsafe cursor.pointee.first_key = scan.block.firstKey
      } while scan.block.rows.isEmpty
      return SQLITE_OK
    } catch {
      return unsafe fail(cursor, error)
    }
  }

  private static func fail(_ cursor: Cursor, _ error: SQLiteError) -> Int32 {
    unsafe cursor.pointee.end = 0
    if let table = unsafe cursor.pointee.base.pVtab {
      unsafe sqlite3_free(table.pointee.zErrMsg)
      unsafe table.pointee.zErrMsg = ownedText(error.message)
    }
    return error.extendedCode
  }

  private static func table(_ base: UnsafeMutablePointer<sqlite3_vtab>?) -> Table? {
    unsafe base.map {
      unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: sqlite3_shim_table.self)
    }
  }

  private static func cursor(_ base: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Cursor? {
    unsafe base.map {
      unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: sqlite3_shim_cursor.self)
    }
  }

  private static func module(_ table: Table) -> VirtualTableModule {
    unsafe Unmanaged<VirtualTableModule>.fromOpaque(table.pointee.module).takeUnretainedValue()
  }

  private static func pass(_ cursor: Cursor) -> Pass {
    unsafe Unmanaged<Pass>.fromOpaque(cursor.pointee.scan).takeUnretainedValue()
  }
}

/// A copy that SQLite frees; nil where there is no memory.
func ownedText(_ text: String) -> UnsafeMutablePointer<CChar>? {
  let bytes = text.utf8CString
  // Safety: as much memory is asked for as is copied.
  guard let copy = unsafe sqlite3_malloc64(UInt64(bytes.count)) else { return nil }
  let characters = unsafe copy.assumingMemoryBound(to: CChar.self)
  for (offset, byte) in bytes.enumerated() { unsafe (characters + offset).initialize(to: byte) }
  return unsafe characters
}
