internal import Hashing
internal import PointCodec
internal import RunModel
internal import SQLite

extension Library {
  /// Puts what came of a recorder's run together with what the library has of it, all or nothing.
  ///
  /// Fixes that are there stay as they are; where others come to them, the run gets a new version.
  /// Without conflicts the run that comes out is the same in whatever batches and order its parts
  /// came.
  ///
  /// - Parameter includesDeleted: brings the run back where the user deleted it.
  package func merge(
    _ batch: RecordedBatch, toImport importID: Int64, includesDeleted: Bool = false
  ) throws(StoreError) -> MergedBatch {
    try transaction { () throws(StoreError) in
      if includesDeleted { try liftTombstones(of: [batch.run], by: importID) }
      guard try !isDeleted(batch.run) else {
        return MergedBatch(sources: try addKnown(batch, as: .deleted, toImport: importID))
      }
      let stored = try run(batch.run)
      if let stored, stored.prunedAt != nil {
        let sources = try addKnown(batch, as: .duplicate, toImport: importID)
        for source in sources where source.source.state == .duplicate {
          try link(batch.run, to: source.id)
        }
        return MergedBatch(sources: sources, run: stored)
      }
      let known = try stored.map { run throws(StoreError) in try sequencedFixes(of: run) }
      var merging = Merging(
        batch, stored: stored, known: known ?? SequencedFixes(), chunks: try chunks(of: batch.run))
      for index in merging.sources.indices {
        let source = merging.sources[index]
        merging.sources[index].id = try insert(
          source, runCount: source.source.holdsRuns ? 1 : 0, toImport: importID)
      }
      guard let lead = merging.lead else {
        return MergedBatch(sources: merging.sources, run: stored)
      }
      if stored == nil {
        try insert(merging.run)
      } else if merging.isNewVersion {
        try keepEarlierReading(of: batch.run)
        try update(progressOf: merging.run)
      }
      if merging.isNewVersion {
        try insert(merging.whole, of: merging.run, from: merging.sources[lead])
      }
      try record(merging)
      merging.run.missingChunks = merging.missingChunks
      return MergedBatch(
        sources: merging.sources, run: merging.run,
        changedFixes: merging.isNewVersion ? merging.whole.fixes : nil)
    }
  }

  /// Notes where parts were met that bring nothing.
  private func addKnown(
    _ batch: RecordedBatch, as state: SourceState, toImport importID: Int64
  ) throws(StoreError) -> [AddedSource] {
    try batch.parts.map { part throws(StoreError) in
      var added = AddedSource(part.source)
      let holdsRun = part.source.state == .imported
      if holdsRun { added.source.state = state }
      added.id = try insert(added, runCount: holdsRun ? 1 : 0, toImport: importID)
      return added
    }
  }

  private func insert(
    _ whole: SequencedFixes, of run: Run, from source: AddedSource
  ) throws(StoreError) {
    try self.run(
      """
      INSERT INTO run_version (run_id, version, points_digest, reader_version, source_id)
      VALUES (?, ?, ?, ?, ?)
      """, [run.id, run.version, run.pointsDigest, source.source.readerVersion, source.id])
    try insert(PointChunk.chunks(of: whole), of: run.id, version: run.version)
  }

  private func link(_ id: RunID, to source: Int64) throws(StoreError) {
    try run(
      "INSERT INTO run_source (run_id, source_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
      [id, source])
  }

  private func record(_ merging: Merging) throws(StoreError) {
    let id = merging.run.id
    for source in merging.sources where source.source.holdsRuns {
      try link(id, to: source.id)
    }
    for (number, part) in merging.newChunks.sorted(by: { $0.key < $1.key }) {
      guard let extent = merging.chunks.extents[number] else { continue }
      try run(
        """
        INSERT INTO recorded_chunk (run_id, number, first_seq, fix_count, source_id)
        VALUES (?, ?, ?, ?, ?)
        """, [id, number, extent.firstSeq, extent.count, merging.sources[part].id])
    }
    if let total = merging.chunks.total {
      try run("UPDATE run SET chunk_count = ? WHERE run_id = ?", [total, id])
    }
  }

