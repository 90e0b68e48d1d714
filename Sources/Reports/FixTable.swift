package import RunModel

/// Fixes of runs as a table, a line a fix with all that is known of it, by the names of `replay`.
///
/// Numbers have the shortest digits that give the same bits; what is unknown is as ``QueryWriter`` has
/// NULL.
package struct FixTable {
  private static let columns =
    ["run_id"] + [FixKey.seq, .segment, .at, .lat, .lon].map(\.rawValue)
    + Channel.allCases.map(\.name)

  private let format: QueryFormat
  private var writer: QueryWriter

  /// Writes what stands before the rows.
  package init(_ format: QueryFormat, output: @escaping (String) throws -> Void) throws {
    self.format = format
    writer = try QueryWriter(format, columns: Self.columns, output: output)
  }

  /// Writes a run's fixes under their numbers, with the segments as recorded.
  ///
  /// - Returns: how many there were, and what the format could not hold: JSON has no infinities.
  package mutating func write(
    _ fixes: SequencedFixes, of run: RunID
  ) throws -> (fixes: Int, losses: WritingLosses) {
    let recorded = fixes.recorded
    let channels = Channel.allCases.map { (channel: $0, values: recorded[$0]) }
    var losses = WritingLosses()
    var row = [QueryValue](repeating: .null, count: Self.columns.count)
    row[0] = .text(run.hex)
    for (index, seq) in fixes.stretches.joined().enumerated() {
      let time = recorded.time[index]
      row[1] = .integer(Int64(seq))
      row[2] = .integer(Int64(recorded.segment[index]))
      row[3] = time == Fixes.noTime ? .null : .text(Timestamp(milliseconds: time).rfc3339)
      row[4] = number(recorded.latitude[index])
      row[5] = number(recorded.longitude[index])
      for (offset, (channel, values)) in channels.enumerated() where !values.isEmpty {
        row[6 + offset] = number(values[index])
        if format != .csv, values[index].isInfinite { losses.values[channel, default: 0] += 1 }
      }
      try writer.write(row)
    }
    return (fixes.count, losses)
  }

  /// Writes what stands behind the rows.
  package mutating func finish() throws {
    try writer.finish()
  }

  private func number(_ value: Double) -> QueryValue { value.isNaN ? .null : .real(value) }
}
