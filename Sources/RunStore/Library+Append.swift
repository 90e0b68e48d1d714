internal import Hashing
internal import PointCodec
package import RunModel
internal import SQLite

/// What a batch of fixes came to.
package struct AppendOutcome: Sendable, Equatable {
  /// Fixes that were not there yet.
  package var added = 0
  /// Fixes that were there already, with the same values.
  package var repeated = 0
  /// Fixes that were there already with other values; those are kept.
  package var conflicting = 0
}

extension Library {
  /// Adds a recorder's batch to a run: only fixes that are not there yet, and all or nothing.
  ///
  /// - Parameter firstSeq: the sequence number of the batch's first fix.
  /// - Throws: `unknownRun`; `missingFixes` where the batch begins behind the next number awaited.
  @discardableResult
  package func append(
    _ batch: Fixes, to id: RunID, firstSeq: Int
  ) throws(StoreError) -> AppendOutcome {
    guard firstSeq >= 0 else {
      throw StoreError(
        .internal, place: "run \(id.hex)", detail: "sequence numbers count from 0")
    }
    return try transaction { () throws(StoreError) in
      guard let run = try run(id) else {
        throw StoreError(.unknownRun, place: "run \(id.hex)", detail: "there is no such run")
      }
      guard firstSeq <= run.fixCount else {
        throw StoreError(
          .missingFixes(run.fixCount..<firstSeq), place: "run \(id.hex)",
          detail: "fixes \(run.fixCount) to \(firstSeq - 1) are missing before the batch")
      }
      let stored = try fixes(of: run)
      let known = 0..<min(batch.count, stored.count - firstSeq)
      var outcome = AppendOutcome()
      outcome.added = batch.count - known.count
      outcome.conflicting = conflicts(
        batch[known], stored[firstSeq..<firstSeq + known.count])
      outcome.repeated = known.count - outcome.conflicting
      if outcome.added > 0 {
        try extend(run, stored, by: batch[known.count..<batch.count])
      }
      return outcome
    }
  }

  /// Writes the last chunk anew, with the new fixes behind those it had, and further chunks.
  private func extend(_ run: Run, _ stored: Fixes, by new: Fixes) throws(StoreError) {
    var fixes = stored
    fixes.append(contentsOf: new)
    let lastChunk = try rows(
      "SELECT max(first_seq) FROM point_chunk WHERE run_id = ? AND version = ?",
      [run.id, run.version]
    ) { .some($0.integer(0) ?? 0) }.first
    let start = lastChunk ?? 0
    try self.run(
      "DELETE FROM point_chunk WHERE run_id = ? AND version = ? AND first_seq >= ?",
      [run.id, run.version, start])
    try insert(PointChunk.chunks(of: fixes, from: start), of: run.id, version: run.version)

    var extended = run
    extended.fixCount = fixes.count
    extended.segmentCount = fixes.segmentCount
    extended.startedAt = fixes.timeSpan?.lowerBound
    extended.endedAt = fixes.timeSpan?.upperBound
    extended.pointsDigest = pointsDigest(fixes)
    try update(extentOf: extended)
    try self.run(
      "UPDATE run_version SET points_digest = ? WHERE run_id = ? AND version = ?",
      [extended.pointsDigest, run.id, run.version])
  }
}

/// How many fixes differ in any column.
private func conflicts(_ left: Fixes, _ right: Fixes) -> Int {
  guard left != right else { return 0 }
  return (0..<left.count).count { left[$0..<$0 + 1] != right[$0..<$0 + 1] }
}
