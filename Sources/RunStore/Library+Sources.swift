package import Hashing
internal import PointCodec
package import RunModel
internal import SQLite

/// A source that was read and made ready to be stored.
package struct PackedSource: Sendable {
  package var source: Source
  package var runs: [PackedRun] = []
  /// Of `runs`; those of runs that are not stored are left out, unless a service told their sport.
  package var results: [SealedResult] = []
  /// A known source of the same content: it says which runs, format and remarks this one has.
  package var twin: KnownSource?
  /// What was read before from the same file or member.
  package var earlierContent: SHA256Digest?

  package init(_ source: Source) {
    self.source = source
  }
}

/// What became of a source, and what it brought.
package struct AddedSource: Sendable, Equatable {
  package var id: Int64 = 0
  /// With its final state.
  package var source: Source
  /// The runs the library did not have, in the source's order.
  package var newRuns: [RunID] = []
  /// How many of those break off.
  package var newInterruptedRuns = 0
  /// The fixes of those, and of runs that were read anew.
  package var newFixes = 0

  init(_ source: Source) {
    self.source = source
  }
}

extension Library {
  /// Stores a source with its runs and the results they come with, all or nothing.
  @discardableResult
  package func add(
    _ source: Source, runs: [PackedRun] = [], results: [SealedResult] = [], toImport importID: Int64
  ) throws(StoreError) -> AddedSource {
    var packed = PackedSource(source)
    (packed.runs, packed.results) = (runs, results)
    return try add([packed], toImport: importID)[0]
  }

  /// Stores sources with their runs and the results they come with, all of them or none.
  ///
  /// A source with runs becomes `imported` where at least one of them is new, else `duplicate`, or
  /// `deleted` where the user deleted every one of them; a source without runs keeps its state. A
  /// run that is here already, read now by a newer reader to other fixes, or cut at pauses that nobody
  /// knew of before, gets a new version. What a service says of a run is kept also where it is here.
  ///
  /// - Parameters:
  ///   - encounters: sources that were met again meanwhile.
  ///   - includesDeleted: brings back what the user deleted.
  package func add(
    _ sources: [PackedSource], and encounters: [Encounter] = [], toImport importID: Int64,
    includesDeleted: Bool = false
  ) throws(StoreError) -> [AddedSource] {
    try transaction { () throws(StoreError) in
      try note(encounters, inImport: importID)
      var added: [AddedSource] = []
      for source in sources {
        if includesDeleted { try liftTombstones(of: source.runs.map(\.run.id), by: importID) }
        if let twin = source.twin {
          added.append(try store(source.source, as: twin, importID))
        } else {
          added.append(try store(source, importID))
        }
      }
      return added
    }
  }

  private func store(
    _ packed: PackedSource, _ importID: Int64
  ) throws(StoreError) -> AddedSource {
    let readerVersion = packed.source.readerVersion
    var added = AddedSource(packed.source)
    var fates: [Fate] = []
    var met: Set<RunID> = []
    for run in packed.runs {
      let isFirst = met.insert(run.run.id).inserted
      let fate = isFirst ? try fate(of: run, readerVersion: readerVersion) : .alreadyHere
      fates.append(fate)
      if fate == .new {
        added.newRuns.append(run.run.id)
        added.newInterruptedRuns += run.run.description.state == .interrupted ? 1 : 0
      }
      if fate.isStored { added.newFixes += run.run.fixCount }
    }
    if !fates.isEmpty { added.source.state = sourceState(fates) }
    added.id = try insert(added, runCount: fates.count, toImport: importID)
    for (ordinal, (run, fate)) in zip(packed.runs, fates).enumerated() {
      try store(run, fate, sourceID: added.id, readerVersion: readerVersion)
      if fate == .new, let earlier = packed.earlierContent {
        try supersede(RunID(source: earlier, ordinal: ordinal), by: run.run.id)
      }
    }
    var measurable = Set(zip(packed.runs, fates).filter(\.1.isStored).map(\.0.run.id))
    for (run, fate) in zip(packed.runs, fates) where fate != .deleted {
      guard let record = run.record else { continue }
      try note(record, of: run.run.id, toImport: importID)
      // Another sport may call for other rules.
      if record.sport != nil, try self.run(run.run.id)?.pointsDigest == run.run.pointsDigest {
        measurable.insert(run.run.id)
      }
    }
    try insert(packed.results.filter { measurable.contains($0.result.run) })
    return added
  }

  /// Stores a source that holds what a known one holds.
  private func store(
    _ source: Source, as twin: KnownSource, _ importID: Int64
  ) throws(StoreError) -> AddedSource {
    var added = AddedSource(source)
    added.source.state = twin.state
    (added.source.format, added.source.readerVersion) = (twin.format, twin.readerVersion)
    added.id = try insert(added, runCount: 0, toImport: importID)
    try run(
      """
      UPDATE source SET (size, run_count) =
        (SELECT size, run_count FROM source WHERE source_id = ?) WHERE source_id = ?
      """, [twin.id, added.id])
    try run(
      """
      INSERT INTO diagnostic (source_id, ordinal, code, occurrences, byte, line, detail)
      SELECT ?, ordinal, code, occurrences, byte, line, detail FROM diagnostic WHERE source_id = ?
      """, [added.id, twin.id])
    try run(
      """
      INSERT INTO run_source (run_id, source_id) SELECT run_id, ? FROM run_source
      WHERE source_id = ?
      """, [added.id, twin.id])
    return added
  }

