internal import Hashing
internal import PointCodec
package import RunModel
internal import SQLite

/// What became of a source, and what it brought.
package struct AddedSource: Sendable, Equatable {
  /// With its final state.
  package var source: Source
  /// The runs the library did not have, in the source's order.
  package var newRuns: [RunID] = []
  /// How many of those break off.
  package var newInterruptedRuns = 0
  /// The fixes of those, and of runs that were read anew.
  package var newFixes = 0
}

extension Library {
  /// Stores a source with its runs and the results they come with, all or nothing.
  ///
  /// A source with runs becomes `imported` where at least one of them is new, else `duplicate`, or
  /// `deleted` where the user deleted every one of them; a source without runs keeps its state. A
  /// run that is here already, read now by a newer reader to other fixes, or cut at pauses that nobody
  /// knew of before, gets a new version. What a service says of a run is kept also where it is here.
  ///
  /// - Parameter results: of `runs`; those of runs that are not stored are left out, unless a service
  ///   told their sport.
  @discardableResult
  package func add(
    _ source: Source, runs: [PackedRun] = [], results: [RunResult] = [], toImport importID: Int64
  ) throws(StoreError) -> AddedSource {
    try transaction { () throws(StoreError) in
      var added = AddedSource(source: source)
      var fates: [(run: PackedRun, fate: Fate)] = []
      var met: Set<RunID> = []
      for packed in runs {
        let isFirst = met.insert(packed.run.id).inserted
        let fate =
          isFirst ? try fate(of: packed, readerVersion: source.readerVersion) : .alreadyHere
        fates.append((packed, fate))
        if fate == .new {
          added.newRuns.append(packed.run.id)
          let isBroken = packed.run.description.state == .interrupted
          added.newInterruptedRuns += isBroken ? 1 : 0
        }
        if fate.isStored { added.newFixes += packed.run.fixCount }
      }
      if !runs.isEmpty { added.source.state = sourceState(fates.map(\.fate)) }
      let sourceID = try insert(added, toImport: importID)
      var measurable: Set<RunID> = []
      for (packed, fate) in fates {
        let id = packed.run.id
        try store(packed, fate, sourceID: sourceID, readerVersion: source.readerVersion)
        if fate.isStored { measurable.insert(id) }
        guard fate != .deleted, let record = packed.record else { continue }
        try note(record, of: id, toImport: importID)
        // Another sport may call for other rules.
        if record.sport != nil, try run(id)?.pointsDigest == packed.run.pointsDigest {
          measurable.insert(id)
        }
      }
      try add(results.filter { measurable.contains($0.run) })
      return added
    }
  }

  /// The sources that an import met, in its order.
  package func sources(ofImport id: Int64) throws(StoreError) -> [Source] {
    try sources(where: "import_id = ?", [id])
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

  private func sources(
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
      reason_code, reason, reason_byte, reason_line FROM source WHERE \(condition)
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
  private func fate(of packed: PackedRun, readerVersion: Int?) throws(StoreError) -> Fate {
    let deleted = try rows("SELECT 1 FROM tombstone WHERE run_id = ?", [packed.run.id]) {
      $0.int64(0)
    }
    guard deleted.isEmpty else { return .deleted }
    let stored = try rows(
      """
      SELECT version, run_version.points_digest, reader_version, segment_source
      FROM run JOIN run_version USING (run_id, version) WHERE run_id = ?
      """, [packed.run.id]
    ) { row -> (version: Int, digest: SHA256Digest, readerVersion: Int?, isCut: Bool)? in
      guard let version = row.integer(0), let digest = row.digest(1) else { return nil }
      return (
        version, digest, row.integer(2), row.text(3) == SegmentSource.servicePauses.rawValue
      )
    }
    guard let stored = stored.first else { return .new }
    // An export knows of pauses that the file does not; the file alone does not take them back.
    let isCut = packed.run.description.segmentSource == .servicePauses
    guard stored.digest != packed.run.pointsDigest, let readerVersion,
      isCut || readerVersion > stored.readerVersion ?? 0 && !stored.isCut
    else { return .alreadyHere }
    return .newVersion(stored.version + 1)
  }

  private func insert(_ added: AddedSource, toImport importID: Int64) throws(StoreError) -> Int64 {
    let source = added.source
    try run(
      """
      INSERT INTO source (import_id, file, member, size, modified_at, sha256, format,
      reader_version, state, reason_code, reason, reason_byte, reason_line, new_runs,
      new_interrupted_runs, new_fixes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        importID, source.file, source.member, source.size, source.modifiedAt, source.digest,
        source.format, source.readerVersion, source.state.rawValue, source.reasonCode,
        source.reason, source.reasonPlace?.byte, source.reasonPlace?.line, added.newRuns.count,
        added.newInterruptedRuns, added.newFixes,
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
      try update(packed.run, version: version)
    }
    if fate.isStored {
      try run(
        """
        INSERT INTO run_version (run_id, version, points_digest, reader_version, source_id)
        VALUES (?, ?, ?, ?, ?)
        """, [id, version, packed.run.pointsDigest, readerVersion, sourceID])
      try insert(packed.chunks, of: id, version: version)
    }
    for origin in packed.origins { try note(origin, of: id) }
    try run(
      """
      INSERT INTO run_source (run_id, source_id) VALUES (?, ?) ON CONFLICT DO NOTHING
      """, [id, sourceID])
  }

  /// Adds rows to `point_chunk`.
  func insert(_ chunks: [PointChunk], of id: RunID, version: Int) throws(StoreError) {
    for chunk in chunks {
      let (core, extra) = (chunk.bodies.core, chunk.bodies.extra)
      try run(
        """
        INSERT INTO point_chunk (run_id, version, first_seq, fix_count, core_seal, extra_seal,
        core, extra) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          id, version, chunk.firstSeq, chunk.count, chunk.seal(core, of: id, version: version),
          extra.map { chunk.seal($0, of: id, version: version) }, core, extra,
        ])
    }
  }
}
