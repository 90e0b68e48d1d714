internal import CZlib
package import RunModel

/// The packed fixes of one chunk, in two bodies so that measuring never reads what it does not need.
package struct PointBodies: Sendable, Equatable {
  /// Time, place, segment and accuracy.
  package let core: [UInt8]
  /// The other channels; nil where no fix has any.
  package let extra: [UInt8]?

  /// The most fixes that one chunk holds.
  package static let mostFixes = 32_768

  package init(core: [UInt8], extra: [UInt8]?) {
    self.core = core
    self.extra = extra
  }

  /// Packs at most ``mostFixes`` fixes.
  package init(packing fixes: Fixes) {
    precondition(fixes.count <= Self.mostFixes, "too many fixes for a chunk")
    var body = BodyWriter(kind: .core, count: fixes.count)
    body.column(.time) { $0.write(fixes.time, unknown: Fixes.noTime, to: &$1) }
    body.column(.latitude) { $0.write(fixes.latitude, nanIsUnknown: false, to: &$1) }
    body.column(.longitude) { $0.write(fixes.longitude, nanIsUnknown: false, to: &$1) }
    body.column(.segment) { $0.write(fixes.segment.map(Int64.init), unknown: .min, to: &$1) }
    body.channels([.accuracy], of: fixes)
    core = body.finish()

    var rest = BodyWriter(kind: .extra, count: fixes.count)
    rest.channels(Channel.allCases.filter { $0 != .accuracy }, of: fixes)
    extra = rest.isEmpty ? nil : rest.finish()
  }

  /// Unpacks the fixes; without `extra`, those channels stay absent.
  ///
  /// - Throws: ``CodecError`` for anything that the packing did not write.
  package static func unpack(core: [UInt8], extra: [UInt8]?) throws(CodecError) -> Fixes {
    let body = try BodyReader(core, kind: .core)
    var fixes = Fixes(
      time: try body.column(.time).integers(unknown: Fixes.noTime),
      latitude: try body.column(.latitude).numbers(),
      longitude: try body.column(.longitude).numbers(),
      segment: try body.column(.segment).integers(unknown: .min).map {
        Int32(truncatingIfNeeded: $0)
      })
    try body.read([.accuracy], into: &fixes)
    if let extra {
      let rest = try BodyReader(extra, kind: .extra)
      guard rest.count == fixes.count else {
        throw CodecError(code: .malformed, byte: 4, detail: "bodies of different lengths")
      }
      try rest.read(Channel.allCases.filter { $0 != .accuracy }, into: &fixes)
    }
    return fixes
  }
}

private enum BodyKind: UInt8 { case core = 0, extra = 1 }

private let magic: [UInt8] = Array("RP".utf8)
private let formatVersion: UInt8 = 1
private let headLength = 8
private let checksumLength = 4

/// Head, columns, checksum.
private struct BodyWriter {
  private var writer = ByteWriter()

  init(kind: BodyKind, count: Int) {
    writer.append(contentsOf: magic)
    writer.append(formatVersion)
    writer.append(kind.rawValue)
    writer.append(littleEndian: UInt32(count))
  }

  var isEmpty: Bool { writer.bytes.count == headLength }

  mutating func column(_ id: ColumnID, write: (ColumnWriter, inout ByteWriter) -> Void) {
    write(ColumnWriter(id: id), &writer)
  }

  mutating func channels(_ channels: [Channel], of fixes: Fixes) {
    for channel in channels where !fixes[channel].isEmpty {
      column(.channel(channel)) { $0.write(fixes[channel], nanIsUnknown: true, to: &$1) }
    }
  }

  consuming func finish() -> [UInt8] {
    writer.append(littleEndian: checksum(of: writer.bytes, count: writer.bytes.count))
    return writer.bytes
  }
}

private struct BodyReader {
  let count: Int
  private let columns: [ColumnReader]

  init(_ bytes: [UInt8], kind: BodyKind) throws(CodecError) {
    guard bytes.count >= headLength + checksumLength else {
      throw CodecError(code: .tooShort, byte: bytes.count, detail: "\(bytes.count) bytes")
    }
    let end = bytes.count - checksumLength
    var reader = ByteReader(bytes, to: end)
    guard try reader.byte() == magic[0], try reader.byte() == magic[1] else {
      throw CodecError(code: .notABody, byte: 0, detail: "no point body begins like this")
    }
    let version = try reader.byte()
    guard version == formatVersion else {
      throw CodecError(code: .newerFormat, byte: 2, detail: "point body format \(version)")
    }
    var tail = ByteReader(bytes, from: end, to: bytes.count)
    guard try tail.integer(UInt32.self) == checksum(of: bytes, count: end) else {
      throw CodecError(code: .checksumMismatch, byte: end, detail: "the bytes have changed")
    }
    guard try reader.byte() == kind.rawValue else {
      throw CodecError(code: .malformed, byte: 3, detail: "another kind of body")
    }
    count = Int(try reader.integer(UInt32.self))
    guard count <= PointBodies.mostFixes else { throw reader.malformed("\(count) fixes") }
    var columns: [ColumnReader] = []
    while reader.offset < end { columns.append(try ColumnReader(&reader, count: count)) }
    self.columns = columns
  }

  func column(_ id: ColumnID) throws(CodecError) -> ColumnReader {
    guard let column = columns.first(where: { $0.id == id }) else {
      throw CodecError(
        code: .malformed, byte: headLength, detail: "column \(id.rawValue) is missing")
    }
    return column
  }

  func read(_ channels: [Channel], into fixes: inout Fixes) throws(CodecError) {
    for channel in channels {
      guard let column = columns.first(where: { $0.id == .channel(channel) }) else { continue }
      fixes[channel] = try column.numbers()
    }
  }
}

/// CRC-32 as zlib computes it, of the first `count` bytes.
private func checksum(of bytes: [UInt8], count: Int) -> UInt32 {
  // Safety: zlib reads `count` bytes, which are there.
  unsafe bytes.withUnsafeBufferPointer { buffer in
    UInt32(truncatingIfNeeded: unsafe crc32_z(0, buffer.baseAddress, count))
  }
}
