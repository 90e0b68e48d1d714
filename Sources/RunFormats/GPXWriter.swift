package import RunModel

/// Writes runs as GPX 1.1, a track each, so that reading gives the same bits again.
///
/// Accuracy is written as Apple's `hAcc`, or as OpenTracks' `accuracy_horizontal` where the run had
/// it from there. What XML cannot hold is left out: characters it forbids, fixes whose position is not
/// a number, and infinities. Readers take segments as numbered from 0, and times as written in UTC.
///
/// Sources: GPX 1.1 schema (topografix.com/GPX/1/1/gpx.xsd), Garmin TrackPointExtension v2 and
/// TrackStatsExtension v1, Cluetrust GPXDATA 1/0.
@discardableResult
package func writeGPX(
  _ runs: [RecordedRun], creator: String, to output: inout some TextOutputStream
) -> WritingLosses {
  var losses = WritingLosses()
  output.write(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="\(escaped(creator))"
      xmlns="http://www.topografix.com/GPX/1/1"
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
      xmlns:gpxtrkx="http://www.garmin.com/xmlschemas/TrackStatsExtension/v1"
      xmlns:gpxdata="http://www.cluetrust.com/XML/GPXDATA/1/0"
      xmlns:opentracks="http://opentracksapp.com/xmlschemas/v1">

    """)
  for run in runs { writeTrack(run, to: &output, &losses) }
  output.write("</gpx>\n")
  return losses
}

/// The same in one piece.
package func writeGPX(_ runs: [RecordedRun], creator: String) -> String {
  var text = ""
  writeGPX(runs, creator: creator, to: &text)
  return text
}

private func writeTrack(
  _ run: RecordedRun, to output: inout some TextOutputStream, _ losses: inout WritingLosses
) {
  let description = run.description
  losses.lose(.name, if: losesCharacters(description.name))
  losses.lose(.device, if: losesCharacters(description.device))
  losses.lose(.deviceSerial, if: description.deviceSerial != nil)
  losses.lose(.utcOffset, if: description.utcOffsetMinutes ?? 0 != 0)
  losses.lose(.segmentNumbers, if: !run.fixes.hasPlainSegmentNumbers)
  output.write("  <trk>\n")
  if let name = description.name { output.write("    <name>\(escaped(name))</name>\n") }
  if let device = description.device { output.write("    <src>\(escaped(device))</src>\n") }
  if description.sport != .unknown {
    output.write("    <type>\(escaped(description.sport.rawValue))</type>\n")
  }
  let statistics =
    numberElement("gpxtrkx:Distance", description.deviceDistance)
    + numberElement("gpxtrkx:TimerTime", description.timerTime)
  if !statistics.isEmpty {
    output.write(
      "    <extensions><gpxtrkx:TrackStatsExtension>\(statistics)"
        + "</gpxtrkx:TrackStatsExtension></extensions>\n")
  }
  var points = PointWriter(run, losses)
  let segment = run.fixes.segment
  for index in segment.indices {
    if index == 0 || segment[index] != segment[index - 1] {
      output.write(index == 0 ? "    <trkseg>\n" : "    </trkseg>\n    <trkseg>\n")
    }
    points.write(index, to: &output)
  }
  losses = points.losses
  output.write(segment.isEmpty ? "  </trk>\n" : "    </trkseg>\n  </trk>\n")
}

/// Writes the fixes of one run, its columns taken out of the fixes once.
private struct PointWriter {
  private(set) var losses: WritingLosses
  private let fixes: Fixes
  private let elevation: [Double]
  /// Elements of the TrackPointExtension, in its schema's order.
  private let garmin: [Column]
  /// Elements that stand for themselves.
  private let others: [Column]

  private typealias Column = (element: String, channel: Channel, values: [Double])

  init(_ run: RecordedRun, _ losses: WritingLosses) {
    self.losses = losses
    fixes = run.fixes
    let fixes = run.fixes
    func columns(_ elements: [(String, Channel)]) -> [Column] {
      elements.filter { fixes.hasValues($0.1) }.map { ($0.0, $0.1, fixes[$0.1]) }
    }
    elevation = fixes[.elevation]
    let isOpenTracks = run.description.accuracySource == .accuracyHorizontal
    let accuracyElement = isOpenTracks ? "opentracks:accuracy_horizontal" : "hAcc"
    garmin = columns([
      ("gpxtpx:atemp", .temperature), ("gpxtpx:hr", .heartRate), ("gpxtpx:cad", .cadence),
      ("gpxtpx:speed", .speed),
    ])
    others = columns([
      (accuracyElement, .accuracy), ("power", .power), ("gpxdata:distance", .deviceDistance),
    ])
  }

  mutating func write(_ index: Int, to output: inout some TextOutputStream) {
    let (latitude, longitude) = (fixes.latitude[index], fixes.longitude[index])
    guard latitude.isFinite, longitude.isFinite else {
      losses.fixesWithoutPosition += 1
      return
    }
    output.write(
      "      <trkpt lat=\"\(decimalText(latitude))\" lon=\"\(decimalText(longitude))\">")
    if !elevation.isEmpty { output.write(element("ele", .elevation, elevation[index])) }
    let time = fixes.time[index]
    if isWritableTime(time) {
      output.write("<time>\(timeText(time))</time>")
    } else if time != Fixes.noTime {
      losses.times += 1
    }
    let own = elements(others, index)
    let body = elements(garmin, index)
    let extended =
      body.isEmpty
      ? "" : "<gpxtpx:TrackPointExtension>\(body)</gpxtpx:TrackPointExtension>"
    if !own.isEmpty || !extended.isEmpty {
      output.write("<extensions>\(own)\(extended)</extensions>")
    }
    output.write("</trkpt>\n")
  }

  private mutating func elements(_ columns: [Column], _ index: Int) -> String {
    var text = ""
    for column in columns { text += element(column.element, column.channel, column.values[index]) }
    return text
  }

  private mutating func element(_ name: String, _ channel: Channel, _ value: Double) -> String {
    if value.isInfinite { losses.values[channel, default: 0] += 1 }
    return numberElement(name, value)
  }
}
