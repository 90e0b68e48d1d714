import ReaderProperties

/// libFuzzer's entry for bytes that may be a table of a service's export, or a name of one's file.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Safety: libFuzzer hands over `count` bytes that live during this call.
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  return fuzz { _ in try checkExport(bytes) }
}
