@testable import RunFormats
import RunModel

/// Reads a document that is given whole, in pieces of some size.
func readTCX(_ bytes: [UInt8], piece: Int = 65_536, maxFixes: Int = 1000) throws(FormatError)
  -> Reading
{
  let reader = TCXReader(maxFixes: maxFixes)
  try reader.feed(bytes, piece: piece)
  return try reader.finish()
}

func readTCX(_ text: String, piece: Int = 65_536, maxFixes: Int = 1000) throws(FormatError)
  -> Reading
{
  try readTCX(Array(text.utf8), piece: piece, maxFixes: maxFixes)
}

/// The only run of a document.
func readTCXRun(_ text: String) throws -> RecordedRun {
  let reading = try readTCX(text)
  guard reading.runs.count == 1 else { throw UnexpectedRunCount(count: reading.runs.count) }
  return reading.runs[0]
}

/// A document of one activity around its laps.
func tcx(_ laps: String, sport: String? = "Running", rest: String = "", root: String = "") -> String
{
  let sport = sport.map { " Sport=\"\($0)\"" } ?? ""
  return "<?xml version=\"1.0\"?>\n<TrainingCenterDatabase\(root)><Activities>"
    + "<Activity\(sport)><Id>2026-10-16T08:00:00Z</Id>\(laps)\(rest)</Activity></Activities>"
    + "</TrainingCenterDatabase>"
}

func lap(_ tracks: String..., head: String = "") -> String {
  "<Lap StartTime=\"2026-10-16T08:00:00Z\">\(head)\(tracks.joined())</Lap>"
}

func track(_ points: String...) -> String { "<Track>\(points.joined())</Track>" }

/// A track point at 1 + number/1000 degrees north, 2 degrees east, so many seconds after eight.
func at(_ number: Int, _ inside: String = "") -> String {
  let latitude = "1.\(String("00\(number)".suffix(3)))"
  return trackpoint(seconds: number, position(latitude, "2") + inside)
}

func position(_ latitude: String, _ longitude: String) -> String {
  "<Position><LatitudeDegrees>\(latitude)</LatitudeDegrees>"
    + "<LongitudeDegrees>\(longitude)</LongitudeDegrees></Position>"
}

/// A track point of any content; its time is eight o'clock and so many seconds.
func trackpoint(seconds: Int, _ inside: String = "") -> String {
  let second = seconds < 10 ? "0\(seconds)" : "\(seconds)"
  return "<Trackpoint><Time>2026-10-16T08:00:\(second)Z</Time>\(inside)</Trackpoint>"
}

func heartRate(_ value: String) -> String { "<HeartRateBpm><Value>\(value)</Value></HeartRateBpm>" }
