internal import CZlib

/// zlib's decompression of one stream.
@safe final class Inflater {
  enum Wrapping: Int32 {
    /// Bare DEFLATE, as in a zip.
    case none = -15
    /// With gzip's header and checksum, which zlib verifies.
    case gzip = 31
  }

  enum Status {
    case needsInput, end, damaged
    /// All came out, and is not what the checksum or the length behind it says.
    case mismatched
  }

  // zlib keeps the address between calls, so the stream may not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let isReady: Bool

  init(_ wrapping: Wrapping) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // Safety: version and size are those of the header this was compiled with.
    isReady =
      unsafe inflateInit2_(
        stream, wrapping.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
  }

  deinit {
    // Safety: nobody else has the stream.
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Makes ready for another stream behind this one.
  func restart() {
    _ = unsafe inflateReset(stream)
  }

  /// Decompresses from a position of the input, which moves on, until there are `limit` bytes of
  /// output or the input is used up. What comes out with ``Status/damaged`` is what came before the
  /// damage.
  func inflate(
    _ input: [UInt8], from position: inout Int, atMost limit: Int
  ) -> (output: [UInt8], status: Status) {
    guard isReady else { return ([], .damaged) }
    var code = Z_OK
    // Safety: zlib reads and writes within the counts it is given, and the pointers are taken
    // away before the buffers end.
    let output = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      unsafe input.withUnsafeBufferPointer { bytes in
        let rest = unsafe bytes[position...]
        unsafe stream.pointee.next_in = UnsafeMutablePointer(
          mutating: UnsafeBufferPointer(rebasing: rest).baseAddress)
        unsafe stream.pointee.avail_in = UInt32(rest.count)
        unsafe stream.pointee.next_out = buffer.baseAddress
        unsafe stream.pointee.avail_out = UInt32(buffer.count)
        code = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        position = unsafe bytes.count - Int(stream.pointee.avail_in)
        filled = unsafe buffer.count - Int(stream.pointee.avail_out)
        unsafe stream.pointee.next_in = nil
        unsafe stream.pointee.next_out = nil
      }
    }
    switch code {
    case Z_OK, Z_BUF_ERROR: return (output, .needsInput)
    case Z_STREAM_END: return (output, .end)
    default: return (output, isTrailerWrong ? .mismatched : .damaged)
    }
  }

  /// True where zlib stopped at what stands behind a stream that is whole.
  private var isTrailerWrong: Bool {
    // Safety: `msg` is nil or one of zlib's constant texts, ended by 0.
    guard let message = unsafe stream.pointee.msg else { return false }
    return unsafe ["incorrect data check", "incorrect length check"]
      .contains(String(cString: message))
  }
}

/// CRC-32 (ISO 3309) of bytes that arrive in pieces.
struct CRC32 {
  private(set) var value: UInt32 = 0

  mutating func update(_ bytes: [UInt8]) {
    // Safety: zlib reads exactly `count` bytes.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      value = UInt32(
        truncatingIfNeeded: unsafe crc32_z(UInt(value), buffer.baseAddress, buffer.count))
    }
  }
}
