internal import PointCodec
internal import RunModel
internal import TestSupport

/// Unpacks bytes that may be point bodies, and holds what comes of it against all that must be true.
///
/// The bytes are the length of the core body in four bytes, that body, and the rest is the extra one.
///
/// - Returns: false where they are too short.
/// - Throws: a ``Violation``.
@discardableResult
package func checkBodies(_ bytes: [UInt8]) throws -> Bool {
  guard bytes.count >= 4 else { return false }
  let length = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
  let content = bytes.dropFirst(4)
  let extra = Array(content.dropFirst(length))
  let bodies = PointBodies(
    core: Array(content.prefix(length)), extra: extra.isEmpty ? nil : extra)
  // No mutation meets the checksum, so most of the code is reached only with it put right.
  let mended = PointBodies(core: withChecksum(bodies.core), extra: bodies.extra.map(withChecksum))
  do {
    let fixes = try decode(mended)
    try require(fixes.count <= maximumFixesInBody, "a body holds \(fixes.count) fixes")
    // Bodies by others may hold a NaN that no writer writes; packed again it is the usual one.
    let again = try decode(encode(fixes))
    try require(pointsDigest(again) == pointsDigest(fixes), "the digest changes with packing")
    try checkFixes(again)
  } catch let error as CodecError {
    try requireNoCoordinate(in: error.detail)
    try require(
      error.code != .checksum || mended.core.count < 12, "a right checksum is found wrong")
  }
  if bodies != mended {
    try require((try? decode(bodies)) == nil, "a wrong checksum is found right")
  }
  return true
}

/// The body with its last four bytes made the CRC-32 of those before.
private func withChecksum(_ body: [UInt8]) -> [UInt8] {
  guard body.count >= 4 else { return body }
  let content = Array(body.dropLast(4))
  return content + littleEndian(checksum(content), 4)
}
