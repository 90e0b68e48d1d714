package import RunModel

/// Writes runs as TCX 2, an activity of one lap each with a track a segment, so that reading gives
/// times, places, elevation, speed and distance again to the bit.
///
/// Heart rate, cadence and power are whole numbers in TCX: the nearest is written. It has no element
/// for accuracy and temperature, and of sports only running, biking and others. A lap without a total
/// says no distance, which the schema asks for: a zero would be a statement. A fix without a time, or
/// whose position is no number, is left out, and so is a run without any other.
///
/// Sources: TrainingCenterDatabasev2.xsd and ActivityExtensionv2.xsd (garmin.com/xmlschemas).
@discardableResult
package func writeTCX(
  _ runs: [RecordedRun], creator: String, to output: inout some TextOutputStream
) -> WritingLosses {
  var losses = WritingLosses()
  output.write(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <TrainingCenterDatabase
      xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
      xmlns:ax="http://www.garmin.com/xmlschemas/ActivityExtension/v2"
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      <Activities>

    """)
  for run in runs { writeActivity(run, creator: creator, to: &output, &losses) }
  output.write("  </Activities>\n</TrainingCenterDatabase>\n")
  return losses
}

/// The same in one piece.
package func writeTCX(_ runs: [RecordedRun], creator: String) -> String {
  var text = ""
  writeTCX(runs, creator: creator, to: &text)
  return text
}

private func writeActivity(
  _ run: RecordedRun, creator: String, to output: inout some TextOutputStream,
  _ losses: inout WritingLosses
) {
  let (fixes, description) = (run.fixes, run.description)
  let writable = WritableFixes(
    of: fixes, time: { isWritableTime(fixes.time[$0]) ? fixes.time[$0] : nil },
    hasPlace: { fixes.latitude[$0].isFinite && fixes.longitude[$0].isFinite }, losses: &losses)
  guard let start = writable.timeSpan?.lowerBound else { return }
  losses.lose(.name, if: losesCharacters(description.name))
  losses.lose(.device, if: losesCharacters(description.device))
  losses.lose(
    .deviceSerial,
    if: description.deviceSerial.map { UInt32($0).map(String.init) != $0 } ?? false)
  losses.lose(.sport, if: Sport(recorded: sportName(description.sport)) != description.sport)
  losses.lose(.utcOffset, if: description.utcOffsetMinutes ?? 0 != 0)
  losses.lose(.segmentNumbers, if: !fixes.hasPlainSegmentNumbers)
  output.write(
    """
        <Activity Sport="\(sportName(description.sport))">
          <Id>\(timeText(start))</Id>
          <Lap StartTime="\(timeText(start))">
            \(numberElement("TotalTimeSeconds", description.timerTime ?? writable.seconds))\
    \(numberElement("DistanceMeters", description.deviceDistance))\
    <Calories>0</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>

    """)
  var points = TrackpointWriter(run, losses)
  for segment in writable.segments {
    output.write("        <Track>\n")
    for index in segment { points.write(index, to: &output) }
    output.write("        </Track>\n")
  }
  losses = points.losses
  output.write("      </Lap>\n")
  if let name = description.name { output.write("      <Notes>\(escaped(name))</Notes>\n") }
  output.write(
    """
          <Creator xsi:type="Device_t"><Name>\(escaped(description.device ?? creator))</Name>\
    <UnitId>\(description.deviceSerial.flatMap { UInt32($0) } ?? 0)</UnitId><ProductID>0</ProductID><Version><VersionMajor>0</VersionMajor>\
    <VersionMinor>0</VersionMinor></Version></Creator>
        </Activity>

    """)
}

private func sportName(_ sport: Sport) -> String {
  switch sport {
  case .running: "Running"
  case .cycling: "Biking"
  default: "Other"
  }
}

/// Writes the fixes of one run, its columns taken out of the fixes once.
private struct TrackpointWriter {
  private(set) var losses: WritingLosses
  private let fixes: Fixes
  /// By the channel's raw value.
  private let columns: [[Double]]
  private let isRunning: Bool

  init(_ run: RecordedRun, _ losses: WritingLosses) {
    self.losses = losses
    fixes = run.fixes
    columns = Channel.allCases.map { run.fixes[$0] }
    isRunning = run.description.sport == .running
  }

  mutating func write(_ index: Int, to output: inout some TextOutputStream) {
    for channel in [Channel.accuracy, .temperature] where value(channel, index) != nil {
      lose(channel)
    }
    let heartRate = wholeElement("Value", .heartRate, index, in: 1...255)
    let cadence = wholeElement(
      isRunning ? "ax:RunCadence" : "Cadence", .cadence, index, in: 0...254)
    let extended =
      element("ax:Speed", .speed, index) + (isRunning ? cadence : "")
      + wholeElement("ax:Watts", .power, index, in: 0...65535)
    output.write(
      """
                <Trackpoint><Time>\(timeText(fixes.time[index]))</Time><Position>\
      \(numberElement("LatitudeDegrees", fixes.latitude[index]))\
      \(numberElement("LongitudeDegrees", fixes.longitude[index]))</Position>\
      \(element("AltitudeMeters", .elevation, index))\
      \(element("DistanceMeters", .deviceDistance, index))\
      \(heartRate.isEmpty ? "" : "<HeartRateBpm>\(heartRate)</HeartRateBpm>")\
      \(isRunning ? "" : cadence)\
      \(extended.isEmpty ? "" : "<Extensions><ax:TPX>\(extended)</ax:TPX></Extensions>")\
      </Trackpoint>

      """)
  }

  private mutating func element(_ name: String, _ channel: Channel, _ index: Int) -> String {
    guard let value = value(channel, index) else { return "" }
    if !value.isFinite { lose(channel) }
    return numberElement(name, value)
  }

  private mutating func wholeElement(
    _ name: String, _ channel: Channel, _ index: Int, in range: ClosedRange<Double>
  ) -> String {
    guard let value = value(channel, index) else { return "" }
    guard range.contains(value.rounded()) else {
      lose(channel)
      return ""
    }
    // The zero added takes the sign off a negative one, which no integer has.
    return numberElement(name, value.rounded() + 0)
  }

  private func value(_ channel: Channel, _ index: Int) -> Double? {
    let column = columns[Int(channel.rawValue)]
    return column.isEmpty || column[index].isNaN ? nil : column[index]
  }

  private mutating func lose(_ channel: Channel) {
    losses.values[channel, default: 0] += 1
  }
}
