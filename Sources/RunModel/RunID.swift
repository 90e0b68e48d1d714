package import Hashing

/// Names one run for ever: 128 bits, the recorder's own where it has one, else derived from the
/// source's content, so that the same recording has the same id on every machine.
package struct RunID: Sendable, Hashable, Comparable {
  private let bits: UInt128

  /// Reads 32 hexadecimal digits, with or without the hyphens of a UUID; nil for anything else.
  package init?(_ text: String) {
    var (bits, count) = (UInt128(0), 0)
    for byte in text.utf8 where byte != UInt8(ascii: "-") {
      guard let digit = hexadecimalDigit(byte), count < 32 else { return nil }
      bits = bits << 4 | UInt128(digit)
      count += 1
    }
    guard count == 32 else { return nil }
    self.bits = bits
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
    bits = hasher.finish().bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
  }

  /// 32 lower-case hexadecimal digits.
  package var hex: String {
    hexadecimalText((0..<16).map { UInt8(truncatingIfNeeded: bits >> UInt128(120 - 8 * $0)) })
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

  package static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }
}
