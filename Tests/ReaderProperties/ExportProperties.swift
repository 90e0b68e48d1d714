internal import RunModel
internal import ServiceExports

/// Reads bytes that may be a table of a service's export, and as the name of a file of one, and holds
/// what comes of it against all that must be true.
///
/// - Returns: false for what is taken for no such table.
/// - Throws: a ``Violation``.
@discardableResult
package func checkExport(_ bytes: [UInt8]) throws -> Bool {
  let named = takeoutRecord(fileName: String(decoding: bytes, as: UTF8.self)[...])
  try require(named == nil || named?.sport != nil, "a name tells nothing")
  guard let whole = exportReading(bytes, piece: max(bytes.count, 1)) else { return false }
  for piece in [1, 7, 64, 4096] where piece < bytes.count {
    let pieces = exportReading(bytes, piece: max(piece, bytes.count / 4000))
    try require(pieces == whole, "pieces of \(piece) give another table")
  }
  try require(whole.activities.count <= bytes.count, "there are more activities than bytes")
  for activity in whole.activities { try checkActivity(activity, in: whole.table) }
  for diagnostic in whole.diagnostics { try checkRemark(diagnostic) }
  return true
}

private func exportReading(_ bytes: [UInt8], piece: Int) -> ExportReading? {
  let beginning = Array(bytes.prefix(ExportReader.beginningLength))
  guard let reader = ExportReader(beginning: beginning) else { return nil }
  for start in stride(from: 0, to: bytes.count, by: piece) {
    reader.read(bytes.span.extracting(start..<min(start + piece, bytes.count)))
  }
  return reader.finish()
}

private func checkActivity(_ activity: ExportedActivity, in table: ExportTable) throws {
  let record = activity.record
  try require(record.service == table.service, "an activity is that of another service")
  for text in [record.id, record.name, activity.file] {
    try require(text?.isEmpty != true, "a text is empty")
    // A tag's value may be as long as a tag.
    try require(text?.utf8.count ?? 0 <= 3 << 16, "a text has no bound")
  }
  if let distance = record.distance {
    try require(distance > 0 && distance < 1e8, "a distance is \(distance)")
  }
  for time in [record.startedAt, activity.endedAt] {
    let isPlausible = time.map { Timestamp.plausibleMilliseconds.contains($0.milliseconds) }
    try require(isPlausible ?? (time == nil), "a time is none")
  }
  for (pause, next) in zip(record.pauses, record.pauses.dropFirst()) {
    try require(pause.upperBound <= next.lowerBound, "pauses overlap")
  }
}

/// Reads bytes that may be a table of truths, and holds what comes of it against all that must be true.
///
/// - Returns: false where there is no truth in it.
/// - Throws: a ``Violation``.
@discardableResult
package func checkTruths(_ bytes: [UInt8]) throws -> Bool {
  let table = TruthTable(bytes)
  let again = TruthTable(bytes)
  try require(
    table.truths == again.truths && table.ignoredColumns == again.ignoredColumns
      && table.faults.map(\.line) == again.faults.map(\.line), "it is read in another way again")
  let lines = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
  for line in table.truths.compactMap(\.line) + table.faults.compactMap(\.line) {
    try require((1...lines).contains(line), "line \(line) of \(lines)")
  }
  for truth in table.truths {
    let interval = truth.interval
    try require(!truth.run.isEmpty, "a truth is that of no run")
    try require(interval.lower > 0 && interval.lower <= 1e8, "a length is \(interval.lower)")
    let isUpper = interval.upper.map { interval.lower <= $0 && $0 <= 1e8 }
    try require(isUpper ?? truth.kind.mayBeOpen, "an interval is open, or upside down")
  }
  return !table.truths.isEmpty
}
