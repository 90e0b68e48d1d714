internal import Foundation
internal import RunFormats
internal import RunModel

/// Reads bytes that may be a file of a recorder's upload, and holds what comes of it against all that
/// must be true.
///
/// - Returns: false for what is taken for no such file.
/// - Throws: a ``Violation``.
@discardableResult
package func checkUpload(_ bytes: [UInt8]) throws -> Bool {
  let whole = document(bytes, piece: bytes.count)
  for piece in [1, 64, 4096] where piece < bytes.count {
    try require(
      document(bytes, piece: max(piece, bytes.count / 1000)) == whole,
      "pieces of \(piece) give another document")
  }
  switch whole {
  case .failure(let error):
    try requireNoCoordinate(in: error.detail)
    return error.code == .jsonDamaged
  case .success(let document):
    try require(
      document.isChunk != (document.chunkCount != nil), "it is neither chunk nor end, or both")
    try require(document.isChunk || document.fixes.count == 0, "an end has fixes")
    if let distance = document.deviceDistance {
      try require((0...1e8).contains(distance), "a total is \(distance)")
    }
    try checkNumbered(document.fixes, in: bytes)
    for diagnostic in document.diagnostics { try checkRemark(diagnostic) }
    return true
  }
}

private func document(_ bytes: [UInt8], piece: Int) -> Result<UploadedDocument, FormatError> {
  let reader = UploadReader()
  do throws(FormatError) {
    for start in stride(from: 0, to: bytes.count, by: max(piece, 1)) {
      try reader.read(bytes.span.extracting(start..<min(start + piece, bytes.count)))
    }
    return .success(UploadedDocument(try reader.document()))
  } catch {
    return .failure(error)
  }
}

/// A document's parts, to be compared.
private struct UploadedDocument: Equatable {
  let fixes: NumberedFixes
  let isChunk: Bool
  let chunkCount: Int?
  let deviceDistance: Double?
  let diagnostics: [Diagnostic]

  init(_ document: RecorderDocument) {
    fixes = document.fixes
    isChunk = document.isChunk
    chunkCount = document.chunkCount
    deviceDistance = document.deviceDistance
    diagnostics = document.diagnostics
  }
}

/// Reads bytes that may be a recorder's database, and holds what comes of it against all that must be
/// true.
///
/// - Parameter path: where the bytes are written to; the file is overwritten.
/// - Returns: false for what is no such database.
/// - Throws: a ``Violation``; or what writing the file throws.
@discardableResult
package func checkRecorderDatabase(_ bytes: [UInt8], at path: String) throws -> Bool {
  let once = try recordedRuns(bytes, at: path)
  try require(once == recordedRuns(bytes, at: path), "it is read in another way again")
  guard case .success(let database) = once else { return false }
  try require(Set(database.ids).count == database.ids.count, "two runs have one name")
  for run in database.runs {
    guard case .success(let run) = run else { continue }
    try require(run.fixes.count <= mostFixes, "there are more fixes than allowed")
    try checkNumbered(run.fixes, in: nil)
    for total in [run.description.deviceDistance, run.description.timerTime] {
      try require(total.map { (0...1e8).contains($0) } ?? true, "a total is none")
    }
    if let offset = run.description.utcOffsetMinutes {
      try require(RunDescription.utcOffsets.contains(offset), "a zone is \(offset) minutes off")
    }
    for diagnostic in run.diagnostics { try checkRemark(diagnostic) }
  }
  for diagnostic in database.diagnostics { try checkRemark(diagnostic) }
  return true
}

/// All that a database gives.
private struct RecordedRuns: Equatable {
  let ids: [String]
  let diagnostics: [Diagnostic]
  var runs: [Result<Run, FormatError>] = []

  struct Run: Equatable {
    let description: RunDescription
    let fixes: NumberedFixes
    let diagnostics: [Diagnostic]
  }
}

private let mostFixes = 10_000
/// So few that a directory of a thousand names does not make an input slow.
private let mostRuns = 32

private func recordedRuns(
  _ bytes: [UInt8], at path: String
) throws -> Result<RecordedRuns, FormatError> {
  for ending in ["", "-journal", "-wal", "-shm"] {
    try? FileManager.default.removeItem(atPath: path + ending)
  }
  try Data(bytes).write(to: URL(filePath: path))
  do throws(FormatError) {
    let database = try RecorderDatabase(copy: path, size: bytes.count, connections: 1)
    var all = RecordedRuns(ids: database.entries.map(\.id), diagnostics: database.diagnostics)
    for index in database.entries.indices.prefix(mostRuns) {
      do throws(FormatError) {
        let read = try database.read(index, maxFixes: mostFixes)
        all.runs.append(
          .success(
            .init(
              description: read.description, fixes: read.fixes, diagnostics: read.diagnostics)))
      } catch {
        all.runs.append(.failure(error))
      }
    }
    return .success(all)
  } catch {
    try requireNoCoordinate(in: error.detail)
    return .failure(error)
  }
}

private func checkNumbered(_ fixes: NumberedFixes, in bytes: [UInt8]?) throws {
  try require(fixes.seqs.count == fixes.fixes.count, "not every fix has a number")
  try require(
    fixes.seqs.allSatisfy { (0...Int(Int32.max)).contains($0) }, "a number is none")
  if let bytes {
    try require(fixes.count <= bytes.count / 2, "\(bytes.count) bytes give \(fixes.count) fixes")
  }
  try checkFixes(fixes.fixes)
}
