import ReaderProperties
import RunFormats

/// libFuzzer's entry for bytes that may be a session of Polar Flow's export.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Safety: libFuzzer hands over `count` bytes that live during this call.
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  return fuzz { try checkReading(of: bytes, isThorough: $0) == .readable(.polar) }
}
