package import Hashing

/// Hands a member's content over in pieces of at most 64 KB, decompressed: out of its archive, and
/// out of gzip where the content is that, whatever its name.
///
/// Each call opens the file anew, so that any number may run at once.
///
/// - Returns: the digest of all that was handed over.
/// - Throws: what `body` throws; or an ``ArchiveError``, after everything before the fault was
///   handed over; `changed` where the file on disk is not the one that was found.
package func read(
  _ member: Member, limits: Limits = Limits(), _ body: (Span<UInt8>) throws -> Void
) throws -> SHA256Digest {
  guard member.size <= limits.memberBytes else { throw limits.tooLarge }
  let archive = try member.openArchive()
  do {
    let digest = try read(member, in: archive, limits: limits, body)
    try member.checkUnchanged(archive)
    return digest
  } catch {
    // What was found in a file that is being written says nothing about it.
    try member.checkUnchanged(archive)
    throw error
  }
}

private func read(
  _ member: Member, in archive: ByteRegion, limits: Limits, _ body: (Span<UInt8>) throws -> Void
) throws -> SHA256Digest {
  let content = try OpenMember(member, in: archive, limits: limits).source
  var hasher = SHA256Hasher()
  var size = 0
  while true {
    let piece = try content.next()
    guard !piece.isEmpty else { return hasher.finish() }
    size += piece.count
    guard size <= limits.memberBytes else { throw limits.tooLarge }
    if limits.isRatioExceeded(output: size, input: member.sizeOnDisk) {
      throw limits.ratioExceeded(of: "its share of the file on disk")
    }
    hasher.update(piece.span)
    try body(piece.span)
  }
}

/// A member that is being read.
struct OpenMember {
  /// Its content, out of its archive and out of gzip.
  let source: any ByteSource
  let isGzipped: Bool

  /// - Parameter firstPiece: how many bytes are read to begin with.
  init(
    _ member: Member, in archive: ByteRegion, limits: Limits,
    firstPiece: Int = OpenFile.pieceLength
  ) throws(ArchiveError) {
    let outer = try member.content.source(in: archive, limits: limits)
    let first = try outer.next(atMost: firstPiece)
    let whole = ResumedSource(first, then: outer)
    isGzipped = isGzip(first)
    source =
      isGzipped
      ? InflatingSource(whole, .gzip, at: member.content.gzipOffset, limits: limits) : whole
  }
}

extension Content {
  /// Where a gzip stream begins that is the content; nil where it is packed once more.
  fileprivate var gzipOffset: Int? {
    if case .plain(let range) = self { range.lowerBound } else { nil }
  }
}
