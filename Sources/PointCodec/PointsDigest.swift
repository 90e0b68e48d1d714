package import Hashing
package import RunModel

/// The digest of what fixes say, whatever their stored form: equal fixes have equal digests, now
/// and under any later body format or chunking.
///
/// SHA-256 over the columns in ascending order of their ids; of each its id as one byte, its count
/// as eight and its values as eight each, all little-endian: times and segment numbers as signed
/// integers (an unknown time as ``Fixes/noTime``), doubles as bit patterns (any NaN of a channel as
/// the canonical one). An absent channel is left out.
package func pointsDigest(_ fixes: Fixes) -> SHA256Digest {
  var hasher = SHA256Hasher()
  hasher.update(.time, count: fixes.count)
  hasher.update(littleEndian: fixes.time)
  hasher.update(.latitude, count: fixes.count)
  hasher.update(littleEndian: fixes.latitude)
  hasher.update(.longitude, count: fixes.count)
  hasher.update(littleEndian: fixes.longitude)
  hasher.update(.segment, count: fixes.count)
  hasher.update(littleEndian: fixes.segment.map(Int64.init))
  for channel in Channel.allCases where !fixes[channel].isEmpty {
    hasher.update(ColumnID(channel), count: fixes.count)
    hasher.update(littleEndian: fixes[channel].map { $0.isNaN ? Double.nan : $0 })
  }
  return hasher.finish()
}

extension SHA256Hasher {
  fileprivate mutating func update(_ id: ColumnID, count: Int) {
    let head = [id.byte]
    update(head.span)
    update(littleEndian: [Int64(count)])
  }
}
