internal import RunModel

/// Takes the messages of a FIT file as they come.
protocol FITConsumer {
  /// Another file begins: the first, or one that is chained to it.
  mutating func beginFile()
  mutating func define(_ local: Int, _ definition: FITDefinition)
  /// - Parameters:
  ///   - bytes: as many as the definition of the local number says.
  ///   - time: the message's own, in full or compressed, as it is written; nil where it has none.
  mutating func take(_ local: Int, _ bytes: Span<UInt8>, time: UInt32?)
  /// The file that began last goes no further.
  mutating func breakOff()
}

/// Cuts the bytes of FIT files, one behind the other, into messages.
///
/// What is whole is handed over, whatever the checksums say. Where the framing is lost, reading goes
/// on at the next chained file, if the header says where that is.
struct FITFraming {
  /// The first fault that cost something, and how many there were.
  private(set) var fault: FITFault?
  private(set) var faultCount = 0
  private(set) var findings = Findings()

  private var state = State.header(isFirst: true)
  /// Bytes that belong to a message which is not complete yet.
  private var rest: [UInt8] = []
  /// The offset in the file of the first of them.
  private var restStart = 0
  /// Behind the last byte of the records; nil where the header does not say.
  private var dataEnd: Int?
  private var checksum = FITChecksum()
  private var sizes = InlineArray<16, Int32>(repeating: -1)
  private var timestamps = InlineArray<16, FITTimestampPlace>(repeating: .none)
  private var lastTime: UInt32?

  private enum State {
    /// A header, or whatever else follows.
    case header(isFirst: Bool)
    /// A header said that no data follows: right, or written before there were any.
    case emptyData
    case records
    case checksum
    /// Bytes that could not be read, up to the header of another file.
    case lost
  }

  /// Takes the next piece of the file.
  mutating func read(_ bytes: Span<UInt8>, into consumer: inout some FITConsumer) {
    // Safety: the bytes are copied within the call.
    unsafe bytes.withUnsafeBufferPointer { unsafe rest.append(contentsOf: $0) }
    advance(isLast: false, into: &consumer)
  }

  /// Tells that there are no more bytes.
  mutating func finish(into consumer: inout some FITConsumer) {
    advance(isLast: true, into: &consumer)
    switch state {
    case .records: note(.truncated, at: restStart + rest.count, into: &consumer)
    case .lost, .header, .emptyData: break
    case .checksum: findings.note(.missingChecksum, at: Place(byte: restStart))
    }
  }

  private mutating func advance(isLast: Bool, into consumer: inout some FITConsumer) {
    var bytes: [UInt8] = []
    swap(&bytes, &rest)
    var position = 0
    var isMoving = true
    while isMoving {
      let start = position
      switch state {
      case .header(let isFirst):
        isMoving = readHeader(bytes.span, &position, isFirst: isFirst, isLast, into: &consumer)
      case .emptyData: isMoving = judgeEmptyData(bytes.span, position, isLast)
      case .records:
        isMoving = readRecords(bytes.span, &position, isLast, into: &consumer)
        checksum.update(bytes.span.extracting(start..<position))
      case .checksum: isMoving = readChecksum(bytes.span, &position, isLast)
      case .lost: isMoving = findHeader(bytes.span, &position)
      }
    }
    bytes.removeFirst(position)
    restStart += position
    rest = bytes
  }

  private mutating func note(
    _ kind: FITFault.Kind, at byte: Int, into consumer: inout some FITConsumer
  ) {
    if fault == nil { fault = FITFault(kind: kind, byte: byte) }
    faultCount += 1
    consumer.breakOff()
  }
}

/// Why the messages of a file could not be followed any further.
struct FITFault {
  enum Kind {
    /// The first header is none.
    case header
    /// The bytes end inside the first header or the records.
    case truncated
    /// A definition that is none.
    case definition
    /// A message of a local number that was not defined.
    case undefinedMessage
    /// A message that goes on behind the end of the records.
    case overrun
  }

  let kind: Kind
  let byte: Int
}

/// Where a message has its timestamp.
private struct FITTimestampPlace {
  /// Negative where it has none.
  let offset: Int32
  let isBigEndian: Bool

  static let none = FITTimestampPlace(offset: -1, isBigEndian: false)
}

