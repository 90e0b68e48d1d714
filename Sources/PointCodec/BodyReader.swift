internal import RunModel

/// A body whose frame and checksum hold, and whose columns are found but not yet read.
struct BodyReader {
  let fixCount: Int
  private let bytes: [UInt8]
  /// By the bytes of their ids.
  private var columns = InlineArray<12, Column?>(repeating: nil)

  private struct Column {
    let encoding: ColumnEncoding
    let payload: Range<Int>
  }

  /// - Parameter isVerified: true where the checksum need not be asked.
  init(_ bytes: [UInt8], kind: BodyLayout.Kind, isVerified: Bool) throws(CodecError) {
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
    let written = try checksum.fixed(UInt32.self)
    guard isVerified || written == crc32(bytes.span.extracting(..<end)) else {
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
      columns[Int(idByte)] = Column(encoding: encoding, payload: try reader.take(length))
    }
  }

  /// An error about the body as a whole.
  func error(_ code: CodecError.Code, _ detail: String) -> CodecError {
    CodecError(code: code, byte: BodyLayout.headerByteCount, detail: detail)
  }

  func has(_ id: ColumnID) -> Bool { columns[Int(id.byte)] != nil }

  /// Times, ``Fixes/noTime`` where unknown.
  func append(times id: ColumnID, to values: inout [Int64]) throws(CodecError) {
    try append(id, to: &values, absent: Fixes.noTime) {
      count, mapping, reader, values throws(CodecError) in
      try Self.checkWhole(mapping, reader)
      try values.append(addingCapacity: count) { output throws(CodecError) in
        try IntegerBlocks.forEach(of: count, from: &reader) { output.append($0) { $0 } }
      }
    }
  }

  /// Whole numbers of 32 bits that every fix has.
  func append(integers id: ColumnID, to values: inout [Int32]) throws(CodecError) {
    try append(id, to: &values, absent: nil) { count, mapping, reader, values throws(CodecError) in
      try Self.checkWhole(mapping, reader)
      var excess: Int64 = 0
      try values.append(addingCapacity: count) { output throws(CodecError) in
        try IntegerBlocks.forEach(of: count, from: &reader) { block in
          output.append(block) { number in
            let short = Int32(truncatingIfNeeded: number)
            excess |= number ^ Int64(short)
            return short
          }
        }
      }
      guard excess == 0 else {
        throw reader.error(.malformed, "a segment number has more than 32 bits")
      }
    }
  }

  /// Doubles that every fix has.
  func append(positions id: ColumnID, to values: inout [Double]) throws(CodecError) {
    try append(id, to: &values, absent: nil, read: DoubleCoding.append)
  }

  /// A channel, NaN where unknown; nothing where the body does not have it.
  func append(_ channel: Channel, to values: inout [Double]) throws(CodecError) {
    let id = ColumnID(channel)
    if has(id) { try append(id, to: &values, absent: .nan, read: DoubleCoding.append) }
  }

  private static func checkWhole(
    _ mapping: ColumnEncoding.Mapping, _ reader: ByteReader
  ) throws(CodecError) {
    guard mapping == .integer else {
      throw reader.error(.malformed, "doubles where whole numbers belong")
    }
  }

  /// - Parameters:
  ///   - absent: what stands for a missing value; nil where none may be missing.
  ///   - read: appends as many values as it is told.
  @inline(__always)
  private func append<Value>(
    _ id: ColumnID, to values: inout [Value], absent: Value?,
    read: (Int, ColumnEncoding.Mapping, inout ByteReader, inout [Value]) throws(CodecError) -> Void
  ) throws(CodecError) {
    guard let column = columns[Int(id.byte)] else {
      throw error(.malformed, "column \(id.byte) is missing")
    }
    var reader = ByteReader(bytes, in: column.payload)
    var bitmap: PresenceBitmap?
    var knownCount = fixCount
    switch column.encoding.presence {
    case .all: break
    case .some:
      let read = try PresenceBitmap(fixCount, from: &reader)
      bitmap = read
      knownCount = read.knownCount
    case .none: knownCount = 0
    }
    let start = values.count
    if knownCount > 0 { try read(knownCount, column.encoding.mapping, &reader, &values) }
    guard reader.isAtEnd else { throw reader.error(.malformed, "bytes behind the values") }
    if knownCount == fixCount { return }
    guard let absent else { throw reader.error(.malformed, "values are missing") }
    values.append(contentsOf: repeatElement(absent, count: fixCount - knownCount))
    bitmap?.spread(&values, from: start, absent: absent)
  }
}
