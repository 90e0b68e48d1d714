internal import Hashing
internal import PointCodec
internal import RunModel
internal import SQLite

/// One pass over fixes, a chunk at a time.
///
/// What it met last it keeps: a join that asks for one fix after the other unpacks each chunk once.
final class TrackPointScan: TableScan {
  let block = RowBlock(columnCount: TrackPointTable.firstChannel + Channel.allCases.count)
  private let table: TrackPointTable
  private let database: Database

  private var columns: ColumnSet?
  private var seqs = Int64.min...Int64.max
  private var walk = RunWalk(ids: [])
  private var run: StoredRun?
  /// Of the run's next chunk.
  private var position = Int.max
  /// The chunk that the block holds.
  private var loaded: StoredRun.Place?

  init(of table: TrackPointTable, in database: Database) {
    self.table = table
    self.database = database
  }

  func begin(plan: Int, arguments: [TableArgument], columns: ColumnSet) throws(SQLiteError) {
    let asked = TrackPointPlan(rawValue: plan).asked(arguments)
    walk = asked?.runs ?? RunWalk(ids: [])
    seqs = asked?.seqs ?? seqs
    if self.columns != columns { loaded = nil }
    self.columns = columns
    position = .max
  }

  func next() throws(SQLiteError) -> Bool {
    while true {
      if let run, position < run.places.count, run.places[position].first <= seqs.upperBound {
        let place = run.places[position]
        position += 1
        if loaded != place { try load(place, of: run) }
        let lower = max(seqs.lowerBound, place.first) - place.first
        let upper = min(seqs.upperBound, place.end - 1) - place.first
        block.select(Int(lower)..<Int(upper) + 1)
        return true
      }
      guard try goToNextRun() else { return false }
    }
  }

  private func goToNextRun() throws(SQLiteError) -> Bool {
    if let run, walk.announced == run.id.hex {
      walk.skip()
      position = run.position(of: seqs.lowerBound)
      return true
    }
    guard let found = try walk.next(in: database) else { return false }
    (run, loaded) = (nil, nil)
    guard let head = found, let id = RunID(head.id), id.hex == head.id else {
      throw damage("run", "a row holds what was never written")
    }
    let next = StoredRun(id: id, version: head.version, places: try places(of: head))
    position = next.position(of: seqs.lowerBound)
    run = next
    return true
  }

  /// Looks up all chunks of a run: they must hold just the fixes that its row says.
  private func places(of head: RunHead) throws(SQLiteError) -> [StoredRun.Place] {
    guard !head.isPruned else { return [] }
    let name = "run \(head.id), version \(head.version)"
    guard head.isConsistent else {
      throw damage(name, "the digest of its fixes is not the one that was stored")
    }
    let rows = try database.rows(
      """
      SELECT rowid, first_seq, fix_count FROM point_chunk WHERE run_id = ? AND version = ?
      ORDER BY first_seq
      """, [head.id, head.version]
    ) { ($0.int64(0) ?? 0, $0.int64(1) ?? -1, $0.int64(2) ?? 0) }
    var places: [StoredRun.Place] = []
    var (next, count) = (Int64(0), Int64(0))
    for (key, first, fixes) in rows {
      let (end, overflows) = first.addingReportingOverflow(fixes)
      guard first >= next, 1...Int64(maximumFixesInBody) ~= fixes, !overflows else {
        throw damage("\(name), chunk at \(first)", "its fixes are not those that belong there")
      }
      places.append(StoredRun.Place(key: key, first: first, end: end))
      next = end
      count += fixes
    }
    guard count == head.fixCount, next == head.nextSeq else {
      throw damage(name, "\(count) fixes are left of \(head.fixCount)")
    }
    return places
  }

  private func damage(_ place: String, _ detail: String, cause: CodecError? = nil) -> SQLiteError {
    let damage = StoreError(.damaged, place: place, detail: detail, cause: cause)
    table.failure = damage
    return .damagedTable(damage.description)
  }
}

extension TrackPointScan {
  /// Unpacks the columns that are asked for.
  private func load(_ place: StoredRun.Place, of run: StoredRun) throws(SQLiteError) {
    loaded = nil
    let name = "run \(run.id.hex), version \(run.version), chunk at \(place.first)"
    let chunk = try sealedChunk(place, of: run, name)
    let expected = SealedChunk(chunk.chunk, of: run.id, version: run.version)
    let bodies = chunk.chunk.bodies
    guard expected.coreSeal == chunk.coreSeal,
      !wantsExtra || expected.extraSeal == chunk.extraSeal
    else { throw damage(name, "its fixes are not those that were stored") }
    table.reading.chunks += 1
    if bodies.extra != nil { table.reading.extraBodies += 1 }
    let fixCount: Int
    do throws(CodecError) {
      let reader = try PointReader(bodies)
      fixCount = reader.count
      block.begin(rowCount: reader.count, firstKey: place.key &<< 16)
      try fill(from: reader, place, of: run)
    } catch {
      throw damage(name, error.detail, cause: error)
    }
    guard fixCount == chunk.chunk.count else {
      throw damage(name, "\(fixCount) fixes lie where \(chunk.chunk.count) belong")
    }
    loaded = place
  }

  private var wantsExtra: Bool {
    Channel.allCases.contains { $0 != .accuracy && wants($0) }
  }

  private func wants(_ column: TrackPointTable.Column) -> Bool {
    columns?.contains(column.rawValue) ?? false
  }

