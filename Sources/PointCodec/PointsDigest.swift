package import Hashing
package import RunModel

/// Names the content of a run's fixes, however they are packed or cut into chunks.
///
/// SHA-256 over the columns time, latitude, longitude, segment and then the channels that are
/// present, in order of their column number: the number (1 value), how many fixes (1 value), then
/// one value a fix: the integer, or the double's bit pattern; every value as 8 bytes, the lowest
/// first. Unknown is the smallest integer or the quiet NaN.
package func pointsDigest(of fixes: Fixes) -> SHA256Digest {
  var hasher = SHA256Hasher()
  hasher.update(.time, fixes.time.map { UInt64(bitPattern: $0) })
  hasher.update(.latitude, fixes.latitude.map(\.bitPattern))
  hasher.update(.longitude, fixes.longitude.map(\.bitPattern))
  hasher.update(.segment, fixes.segment.map { UInt64(bitPattern: Int64($0)) })
  for channel in Channel.allCases where !fixes[channel].isEmpty {
    let bits = fixes[channel].map { ($0.isNaN ? .nan : $0).bitPattern }
    hasher.update(.channel(channel), bits)
  }
  return hasher.finish()
}

extension SHA256Hasher {
  fileprivate mutating func update(_ id: ColumnID, _ values: [UInt64]) {
    update(littleEndian: [UInt64(id.rawValue), UInt64(values.count)])
    update(littleEndian: values)
  }
}
