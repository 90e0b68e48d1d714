package import RunFormats
internal import RunModel

/// Reads bytes that may be a file of any format, and holds what comes of it against all that must
/// be true of every reading.
///
/// - Parameter isThorough: true to check all there is; else some, which differ from input to input.
/// - Returns: what the bytes were taken for.
/// - Throws: a ``Violation``.
@discardableResult
package func checkReading(of bytes: [UInt8], isThorough: Bool = false) throws -> Recognised? {
  let variation = variation(of: bytes)
  let whole = Attempt(bytes, piece: bytes.count)
  let lengths = isThorough ? pieceLengths : [pieceLengths[Int(variation & 7)]]
  for length in lengths { try checkPieces(of: bytes, length, against: whole) }
  if case .readable(let format) = whole.recognised {
    let longer = lengthened(bytes, as: format)
    let whole = Attempt(longer, piece: longer.count)
    for length in lengths { try checkPieces(of: longer, length, against: whole) }
  }
  switch whole.outcome {
  case .success(let reading):
    try checkReading(reading, of: bytes)
    if isThorough || variation & 0x300 == 0 { try checkLimit(bytes, reading, lengths) }
    if isThorough || variation & 0xC00 == 0 { try checkWriting(reading) }
  case .failure(let error):
    try requireNoCoordinate(in: error.detail)
    try checkPlace(error.place, in: bytes)
  }
  return whole.recognised
}

private let pieceLengths = [1, 2, 3, 7, 13, 64, 509, 4096]

/// One way to read some bytes, and what came of it.
private struct Attempt {
  let recognised: Recognised?
  let outcome: Result<Reading, FormatError>

  init(_ bytes: [UInt8], piece: Int, maxFixes: Int = 100_000) {
    let reader = FileReader(maxFixes: maxFixes)
    do throws(FormatError) {
      var start = 0
      while start < bytes.count {
        let end = min(start + piece, bytes.count)
        try reader.read(bytes.span.extracting(start..<end))
        start = end
      }
      outcome = .success(try reader.finish())
    } catch {
      outcome = .failure(error)
    }
    recognised = reader.recognised
  }
}

/// The same with so much before it that the format is known when it begins: until then a file is held
/// back, so that pieces of a short one arrive at its reader as a whole.
private func lengthened(_ bytes: [UInt8], as format: Format) -> [UInt8] {
  switch format {
  case .fit:
    // Another file of one message kind that means nothing: a definition, and 17 messages of 255 zeros.
    let size = 9 + 17 * 256
    let header = [14, 32, 0, 0, UInt8(size & 255), UInt8(size >> 8), 0, 0] + Array(".FIT".utf8)
    let definition: [UInt8] = [0x40, 0, 0, 0, 0xFF, 1, 0, 255, 13]
    return header + [0, 0] + definition + [UInt8](repeating: 0, count: 17 * 256 + 2) + bytes
  case .polar, .recorderUpload, .recorderDatabase:
    return bytes + [UInt8](repeating: UInt8(ascii: " "), count: recognitionLength)
  case .gpx, .tcx:
    let comment = Array("<!--\(String(repeating: " ", count: recognitionLength))-->".utf8)
    let declared = bytes.starts(with: "<?xml".utf8) ? bytes.firstIndex(of: UInt8(ascii: ">")) : nil
    let start = declared.map { $0 + 1 } ?? 0
    return Array(bytes[..<start]) + comment + Array(bytes[start...])
  }
}

/// How a file is cut into pieces has no say in what is read.
private func checkPieces(of bytes: [UInt8], _ length: Int, against whole: Attempt) throws {
  // At most some thousand pieces.
  let pieces = Attempt(bytes, piece: max(length, bytes.count / 4000))
  try require(pieces.recognised == whole.recognised, "pieces of \(length) are another format")
  switch (whole.outcome, pieces.outcome) {
  case (.success(let reading), .success(let other)):
    let (reading, other) = (withoutFault(reading), withoutFault(other))
    try require(
      reading == other, "pieces of \(length) give another reading: \(difference(reading, other))")
  case (.failure(let error), .failure(let other)):
    try require(
      error.code == other.code || isBrokenXML(error) && isBrokenXML(other),
      "\(error.code), and \(other.code) in pieces of \(length)")
  case (.success, .failure(let error)):
    throw Violation(description: "refused in pieces of \(length): \(error.code)")
  case (.failure(let error), .success):
    throw Violation(description: "read in pieces of \(length), refused whole: \(error.code)")
  }
}

