internal import Hashing
internal import PointCodec
package import RunModel

/// A recorded run made ready to be stored: encoded, sealed, digested, described. Needs no library,
/// so that any thread can make it.
package struct PackedRun: Sendable {
  /// Its row, version 1.
  package let run: Run
  /// Sealed for version 1.
  let chunks: [SealedChunk]
  let origins: [Origin]
  /// What a service's export says of it; nil where none does.
  package var record: ServiceRecord?

  package init(_ recorded: RecordedRun, id: RunID) {
    origins = recorded.origins
    let fixes = recorded.fixes
    let span = fixes.timeSpan
    run = Run(
      id: id, version: 1, description: recorded.description,
      startedAt: span?.lowerBound, endedAt: span?.upperBound,
      fixCount: fixes.count, segmentCount: fixes.segmentCount, pointsDigest: pointsDigest(fixes))
    var whole = SequencedFixes()
    whole.append(fixes, from: 0)
    chunks = PointChunk.chunks(of: whole).map { SealedChunk($0, of: id, version: 1) }
  }

  /// Bytes that its fixes take in the library.
  package var byteCount: Int {
    chunks.reduce(0) { $0 + $1.chunk.bodies.core.count + ($1.chunk.bodies.extra?.count ?? 0) }
  }
}

/// Fixes that follow each other in one run, as stored.
struct PointChunk: Sendable {
  /// Few enough for a chunk to be decoded in cache-sized memory, many enough that nearly every run
  /// is a single one.
  static let maximumCount = 32_768

  let firstSeq: Int
  let count: Int
  let bodies: PointBodies

  /// Cuts the fixes where some are missing, and long stretches where they reach the maximum.
  static func chunks(of whole: SequencedFixes) -> [PointChunk] {
    var chunks: [PointChunk] = []
    var begin = 0
    for stretch in whole.stretches {
      for first in stride(from: 0, to: stretch.count, by: maximumCount) {
        let part = first..<min(first + maximumCount, stretch.count)
        let fixes = whole.recorded[begin + part.lowerBound..<begin + part.upperBound]
        chunks.append(
          PointChunk(
            firstSeq: stretch.lowerBound + first, count: part.count, bodies: encode(fixes)))
      }
      begin += stretch.count
    }
    return chunks
  }

  /// Binds a body to its place: a body that is whole, and lies under another run, shows itself.
  ///
  /// SHA-256 of "run version seq count" and the body.
  fileprivate func seal(_ body: [UInt8], of run: RunID, version: Int) -> SHA256Digest {
    var hasher = SHA256Hasher()
    hasher.update(Array("\(run.hex) \(version) \(firstSeq) \(count)".utf8).span)
    hasher.update(body.span)
    return hasher.finish()
  }
}

/// A chunk with what binds it to its place.
struct SealedChunk: Sendable {
  let chunk: PointChunk
  let coreSeal: SHA256Digest
  let extraSeal: SHA256Digest?

  /// A chunk as it was found, with the seals that were found with it.
  init(_ chunk: PointChunk, coreSeal: SHA256Digest, extraSeal: SHA256Digest?) {
    self.chunk = chunk
    self.coreSeal = coreSeal
    self.extraSeal = extraSeal
  }

  /// Seals a chunk as part of one version of a run.
  init(_ chunk: PointChunk, of run: RunID, version: Int) {
    self.init(
      chunk, coreSeal: chunk.seal(chunk.bodies.core, of: run, version: version),
      extraSeal: chunk.bodies.extra.map { chunk.seal($0, of: run, version: version) })
  }

  /// True where its seals are those of this version of this run.
  func isSealed(for points: StoredPoints) -> Bool {
    let expected = SealedChunk(chunk, of: points.run, version: points.version)
    return expected.coreSeal == coreSeal
      && (chunk.bodies.extra == nil || expected.extraSeal == extraSeal)
  }
}
