import Foundation
import ReaderProperties
import TestSupport

/// One file for all inputs of this process; what keeps nothing is not worth an input.
private let folder = try? TemporaryFolder()

/// libFuzzer's entry for bytes that may be a recorder's database.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Safety: libFuzzer hands over `count` bytes that live during this call.
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  return fuzz { _ in
    guard let path = folder?.url.appending(path: "input").path else { return false }
    return try checkRecorderDatabase(bytes, at: path)
  }
}
