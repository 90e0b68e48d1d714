internal import Hashing
internal import PointCodec
package import RunModel
internal import SQLite

/// Which channels of a run's fixes to read.
package enum ChannelSelection: Sendable {
  /// What measuring needs: time, place, segment, accuracy.
  case core
  case all
}

/// What became of a batch of a recorder.
package struct AppendOutcome: Sendable, Equatable {
  /// Fixes that were not there before.
  package let added: Int
  /// Fixes that were there with other values; the first ones were kept.
  package let differing: Int
}

extension Library {
  /// The fixes of a run's current version.
  ///
  /// - Throws: ``StoreError`` `.damaged` where a body is not what was written.
  package func fixes(of run: Run, _ channels: ChannelSelection) throws(StoreError) -> Fixes {
    var fixes = Fixes()
    for chunk in try chunks(of: run, channels) {
      guard chunk.firstSeq == fixes.count else {
        throw StoreError(
          .damaged, place: "run \(run.id.short)",
          detail: "points \(fixes.count) to \(chunk.firstSeq) are missing")
      }
      do throws(CodecError) {
        let part = try PointBodies.unpack(core: chunk.bodies.core, extra: chunk.bodies.extra)
        if fixes.isEmpty { fixes = part } else { fixes.append(contentsOf: part) }
      } catch {
        throw StoreError(error, run: run.id, firstSeq: chunk.firstSeq)
      }
    }
    guard fixes.count == run.fixCount else {
      throw StoreError(
        .damaged, place: "run \(run.id.short)",
        detail: "\(fixes.count) points instead of \(run.fixCount)")
    }
    return fixes
  }

  private func chunks(
    of run: Run, _ channels: ChannelSelection
  ) throws(StoreError) -> [PackedChunk] {
    try asking { () throws(SQLiteError) in
      try database.rows(
        """
        SELECT first_seq, count, core\(channels == .all ? ", extra" : "") FROM point_chunk
          WHERE run_id = ? AND version = ? ORDER BY first_seq
        """, .text(run.id.hex), .integer(Int64(run.version))
      ) { row throws(SQLiteError) in
        PackedChunk(
          firstSeq: Int(row.integer(0)), count: Int(row.integer(1)),
          bodies: PointBodies(
            core: row.blob(2), extra: channels == .all ? row.optionalBlob(3) : nil))
      }
    }
  }

  /// Adds a batch of a recorder to a run: only the points that are not there yet.
  ///
  /// A batch that comes twice, or overlaps an earlier one, leaves one row a point.
  ///
  /// - Parameter firstSeq: which point of the run the batch begins with.
  /// - Throws: ``StoreError`` `.missingPoints` where the batch would leave a hole, `.unknown`.
  package func append(
    _ batch: Fixes, to id: RunID, firstSeq: Int
  ) throws -> AppendOutcome {
    try transaction {
      guard let run = try run(id) else {
        throw StoreError(.unknown, place: "run \(id.short)", detail: "there is no such run")
      }
      guard firstSeq <= run.fixCount else {
        throw StoreError(
          .missingPoints(run.fixCount..<firstSeq), place: "run \(id.short)",
          detail: "points \(run.fixCount) to \(firstSeq - 1) have not come yet")
      }
      let stored = try fixes(of: run, .all)
      let overlap = min(batch.count, stored.count - firstSeq)
      let differing = (0..<overlap).count {
        batch[$0..<$0 + 1] != stored[firstSeq + $0..<firstSeq + $0 + 1]
      }
      let new = batch[overlap..<batch.count]
      guard !new.isEmpty else { return AppendOutcome(added: 0, differing: differing) }
      for chunk in PackedChunk.pack(new, firstSeq: run.fixCount) {
        try insert(chunk, of: id, version: run.version)
      }
      var all = stored
      all.append(contentsOf: new)
      try update(run, to: all)
      return AppendOutcome(added: new.count, differing: differing)
    }
  }

  /// Brings the run's row and its digest up to its points.
  private func update(_ run: Run, to fixes: Fixes) throws(SQLiteError) {
    let span = fixes.timeSpan
    try database.run(
      """
      UPDATE run SET next_seq = ?, segment_count = ?, started_at = ?, ended_at = ?
        WHERE run_id = ?
      """,
      .integer(Int64(fixes.count)), .integer(Int64(fixes.segmentCount)),
      Value(span?.lowerBound.milliseconds), Value(span?.upperBound.milliseconds),
      .text(run.id.hex))
    try database.run(
      "UPDATE run_version SET points_digest = ? WHERE run_id = ? AND version = ?",
      .blob(pointsDigest(of: fixes).bytes), .text(run.id.hex), .integer(Int64(run.version)))
  }
}
