internal import CCrypto

/// A SHA-256 value (FIPS 180-4): 32 bytes, compared and ordered byte by byte.
package struct SHA256Digest: Sendable, Hashable, Comparable {
  package let bytes: [UInt8]

  /// Nil unless there are exactly 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == SHA256Hasher.byteCount else { return nil }
    self.bytes = bytes
  }

  fileprivate init(trusted bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads 64 hexadecimal digits of either case; nil for anything else.
  package init?(hex: String) {
    guard let bytes = hexadecimalBytes(hex) else { return nil }
    self.init(bytes: bytes)
  }

  /// 64 lower-case hexadecimal digits.
  package var hex: String { hexadecimalText(bytes) }

  package static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The digest of one piece of text, as UTF-8.
  package static func of(_ text: String) -> SHA256Digest {
    var hasher = SHA256Hasher()
    hasher.update(Array(text.utf8).span)
    return hasher.finish()
  }
}

/// Looked for once: libcrypto would search its providers for every digest.
// Safety: it is never freed or changed.
private nonisolated(unsafe) let algorithm = unsafe EVP_MD_fetch(nil, "SHA256", nil)

/// SHA-256 of bytes that arrive in pieces; the work is libcrypto's.
@safe package struct SHA256Hasher: ~Copyable {
  fileprivate static let byteCount = 32
  private let context: OpaquePointer

  package init() {
    guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
    unsafe self.context = context
    precondition(
      unsafe EVP_DigestInit_ex(context, algorithm, nil) == 1, "libcrypto has no SHA-256")
  }

  deinit {
    unsafe EVP_MD_CTX_free(context)
  }

  package mutating func update(_ bytes: Span<UInt8>) {
    // Safety: libcrypto reads exactly `count` bytes and keeps no pointer.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      _ = unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
    }
  }

  /// Hashes each value as 8 bytes, the lowest first.
  package mutating func update(littleEndian values: [Int64]) {
    #if _endian(little)
      update(memoryOf: values)
    #else
      update(memoryOf: values.map(\.littleEndian))
    #endif
  }

  /// Hashes each value's bit pattern as 8 bytes, the lowest first.
  package mutating func update(littleEndian values: [Double]) {
    #if _endian(little)
      update(memoryOf: values)
    #else
      update(memoryOf: values.map(\.bitPattern.littleEndian))
    #endif
  }

  private mutating func update(memoryOf values: [some BitwiseCopyable]) {
    // Safety: libcrypto reads exactly the bytes of `values` and keeps no pointer.
    unsafe values.withUnsafeBytes { buffer in
      _ = unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
    }
  }

  package consuming func finish() -> SHA256Digest {
    var bytes = [UInt8](repeating: 0, count: Self.byteCount)
    // Safety: SHA-256 writes exactly 32 bytes, the size of `bytes`.
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      _ = unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
    }
    return SHA256Digest(trusted: bytes)
  }
}

/// The version of the libcrypto that is in use: "3.0.15".
package var cryptoLibraryVersion: String {
  // Safety: OpenSSL gives a constant C string.
  unsafe String(cString: OpenSSL_version(OPENSSL_VERSION_STRING))
}
