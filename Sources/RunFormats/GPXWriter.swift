package import RunModel

/// Writes runs as GPX 1.1, a track each, so that reading gives the same bits again.
///
/// Accuracy is written as Apple's `hAcc`, or as OpenTracks' `accuracy_horizontal` where the run had
/// it from there. What XML cannot hold is left out: characters it forbids, and fixes whose position
/// is not a number.
///
/// Sources: GPX 1.1 schema (topografix.com/GPX/1/1/gpx.xsd), Garmin TrackPointExtension v2 and
/// TrackStatsExtension v1, Cluetrust GPXDATA 1/0.
package func writeGPX(
  _ runs: [RecordedRun], creator: String, to output: inout some TextOutputStream
) {
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
  for run in runs { writeTrack(run, to: &output) }
  output.write("</gpx>\n")
}

/// The same in one piece.
package func writeGPX(_ runs: [RecordedRun], creator: String) -> String {
  var text = ""
  writeGPX(runs, creator: creator, to: &text)
  return text
}

private func writeTrack(_ run: RecordedRun, to output: inout some TextOutputStream) {
  let description = run.description
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
  let points = PointWriter(run)
  let segment = run.fixes.segment
  for index in segment.indices {
    if index == 0 || segment[index] != segment[index - 1] {
      output.write(index == 0 ? "    <trkseg>\n" : "    </trkseg>\n    <trkseg>\n")
    }
    points.write(index, to: &output)
  }
  output.write(segment.isEmpty ? "  </trk>\n" : "    </trkseg>\n  </trk>\n")
}

/// Writes the fixes of one run, its columns taken out of the fixes once.
private struct PointWriter {
  private let fixes: Fixes
  private let elevation: [Double]
  /// Elements of the TrackPointExtension, in its schema's order.
  private let garmin: [(element: String, column: [Double])]
  /// Elements that stand for themselves.
  private let others: [(element: String, column: [Double])]

  init(_ run: RecordedRun) {
    fixes = run.fixes
    elevation = fixes[.elevation]
    let isOpenTracks = run.description.accuracySource == .accuracyHorizontal
    let accuracyElement = isOpenTracks ? "opentracks:accuracy_horizontal" : "hAcc"
    garmin = [
      ("gpxtpx:atemp", fixes[.temperature]), ("gpxtpx:hr", fixes[.heartRate]),
      ("gpxtpx:cad", fixes[.cadence]), ("gpxtpx:speed", fixes[.speed]),
    ].filter { !$0.1.isEmpty }
    others = [
      (accuracyElement, fixes[.accuracy]), ("power", fixes[.power]),
      ("gpxdata:distance", fixes[.deviceDistance]),
    ].filter { !$0.1.isEmpty }
  }

  func write(_ index: Int, to output: inout some TextOutputStream) {
    let (latitude, longitude) = (fixes.latitude[index], fixes.longitude[index])
    guard latitude.isFinite, longitude.isFinite else { return }
    output.write(
      "      <trkpt lat=\"\(decimalText(latitude))\" lon=\"\(decimalText(longitude))\">")
    if !elevation.isEmpty { output.write(numberElement("ele", elevation[index])) }
    let time = fixes.time[index]
    if time != Fixes.noTime { output.write("<time>\(timeText(time))</time>") }
    let own = others.reduce("") { $0 + numberElement($1.element, $1.column[index]) }
    let body = garmin.reduce("") { $0 + numberElement($1.element, $1.column[index]) }
    let extended =
      body.isEmpty
      ? "" : "<gpxtpx:TrackPointExtension>\(body)</gpxtpx:TrackPointExtension>"
    if !own.isEmpty || !extended.isEmpty {
      output.write("<extensions>\(own)\(extended)</extensions>")
    }
    output.write("</trkpt>\n")
  }
}