  /// The parts of a recorder's upload that came, by run; of one run, or of all in which something
  /// is still missing.
  func uploads(
    where condition: String, _ values: [(any Bindable)?]
  ) throws(StoreError) -> [RunID: UploadedChunks] {
    var uploads: [RunID: UploadedChunks] = [:]
    let totals = try rows(
      "SELECT run_id, chunk_count FROM run WHERE chunk_count IS NOT NULL AND \(condition)", values
    ) { row -> (run: RunID, total: Int)? in
      guard let run = row.runID(0), let total = row.integer(1) else { return nil }
      return (run, total)
    }
    for (run, total) in totals { uploads[run, default: UploadedChunks()].total = total }
    let chunks = try rows(
      """
      SELECT run_id, number, first_seq, recorded_chunk.fix_count FROM recorded_chunk
      JOIN run USING (run_id) WHERE \(condition)
      """, values
    ) { row -> (run: RunID, number: Int, extent: UploadedChunks.Extent)? in
      guard let run = row.runID(0), let number = row.integer(1), let firstSeq = row.integer(2),
        let count = row.integer(3)
      else { return nil }
      return (run, number, UploadedChunks.Extent(firstSeq: firstSeq, count: count))
    }
    for (run, number, extent) in chunks {
      uploads[run, default: UploadedChunks()].insert(number, extent)
    }
    return uploads
  }

  private func chunks(of run: RunID) throws(StoreError) -> UploadedChunks {
    try uploads(where: "run.run_id = ?", [run])[run] ?? UploadedChunks()
  }
}

/// How a batch and what is stored become one run.
private struct Merging {
  var sources: [AddedSource] = []
  private(set) var whole = SequencedFixes()
  private(set) var chunks: UploadedChunks
  /// The chunks that had not come before, with the index of their part.
  private(set) var newChunks: [Int: Int] = [:]
  private(set) var isNewVersion: Bool
  var run: Run
  /// The source that stands for the batch; nil where none of them is of the run.
  private(set) var lead: Int?

  init(_ batch: RecordedBatch, stored: Run?, known: SequencedFixes, chunks: UploadedChunks) {
    self.chunks = chunks
    let (whole, shares) = known.merging(batch.parts.map(\.fixes))
    self.whole = whole
    isNewVersion = stored == nil || shares.contains(where: \.isNew)
    run = Run(
      whole, id: batch.run, version: stored?.version ?? 0,
      description: stored?.description ?? batch.description)
    for (part, share) in zip(batch.parts, shares) { take(part, share) }
    lead =
      sources.firstIndex { $0.source.state == .imported }
      ?? sources.firstIndex { $0.source.holdsRuns }
    run.describe(batch.description, reaching: known.nextSeq, isUploaded: self.chunks.isComplete)
    // What else was learned is a version too, so that it can be taken back.
    isNewVersion =
      isNewVersion || run.description != stored?.description || self.chunks != chunks
    if isNewVersion { run.version += 1 }
    guard let lead else { return }
    if stored == nil {
      sources[lead].newRuns = [run.id]
      sources[lead].newInterruptedRuns = run.description.state == .interrupted ? 1 : 0
    }
    // What is missing goes before what is merely odd.
    sources[lead].source.diagnostics = remarks + sources[lead].source.diagnostics
  }

  private mutating func take(_ part: RecordedBatch.Part, _ share: SequencedFixes.Share) {
    var added = AddedSource(part.source)
    guard part.source.state == .imported else {
      sources.append(added)
      return
    }
    var isNew = share.isNew
    if let number = part.chunk {
      let extent = UploadedChunks.Extent(
        firstSeq: part.fixes.seqs.min() ?? 0, count: part.fixes.count)
      if chunks.insert(number, extent) {
        newChunks[number] = sources.count
        isNew = true
      }
    }
    if let total = part.chunkCount {
      isNew = isNew || chunks.total == nil
      if chunks.total ?? total != total {
        added.source.diagnostics.append(
          Diagnostic(
            code: "chunk_count_conflict",
            detail: "the upload is there already with another number of chunks; that is kept"))
      }
      chunks.total = chunks.total ?? total
    }
    if share.conflicting > 0 {
      added.source.diagnostics.insert(
        Diagnostic(
          code: Diagnostic.fixesConflict, count: share.conflicting,
          detail: "a fix is there already with other values; the first ones are kept"), at: 0)
    }
    added.source.state = isNew ? .imported : .duplicate
    added.newFixes = share.added
    sources.append(added)
  }