  /// Says that a run takes the place of one that was read from the same file before, where both are
  /// of one time: a file may also be written over by something else.
  /// What breaks off takes nobody's place: a copy of the file may have failed.
  private func supersede(_ earlier: RunID, by later: RunID) throws(StoreError) {
    try run(
      """
      UPDATE run SET supersedes = earlier.run_id FROM run AS earlier
      WHERE run.run_id = ? AND earlier.run_id = ? AND earlier.started_at <= run.ended_at
      AND earlier.ended_at >= run.started_at
      AND (run.state <> 'interrupted' OR earlier.state = 'interrupted')
      """, [later, earlier])
  }

  func liftTombstones(of runs: [RunID], by importID: Int64) throws(StoreError) {
    for id in runs {
      try run(
        "UPDATE tombstone SET lifted_by = ? WHERE run_id = ? AND lifted_by IS NULL",
        [importID, id])
    }
  }

  /// The sources that an import met: those it read, in its order, then those it met again.
  package func sources(ofImport id: Int64) throws(StoreError) -> [Source] {
    var met = try sources(where: "import_id = ?", [id])
    for state in SourceState.allCases { met += try sources(metAgainBy: id, as: state) }
    return met
  }

  /// The sources of earlier imports that an import met again, by what it counts them as.
  package func sources(
    metAgainBy id: Int64, as state: SourceState, atMost most: Int? = nil
  ) throws(StoreError) -> [Source] {
    try sources(
      where: """
        source_id IN (SELECT source_id FROM met_again WHERE import_id = ? AND state = ?
        ORDER BY source_id LIMIT ?)
        """, [id, state.rawValue, most ?? -1]
    ).map { source in
      var source = source
      source.state = state
      return source
    }
  }

  /// Where a run's current fixes were read from; nil for a run without an imported source.
  package func source(of run: RunID) throws(StoreError) -> Source? {
    try sources(
      where: """
        source_id = (SELECT source_id FROM run_version
        JOIN run USING (run_id, version) WHERE run_id = ?)
        """, [run]
    ).first
  }

  func sources(
    where condition: String, _ values: [(any Bindable)?]
  ) throws(StoreError) -> [Source] {
    let diagnostics = try rows(
      """
      SELECT source_id, code, occurrences, byte, line, detail FROM diagnostic
      WHERE source_id IN (SELECT source_id FROM source WHERE \(condition))
      ORDER BY source_id, ordinal
      """, values
    ) { row -> (Int64, Diagnostic)? in
      guard let id = row.int64(0), let code = row.text(1), let count = row.integer(2),
        let detail = row.text(5)
      else { return nil }
      return (id, Diagnostic(code: code, count: count, place: row.place(3), detail: detail))
    }
    let bySource = Dictionary(grouping: diagnostics, by: \.0)
    return try rows(
      """
      SELECT source_id, file, state, member, size, modified_at, sha256, format, reader_version,
      reason_code, reason, reason_byte, reason_line, listed_size, crc32 FROM source WHERE \(condition)
      ORDER BY source_id
      """, values
    ) { row -> Source? in
      guard let id = row.int64(0), let file = row.text(1),
        let state = row.text(2).flatMap(SourceState.init)
      else { return nil }
      var source = Source(file: file, member: row.text(3), state: state)
      source.size = row.integer(4)
      source.modifiedAt = row.timestamp(5)
      source.digest = row.digest(6)
      source.format = row.text(7)
      source.readerVersion = row.integer(8)
      source.reasonCode = row.text(9)
      source.reason = row.text(10)
      source.reasonPlace = row.place(11)
      source.listedSize = row.integer(13)
      source.crc32 = row.int64(14).flatMap { UInt32(exactly: $0) }
      source.diagnostics = bySource[id, default: []].map(\.1)
      return source
    }
  }
}

/// What is to be done with a run that arrives.
private enum Fate: Equatable {
  case new, alreadyHere, deleted
  /// Here, and read better now: the version it becomes.
  case newVersion(Int)

  var isStored: Bool { self != .alreadyHere && self != .deleted }
}

private func sourceState(_ fates: [Fate]) -> SourceState {
  if fates.contains(where: \.isStored) { return .imported }
  return fates.contains(.alreadyHere) ? .duplicate : .deleted
}

extension Library {
  func isDeleted(_ run: RunID) throws(StoreError) -> Bool {
    try !rows("SELECT 1 FROM tombstone WHERE run_id = ? AND lifted_by IS NULL", [run]) {
      $0.int64(0)
    }.isEmpty
  }

