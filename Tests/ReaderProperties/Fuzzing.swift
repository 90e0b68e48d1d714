internal import Foundation

/// Runs one check for libFuzzer: says what does not hold and aborts, so that the input is kept.
///
/// - Parameter check: is given whether to check all there is, as while an input is made smaller;
///   returns false where the input is not worth keeping in the corpus.
/// - Returns: what libFuzzer's entry is to return.
package func fuzz(_ check: (_ isThorough: Bool) throws -> Bool) -> CInt {
  do {
    return try check(isThorough) ? 0 : -1
  } catch {
    try? FileHandle.standardError.write(contentsOf: Data("VIOLATED: \(error)\n".utf8))
    abort()
  }
}

private let isThorough = ProcessInfo.processInfo.environment["FUZZ_THOROUGH"] != nil