  private func wants(_ channel: Channel) -> Bool {
    columns?.contains(TrackPointTable.firstChannel + Int(channel.rawValue)) ?? false
  }

  private func sealedChunk(
    _ place: StoredRun.Place, of run: StoredRun, _ name: String
  ) throws(SQLiteError) -> SealedChunk {
    let wantsExtra = wantsExtra
    let found = try database.rows(
      """
      SELECT core_seal, extra_seal, core\(wantsExtra ? ", extra" : "") FROM point_chunk
      WHERE rowid = ?
      """, [place.key]
    ) { row -> SealedChunk? in
      guard let seal = row.digest(0), let core = row.blob(2) else { return nil }
      let bodies = PointBodies(core: core, extra: wantsExtra ? row.blob(3) : nil)
      return SealedChunk(
        PointChunk(
          firstSeq: Int(place.first), count: Int(place.end - place.first), bodies: bodies),
        coreSeal: seal, extraSeal: row.digest(1))
    }
    guard let chunk = found.first ?? nil else {
      throw damage(name, "a row holds what was never written")
    }
    return chunk
  }

  private func fill(
    from reader: PointReader, _ place: StoredRun.Place, of run: StoredRun
  ) throws(CodecError) {
    if wants(.run) { block.set(TrackPointTable.Column.run.rawValue, text: run.id.hex) }
    if wants(.seq) { block.set(TrackPointTable.Column.seq.rawValue, from: place.first) }
    if wants(.segment) {
      var segments: [Int32] = []
      try reader.appendSegments(to: &segments)
      block.set(
        TrackPointTable.Column.segment.rawValue, integers: segments.map(Int64.init), null: .min)
    }
    if wants(.time) {
      var times: [Int64] = []
      try reader.appendTimes(to: &times)
      block.set(TrackPointTable.Column.time.rawValue, integers: times, null: Fixes.noTime)
    }
    var values: [Double] = []
    if wants(.latitude) {
      try reader.appendLatitudes(to: &values)
      block.set(TrackPointTable.Column.latitude.rawValue, reals: values)
      values.removeAll(keepingCapacity: true)
    }
    if wants(.longitude) {
      try reader.appendLongitudes(to: &values)
      block.set(TrackPointTable.Column.longitude.rawValue, reals: values)
      values.removeAll(keepingCapacity: true)
    }
    for channel in Channel.allCases where wants(channel) && reader.has(channel) {
      try reader.append(channel, to: &values)
      block.set(TrackPointTable.firstChannel + Int(channel.rawValue), reals: values)
      values.removeAll(keepingCapacity: true)
    }
  }
}

extension TrackPointPlan {
  /// Which runs and which numbers are meant; nil where no row can be.
  fileprivate func asked(
    _ arguments: [TableArgument]
  ) -> (runs: RunWalk, seqs: ClosedRange<Int64>)? {
    var rest = arguments[...]
    var runs = RunWalk(idPrefix: "")
    if !isDisjoint(with: [.runIs, .runIsOneOf, .runIsLike, .runIsGlob]) {
      switch rest.popFirst() {
      case .value(.text(let text)):
        runs =
          contains(.runIsLike)
          ? RunWalk(idPrefix: String(text.lowercased().prefix { !"%_".contains($0) }))
          : contains(.runIsGlob)
            ? RunWalk(idPrefix: String(text.prefix { !"*?[".contains($0) }))
            : RunWalk(ids: [text])
      case .list(let values):
        runs = RunWalk(
          ids: Set(values.compactMap { if case .text(let text) = $0 { text } else { nil } }))
      // A text is neither NULL nor a number nor bytes.
      default: return nil
      }
    }
    var (lower, upper) = (Int64.min, Int64.max)
    let parts: [TrackPointPlan] = [.seqIs, .seqFrom, .seqAfter, .seqUpTo, .seqBefore]
    for part in parts where contains(part) {
      guard case .value(let value?) = rest.popFirst() else { return nil }
      // What is no number is left for SQLite to compare.
      guard let bounds = value.wholeNumbersAround else { continue }
      let isWhole = bounds.lowerBound == bounds.upperBound
      switch part {
      case .seqIs: (lower, upper) = (bounds.lowerBound, bounds.upperBound)
      case .seqFrom: lower = max(lower, bounds.lowerBound)
      case .seqAfter: lower = max(lower, isWhole ? bounds.lowerBound.next : bounds.upperBound)
      case .seqUpTo: upper = min(upper, bounds.upperBound)
      default: upper = min(upper, isWhole ? bounds.upperBound.previous : bounds.lowerBound)
      }
    }
    return lower <= upper ? (runs, lower...upper) : nil
  }
}

extension Int64 {
  /// At the ends it stays: no fix has a number there.
  fileprivate var next: Int64 { self == .max ? self : self + 1 }
  fileprivate var previous: Int64 { self == .min ? self : self - 1 }
}

extension BoundValue {
  /// The whole numbers next to a number; nil for what is none.
  fileprivate var wholeNumbersAround: ClosedRange<Int64>? {
    switch self {
    case .integer(let number): number...number
    case .real(let number):
      // 2^63 is no number of 64 bits any more.
      number < -0x1p63
        ? Int64.min...Int64.min
        : number >= 0x1p63
          ? Int64.max...Int64.max
          : Int64(number.rounded(.down))...(Int64(exactly: number.rounded(.up)) ?? .max)
    case .text, .blob: nil
    }
  }
}
