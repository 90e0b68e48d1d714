package import Hashing

/// Names one run for ever: 128 bits, the recorder's own where it has one, else derived from the
/// source's content, so that the same recording has the same id on every machine.
package struct RunID: Sendable, Hashable, Comparable {
  /// 32 lower-case hexadecimal digits.
  package let hex: String

  /// Reads 32 hexadecimal digits, with or without the hyphens of a UUID; nil for anything else.
  package init?(_ text: String) {
    let digits = text.filter { $0 != "-" }
    guard let bytes = hexadecimalBytes(digits), bytes.count == 16 else { return nil }
    hex = hexadecimalText(bytes)
  }

  /// The first 128 bits of SHA-256(source digest ‖ ordinal as 8 bytes, big-endian).
  ///
  /// - Parameter ordinal: which activity of the source it is, from 0.
  package init(source: SHA256Digest, ordinal: Int) {
    var hasher = SHA256Hasher()
    hasher.update(source.bytes.span)
    let number = UInt64(ordinal)
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    hasher.update(bytes.span)
    hex = hexadecimalText(hasher.finish().bytes.prefix(16))
  }

  /// A recorder's own id where it is one of 128 bits, else one that follows from the recorder's name of
  /// the run: the first 128 bits of SHA-256 of SHA-256("recorder run " and the name), as for a
  /// source's first activity.
  package init(recorded name: String) {
    self =
      RunID(name) ?? RunID(source: SHA256Digest.of("recorder run \(name)"), ordinal: 0)
  }

  /// The 8 digits that people see.
  package var short: String { String(hex.prefix(8)) }

  package static func < (left: Self, right: Self) -> Bool { left.hex < right.hex }
}
