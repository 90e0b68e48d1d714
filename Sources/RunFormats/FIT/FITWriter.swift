package import RunModel

/// Writes runs as FIT activities: a complete file for each, one behind the other, as FIT chains them.
///
/// FIT is coarser than a run: times are the nearest 1/128 s (whole seconds, which most readers keep
/// to, unless a fix of the run has a fraction), positions the nearest 2⁻³¹ · 180° (``semicircles(_:)``),
/// elevation 0.2 m, speed 1 mm/s, distance 1 cm, all else whole numbers. A value too large for its
/// field is left out, accuracy cut to 254 m. A fix without a time, before July 1998, after 2126, or
/// without a position is left out, and so is a run without any other.
///
/// A segment is the time from the timer's start to its stop, so one that begins in the second in
/// which another ended, or earlier, cannot be told from it.
///
/// Source: the FIT protocol and the names and numbers of its profile 21 (developer.garmin.com/fit).
@discardableResult
package func writeFIT(
  _ runs: [RecordedRun], creator: String, to output: inout [UInt8]
) -> WritingLosses {
  var losses = WritingLosses()
  for run in runs {
    guard let writer = FITRunWriter(run, creator: creator, &losses) else { continue }
    output += writer.file(&losses)
  }
  return losses
}

/// The same in one piece.
package func writeFIT(_ runs: [RecordedRun], creator: String) -> [UInt8] {
  var bytes: [UInt8] = []
  writeFIT(runs, creator: creator, to: &bytes)
  return bytes
}

/// One run, of which at least one fix can be written.
private struct FITRunWriter {
  private let segments: [[Int]]
  private let records: FITRecords
  private let summary: FITSummary

  /// Nil where no fix of the run can be written.
  init?(_ run: RecordedRun, creator: String, _ losses: inout WritingLosses) {
    let records = FITRecords(run.fixes)
    let writable = WritableFixes(
      of: run.fixes, time: { records.instant($0)?.milliseconds },
      hasPlace: { records.position($0) != nil }, losses: &losses)
    guard let span = writable.timeSpan else { return nil }
    self.records = records
    segments = writable.segments
    summary = FITSummary(
      run.description, creator: creator, from: span.lowerBound, to: span.upperBound,
      timerTime: writable.seconds,
      firstPosition: segments.first?.first.flatMap(records.position),
      lastPosition: segments.last?.last.flatMap(records.position))
    summary.count(&losses, from: run.description)
    losses.lose(.segmentNumbers, if: !run.fixes.hasPlainSegmentNumbers)
  }

  func file(_ losses: inout WritingLosses) -> [UInt8] {
    var messages = FITMessageWriter()
    messages.writeOrigin(summary)
    var stopped: UInt32?
    for segment in segments {
      let seconds = segment.compactMap { records.instant($0)?.seconds }
      guard let first = seconds.first, let last = seconds.last else { continue }
      if let stopped, first <= stopped { losses.segmentStarts += 1 }
      stopped = last
      messages.writeTimer(.start, at: first)
      for index in segment { messages.write(FITMessage.record, records.fields(index, &losses)) }
      messages.writeTimer(.stopAll, at: last)
    }
    messages.writeLap(summary)
    messages.writeSession(summary)
    messages.writeActivity(summary)
    return messages.file()
  }
}
