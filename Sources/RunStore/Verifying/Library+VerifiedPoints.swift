package import Hashing
package import RunModel
internal import SQLite

/// A version of a run's fixes that is what was stored.
package struct VerifiedPoints: Sendable {
  package let digest: SHA256Digest
  /// As they are measured.
  package let fixes: Fixes
}

extension Library {
  /// Reads all fixes that a run has and had, and says which are not those that were stored.
  ///
  /// A run that is deleted meanwhile has nothing to be found.
  ///
  /// - Parameters:
  ///   - name: its id as the library has it.
  ///   - each: told each version that is whole.
  package func pointsFindings(
    ofRun name: String, each: (RunID, VerifiedPoints) throws -> Void
  ) throws -> [LibraryFinding] {
    guard let id = RunID(name), id.hex == name else {
      return [
        LibraryFinding(
          .points, place: "run \(name)", detail: "its name is none that a run has",
          remedy: .setRunAside(name))
      ]
    }
    switch try row(of: id) {
    case .whole(let run): return try pointsFindings(of: run, each)
    case .missing: return []
    case .damaged(let error):
      // What was measured of a pruned run is all that there is of it, and must not go with its row.
      return [
        finding(
          error, of: id,
          remedy: try hasResultsAlone(id) ? Self.mendingRun(id) : .setRunAside(name))
      ]
    }
  }

  /// True of a run that was pruned.
  func hasResultsAlone(_ id: RunID) throws(StoreError) -> Bool {
    guard try !hasChunks(id) else { return false }
    return try isPruned(id)
  }

  private enum Row {
    case whole(Run), missing
    case damaged(StoreError)
  }

  private func row(of id: RunID) throws(StoreError) -> Row {
    do throws(StoreError) {
      return try run(id).map(Row.whole) ?? .missing
    } catch {
      guard error.code == .damaged else { throw error }
      return .damaged(error)
    }
  }

  private func pointsFindings(
    of run: Run, _ each: (RunID, VerifiedPoints) throws -> Void
  ) throws -> [LibraryFinding] {
    var findings: [LibraryFinding] = []
    guard try !hasResultsAlone(run.id) else { return try rowFindings(ofPruned: run) }
    for version in try versions(of: run) {
      let isPresent = version.number == run.version
      let remedy =
        isPresent
        ? LibraryFinding.Remedy.setRunAside(run.id.hex)
        : .setVersionAside(run: run.id.hex, version: version.number)
      do {
        let points = try verified(version, of: run)
        try each(run.id, points)
        if isPresent, let fault = fault(of: run, beside: points.fixes) {
          findings.append(restating(run, by: points.fixes, fault))
        }
      } catch let error as StoreError where error.code == .damaged {
        findings.append(finding(error, of: run.id, remedy: remedy))
      }
    }
    return findings
  }

  /// Of a pruned run's row only what its results say, too, can be held against anything.
  private func rowFindings(ofPruned run: Run) throws(StoreError) -> [LibraryFinding] {
    let results = try wholeResults(of: run.id)
    let own = results.filter { $0.pointsDigest == run.pointsDigest }
    let fault: String? =
      if own.isEmpty {
        results.isEmpty ? nil : "its points were pruned, and its results are of others"
      } else {
        own.allSatisfy { $0.measurement.counts.total == run.fixCount }
          ? nil : "its points were pruned, and its results are of another number of fixes"
      }
    return fault.map {
      [LibraryFinding(.points, run: run.id, place: "run \(run.id.hex)", detail: $0)]
    } ?? []
  }

  private func finding(
    _ error: StoreError, of run: RunID, remedy: LibraryFinding.Remedy
  ) -> LibraryFinding {
    let isSQLites = error.cause is SQLiteError
    return LibraryFinding(
      isSQLites ? .file : .points, run: run,
      place: isSQLites || error.place == path ? "run \(run.hex)" : error.place ?? "run \(run.hex)",
      detail: error.detail, remedy: isSQLites ? .none : remedy)
  }

  private struct Version {
    let number: Int
    /// Nil where its row is not there, or holds none.
    let digest: SHA256Digest?
    /// Of a version that counts no more, by what was kept of the run's row.
    let count: Int?
    let nextSeq: Int?
  }

  /// Those that any table knows of; the present one is always among them.
  private func versions(of run: Run) throws(StoreError) -> [Version] {
    let found = try rows(
      """
      SELECT known.version, run_version.points_digest, earlier_reading.fix_count,
        earlier_reading.next_seq
      FROM (SELECT version FROM run_version WHERE run_id = ?1
        UNION SELECT version FROM point_chunk WHERE run_id = ?1
        UNION SELECT ?2) AS known
      LEFT JOIN run_version ON run_version.run_id = ?1 AND run_version.version = known.version
      LEFT JOIN earlier_reading ON earlier_reading.run_id = ?1
        AND earlier_reading.version = known.version
      ORDER BY known.version
      """, [run.id, run.version]
    ) { row in
      row.integer(0).map {
        Version(number: $0, digest: row.digest(1), count: row.integer(2), nextSeq: row.integer(3))
      }
    }
    return found
  }

  private func verified(_ version: Version, of run: Run) throws(StoreError) -> VerifiedPoints {
    let isPresent = version.number == run.version
    var fixes = SequencedFixes()
    guard let digest = isPresent ? run.pointsDigest : version.digest,
      let count = isPresent ? run.fixCount : version.count,
      let nextSeq = isPresent ? run.nextSeq : version.nextSeq,
      try read(
        StoredPoints(
          run: run.id, version: version.number, digest: digest, count: count, nextSeq: nextSeq),
        .all, into: &fixes)
    else {
      throw StoreError(
        .damaged, place: "run \(run.id.hex), version \(version.number)",
        detail: "what is kept of these fixes is not all there")
    }
    return VerifiedPoints(digest: digest, fixes: fixes.fixes)
  }

  /// In what a run's row is not as its fixes, which are whole, say: a sentence, or nil.
  private func fault(of run: Run, beside fixes: Fixes) -> String? {
    let span = fixes.timeSpan
    guard run.startedAt == span?.lowerBound, run.endedAt == span?.upperBound,
      run.segmentCount == fixes.segmentCount
    else { return "start, end or segments in its row are not those of its fixes" }
    return run.prunedAt == nil ? nil : "it counts as pruned, and its points are there"
  }

  private func restating(_ run: Run, by fixes: Fixes, _ fault: String) -> LibraryFinding {
    LibraryFinding(
      .points, run: run.id, place: "run \(run.id.hex)", detail: fault,
      remedy: .restateRun(run.id, span: fixes.timeSpan, segments: fixes.segmentCount))
  }
}
