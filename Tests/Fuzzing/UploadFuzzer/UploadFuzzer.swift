import ReaderProperties

/// libFuzzer's entry for bytes that may be a file of a recorder's upload.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Safety: libFuzzer hands over `count` bytes that live during this call.
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  return fuzz { _ in try checkUpload(bytes) }
}
