/// How much an archive may ask for before it is taken for an attack or a mistake.
package struct Limits: Sendable, Equatable {
  /// Bytes of one member or file after decompression. A day of GPX at one fix a second is 30 MB.
  package var memberBytes = 256 << 20
  /// Bytes of all members of one archive on disk by its own account, with all archives inside it;
  /// and as many bytes that such archives may take while they are unpacked.
  package var archiveBytes = 64 << 30
  /// Entries of one archive on disk, with those of all archives inside it.
  package var entries = 100_000
  /// Bytes of a zip's directory, and of the names of all entries of one archive on disk.
  package var directoryBytes = 32 << 20
  /// Archives one inside the other; gzip around one is no level of its own.
  package var nestingDepth = 3
  /// Bytes out for each byte in, once more than ``ratioFreeBytes`` came out. GPX packs to a tenth,
  /// in rare cases a fortieth; DEFLATE can do 1032.
  package var ratio = 200
  package var ratioFreeBytes = 1 << 20
  /// Takes zips whose members share bytes, which as a rule only a bomb has.
  package var allowsOverlap = false
  package var folderDepth = 64

  package init() {}

  var tooLarge: ArchiveError {
    ArchiveError(
      .tooLarge, "it holds more than \(sizeText(memberBytes)), which --max-file-size raises")
  }

  /// - Parameter whole: what unpacks to too much, and `part`: of what.
  func ratioExceeded(
    at byte: Int? = nil, _ whole: String = "it", of part: String = "its size"
  ) -> ArchiveError {
    ArchiveError(
      .ratio, byte: byte,
      "\(whole) unpacks to more than \(ratio) times \(part), which --max-ratio raises")
  }

  /// Takes archives of so many entries, with names as long as ``directoryBytes`` allows for each.
  package mutating func allow(entries count: Int) {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: directoryBytes / entries)
    directoryBytes = overflow ? .max : max(bytes, directoryBytes)
    entries = count
  }

  /// True where the bytes out stand in no relation to the bytes in.
  func isRatioExceeded(output: Int, input: Int) -> Bool {
    output > ratioFreeBytes && output / ratio > max(input, 1)
  }
}

/// `256 MB`, of 1024 KB each; bytes where it is no whole number of any.
func sizeText(_ bytes: Int) -> String {
  for (unit, size) in [("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)]
  where bytes >= size && bytes % size == 0 {
    return "\(bytes / size) \(unit)"
  }
  return "\(bytes) bytes"
}
