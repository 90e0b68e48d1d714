/// What one archive on disk may ask for, counted over all archives inside it, so that limits cannot
/// be got round by nesting.
struct Budget {
  private let limits: Limits
  private let sizeOnDisk: Int
  private let isStopped: @Sendable () -> Bool
  private var entries = 0
  private var nameBytes = 0
  private var listedBytes = 0
  private var unpackedBytes = 0
  /// True once there were too many bytes: then the rest of the archive is not looked at.
  private(set) var isExceeded = false

  /// - Parameter isStopped: asked at every step; once true, nothing more is granted.
  init(
    _ limits: Limits, sizeOnDisk: Int, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.limits = limits
    self.sizeOnDisk = sizeOnDisk
    self.isStopped = isStopped
  }

  /// - Throws: `stopped` where nothing more is wanted.
  mutating func checkStop() throws(ArchiveError) {
    if isStopped() { try refuse(ArchiveError(.stopped, "it was not looked at to its end")) }
  }

  /// Refuses a directory before it is read.
  func check(entries count: Int, directorySize: Int) throws(ArchiveError) {
    guard count <= limits.entries - entries else { throw tooManyEntries }
    guard directorySize <= limits.directoryBytes else {
      throw ArchiveError(
        .tooManyEntries,
        "its directory is larger than \(sizeText(limits.directoryBytes)), which --max-entries raises"
      )
    }
  }

  /// Counts an entry of any kind, and headers that only describe others.
  mutating func take(entryNamed name: String = "") throws(ArchiveError) {
    try checkStop()
    entries += 1
    guard entries <= limits.entries else { throw tooManyEntries }
    try take(nameBytes: name.utf8.count)
  }

  /// Counts what the names of entries take.
  mutating func take(nameBytes count: Int) throws(ArchiveError) {
    nameBytes += count
    guard nameBytes <= limits.directoryBytes else {
      throw ArchiveError(
        .tooManyEntries,
        "the archive's names are longer than \(sizeText(limits.directoryBytes)), which --max-entries"
          + " raises")
    }
  }

  /// Counts a member that can be read.
  mutating func take(memberBytes count: Int) throws(ArchiveError) {
    listedBytes = try sum(listedBytes, count)
  }

  /// Counts bytes of an inner archive that were unpacked to look into it.
  mutating func take(unpackedBytes count: Int) throws(ArchiveError) {
    unpackedBytes = try sum(unpackedBytes, count)
  }

  private mutating func sum(_ total: Int, _ count: Int) throws(ArchiveError) -> Int {
    try checkStop()
    let (sum, overflow) = total.addingReportingOverflow(count)
    if overflow || sum > limits.archiveBytes {
      try refuse(
        ArchiveError(
          .tooLarge,
          "the archive's members add up to more than \(sizeText(limits.archiveBytes)), which"
            + " --max-archive-size raises"))
    }
    if limits.isRatioExceeded(output: sum, input: sizeOnDisk) {
      try refuse(limits.ratioExceeded("the archive"))
    }
    return sum
  }

  private mutating func refuse(_ error: ArchiveError) throws(ArchiveError) {
    isExceeded = true
    throw error
  }

  private var tooManyEntries: ArchiveError {
    ArchiveError(
      .tooManyEntries,
      "the archive has more than \(limits.entries) entries, with those of archives inside it, which"
        + " --max-entries raises")
  }
}
