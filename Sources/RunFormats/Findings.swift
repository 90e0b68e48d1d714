internal import RunModel

/// What can be noteworthy in a file that was read nevertheless; the raw value is the diagnostic's
/// code and never changes.
enum Finding: String, CaseIterable {
  case controlCharacter = "control_characters"
  case invalidUTF8 = "invalid_utf8"
  case unconvertible = "invalid_characters"
  case undeclaredEntity = "undeclared_entity"
  case undeclaredPrefix = "undeclared_prefix"
  case repairedXML = "xml_repaired"
  case falseEncoding = "false_encoding"
  case junkAfterDocument = "junk_after_document"
  case pointWithoutPosition = "points_without_position"
  case partialRecord = "records_joined"
  case unreadablePosition = "position_unreadable"
  case positionOutOfRange = "position_out_of_range"
  case positionZero = "position_zero"
  case pointWithoutTime = "points_without_time"
  case unreadableTime = "time_unreadable"
  case timeWithoutZone = "time_without_zone"
  case implausibleTime = "time_implausible"
  case timeGoesBack = "time_goes_back"
  case timeRepeats = "time_repeats"
  case unreadableValue = "value_unreadable"
  case invalidSpeed = "speed_invalid"
  case implausibleTotal = "total_implausible"
  case repeatedSegment = "segments_repeat"
  case distanceWithoutPosition = "distance_without_position"
  case routeOnly = "route_only"
  case waypointsOnly = "waypoints_only"
  case noPoints = "no_points"
  case badHeaderChecksum = "header_checksum_mismatch"
  case badChecksum = "checksum_mismatch"
  case missingChecksum = "checksum_missing"
  case unknownDataSize = "data_size_unknown"
  case wrongDataSize = "data_size_wrong"
  case trailingBytes = "trailing_bytes"
  case relativeTime = "time_relative"
  case virtualPosition = "virtual_positions"
  case summariesLeftOut = "summaries_left_out"
  case chainedFileLeftOut = "chained_files_left_out"
  case pointWithoutNumber = "points_without_number"
  case stillRecording = "still_recording"
  case interruptedRun = "recorder_interrupted"
  case unknownState = "state_unknown"
  case runWithoutID = "runs_without_id"
  case runRowMissing = "run_row_missing"
  case runRowRepeated = "run_row_repeated"
  case lastFixesMissing = "last_fixes_missing"

  /// One sentence for people.
  var detail: String {
    switch self {
    case .controlCharacter: "bytes that no XML may hold were read as blanks"
    case .invalidUTF8: "bytes that are no UTF-8 were read as question marks"
    case .unconvertible:
      "bytes that are nothing in the declared encoding were read as question marks"
    case .undeclaredEntity: "entities that nobody declares were read as question marks"
    case .undeclaredPrefix: "elements or attributes have a namespace prefix that is not declared"
    case .repairedXML: "small faults in the XML were passed over"
    case .falseEncoding: "the declared encoding is not the file's; it was read as UTF-8"
    case .junkAfterDocument: "something follows the end of the document; it was not read"
    case .pointWithoutPosition: "track points without a usable position are not fixes"
    case .partialRecord:
      "records without a position gave their values to the fix of the same second"
    case .unreadablePosition: "a latitude or longitude is no decimal number"
    case .positionOutOfRange: "positions lie beyond 90 or 180 degrees; they are kept as recorded"
    case .positionZero: "positions are exactly zero and zero; they are kept as recorded"
    case .pointWithoutTime: "fixes have no time"
    case .unreadableTime: "a time could not be read; the fix is kept without one"
    case .timeWithoutZone: "times have no zone; they were read as UTC"
    case .implausibleTime: "times lie before 1990 or after 2100; they are kept as recorded"
    case .timeGoesBack: "a fix is earlier than the one before it; the order is kept as recorded"
    case .timeRepeats: "a fix has the same time as the one before it"
    case .unreadableValue: "a sensor's value is no number; it was left out"
    case .invalidSpeed: "the device marked its own speed as invalid; it was left out"
    case .implausibleTotal: "a total of the device is none that a run can have; it was left out"
    case .repeatedSegment: "segments begin with the same fix as the one before: points may be twice"
    case .distanceWithoutPosition:
      "the device states a distance but recorded no position; there is nothing to measure"
    case .routeOnly: "the file holds a route, not a track"
    case .waypointsOnly: "the file holds waypoints, not a track"
    case .noPoints: "the file holds no point at all"
    case .badHeaderChecksum: "the checksum of the header is wrong; it was read all the same"
    case .badChecksum: "the checksum of the file is wrong; it was read all the same"
    case .missingChecksum: "the file ends without its checksum"
    case .unknownDataSize: "the header does not say how much follows; it was read to the end"
    case .wrongDataSize: "records go on behind the end that the header states; they were read"
    case .trailingBytes: "bytes follow that are no FIT file; they were not read"
    case .relativeTime: "times count from when the device was switched on, not from any date"
    case .virtualPosition: "the positions are those of a virtual world"
    case .chainedFileLeftOut: "a file chained to it holds no activity; it was not read"
    case .pointWithoutNumber: "points without a usable number were left out"
    case .stillRecording: "the recorder had not finished the run; it is kept up to its last fix"
    case .interruptedRun: "the recorder was interrupted; the run is kept up to its last fix"
    case .unknownState: "the recorder's state of the run is none that is known"
    case .runWithoutID: "rows of the table run have no usable id; they were left out"
    case .runRowMissing: "the table run has no row of this run; its points were read all the same"
    case .runRowRepeated: "the table run has several rows of this run; the first one was read"
    case .lastFixesMissing: "fixes are missing behind the last one, by the recorder's count"
    case .summariesLeftOut: "there are more sessions, laps or timer events than any recording has"
    }
  }
}

/// How often each finding was made, and where first.
struct Findings {
  private var met: [Finding: (count: Int, place: Place?)] = [:]

  /// - Parameter place: looked at only the first time.
  mutating func note(_ finding: Finding, count: Int = 1, at place: @autoclosure () -> Place? = nil)
  {
    guard count > 0 else { return }
    met[finding, default: (0, place())].count += count
  }

  /// Adds what was found elsewhere in the same file.
  mutating func add(_ other: Findings) {
    for (finding, found) in other.met { note(finding, count: found.count, at: found.place) }
  }

  /// In the order of ``Finding``.
  var diagnostics: [Diagnostic] {
    Finding.allCases.compactMap { finding in
      met[finding].map {
        Diagnostic(
          code: finding.rawValue, count: $0.count, place: $0.place, detail: finding.detail)
      }
    }
  }
}