extension FITFraming {
  private static let shortHeader = 12
  private static let longHeader = 14
  private static let mark = Array(".FIT".utf8)

  /// - Returns: false where more bytes are needed.
  private mutating func readHeader(
    _ bytes: Span<UInt8>, _ position: inout Int, isFirst: Bool, _ isLast: Bool,
    into consumer: inout some FITConsumer
  ) -> Bool {
    let available = bytes.count - position
    let size = available > 0 ? Int(bytes[position]) : 0
    guard available >= max(Self.shortHeader, size) else {
      if isLast, isFirst {
        endHere(isFirst: true, .truncated, at: bytes.count, into: &consumer)
      } else if isLast, available > 0 {
        endHere(isFirst: false, .truncated, at: position, into: &consumer)
      }
      return false
    }
    guard isHeader(bytes, at: position) else {
      endHere(isFirst: isFirst, .header, at: position, into: &consumer)
      return true
    }
    checksum = FITChecksum()
    checksum.update(bytes.extracting(position..<position + Self.shortHeader))
    if size >= Self.longHeader {
      let stated = word16(at: position + Self.shortHeader, in: bytes, false)
      if stated != 0, stated != checksum.value {
        findings.note(.badHeaderChecksum, at: Place(byte: restStart + position))
      }
    }
    checksum.update(bytes.extracting(position + Self.shortHeader..<position + size))
    let dataSize = Int(word32(at: position + 4, in: bytes, false))
    position += size
    dataEnd = dataSize == 0 ? nil : restStart + position + dataSize
    state = dataSize == 0 ? .emptyData : .records
    sizes = InlineArray(repeating: -1)
    timestamps = InlineArray(repeating: .none)
    lastTime = nil
    consumer.beginFile()
    return true
  }

  private func isHeader(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard offset + Self.shortHeader <= bytes.count, bytes[offset] >= Self.shortHeader else {
      return false
    }
    return Self.mark.indices.allSatisfy { bytes[offset + 8 + $0] == Self.mark[$0] }
  }

  /// - Returns: false where none begins in the bytes.
  private mutating func findHeader(_ bytes: Span<UInt8>, _ position: inout Int) -> Bool {
    while position + Self.shortHeader <= bytes.count {
      if isHeader(bytes, at: position) {
        state = .header(isFirst: false)
        return true
      }
      position += 1
    }
    return false
  }

  /// Nothing that follows is a FIT file, which is a fault where none came before.
  private mutating func endHere(
    isFirst: Bool, _ kind: FITFault.Kind, at position: Int, into consumer: inout some FITConsumer
  ) {
    state = .lost
    if isFirst { return note(kind, at: restStart + position, into: &consumer) }
    findings.note(.trailingBytes, at: Place(byte: restStart + position))
  }

  /// Tells a file without any data, at whose end the next one or nothing stands, from one whose
  /// header was never brought up to date.
  private mutating func judgeEmptyData(
    _ bytes: Span<UInt8>, _ position: Int, _ isLast: Bool
  ) -> Bool {
    let checksumSize = 2
    let available = bytes.count - position
    guard available >= checksumSize + Self.shortHeader || isLast else { return false }
    if available <= checksumSize || isHeader(bytes, at: position)
      || isHeader(bytes, at: position + checksumSize)
    {
      state = .checksum
    } else {
      findings.note(.unknownDataSize, at: Place(byte: restStart + position))
      state = .records
    }
    return true
  }

  private mutating func readChecksum(
    _ bytes: Span<UInt8>, _ position: inout Int, _ isLast: Bool
  ) -> Bool {
    let available = bytes.count - position
    guard available >= Self.shortHeader + 2 || isLast && available >= 2 else { return false }
    let isRight = word16(at: position, in: bytes, false) == checksum.value
    if !isRight, isHeader(bytes, at: position) {
      findings.note(.missingChecksum, at: Place(byte: restStart + position))
      state = .header(isFirst: false)
      return true
    }
    if !isRight {
      switch goesOn(bytes, at: position) {
      case true: return readOn(from: position)
      case nil where !isLast: return false
      default: findings.note(.badChecksum, at: Place(byte: restStart + position))
      }
    }
    position += 2
    state = .header(isFirst: false)
    return true
  }

