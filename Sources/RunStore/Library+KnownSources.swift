package import Hashing
package import RunModel
internal import SQLite

/// A source that an import met again, and how often.
package struct Encounter: Sendable {
  package let source: KnownSource
  package var occurrences: Int
  /// Where it lies now, where the file it was met in is gone.
  package var movedTo: Source?

  package init(_ source: KnownSource, occurrences: Int = 1, movedTo: Source? = nil) {
    self.source = source
    self.occurrences = occurrences
    self.movedTo = movedTo
  }
}

/// An archive on disk by what the file system says of it.
package struct ArchiveMark: Sendable, Hashable {
  package let file: String
  package let size: Int
  package let modifiedAt: Timestamp

  package init(file: String, size: Int, modifiedAt: Timestamp) {
    self.file = file
    self.size = size
    self.modifiedAt = modifiedAt
  }
}

extension Library {
  /// Sources that belong to an import that stands, by themselves or because one met them again.
  static let standingSources = """
    (import_id NOT IN (SELECT import_id FROM import WHERE undone_at IS NOT NULL)
    OR source_id IN (SELECT source_id FROM met_again JOIN import USING (import_id)
      WHERE undone_at IS NULL))
    """

  /// The sources that need not be read again unless they have changed.
  package func knownSources(under terms: ReadingTerms) throws(StoreError) -> KnownSources {
    var known = KnownSources()
    let tombstones = Set(
      try rows("SELECT run_id FROM tombstone WHERE lifted_by IS NULL") { $0.runID(0) })
    /// How many of a source's runs are deleted now; a run may have come back by another source.
    func deleted(_ digest: SHA256Digest?, _ runCount: Int, heldRuns: Int) -> Int {
      // Never as often as a damaged count says.
      guard let digest, runCount <= heldRuns + tombstones.count else { return 0 }
      return (0..<runCount).count { tombstones.contains(RunID(source: digest, ordinal: $0)) }
    }
    _ = try rows(
      """
      SELECT source_id, file, member, sha256, format, reader_version, state, reason_code,
      run_count, listed_size, modified_at, crc32,
      (SELECT count(*) FROM run_source WHERE run_source.source_id = source.source_id)
      FROM source
      WHERE listed_size IS NOT NULL AND reader_version = ? AND \(Self.standingSources)
      ORDER BY source_id
      """, [terms.readerVersion]
    ) { row -> Bool? in
      guard let id = row.int64(0), let file = row.text(1), let runCount = row.integer(8),
        let state = row.text(6).flatMap(SourceState.init), let size = row.integer(9),
        let heldRuns = row.integer(12)
      else { return nil }
      let isWanted =
        state == .plannedRoute && terms.takesPlannedRoutes
        || heldRuns < runCount
          && (terms.includesDeleted
            || heldRuns + deleted(row.digest(3), runCount, heldRuns: heldRuns) < runCount)
        || state == .quarantined && terms.retriedReasons.contains(row.text(7) ?? "")
      guard !isWanted else { return true }
      let source = KnownSource(
        id: id, file: file, member: row.text(2), digest: row.digest(3), format: row.text(4),
        readerVersion: row.integer(5), state: state.metAgain(heldRuns: heldRuns))
      known.insert(
        source, listedSize: size, modifiedAt: row.timestamp(10),
        crc32: row.int64(11).flatMap { UInt32(exactly: $0) })
      return true
    }
    return known
  }

  /// The digest of what was read last from files and members with runs in them.
  ///
  /// - Parameter isWanted: which file, and which member of it.
  package func earlierContents(
    where isWanted: (String, String?) -> Bool
  ) throws(StoreError) -> [(file: String, member: String?, digest: SHA256Digest)] {
    try rows(
      """
      SELECT file, member, sha256 FROM source
      WHERE run_count > 0 AND sha256 IS NOT NULL AND \(Self.standingSources) ORDER BY source_id
      """
    ) { row -> (wanted: (String, String?, SHA256Digest)?, Void)? in
      guard let file = row.text(0), let digest = row.digest(2) else { return nil }
      let member = row.text(1)
      return (isWanted(file, member) ? (file, member, digest) : nil, ())
    }.compactMap(\.wanted)
  }

  /// Notes that an import met sources again, and where they lie now.
  package func meetAgain(
    _ encounters: [Encounter], inImport importID: Int64
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in try note(encounters, inImport: importID) }
  }

  /// The same within a transaction.
  func note(_ encounters: [Encounter], inImport importID: Int64) throws(StoreError) {
    for encounter in encounters {
      let id = encounter.source.id
      try run(
        """
        INSERT INTO met_again (import_id, source_id, state, occurrences) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET occurrences = occurrences + excluded.occurrences
        """, [importID, id, encounter.source.state.rawValue, encounter.occurrences])
      if let moved = encounter.movedTo {
        try run(
          "UPDATE source SET file = ?, modified_at = ? WHERE source_id = ?",
          [moved.file, moved.modifiedAt, id])
      }
    }
  }

  /// What an archive held when it was read through; nil where it has changed since, or where
  /// anything in it is to be read again.
  package func contents(
    of archive: ArchiveMark, among known: KnownSources
  ) throws(StoreError) -> [Encounter]? {
    let held = try rows(
      """
      SELECT source_id, occurrences FROM archive JOIN archive_source USING (archive_id)
      WHERE file = ? AND size = ? AND modified_at = ? ORDER BY source_id
      """, [archive.file, archive.size, archive.modifiedAt]
    ) { row -> (Int64, Int)? in
      guard let id = row.int64(0), let occurrences = row.integer(1) else { return nil }
      return (id, occurrences)
    }
    let encounters = held.compactMap { id, occurrences in
      known[id].map { Encounter($0, occurrences: occurrences) }
    }
    return held.isEmpty || encounters.count < held.count ? nil : encounters
  }

  /// Notes what archives hold that were read through, for ``contents(of:among:)``.
  package func keep(_ archives: [(ArchiveMark, sources: [Int64])]) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for (archive, sources) in archives {
        try run("DELETE FROM archive WHERE file = ?", [archive.file])
        try run(
          "INSERT INTO archive (file, size, modified_at) VALUES (?, ?, ?)",
          [archive.file, archive.size, archive.modifiedAt])
        let id = database.lastInsertedKey
        for source in sources {
          try run(
            """
            INSERT INTO archive_source (archive_id, source_id, occurrences) VALUES (?, ?, 1)
            ON CONFLICT DO UPDATE SET occurrences = occurrences + 1
            """, [id, source])
        }
      }
    }
  }
}

extension SourceState {
  /// What a source in this state is, met again.
  fileprivate func metAgain(heldRuns: Int) -> SourceState {
    switch self {
    case .imported, .duplicate, .deleted: heldRuns > 0 ? .duplicate : .deleted
    default: self
    }
  }
}