  /// Numbers of chunks; none where nothing can be missing of a run that its recorder finished.
  var missingChunks: [Int] { run.isWhole ? [] : chunks.missing }

  private var remarks: [Diagnostic] {
    let missing = missingChunks
    if !missing.isEmpty {
      return [Diagnostic(missingChunks: missing)]
    }
    if run.description.state == .interrupted, chunks.total == nil, !chunks.extents.isEmpty {
      return [
        Diagnostic(
          code: "upload_unfinished",
          detail: "the recorder has not said yet that its upload is complete")
      ]
    }
    guard whole.hasHoles else { return [] }
    return [
      Diagnostic(
        code: "fixes_missing", count: whole.missingCount,
        detail: "numbers are missing between the fixes; distance does not cross the holes")
    ]
  }
}

extension Source {
  /// True for what has a run, be it new or known.
  fileprivate var holdsRuns: Bool { [.imported, .duplicate].contains(state) }
}

extension Run {
  /// - Parameter description: what is known of it besides its fixes.
  fileprivate init(
    _ whole: SequencedFixes, id: RunID, version: Int, description: RunDescription
  ) {
    let fixes = whole.fixes
    let span = fixes.timeSpan
    self.init(
      id: id, version: version, description: description, startedAt: span?.lowerBound,
      endedAt: span?.upperBound, fixCount: fixes.count, nextSeq: whole.nextSeq,
      segmentCount: fixes.segmentCount, pointsDigest: digest(of: whole))
  }

  /// True where its recorder came to its end and no fix is missing.
  var isWhole: Bool {
    [.finished, .uploaded].contains(description.state) && nextSeq == fixCount
  }

  /// Takes over what another report of the same run says: of what changes while it is recorded, the
  /// report that reaches further.
  ///
  /// - Parameter reaching: how far the fixes reached before.
  fileprivate mutating func describe(
    _ other: RunDescription, reaching: Int, isUploaded: Bool
  ) {
    let isFurther = (rank(other.state), nextSeq) > (rank(description.state), reaching)
    let (ours, theirs) = (description.deviceDistance, other.deviceDistance)
    if isFurther || ours == nil {
      description.deviceDistance = theirs ?? ours
      description.deviceDistanceSource =
        theirs == nil ? description.deviceDistanceSource : .recorder
    }
    if rank(other.state) > rank(description.state) { description.state = other.state }
    if isUploaded { description.state = .uploaded }
    if description.accuracySource == .none { description.accuracySource = other.accuracySource }
  }

  private func rank(_ state: RunState) -> Int {
    switch state {
    case .recording, .paused, .interrupted: 0
    case .finished: 1
    case .uploaded: 2
    }
  }
}

extension Diagnostic {
  /// "missing: [3, 7]", shortened where there are very many.
  fileprivate init(missingChunks missing: [Int]) {
    let most = 100
    let listed = missing.prefix(most).map(String.init).joined(separator: ", ")
    self.init(
      code: Diagnostic.chunksMissing,
      detail: "parts of the recorder's upload are missing: [\(listed)"
        + (missing.count > most ? ", …], \(missing.count) in all" : "]"))
  }
}

/// The digest of fixes of which some may be missing.
///
/// Where none is missing it is that of the fixes alone; else SHA-256 of that one and the first number
/// and the number behind the last of every stretch, as eight bytes each, big-endian: the same fixes
/// around another hole are another state of the run.
func digest(of whole: SequencedFixes) -> SHA256Digest {
  let plain = pointsDigest(whole.recorded)
  guard whole.nextSeq != whole.count else { return plain }
  var hasher = SHA256Hasher()
  hasher.update(plain.bytes.span)
  for bound in whole.stretches.flatMap({ [$0.lowerBound, $0.upperBound] }) {
    let number = UInt64(bound)
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    hasher.update(bytes.span)
  }
  return hasher.finish()
}
