internal import RunModel

/// A body as its columns are added, in ascending order of their ids.
struct BodyWriter {
  private var writer = ByteWriter()
  private let fixCount: Int
  private(set) var isEmpty = true

  init(kind: BodyLayout.Kind, fixCount: Int) {
    self.fixCount = fixCount
    for byte in BodyLayout.magic { writer.append(byte) }
    writer.append(BodyLayout.version)
    writer.append(kind.rawValue)
    writer.append(fixed: UInt32(fixCount))
  }

  /// Times, of which some may be ``Fixes/noTime``.
  mutating func append(_ id: ColumnID, times: [Int64]) {
    append(id, times, isPresent: { $0 != Fixes.noTime }) { known, payload in
      IntegerCoding(smallestFor: known).write(to: &payload)
      return .integer
    }
  }

  mutating func append(_ id: ColumnID, integers: [Int64]) {
    append(id, integers, isPresent: { _ in true }) { known, payload in
      IntegerCoding(smallestFor: known).write(to: &payload)
      return .integer
    }
  }

  /// Doubles whose every bit matters, NaN's too.
  mutating func append(_ id: ColumnID, positions: [Double]) {
    append(id, positions, isPresent: { _ in true }, writing: Self.writeDoubles)
  }

  /// A channel's values, NaN where unknown; nothing at all for a channel that is absent.
  mutating func append(_ channel: Channel, _ values: [Double]) {
    guard !values.isEmpty else { return }
    append(ColumnID(channel), values, isPresent: { !$0.isNaN }, writing: Self.writeDoubles)
  }

  private static func writeDoubles(
    _ known: [Double], to payload: inout ByteWriter
  ) -> ColumnEncoding.Mapping {
    let coding = DoubleCoding(smallestFor: known)
    coding.write(to: &payload)
    return coding.mapping.encoding
  }

  /// - Parameter write: appends at least one value to the payload and says how.
  private mutating func append<Value>(
    _ id: ColumnID, _ values: [Value], isPresent: (Value) -> Bool,
    writing write: ([Value], inout ByteWriter) -> ColumnEncoding.Mapping
  ) {
    var payload = ByteWriter()
    var encoding = ColumnEncoding(.integer, .all)
    let known = values.allSatisfy(isPresent) ? values : values.filter(isPresent)
    if known.count < values.count {
      encoding.presence = known.isEmpty ? .none : .some
    }
    if encoding.presence == .some {
      PresenceBitmap.write(values.map(isPresent), to: &payload)
    }
    if !known.isEmpty { encoding.mapping = write(known, &payload) }
    writer.append(id.byte)
    writer.append(encoding.byte)
    writer.append(fixed: UInt32(payload.bytes.count))
    writer.append(payload)
    isEmpty = false
  }

  /// The finished body, its checksum at the end.
  consuming func finish() -> [UInt8] {
    writer.append(fixed: crc32(writer.bytes.span))
    return writer.bytes
  }
}
