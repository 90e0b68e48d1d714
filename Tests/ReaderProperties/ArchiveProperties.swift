internal import Archives
internal import Foundation
internal import Hashing

/// Looks into a file that may be an archive, reads all its members under small limits, and holds
/// what comes of it against all that must be true.
///
/// - Parameter path: where the bytes are written to; the file is overwritten.
/// - Throws: a ``Violation``; or what writing the file throws.
package func checkArchive(_ bytes: [UInt8], at path: String) throws {
  try Data(bytes).write(to: URL(filePath: path))
  let found = inventory(of: [path], limits: limits)
  try require(!found.items.isEmpty, "a file is neither read nor refused")
  try require(found.items.count <= limits.entries + 1, "there are more members than allowed")
  for fault in found.faults {
    try require(fault.file == path, "a fault is that of another file")
    try checkName(fault.member)
    try checkError(fault.error)
  }
  for member in found.members {
    try require(member.file == path, "a member is that of another file")
    try checkName(member.name)
  }
  // So few that many copies of one long member do not make an input slow.
  for member in found.members.prefix(8) {
    let once = try Content(of: member)
    try require(once == Content(of: member), "a member's content changes")
    let most = max(limits.ratioFreeBytes, limits.ratio * (bytes.count + 1))
    try require(once.count <= most, "\(bytes.count) bytes unpack to \(once.count)")
  }
}

private let limits: Limits = {
  var limits = Limits()
  limits.memberBytes = 1 << 20
  limits.archiveBytes = 4 << 20
  limits.entries = 50
  limits.ratioFreeBytes = 1 << 16
  return limits
}()

/// What could be read of a member.
private struct Content: Equatable {
  private(set) var count = 0
  private var digest: SHA256Digest
  private var error: ArchiveError?

  init(of member: Member) throws {
    var hasher = SHA256Hasher()
    var total = 0
    var whole: SHA256Digest?
    do {
      whole = try Archives.read(member, limits: limits) { piece in
        try require(!piece.isEmpty, "a piece is empty")
        try require(piece.count <= 1 << 16, "a piece has \(piece.count) bytes")
        hasher.update(piece)
        total += piece.count
      }
    } catch let error as ArchiveError {
      try checkError(error)
      self.error = error
    }
    count = total
    digest = hasher.finish()
    try require(count <= limits.memberBytes, "a member has \(count) bytes")
    try require(whole == nil || whole == digest, "the digest is that of other bytes")
  }
}

private func checkName(_ name: String?) throws {
  for scalar in (name ?? "").unicodeScalars {
    let isOdd = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
    try require(!isOdd, "a name holds a control character")
  }
}

private func checkError(_ error: ArchiveError) throws {
  try require(!error.detail.isEmpty, "an error has no words")
  try requireNoCoordinate(in: error.detail)
  try require(error.byte ?? 0 >= 0, "an error lies at byte \(error.byte ?? 0)")
}
