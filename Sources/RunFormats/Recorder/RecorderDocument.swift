package import RunModel

/// One file of a recorder's upload: `chunks/<n>.json` or `complete.json` of a run.
package struct RecorderDocument: Sendable {
  /// Of a chunk; empty in the message that completes the upload.
  package private(set) var fixes = NumberedFixes()
  package private(set) var accuracySource = AccuracySource.none
  package private(set) var isChunk = false
  /// How many chunks there are, by the message that completes the upload.
  package private(set) var chunkCount: Int?
  /// Metres by the recorder's own total.
  package private(set) var deviceDistance: Double?
  package private(set) var diagnostics: [Diagnostic] = []

  /// Reads a whole file.
  ///
  /// - Throws: `unread_format` where it is JSON of another kind.
  package init(_ bytes: [UInt8]) throws(FormatError) {
    guard recognise(bytes.span) == .readable(.recorderUpload) else { throw jsonIsNotRead }
    let upload = try decodeJSON(Upload.self, from: bytes)
    if let points = upload.points {
      read(points)
    } else if let count = upload.chunkCount {
      try readCompletion(count.value, upload)
    } else {
      throw jsonIsNotRead
    }
  }

  private mutating func read(_ points: [Lenient<Upload.Point>]) {
    var track = RecorderTrack()
    for point in points { track.take(point.value?.point ?? RecorderPoint()) }
    isChunk = true
    fixes = track.fixes
    accuracySource = track.accuracySource
    diagnostics = track.diagnostics
  }

  private mutating func readCompletion(_ count: Int64?, _ upload: Upload) throws(FormatError) {
    guard let count = count.flatMap({ Int(exactly: $0) }), UploadedChunks.numbers.contains(count)
    else {
      throw FormatError(
        code: .jsonDamaged, place: nil, detail: "the number of chunks is none that an upload has")
    }
    chunkCount = count
    guard let distance = upload.distanceM else { return }
    var findings = Findings()
    deviceDistance = distance.value.flatMap { plausibleTotal($0, &findings) }
    diagnostics = findings.diagnostics
  }
}

/// Metres of a whole run: what no run can be is no statement about one.
func plausibleTotal(_ total: Double, _ findings: inout Findings) -> Double? {
  guard (0...1e8).contains(total) else {
    findings.note(.implausibleTotal)
    return nil
  }
  return total
}

/// Both kinds of file, by the names that they use.
private struct Upload: Decodable {
  struct Point: Decodable {
    let seq: WholeNumber?
    let segment: WholeNumber?
    let t: WholeNumber?
    let lat: Lenient<Double>?
    let lon: Lenient<Double>?
    let acc: Lenient<Double>?
  }

  let points: [Lenient<Point>]?
  let chunkCount: WholeNumber?
  let distanceM: Lenient<Double>?
}

extension Upload.Point {
  fileprivate var point: RecorderPoint {
    var point = RecorderPoint(
      seq: seq?.value, segment: segment?.value, time: t?.value, latitude: lat?.value,
      longitude: lon?.value, accuracy: acc?.value)
    point.unreadable = [
      segment.map { $0.value == nil }, t.map { $0.value == nil }, acc.map { $0.value == nil },
    ].count { $0 == true }
    return point
  }
}
