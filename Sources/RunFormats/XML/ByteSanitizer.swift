/// Puts a harmless byte where a document has one that no XML may hold, so that one broken name does
/// not cost a run; lengths stay the same, and with them every byte offset.
///
/// A control byte becomes a space; a byte that is not part of well-formed UTF-8 a question mark.
struct ByteSanitizer {
  /// False where bytes of 0x80 and above are another encoding's letters.
  var checksUTF8 = true
  /// The beginning of a UTF-8 sequence that the last piece ended in: at most 3 bytes.
  private var held: [UInt8] = []

  init() {}

  /// What was replaced in one piece, with the offset of the first in it.
  struct Replaced {
    var controlBytes = 0
    var firstControlByte = 0
    var badUTF8Bytes = 0
    var firstBadUTF8Byte = 0
  }

  /// True where the bytes are plain ASCII text and can go on as they are.
  func isClean(_ bytes: Span<UInt8>) -> Bool {
    guard held.isEmpty else { return false }
    // Without a branch, so that the compiler compares many bytes at once.
    var suspicious: UInt8 = 0
    // Safety: the buffer is looked at within the call.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      for index in buffer.indices {
        let byte = unsafe buffer[index]
        let isControl: UInt8 = byte < 0x20 ? 1 : 0
        let isTabOrLine: UInt8 = (byte == 9 ? 1 : 0) | (byte == 10 ? 1 : 0)
        let isReturn: UInt8 = byte == 13 ? 1 : 0
        suspicious |= (isControl & ~(isTabOrLine | isReturn)) | (byte & 0x80)
      }
    }
    return suspicious == 0
  }

  private func isPlain(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte >= 0x20 || byte == 9 || byte == 10 || byte == 13)
  }

  /// The bytes (with those held back before) fit for the parser; a sequence that is not complete
  /// yet is held back unless nothing follows.
  mutating func sanitized(_ bytes: Span<UInt8>, isLast: Bool) -> (bytes: [UInt8], Replaced) {
    var output = held
    held.removeAll()
    output.reserveCapacity(output.count + bytes.count)
    for index in bytes.indices { output.append(bytes[index]) }
    var replaced = Replaced()
    var index = 0
    while index < output.count {
      let byte = output[index]
      if byte < 0x80 {
        if !isPlain(byte) {
          if replaced.controlBytes == 0 { replaced.firstControlByte = index }
          replaced.controlBytes += 1
          output[index] = UInt8(ascii: " ")
        }
        index += 1
      } else if !checksUTF8 {
        index += 1
      } else {
        switch utf8Sequence(output[index...]) {
        case .complete(let length): index += length
        case .cut where !isLast:
          held = Array(output[index...])
          output.removeSubrange(index...)
        case .cut, .broken:
          if replaced.badUTF8Bytes == 0 { replaced.firstBadUTF8Byte = index }
          replaced.badUTF8Bytes += 1
          output[index] = UInt8(ascii: "?")
          index += 1
        }
      }
    }
    return (output, replaced)
  }
}

private enum UTF8Sequence {
  case complete(length: Int)
  case cut
  case broken
}

/// Judges the sequence that begins with a byte of 0x80 or above, by table 3-7 of the Unicode
/// standard; U+FFFE and U+FFFF, which XML excludes, count as broken.
private func utf8Sequence(_ bytes: ArraySlice<UInt8>) -> UTF8Sequence {
  guard let lead = bytes.first else { return .broken }
  let length: Int
  var second: ClosedRange<UInt8> = 0x80...0xBF
  switch lead {
  case 0xC2...0xDF: length = 2
  case 0xE0: (length, second) = (3, 0xA0...0xBF)
  case 0xED: (length, second) = (3, 0x80...0x9F)
  case 0xE1...0xEF: length = 3
  case 0xF0: (length, second) = (4, 0x90...0xBF)
  case 0xF1...0xF3: length = 4
  case 0xF4: (length, second) = (4, 0x80...0x8F)
  default: return .broken
  }
  let tail = bytes.dropFirst().prefix(length - 1)
  if let next = tail.first, !second.contains(next) { return .broken }
  guard tail.dropFirst().allSatisfy({ (0x80...0xBF).contains($0) }) else { return .broken }
  guard tail.count == length - 1 else { return .cut }
  if lead == 0xEF, tail.elementsEqual([0xBF, 0xBE]) || tail.elementsEqual([0xBF, 0xBF]) {
    return .broken
  }
  return .complete(length: length)
}
