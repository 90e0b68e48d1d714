internal import PointCodec
package import RunModel

/// A run ready to be stored: its row, and its fixes packed in chunks. Made by any thread.
package struct PackedRun: Sendable {
  package let run: Run
  package let claims: [Claim]
  let chunks: [PackedChunk]

  package init(_ recorded: RecordedRun, id: RunID, claims: [Claim] = []) {
    let fixes = recorded.fixes
    let span = fixes.timeSpan
    run = Run(
      id: id, version: 1, description: recorded.description, startedAt: span?.lowerBound,
      endedAt: span?.upperBound, fixCount: fixes.count, segmentCount: fixes.segmentCount,
      pointsDigest: pointsDigest(of: fixes))
    self.claims = claims
    chunks = PackedChunk.pack(fixes, firstSeq: 0)
  }
}

/// Some consecutive fixes of a run, packed.
struct PackedChunk: Sendable {
  let firstSeq: Int
  let count: Int
  let bodies: PointBodies

  static func pack(_ fixes: Fixes, firstSeq: Int) -> [PackedChunk] {
    stride(from: 0, to: fixes.count, by: PointBodies.mostFixes).map { start in
      let part = fixes[start..<min(start + PointBodies.mostFixes, fixes.count)]
      return PackedChunk(
        firstSeq: firstSeq + start, count: part.count, bodies: PointBodies(packing: part))
    }
  }
}
