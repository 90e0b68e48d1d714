internal import RunModel

/// Which column; the raw value stands in the body. Channels follow from 4.
struct ColumnID: Hashable {
  let rawValue: UInt8

  static let time = ColumnID(rawValue: 0)
  static let latitude = ColumnID(rawValue: 1)
  static let longitude = ColumnID(rawValue: 2)
  static let segment = ColumnID(rawValue: 3)

  static func channel(_ channel: Channel) -> ColumnID {
    ColumnID(rawValue: 4 + channel.rawValue)
  }
}

/// One column as it stands in a body: the head that tells its length, then the payload.
///
/// Payload: a bitmap of which values are known, where not all are; then, for doubles, the
/// exceptions; then the integers of the known values.
struct ColumnWriter {
  let id: ColumnID

  /// Integers, of which `unknown` marks the missing ones.
  func write(_ values: [Int64], unknown: Int64, to writer: inout ByteWriter) {
    let known = values.filter { $0 != unknown }
    var payload = ByteWriter()
    let hasBitmap = known.count < values.count
    if hasBitmap { payload.append(contentsOf: bitmap(values.map { $0 != unknown })) }
    PointCodec.write(known, to: &payload)
    finish(payload, code: 0, parameter: 0, hasBitmap: hasBitmap, to: &writer)
  }

  /// Doubles, of which NaN marks the missing ones if `nanIsUnknown`.
  func write(_ values: [Double], nanIsUnknown: Bool, to writer: inout ByteWriter) {
    let known = nanIsUnknown ? values.filter { !$0.isNaN } : values
    var payload = ByteWriter()
    let hasBitmap = known.count < values.count
    if hasBitmap { payload.append(contentsOf: bitmap(values.map { !$0.isNaN })) }
    let mapped = MappedNumbers(known)
    payload.append(varint: UInt64(mapped.exceptions.count))
    for exception in mapped.exceptions {
      payload.append(varint: UInt64(exception.index))
      payload.append(littleEndian: exception.bits)
    }
    PointCodec.write(mapped.integers, to: &payload)
    finish(
      payload, code: mapped.mapping.code, parameter: mapped.mapping.parameter,
      hasBitmap: hasBitmap, to: &writer)
  }

  private func finish(
    _ payload: ByteWriter, code: UInt8, parameter: UInt8, hasBitmap: Bool,
    to writer: inout ByteWriter
  ) {
    writer.append(id.rawValue)
    writer.append(code)
    writer.append(parameter)
    writer.append(hasBitmap ? 1 : 0)
    writer.append(littleEndian: UInt32(payload.bytes.count))
    writer.append(contentsOf: payload.bytes)
  }

  private func bitmap(_ known: [Bool]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (known.count + 7) / 8)
    for (index, isKnown) in known.enumerated() where isKnown {
      bytes[index / 8] |= 1 << (index % 8)
    }
    return bytes
  }
}

/// The other direction: one column's head and payload, not yet decoded.
struct ColumnReader {
  let id: ColumnID
  private let code: UInt8
  private let parameter: UInt8
  private let hasBitmap: Bool
  private var payload: ByteReader
  private let count: Int

  /// Steps over the column in the body.
  init(_ reader: inout ByteReader, count: Int) throws(CodecError) {
    id = ColumnID(rawValue: try reader.byte())
    code = try reader.byte()
    parameter = try reader.byte()
    let presence = try reader.byte()
    guard presence <= 1 else { throw reader.malformed("presence \(presence)") }
    hasBitmap = presence == 1
    let length = try reader.integer(UInt32.self)
    payload = try reader.part(Int(length))
    self.count = count
  }

  func integers(unknown: Int64) throws(CodecError) -> [Int64] {
    var payload = payload
    guard code == 0, parameter == 0 else { throw payload.malformed("integers of mapping \(code)") }
    let known = try knownIndices(&payload)
    let values = try readIntegers(known?.count ?? count, from: &payload)
    return spread(values, over: known, unknown: unknown)
  }

  func numbers() throws(CodecError) -> [Double] {
    var payload = payload
    guard let mapping = NumberMapping(code: code, parameter: parameter) else {
      throw payload.malformed("mapping \(code), parameter \(parameter)")
    }
    let known = try knownIndices(&payload)
    let valueCount = known?.count ?? count
    var exceptions: [(index: Int, bits: UInt64)] = []
    for _ in 0..<(try payload.varint()) {
      let index = try payload.varint()
      guard index < UInt64(valueCount) else { throw payload.malformed("an exception outside") }
      exceptions.append((Int(index), try payload.integer(UInt64.self)))
    }
    var values = try readIntegers(valueCount, from: &payload).map(mapping.value)
    for exception in exceptions {
      values[exception.index] = Double(bitPattern: exception.bits)
    }
    return spread(values, over: known, unknown: .nan)
  }

  /// The indices whose values are stored; nil where all are.
  private func knownIndices(_ payload: inout ByteReader) throws(CodecError) -> [Int]? {
    guard hasBitmap else { return nil }
    let start = try payload.skip((count + 7) / 8)
    let bytes = payload.bytes
    return (0..<count).filter { bytes[start + $0 / 8] >> ($0 % 8) & 1 == 1 }
  }

  private func spread<Value>(_ values: [Value], over known: [Int]?, unknown: Value) -> [Value] {
    guard let known else { return values }
    var all = [Value](repeating: unknown, count: count)
    for (index, value) in zip(known, values) { all[index] = value }
    return all
  }
}