  private func fate(of packed: PackedRun, readerVersion: Int?) throws(StoreError) -> Fate {
    guard try !isDeleted(packed.run.id) else { return .deleted }
    let stored = try rows(
      """
      SELECT version, run_version.points_digest, reader_version, segment_source,
        pruned_at IS NOT NULL
      FROM run JOIN run_version USING (run_id, version) WHERE run_id = ?
      """, [packed.run.id]
    ) {
      row -> (version: Int, digest: SHA256Digest, readerVersion: Int?, isCut: Bool, isPruned: Bool)?
      in
      guard let version = row.integer(0), let digest = row.digest(1) else { return nil }
      return (
        version, digest, row.integer(2), row.text(3) == SegmentSource.servicePauses.rawValue,
        row.integer(4) == 1
      )
    }
    guard let stored = stored.first else { return .new }
    // What the user dropped stays away.
    guard !stored.isPruned else { return .alreadyHere }
    // An export knows of pauses that the file does not; the file alone does not take them back.
    let isCut = packed.run.description.segmentSource == .servicePauses
    guard stored.digest != packed.run.pointsDigest, let readerVersion,
      isCut || readerVersion > stored.readerVersion ?? 0 && !stored.isCut
    else { return .alreadyHere }
    return .newVersion(stored.version + 1)
  }

  /// Adds a row to `source`, with its diagnostics.
  ///
  /// - Returns: its key.
  func insert(
    _ added: AddedSource, runCount: Int, toImport importID: Int64
  ) throws(StoreError) -> Int64 {
    let source = added.source
    try run(
      """
      INSERT INTO source (import_id, file, member, size, modified_at, sha256, format,
      reader_version, state, reason_code, reason, reason_byte, reason_line, new_runs,
      new_interrupted_runs, new_fixes, listed_size, crc32, run_count)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        importID, source.file, source.member, source.size, source.modifiedAt, source.digest,
        source.format, source.readerVersion, source.state.rawValue, source.reasonCode,
        source.reason, source.reasonPlace?.byte, source.reasonPlace?.line, added.newRuns.count,
        added.newInterruptedRuns, added.newFixes, source.listedSize, source.crc32.map(Int64.init),
        runCount,
      ])
    let id = database.lastInsertedKey
    for (ordinal, diagnostic) in source.diagnostics.enumerated() {
      try run(
        """
        INSERT INTO diagnostic (source_id, ordinal, code, occurrences, byte, line, detail)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          id, ordinal, diagnostic.code, diagnostic.count, diagnostic.place?.byte,
          diagnostic.place?.line, diagnostic.detail,
        ])
    }
    return id
  }

  private func store(
    _ packed: PackedRun, _ fate: Fate, sourceID: Int64, readerVersion: Int?
  ) throws(StoreError) {
    let id = packed.run.id
    var version = 1
    switch fate {
    case .deleted: return
    case .alreadyHere: break
    case .new: try insert(packed.run)
    case .newVersion(let next):
      version = next
      try keepEarlierReading(of: id)
      try update(packed.run, version: version)
    }
    if fate.isStored {
      try run(
        """
        INSERT INTO run_version (run_id, version, points_digest, reader_version, source_id)
        VALUES (?, ?, ?, ?, ?)
        """, [id, version, packed.run.pointsDigest, readerVersion, sourceID])
      try insert(
        version == 1
          ? packed.chunks : packed.chunks.map { SealedChunk($0.chunk, of: id, version: version) },
        of: id, version: version)
    }
    for origin in packed.origins { try note(origin, of: id) }
    try run(
      """
      INSERT INTO run_source (run_id, source_id) VALUES (?, ?) ON CONFLICT DO NOTHING
      """, [id, sourceID])
  }

  /// Keeps a run's row as the present version has it, so that it can be gone back to.
  func keepEarlierReading(of id: RunID) throws(StoreError) {
    try run(
      """
      INSERT INTO earlier_reading (run_id, version, \(Self.readingColumns))
      SELECT run_id, version, \(Self.readingColumns) FROM run WHERE run_id = ?
      """, [id])
  }

  /// What a reading says of a run, in `run` and `earlier_reading`.
  static let readingColumns = """
    state, sport, name, device, device_serial, started_at, ended_at, utc_offset_min,
    segment_count, fix_count, next_seq, chunk_count, device_distance_m, timer_time_s,
    segment_source, accuracy_source, device_distance_source
    """

  /// Adds rows to `point_chunk`.
  func insert(_ chunks: [PointChunk], of id: RunID, version: Int) throws(StoreError) {
    try insert(
      chunks.map { SealedChunk($0, of: id, version: version) }, of: id, version: version)
  }

  /// The same for chunks that are sealed for this version.
  private func insert(_ chunks: [SealedChunk], of id: RunID, version: Int) throws(StoreError) {
    for sealed in chunks {
      let chunk = sealed.chunk
      try run(
        """
        INSERT INTO point_chunk (run_id, version, first_seq, fix_count, core_seal, extra_seal,
        core, extra) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          id, version, chunk.firstSeq, chunk.count, sealed.coreSeal, sealed.extraSeal,
          chunk.bodies.core, chunk.bodies.extra,
        ])
    }
  }
}
