internal import RunFormats
internal import RunModel

/// The formats that runs are written in; the raw value is also the file's extension.
package enum WrittenFormat: String, Sendable, CaseIterable {
  case gpx, tcx, fit

  func bytes(of runs: [RecordedRun], creator: String) -> [UInt8] {
    switch self {
    case .gpx: Array(writeGPX(runs, creator: creator).utf8)
    case .tcx: Array(writeTCX(runs, creator: creator).utf8)
    case .fit: writeFIT(runs, creator: creator)
    }
  }

  /// Writes one run in pieces; nothing at all where the format can hold none of its fixes.
  ///
  /// - Returns: how many of its fixes were written, and what the format could not hold.
  func write(
    _ run: RecordedRun, creator: String, to output: @escaping ([UInt8]) throws -> Void
  ) throws -> (fixes: Int, losses: WritingLosses) {
    var stream = ByteStream(output)
    let losses: WritingLosses
    switch self {
    case .gpx: losses = writeGPX([run], creator: creator, to: &stream)
    case .tcx: losses = writeTCX([run], creator: creator, to: &stream)
    case .fit:
      var bytes: [UInt8] = []
      losses = writeFIT([run.inFIT], creator: creator, to: &bytes)
      if !bytes.isEmpty { try output(bytes) }
    }
    let fixes = run.fixes.count - losses.fixesWithoutTime - losses.fixesWithoutPosition
    // What stands before and behind the fixes is less than a piece.
    if self != .fit, fixes > 0 { try stream.flush() }
    return (fixes, losses)
  }
}

extension RecordedRun {
  /// Where times from the start are counted from in FIT, which cannot hold 1970: 2000-01-01T00:00:00Z.
  private static let startInFIT: Int64 = 946_684_800_000

  fileprivate var inFIT: RecordedRun {
    guard description.timesCountFromStart else { return self }
    let times = fixes.time.map { time in
      let (later, overflow) = time.addingReportingOverflow(Self.startInFIT)
      return time == Fixes.noTime || overflow ? Fixes.noTime : later
    }
    var run = self
    run.fixes = fixes.with(time: times, segment: fixes.segment)
    return run
  }
}
