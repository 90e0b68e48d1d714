internal import CLibXML2

/// Turns bytes of a declared encoding into UTF-8, so that one that is none of its characters costs a
/// letter and not the file: left to itself, libxml2 reads no further.
@safe final class EncodingConverter {
  private let handler: xmlCharEncodingHandlerPtr
  /// Bytes not converted yet: at most the beginning of a character, between two pieces.
  private let input: xmlBufferPtr
  private let output: xmlBufferPtr
  private var bytesTaken = 0

  /// Nil for an encoding that libxml2 does not know.
  init?(_ name: String) {
    // Safety: the text is ended by 0. The handler is this object's own, as are the buffers.
    guard let handler = unsafe xmlFindCharEncodingHandler(name) else { return nil }
    guard let input = unsafe xmlBufferCreate() else {
      unsafe xmlCharEncCloseFunc(handler)
      return nil
    }
    guard let output = unsafe xmlBufferCreate() else {
      unsafe xmlBufferFree(input)
      unsafe xmlCharEncCloseFunc(handler)
      return nil
    }
    unsafe self.handler = unsafe handler
    unsafe self.input = unsafe input
    unsafe self.output = unsafe output
  }

  deinit {
    // Safety: made in `init`, and kept by nothing else.
    unsafe xmlBufferFree(input)
    unsafe xmlBufferFree(output)
    unsafe xmlCharEncCloseFunc(handler)
  }

  /// What some bytes say in UTF-8.
  struct Converted {
    var bytes: [UInt8] = []
    /// How many bytes became question marks, and the offset of the first since the beginning.
    var replacedBytes = 0
    var firstReplaced = 0
  }

  /// Takes the next bytes.
  func convert(_ bytes: Span<UInt8>, isLast: Bool) -> Converted {
    // Safety: libxml2 copies the bytes.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      _ = unsafe xmlBufferAdd(input, buffer.baseAddress, Int32(clamping: buffer.count))
    }
    var result = Converted()
    while unsafe input.pointee.use > 0 {
      let before = unsafe input.pointee.use
      let status = unsafe xmlCharEncInFunc(handler, output, input)
      takeOutput(into: &result.bytes)
      let taken = unsafe Int(before) - Int(input.pointee.use)
      bytesTaken += taken
      if taken > 0 { continue }
      // A character that goes on in the next piece is no fault.
      if status >= 0, !isLast { break }
      if result.replacedBytes == 0 { result.firstReplaced = bytesTaken }
      result.replacedBytes += 1
      result.bytes.append(UInt8(ascii: "?"))
      unsafe bytesTaken += Int(xmlBufferShrink(input, 1))
    }
    return result
  }

  private func takeOutput(into result: inout [UInt8]) {
    guard let content = unsafe output.pointee.content else { return }
    // Safety: the buffer holds `use` bytes.
    unsafe result.append(
      contentsOf: UnsafeBufferPointer(start: content, count: Int(output.pointee.use)))
    unsafe xmlBufferEmpty(output)
  }
}
