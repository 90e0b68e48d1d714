internal import RunModel

/// A body whose frame and checksum hold, and whose columns are found but not yet read.
struct BodyReader {
  let fixCount: Int
  private let bytes: [UInt8]
  private var columns: [ColumnID: (encoding: ColumnEncoding, payload: Range<Int>)] = [:]

  init(_ bytes: [UInt8], kind: BodyLayout.Kind) throws(CodecError) {
    let end = bytes.count - BodyLayout.checksumByteCount
    guard end >= BodyLayout.headerByteCount else {
      throw CodecError(code: .truncated, byte: bytes.count, detail: "the body has no room for one")
    }
    var reader = ByteReader(bytes, in: 0..<end)
    for expected in BodyLayout.magic where try reader.byte() != expected {
      throw reader.error(.notABody, "the bytes are no point body")
    }
    let version = try reader.byte()
    guard version == BodyLayout.version else {
      throw reader.error(.version, "the body has version \(version)")
    }
    guard try reader.byte() == kind.rawValue else {
      throw reader.error(.notABody, "the body is not of the kind that belongs here")
    }
    var checksum = ByteReader(bytes, in: end..<bytes.count)
    guard try checksum.fixed(UInt32.self) == crc32(bytes.span.extracting(..<end)) else {
      throw CodecError(code: .checksum, byte: end, detail: "the checksum is that of other bytes")
    }
    let count = try reader.fixed(UInt32.self)
    guard count <= maximumFixesInBody else {
      throw reader.error(.malformed, "\(count) fixes")
    }
    self.bytes = bytes
    fixCount = Int(count)
    try findColumns(&reader, kind: kind)
  }

  private mutating func findColumns(
    _ reader: inout ByteReader, kind: BodyLayout.Kind
  ) throws(CodecError) {
    var leastID: UInt8 = 0
    while !reader.isAtEnd {
      let idByte = try reader.byte()
      guard idByte >= leastID, ColumnID.kind(ofByte: idByte) == kind else {
        throw reader.error(.malformed, "column \(idByte) does not belong here")
      }
      leastID = idByte + 1
      let encodingByte = try reader.byte()
      guard let encoding = ColumnEncoding(byte: encodingByte) else {
        throw reader.error(.malformed, "encoding \(encodingByte)")
      }
      let length = Int(try reader.fixed(UInt32.self))
      columns[ColumnID(byte: idByte)] = (encoding, try reader.take(length))
    }
  }

  /// An error about the body as a whole.
  func error(_ code: CodecError.Code, _ detail: String) -> CodecError {
    CodecError(code: code, byte: BodyLayout.headerByteCount, detail: detail)
  }

  /// Times, ``Fixes/noTime`` where unknown.
  func times(_ id: ColumnID) throws(CodecError) -> [Int64] {
    try column(id, absent: Fixes.noTime, read: Self.readIntegers)
  }

  /// Whole numbers that every fix has.
  func integers(_ id: ColumnID) throws(CodecError) -> [Int64] {
    try column(id, absent: nil, read: Self.readIntegers)
  }

  /// Doubles that every fix has.
  func positions(_ id: ColumnID) throws(CodecError) -> [Double] {
    try column(id, absent: nil, read: DoubleCoding.read)
  }

  /// A channel, NaN where unknown; empty where the body does not have it.
  func values(of channel: Channel) throws(CodecError) -> [Double] {
    let id = ColumnID(channel)
    return columns[id] == nil ? [] : try column(id, absent: .nan, read: DoubleCoding.read)
  }

  private static func readIntegers(
    _ count: Int, _ mapping: ColumnEncoding.Mapping, from reader: inout ByteReader
  ) throws(CodecError) -> [Int64] {
    guard mapping == .integer else {
      throw reader.error(.malformed, "doubles where whole numbers belong")
    }
    return try IntegerCoding.read(count, from: &reader)
  }

  /// - Parameter absent: what stands for a missing value; nil where none may be missing.
  private func column<Value>(
    _ id: ColumnID, absent: Value?,
    read: (Int, ColumnEncoding.Mapping, inout ByteReader) throws(CodecError) -> [Value]
  ) throws(CodecError) -> [Value] {
    guard let (encoding, payload) = columns[id] else {
      throw error(.malformed, "column \(id.byte) is missing")
    }
    var reader = ByteReader(bytes, in: payload)
    var isPresent: [Bool]?
    var knownCount = fixCount
    switch encoding.presence {
    case .all: break
    case .some:
      let bitmap = try PresenceBitmap.read(fixCount, from: &reader)
      isPresent = bitmap
      knownCount = bitmap.count { $0 }
    case .none: knownCount = 0
    }
    let known = knownCount == 0 ? [] : try read(knownCount, encoding.mapping, &reader)
    guard reader.isAtEnd else { throw reader.error(.malformed, "bytes behind the values") }
    if knownCount == fixCount { return known }
    guard let absent else { throw reader.error(.malformed, "values are missing") }
    guard let isPresent else { return Array(repeating: absent, count: fixCount) }
    var next = 0
    return isPresent.map { present in
      guard present else { return absent }
      defer { next += 1 }
      return known[next]
    }
  }
}
