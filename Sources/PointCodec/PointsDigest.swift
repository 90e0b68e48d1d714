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
  hasher.update(.time, fixes.time.lazy.map { UInt64(bitPattern: $0) })
  hasher.update(.latitude, fixes.latitude.lazy.map(\.bitPattern))
  hasher.update(.longitude, fixes.longitude.lazy.map(\.bitPattern))
  hasher.update(.segment, fixes.segment.lazy.map { UInt64(bitPattern: Int64($0)) })
  for channel in Channel.allCases where !fixes[channel].isEmpty {
    hasher.update(
      ColumnID(channel),
      fixes[channel].lazy.map { $0.isNaN ? Double.nan.bitPattern : $0.bitPattern })
  }
  return hasher.finish()
}

extension SHA256Hasher {
  fileprivate mutating func update(_ id: ColumnID, _ words: some Collection<UInt64>) {
    var buffer: [UInt8] = [id.byte]
    // Little-endian words, some thousand at a time so that no column is held twice.
    let capacity = 1 << 15
    buffer.reserveCapacity(capacity + 8)
    func put(_ word: UInt64) {
      for shift in stride(from: 0, to: UInt64.bitWidth, by: 8) {
        buffer.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    put(UInt64(words.count))
    for word in words {
      put(word)
      if buffer.count >= capacity {
        update(buffer.span)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    update(buffer.span)
  }
}
