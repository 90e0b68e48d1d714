package import Hashing

/// Hands a member's content over in pieces of at most 64 KB, decompressed: out of its zip, and out
/// of gzip where the content is that, whatever its name.
///
/// Each call opens the file anew, so that any number may run at once.
///
/// - Returns: the digest of all that was handed over.
/// - Throws: what `body` throws; or an ``ArchiveError``, after everything before the fault was
///   handed over.
package func read(
  _ member: Member, limits: Limits = Limits(), _ body: (Span<UInt8>) throws -> Void
) throws -> SHA256Digest {
  let content = try open(member, limits)
  var hasher = SHA256Hasher()
  var size = 0
  while true {
    let piece = try content.next()
    guard !piece.isEmpty else { return hasher.finish() }
    size += piece.count
    guard size <= limits.memberBytes else { throw tooLarge(limits) }
    hasher.update(piece.span)
    try body(piece.span)
  }
}

private func open(_ member: Member, _ limits: Limits) throws(ArchiveError) -> any ByteSource {
  let file = try OpenFile(path: member.file)
  let outer: any ByteSource
  if let entry = member.entry {
    outer = try ZipEntrySource(entry, in: file, limits: limits)
  } else {
    outer = FileSource(file, range: 0..<member.size)
  }
  let first = try outer.next()
  if member.entry != nil, isZip(first) {
    throw ArchiveError(.nestedArchive, "it is an archive inside an archive")
  }
  let content = ResumedSource(first, then: outer)
  return isGzip(first) ? InflatingSource(content, .gzip, limits: limits) : content
}
