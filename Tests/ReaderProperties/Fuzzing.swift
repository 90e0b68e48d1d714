internal import Foundation

/// Runs one check for libFuzzer: says what does not hold and aborts, so that the input is kept.
///
/// - Parameter check: returns false where the input is not worth keeping in the corpus.
/// - Returns: what libFuzzer's entry is to return.
package func fuzz(_ check: () throws -> Bool) -> CInt {
  do {
    return try check() ? 0 : -1
  } catch {
    try? FileHandle.standardError.write(contentsOf: Data("VIOLATED: \(error)\n".utf8))
    abort()
  }
}
