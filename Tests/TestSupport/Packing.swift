internal import CZlib

/// Bare DEFLATE of some bytes, by zlib.
package func deflated(_ bytes: [UInt8]) -> [UInt8] {
  var length = compressBound(UInt(bytes.count))
  // Safety: zlib writes at most `length` bytes, which is the buffer's size, and says how many.
  let wrapped = unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, filled in
    _ = unsafe compress2(buffer.baseAddress, &length, bytes, UInt(bytes.count), 9)
    filled = Int(length)
  }
  // zlib's own wrapping is 2 bytes before and 4 behind.
  return Array(wrapped.dropFirst(2).dropLast(4))
}

/// One gzip stream.
package func gzipped(_ bytes: [UInt8]) -> [UInt8] {
  [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + deflated(bytes) + littleEndian(checksum(bytes), 4)
    + littleEndian(bytes.count, 4)
}

package func checksum(_ bytes: [UInt8]) -> Int {
  unsafe Int(crc32_z(0, bytes, bytes.count))
}

package func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// A zip built field by field, so that a test can make any of them wrong.
package struct ZipBuilder {
  package struct Entry {
    package var name: [UInt8]
    package var content: [UInt8]
    package var isDeflated = true
    /// Bit 11 says that the name is UTF-8.
    package var flags = 0x800
    package var method: Int?
    package var checksum: Int?
    package var size: Int?
    package var packed: [UInt8]?
    package var extra: [UInt8] = []
    package var externalAttributes = 0
    /// Where the directory says that the local header lies.
    package var offset: Int?
    /// Checksum and sizes stand behind the data, not before: with or without a signature, in so many
    /// bytes a size.
    package var descriptor: (isSigned: Bool, width: Int)?

    package init(_ name: String, _ content: [UInt8], isDeflated: Bool = true) {
      self.name = Array(name.utf8)
      self.content = content
      self.isDeflated = isDeflated
    }
  }

  package var entries: [Entry] = []
  package var comment: [UInt8] = []
  package var isLarge = false

  package init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  package var bytes: [UInt8] {
    var body: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let packed = entry.packed ?? (entry.isDeflated ? deflated(entry.content) : entry.content)
      let size = entry.size ?? entry.content.count
      let crc32 = littleEndian(entry.checksum ?? checksum(entry.content), 4)
      let sums = crc32 + littleEndian(packed.count, 4) + littleEndian(size, 4)
      let start =
        littleEndian(20, 2) + littleEndian(entry.flags | (entry.descriptor == nil ? 0 : 8), 2)
        + littleEndian(entry.method ?? (entry.isDeflated ? 8 : 0), 2) + littleEndian(0, 4)
      let nameLength = littleEndian(entry.name.count, 2)
      directory +=
        [0x50, 0x4B, 1, 2, 20, 3] + start + sums + nameLength + littleEndian(entry.extra.count, 2)
        + littleEndian(0, 6) + littleEndian(entry.externalAttributes, 4)
        + littleEndian(entry.offset ?? body.count, 4) + entry.name + entry.extra
      let told = entry.descriptor == nil ? sums : littleEndian(0, 12)
      body +=
        [0x50, 0x4B, 3, 4] + start + told + nameLength + littleEndian(0, 2) + entry.name + packed
      if let (isSigned, width) = entry.descriptor {
        body +=
          (isSigned ? [0x50, 0x4B, 7, 8] : []) + crc32 + littleEndian(packed.count, width)
          + littleEndian(size, width)
      }
    }
    let counts = littleEndian(entries.count, 2) + littleEndian(entries.count, 2)
    let end =
      [0x50, 0x4B, 5, 6] + littleEndian(0, 4)
      + (isLarge ? littleEndian(0xFFFF_FFFF, 4) : counts)
      + (isLarge
        ? littleEndian(0xFFFF_FFFF_FFFF, 8)
        : littleEndian(directory.count, 4) + littleEndian(body.count, 4))
      + littleEndian(comment.count, 2) + comment
    return body + directory + (isLarge ? largeEnd(body.count, directory.count) : []) + end
  }

  private func largeEnd(_ offset: Int, _ size: Int) -> [UInt8] {
    let count = littleEndian(entries.count, 8)
    return [0x50, 0x4B, 6, 6] + littleEndian(44, 8) + littleEndian(0x2D_002D, 4)
      + littleEndian(0, 8) + count + count + littleEndian(size, 8) + littleEndian(offset, 8)
      + [0x50, 0x4B, 6, 7] + littleEndian(0, 4) + littleEndian(offset + size, 8)
      + littleEndian(1, 4)
  }
}