private func checkReading(_ reading: Reading, of bytes: [UInt8]) throws {
  let hasTimes = reading.runs.contains { $0.fixes.time.contains { $0 != Fixes.noTime } }
  switch reading.kind {
  case .activity: try require(hasTimes, "an activity has no times")
  case .plannedRoute:
    try require(!reading.runs.isEmpty && !hasTimes, "a planned route has times or no place")
  case .withoutPositions, .noActivity:
    try require(reading.runs.isEmpty, "there are runs where there should be none")
  }
  for run in reading.runs { try checkRun(run) }
  for diagnostic in reading.diagnostics {
    try require(diagnostic.count > 0, "\(diagnostic.code) was found no times")
    try requireNoCoordinate(in: diagnostic.detail)
    try checkPlace(diagnostic.place, in: bytes)
  }
}

private func checkPlace(_ place: Place?, in bytes: [UInt8]) throws {
  if let byte = place?.byte {
    try require((0...bytes.count).contains(byte), "byte \(byte) of \(bytes.count)")
  }
  if let line = place?.line { try require((1...bytes.count + 1).contains(line), "line \(line)") }
}

private func checkRun(_ run: RecordedRun) throws {
  try require(!run.fixes.isEmpty, "a run has no fixes")
  let segments = run.fixes.segment
  try require(segments[0] == 0, "the first segment is \(segments[0])")
  for (before, next) in zip(segments, segments.dropFirst()) {
    try require(next == before || next == before + 1, "segment \(next) follows \(before)")
  }
  for channel in Channel.allCases {
    let isOdd = run.fixes[channel].contains { $0.isInfinite }
    try require(!isOdd, "a value of \(channel) is infinite")
  }
  let description = run.description
  for total in [description.deviceDistance, description.timerTime] {
    try require(total?.isFinite ?? true, "a total is no number")
  }
  if let offset = description.utcOffsetMinutes {
    try require(RunDescription.utcOffsets.contains(offset), "a zone is \(offset) minutes off")
  }
  try checkFixes(run.fixes)
}

/// True where XML broke off. How far libxml2 looks ahead decides whether a tag without an end is
/// damaged, or cut off by the end of the file.
private func isBrokenXML(_ error: FormatError) -> Bool {
  [.damaged, .truncated, .notXML].contains(error.code)
}

/// The same without what may differ where XML breaks off: why, and how many bad bytes there are behind.
private func withoutFault(_ reading: Reading) -> Reading {
  guard reading.format != .fit, reading.runs.last?.description.state == .interrupted else {
    return reading
  }
  var reading = reading
  reading.diagnostics.removeAll {
    [
      "xml_damaged", "truncated", "control_characters", "invalid_utf8", "invalid_characters",
    ].contains($0.code)
  }
  return reading
}

/// In which parts two readings differ.
private func difference(_ left: Reading, _ right: Reading) -> String {
  var parts: [String] = []
  if left.kind != right.kind { parts.append("\(left.kind), \(right.kind)") }
  if left.runs.map(\.fixes) != right.runs.map(\.fixes) { parts.append("fixes") }
  if left.runs.map(\.description) != right.runs.map(\.description) {
    parts.append("descriptions")
  }
  for (one, other) in [(left, right), (right, left)] {
    parts += one.diagnostics.filter { !other.diagnostics.contains($0) }.map {
      "\($0.code) \($0.count) times from line \($0.place?.line ?? 0), byte \($0.place?.byte ?? -1) on"
    }
  }
  return parts.joined(separator: "; ")
}

/// A reader that may take one fix less than a run has refuses the file, however it comes.
private func checkLimit(_ bytes: [UInt8], _ reading: Reading, _ lengths: [Int]) throws {
  guard let longest = reading.runs.map(\.fixes.count).max() else { return }
  for length in lengths + [bytes.count] {
    let limited = Attempt(bytes, piece: length, maxFixes: longest - 1)
    guard case .failure(let error) = limited.outcome, error.code == .tooManyFixes else {
      throw Violation(
        description: "\(longest) fixes where \(longest - 1) may be, in pieces of \(length)")
    }
  }
}

/// What is written as GPX reads back with the same times and places.
private func checkWriting(_ reading: Reading) throws {
  let text = Array(writeGPX(reading.runs, creator: "remeasure").utf8)
  guard case .success(let back) = Attempt(text, piece: text.count).outcome
  else { throw Violation(description: "what was written cannot be read") }
  let written = reading.runs.flatMap { places($0.fixes) }
  let read = back.runs.flatMap { places($0.fixes) }
  try require(written == read, "what was written reads back as other times or places")
}

private struct TimedPlace: Equatable {
  let time: Int64
  let latitude: UInt64
  let longitude: UInt64
}

private func places(_ fixes: Fixes) -> [TimedPlace] {
  (0..<fixes.count).filter { fixes.latitude[$0].isFinite && fixes.longitude[$0].isFinite }.map {
    TimedPlace(
      time: fixes.time[$0], latitude: fixes.latitude[$0].bitPattern,
      longitude: fixes.longitude[$0].bitPattern)
  }
}
