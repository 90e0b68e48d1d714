@testable import RunFormats
import RunModel

/// Reads a document that is given whole, in pieces of some size.
func readGPX(_ bytes: [UInt8], piece: Int = 65_536, maxFixes: Int = 1000) throws(FormatError)
  -> Reading
{
  let reader = GPXReader(maxFixes: maxFixes)
  try reader.feed(bytes, piece: piece)
  return try reader.finish()
}

func readGPX(_ text: String, piece: Int = 65_536, maxFixes: Int = 1000) throws(FormatError)
  -> Reading
{
  try readGPX(Array(text.utf8), piece: piece, maxFixes: maxFixes)
}

extension FormatReader {
  /// Hands a document over in pieces of some size.
  func feed(_ bytes: [UInt8], piece: Int) throws(FormatError) {
    var start = 0
    while start < bytes.count {
      let end = min(start + piece, bytes.count)
      let part = Array(bytes[start..<end])
      try read(part.span)
      start = end
    }
  }
}

/// The only run of a document.
func readRun(_ text: String) throws -> RecordedRun {
  let reading = try readGPX(text)
  guard reading.runs.count == 1 else { throw UnexpectedRunCount(count: reading.runs.count) }
  return reading.runs[0]
}

struct UnexpectedRunCount: Error {
  let count: Int
}

/// A document of one track around its segments.
func gpx(_ segments: String, track: String = "", root: String = #"version="1.1""#) -> String {
  "<?xml version=\"1.0\"?>\n<gpx \(root)><trk>\(track)\(segments)</trk></gpx>"
}

/// A point at 1 + number/1000 degrees north, 2 degrees east.
func point(_ number: Int, _ inside: String? = nil) -> String {
  let second = number < 10 ? "0\(number)" : "\(number)"
  let latitude = "1.\(String("00\(number)".suffix(3)))"
  let content = inside ?? "<time>2026-10-16T08:00:\(second)Z</time>"
  return "<trkpt lat=\"\(latitude)\" lon=\"2\">\(content)</trkpt>"
}

func seg(_ points: String...) -> String { "<trkseg>\(points.joined())</trkseg>" }

extension Reading {
  /// How often each diagnostic was made.
  var codes: [String: Int] {
    Dictionary(uniqueKeysWithValues: diagnostics.map { ($0.code, $0.count) })
  }
}

/// 2026-10-16T08:00:00Z, by `date -u -d … +%s`.
let eight: Int64 = 1_792_137_600_000
