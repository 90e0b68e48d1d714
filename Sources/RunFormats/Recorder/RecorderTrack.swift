internal import RunModel

/// One point as the recorder's app keeps or sends it; what could not be read is nil.
struct RecorderPoint {
  var seq: Int64?
  var segment: Int64?
  /// Milliseconds since 1970 UTC.
  var time: Int64?
  var latitude: Double?
  var longitude: Double?
  var accuracy: Double?
  var speed: Double?
  /// Of the channels that only databases of exported runs have, by raw value; NaN where unknown.
  var others = InlineArray<8, Double>(repeating: .nan)
  /// Values that are there and cannot be read.
  var unreadable = 0
}

/// The points of one run or of a part of it, as they come.
struct RecorderTrack {
  private(set) var fixes = NumberedFixes()
  private(set) var findings = Findings()
  private var segment: Int32 = 0

  /// Far more than anybody records; leaves room to count on.
  static let seqs: ClosedRange<Int64> = 0...Int64(Int32.max)

  /// What no recorder's app keeps, but our own databases of exported runs.
  static let otherChannels = Channel.allCases.filter { ![.accuracy, .speed].contains($0) }

  mutating func take(_ point: RecorderPoint) {
    findings.note(.unreadableValue, count: point.unreadable)
    guard let seq = point.seq, Self.seqs.contains(seq) else {
      findings.note(.pointWithoutNumber)
      return
    }
    if let number = point.segment {
      if let known = Int32(exactly: number) {
        segment = known
      } else {
        findings.note(.unreadableValue)
      }
    }
    guard let latitude = point.latitude, let longitude = point.longitude, latitude.isFinite,
      longitude.isFinite
    else {
      findings.note(.pointWithoutPosition)
      return
    }
    let time = point.time ?? Fixes.noTime
    if time != Fixes.noTime, !Timestamp.plausibleMilliseconds.contains(time) {
      findings.note(.implausibleTime)
    }
    var row = Fixes.Row(
      time: time, latitude: latitude, longitude: longitude, segment: segment)
    row[.accuracy] = point.accuracy ?? .nan
    if let speed = point.speed {
      if speed < 0 { findings.note(.invalidSpeed) } else { row[.speed] = speed }
    }
    for channel in Self.otherChannels { row[channel] = point.others[Int(channel.rawValue)] }
    fixes.append(row, seq: Int(seq))
  }

  /// What is noteworthy, also about the fixes among each other.
  var diagnostics: [Diagnostic] {
    var findings = findings
    findings.inspect(fixes.fixes)
    return findings.diagnostics
  }

  var accuracySource: AccuracySource { fixes.fixes[.accuracy].isEmpty ? .none : .recorder }
}
