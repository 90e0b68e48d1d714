/// A body that cannot be decoded, and where in it.
package struct CodecError: Error, Equatable {
  package enum Code: String, Sendable {
    case tooShort = "too_short"
    case notABody = "not_a_body"
    case newerFormat = "newer_format"
    case checksumMismatch = "checksum_mismatch"
    case malformed
  }

  package let code: Code
  /// Offset of the byte in the body, from 0.
  package let byte: Int
  package let detail: String
}
