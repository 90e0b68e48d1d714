/// Why bytes are not a point body that was written here.
package struct CodecError: Error, Sendable, Equatable {
  package enum Code: Sendable {
    /// It ends before what it promises.
    case truncated
    /// Its checksum is that of other bytes.
    case checksum
    /// It is no point body, or one of the other kind.
    case notABody
    /// Its format version is not known here.
    case version
    /// It says what no writer says.
    case malformed
  }

  package let code: Code
  /// Offset in the body, from 0.
  package let byte: Int
  /// One sentence, without values of fixes.
  package let detail: String
}
