package import Hashing
internal import PointCodec
package import RunModel
internal import SQLite

/// Which channels to read with the fixes.
package enum ChannelSelection: Sendable {
  /// What measuring takes; the pages of the others are not touched.
  case accuracyOnly
  case all
}

/// The fixes of one version of a run, as the library knows them without reading any.
package struct StoredPoints: Sendable, Equatable {
  package let run: RunID
  let version: Int
  package let digest: SHA256Digest
  package let count: Int
  /// The number behind the last fix's.
  let nextSeq: Int

  fileprivate func error(_ detail: String, chunkAt firstSeq: Int? = nil, _ cause: CodecError? = nil)
    -> StoreError
  {
    let chunk = firstSeq.map { ", chunk at \($0)" } ?? ""
    return StoreError(
      .damaged, place: "run \(run.hex), version \(version)\(chunk)", detail: detail, cause: cause)
  }
}

extension Run {
  /// The fixes of its present version.
  package var points: StoredPoints {
    StoredPoints(
      run: id, version: version, digest: pointsDigest, count: fixCount, nextSeq: nextSeq)
  }
}

extension Library {
  /// The fixes of the run's version, each body's seal verified; where fixes are missing, a new
  /// segment begins.
  ///
  /// - Throws: `damaged`, naming run and chunk, where they are not what was written.
  package func fixes(
    of run: Run, channels: ChannelSelection = .all
  ) throws(StoreError) -> Fixes {
    try sequencedFixes(of: run, channels: channels).fixes
  }

  /// The fixes as they were recorded, under their numbers.
  func sequencedFixes(
    of run: Run, channels: ChannelSelection = .all
  ) throws(StoreError) -> SequencedFixes {
    var fixes = SequencedFixes()
    guard try read(run.points, channels, into: &fixes) else {
      throw run.points.error("the run is not there")
    }
    return fixes
  }

  /// Puts the fixes in the place of those that are there, in the same memory where it is enough.
  ///
  /// - Returns: false where the run is no longer there.
  /// - Throws: `damaged`, as ``fixes(of:channels:)``.
  package func read(
    _ points: StoredPoints, _ channels: ChannelSelection, into fixes: inout SequencedFixes
  ) throws(StoreError) -> Bool {
    fixes.removeAll()
    let chunks = try chunks(of: points, channels)
    guard !chunks.isEmpty else {
      guard try run(points.run) == nil else {
        throw points.error("the digest of its fixes is not the one that was stored")
      }
      return false
    }
    if points.count > 0, chunks.allSatisfy({ $0 == nil }), try isPruned(points.run) {
      throw StoreError(.pruned, place: "run \(points.run.short)", detail: "its points were pruned")
    }
    for stored in chunks {
      // A run without any fix has its digest alone.
      guard let stored else { continue }
      let (chunk, first) = (stored.chunk, stored.chunk.firstSeq)
      guard stored.isSealed(for: points) else {
        throw points.error("its fixes are not those that were stored", chunkAt: first)
      }
      guard first <= Int.max - maximumFixesInBody else {
        throw points.error("its number is beyond all that are given", chunkAt: first)
      }
      guard first >= fixes.nextSeq else {
        throw points.error(
          "its fixes lie where those from \(fixes.nextSeq) on belong", chunkAt: first)
      }
      let before = fixes.count
      do throws(CodecError) {
        try fixes.append(from: first) { fixes throws(CodecError) in
          // Its seal is SHA-256 of the same bytes.
          try PointReader(chunk.bodies, areVerified: true).append(to: &fixes)
        }
      } catch {
        throw points.error(error.detail, chunkAt: first, error)
      }
      guard fixes.count - before == chunk.count else {
        throw points.error(
          "\(fixes.count - before) fixes lie where \(chunk.count) belong", chunkAt: first)
      }
    }
    guard fixes.count == points.count, fixes.nextSeq == points.nextSeq else {
      throw points.error("\(fixes.count) fixes are left of \(points.count)")
    }
    guard channels != .all || RunStore.digest(of: fixes) == points.digest else {
      throw points.error("its fixes are not those of its digest")
    }
    return true
  }

  private static let coreChunks = chunks("")
  private static let wholeChunks = chunks(", extra")

  private static func chunks(_ further: String) -> String {
    """
    SELECT points_digest, first_seq, fix_count, core_seal, extra_seal, core\(further)
    FROM run_version LEFT JOIN point_chunk USING (run_id, version)
    WHERE run_id = ? AND version = ? ORDER BY first_seq
    """
  }

  /// The chunks in order, or one nil where the version has none; nothing where it is not there.
  ///
  /// The digest stands in two places; results are filed under it, so both must say the same.
  private func chunks(
    of points: StoredPoints, _ channels: ChannelSelection
  ) throws(StoreError) -> [SealedChunk?] {
    let rows = try rows(
      channels == .all ? Self.wholeChunks : Self.coreChunks, [points.run, points.version]
    ) { row in
      row.digest(0).map { (digest: $0, chunk: SealedChunk(row, from: 1, channels)) }
    }
    guard rows.allSatisfy({ $0.digest == points.digest }) else {
      throw points.error("the digest of its fixes is not the one that was stored")
    }
    return rows.map(\.chunk)
  }
}

extension SealedChunk {
  /// Nil where the row has no chunk.
  fileprivate init?(_ row: Statement, from column: Int, _ channels: ChannelSelection) {
    guard let firstSeq = row.integer(column), let count = row.integer(column + 1),
      let coreSeal = row.digest(column + 2), let core = row.blob(column + 4)
    else { return nil }
    let extra = channels == .all ? row.blob(column + 5) : nil
    self.init(
      PointChunk(firstSeq: firstSeq, count: count, bodies: PointBodies(core: core, extra: extra)),
      coreSeal: coreSeal, extraSeal: row.digest(column + 3))
  }
}
