package import RunModel

/// Stored fixes whose columns are unpacked only as they are asked for.
///
/// What it throws is a ``CodecError``, and never a trap, whatever the bytes are; columns then hold
/// part of what they were to get.
package struct PointReader {
  private let core: BodyReader
  private let extra: BodyReader?

  /// Checks frames and checksums, and unpacks nothing.
  ///
  /// - Parameters:
  ///   - bodies: without an extra body there is no channel but accuracy.
  ///   - areVerified: true where something stronger than their checksums says that the bytes are those
  ///     that were written: then these are passed over.
  package init(_ bodies: PointBodies, areVerified: Bool = false) throws(CodecError) {
    core = try BodyReader(bodies.core, kind: .core, isVerified: areVerified)
    extra = try bodies.extra.map { body throws(CodecError) in
      try BodyReader(body, kind: .extra, isVerified: areVerified)
    }
    if let extra, extra.fixCount != core.fixCount {
      throw extra.error(.malformed, "\(extra.fixCount) fixes beside \(core.fixCount)")
    }
  }

  /// How many fixes there are: as many values are appended to a column.
  package var count: Int { core.fixCount }

  /// Milliseconds since 1970, ``Fixes/noTime`` where unknown.
  package func appendTimes(to column: inout [Int64]) throws(CodecError) {
    try core.append(times: .time, to: &column)
  }

  package func appendLatitudes(to column: inout [Double]) throws(CodecError) {
    try core.append(positions: .latitude, to: &column)
  }

  package func appendLongitudes(to column: inout [Double]) throws(CodecError) {
    try core.append(positions: .longitude, to: &column)
  }

  package func appendSegments(to column: inout [Int32]) throws(CodecError) {
    try core.append(integers: .segment, to: &column)
  }

  /// False where the channel is absent.
  package func has(_ channel: Channel) -> Bool {
    (channel == .accuracy ? core : extra)?.has(ColumnID(channel)) ?? false
  }

  /// A channel's values, NaN where unknown; none at all where the channel is absent.
  package func append(_ channel: Channel, to column: inout [Double]) throws(CodecError) {
    try (channel == .accuracy ? core : extra)?.append(channel, to: &column)
  }

  /// Adds the fixes, with some of their channels, behind those that are there.
  ///
  /// Takes no memory where what was there before left enough. After an error the fixes are as before.
  package func append(
    _ channels: [Channel] = Channel.allCases, to fixes: inout Fixes
  ) throws(CodecError) {
    try fixes.appendColumns { columns throws(CodecError) in
      try appendTimes(to: &columns.time)
      try appendLatitudes(to: &columns.latitude)
      try appendLongitudes(to: &columns.longitude)
      try appendSegments(to: &columns.segment)
      for channel in channels where has(channel) {
        try columns.append(channel) { column throws(CodecError) in
          try append(channel, to: &column)
        }
      }
    }
  }
}
