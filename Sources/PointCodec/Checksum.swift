internal import CZlib

/// CRC-32 as zlib, PNG and Ethernet have it (ISO-HDLC).
func crc32(_ bytes: Span<UInt8>) -> UInt32 {
  // Safety: zlib reads exactly `count` bytes and keeps no pointer.
  unsafe bytes.withUnsafeBufferPointer { buffer in
    UInt32(truncatingIfNeeded: unsafe crc32_z(0, buffer.baseAddress, buffer.count))
  }
}