  /// Whether a message stands behind the end that the header states, as where a header was last
  /// brought up to date before the device stopped: it is of a kind that was defined, and at most an
  /// hour later than the last. Nil where more bytes are needed to tell.
  private func goesOn(_ bytes: Span<UInt8>, at position: Int) -> Bool? {
    let local = Int(bytes[position])
    guard dataEnd != nil, let lastTime, local < 16, sizes[local] >= 0,
      timestamps[local].offset >= 0
    else { return false }
    let next = position + 1 + Int(sizes[local])
    guard next <= bytes.count else { return nil }
    let place = timestamps[local]
    let time = word32(at: position + 1 + Int(place.offset), in: bytes, place.isBigEndian)
    return time >= lastTime && time &- lastTime <= 3600
  }

  private mutating func readOn(from position: Int) -> Bool {
    findings.note(.wrongDataSize, at: Place(byte: restStart + position))
    dataEnd = nil
    state = .records
    return true
  }
}

extension FITFraming {
  /// Reads messages up to the end of the records or of the bytes.
  ///
  /// - Returns: false where more bytes are needed.
  private mutating func readRecords(
    _ bytes: Span<UInt8>, _ position: inout Int, _ isLast: Bool,
    into consumer: inout some FITConsumer
  ) -> Bool {
    let end = min(dataEnd.map { $0 - restStart } ?? bytes.count, bytes.count)
    // Where the end is not known, two bytes behind a message may be the checksum.
    let lastStart = dataEnd == nil ? end - 2 : end
    let message = bytes.extracting(0..<end)
    while position < lastStart {
      let header = bytes[position]
      let local = Int(header & 0x80 != 0 ? header >> 5 & 3 : header & 15)
      if header & 0xC0 == 0x40 {
        switch FITDefinition.parse(message, at: position) {
        case .definition(let definition, let length):
          sizes[local] = Int32(definition.size)
          timestamps[local] = FITTimestampPlace(
            offset: Int32(definition.timestampOffset ?? -1), isBigEndian: definition.isBigEndian)
          consumer.define(local, definition)
          position += length
        case .incomplete: return needMore(bytes, than: end, at: position, isLast, into: &consumer)
        case .damaged: return lose(.definition, at: position, into: &consumer)
        }
        continue
      }
      let size = Int(sizes[local])
      guard size >= 0 else { return lose(.undefinedMessage, at: position, into: &consumer) }
      let next = position + 1 + size
      guard next <= end else {
        return needMore(bytes, than: end, at: position, isLast, into: &consumer)
      }
      let content = bytes.extracting(position + 1..<next)
      let time = time(of: local, content, header: header)
      consumer.take(local, content, time: time)
      position = next
    }
    guard let dataEnd, restStart + position == dataEnd else {
      if dataEnd == nil, isLast { state = .checksum }
      return dataEnd == nil && isLast
    }
    state = .checksum
    return true
  }

  /// The timestamp in full, or, with a compressed one in the header, the next instant that ends in
  /// its five bits.
  private mutating func time(of local: Int, _ content: Span<UInt8>, header: UInt8) -> UInt32? {
    var time: UInt32?
    if header & 0x80 != 0 {
      time = lastTime.map { $0 &+ (UInt32(header & 31) &- $0) & 31 }
    }
    let place = timestamps[local]
    if place.offset >= 0 {
      let full = word32(at: Int(place.offset), in: content, place.isBigEndian)
      if full != UInt32.max { time = full }
    }
    lastTime = time ?? lastTime
    return time
  }

  /// A message does not end before `end`: it goes on in the next piece, or beyond the records.
  private mutating func needMore(
    _ bytes: Span<UInt8>, than end: Int, at position: Int, _ isLast: Bool,
    into consumer: inout some FITConsumer
  ) -> Bool {
    if let dataEnd, restStart + end == dataEnd {
      switch goesOn(bytes, at: position) {
      case true: return readOn(from: position)
      case nil where !isLast: return false
      default: return lose(.overrun, at: position, into: &consumer)
      }
    }
    if isLast, dataEnd == nil { return lose(.truncated, at: position, into: &consumer) }
    return false
  }

  private mutating func lose(
    _ kind: FITFault.Kind, at position: Int, into consumer: inout some FITConsumer
  ) -> Bool {
    note(kind, at: restStart + position, into: &consumer)
    state = .lost
    return true
  }
}
