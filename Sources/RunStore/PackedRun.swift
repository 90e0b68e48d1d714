internal import Hashing
internal import PointCodec
package import RunModel

/// A recorded run made ready to be stored: encoded, digested, described. Needs no library, so that
/// any thread can make it.
package struct PackedRun: Sendable {
  /// Its row, version 1.
  package let run: Run
  let chunks: [PointChunk]
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
    chunks = PointChunk.chunks(of: fixes, from: 0)
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

  /// Binds a body to its place: a body that is whole, and lies under another run, shows itself.
  ///
  /// SHA-256 of "run version seq count" and the body.
  func seal(_ body: [UInt8], of run: RunID, version: Int) -> SHA256Digest {
    var hasher = SHA256Hasher()
    hasher.update(Array("\(run.hex) \(version) \(firstSeq) \(count)".utf8).span)
    hasher.update(body.span)
    return hasher.finish()
  }

  /// Cuts the fixes from an index on.
  static func chunks(of fixes: Fixes, from start: Int) -> [PointChunk] {
    stride(from: start, to: fixes.count, by: maximumCount).map { first in
      let part = first..<min(first + maximumCount, fixes.count)
      return PointChunk(firstSeq: first, count: part.count, bodies: encode(fixes[part]))
    }
  }
}
