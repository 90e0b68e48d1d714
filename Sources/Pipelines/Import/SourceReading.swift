internal import Archives
internal import DistanceEngine
internal import Hashing
internal import RunFormats
internal import RunModel
internal import RunStore

/// One source read and made ready by a worker; the writer only has to store it.
struct PreparedSource: Sendable {
  var source: Source
  var runs: [PackedRun] = []
  var results: [RunResult] = []
}

/// One item of the input made ready by a worker.
enum PreparedItem: Sendable {
  case source(PreparedSource)
  /// A recorder's run, or what came of it: what the library has of the run decides what it becomes.
  case batch(RecordedBatch)
}

extension Workspace {
  /// Makes one item of the input ready to be stored. What cannot be read becomes a quarantined
  /// source.
  ///
  /// - Parameter currentSets: nil where nothing is to be measured.
  /// - Throws: ``Cancelled``, and faults that are not the source's.
  func prepare(
    _ item: ImportPlan.Item, as request: ImportRequest, currentSets: CurrentSets?
  ) throws -> PreparedItem {
    switch item {
    case .fault(let fault): .source(PreparedSource(source: Source(fault)))
    case .settled(let source): .source(PreparedSource(source: source))
    case .upload(let upload): .batch(try prepare(upload, as: request))
    case .recorded(let run): .batch(try prepare(run, as: request))
    case .member(let member, let record):
      .source(try prepare(member, record, as: request, currentSets: currentSets))
    }
  }

  /// Stores what was prepared, and measures what comes of a batch.
  ///
  /// - Returns: its sources.
  func store(
    _ prepared: PreparedItem, toImport number: Int64, currentSets: CurrentSets?
  ) throws(StoreError) -> [AddedSource] {
    switch prepared {
    case .source(let prepared):
      return [
        try library.add(
          prepared.source, runs: prepared.runs, results: prepared.results, toImport: number)
      ]
    case .batch(let batch):
      return try library.transaction { () throws(StoreError) in
        let merged = try library.merge(batch, toImport: number)
        if let run = merged.run, let fixes = merged.changedFixes,
          let result = currentSets.flatMap({ measured(run, fixes, under: $0) })
        {
          try library.add([result])
        }
        return merged.sources
      }
    }
  }

  private func prepare(
    _ member: Member, _ record: ServiceRecord?, as request: ImportRequest, currentSets: CurrentSets?
  ) throws -> PreparedSource {
    let (source, recordings) = try read(member, maxFixes: request.maxFixes, cancellation)
    guard source.state == .imported || request.takesPlannedRoutes && source.state == .plannedRoute,
      let digest = source.digest
    else { return PreparedSource(source: source) }
    let runs = packed(recordings, of: digest)
    let results = zip(runs, recordings).compactMap { packed, recorded in
      currentSets.flatMap { measured(packed.run, recorded.fixes, under: $0) }
    }
    return PreparedSource(source: source, runs: runs, results: results)
  }

  /// Nil where the sport's set cannot be used: the run is stored all the same, and not measured.
  private func measured(_ run: Run, _ fixes: Fixes, under sets: CurrentSets) -> RunResult? {
    guard let set = sets.current(for: run.description.sport),
      let measurement = try? measure(fixes, under: set.rules)
    else { return nil }
    return RunResult(
      run: run.id, parameters: set.reference, pointsDigest: run.pointsDigest,
      measurement: measurement, measuredAt: now(), toolVersion: toolVersion)
  }
}

/// Reads a member to its end. What cannot be read becomes a quarantined source.
///
/// - Throws: ``Cancelled``, and faults that are not the source's.
func read(
  _ member: Member, maxFixes: Int = defaultMaxFixes, _ cancellation: Cancellation
) throws -> (source: Source, runs: [RecordedRun]) {
  var source = Source(of: member)
  let reader = FileReader(maxFixes: maxFixes)
  do {
    var size = 0
    source.digest = try Archives.read(member) { bytes in
      try cancellation.check()
      size += bytes.count
      try reader.read(bytes)
    }
    source.size = size
    let reading = try reader.finish()
    source.format = reader.recognised?.word
    source.describe(reading)
    return (source, reading.runs)
  } catch {
    source.format = reader.recognised?.word
    guard source.quarantine(error) else { throw error }
    return (source, [])
  }
}

/// The runs of one source under the ids that follow from its content.
func packed(_ recordings: [RecordedRun], of digest: SHA256Digest) -> [PackedRun] {
  recordings.enumerated().map { ordinal, recorded in
    PackedRun(recorded, id: RunID(source: digest, ordinal: ordinal))
  }
}

/// Reads a file to its end as an import does, and keeps nothing but its format and how many fixes it
/// holds.
///
/// - Throws: what makes the file unreadable.
package func contents(ofFile path: String) throws -> (format: String, fixes: Int) {
  var format = ""
  var count = 0
  for item in inventory(of: [path]).items {
    switch item {
    case .fault(let fault): throw fault.error
    case .member(let member):
      let reader = FileReader()
      _ = try Archives.read(member) { bytes in try reader.read(bytes) }
      count += try reader.finish().runs.reduce(0) { $0 + $1.fixes.count }
      format = reader.recognised?.word ?? format
    }
  }
  return (format, count)
}

extension Source {
  /// A source of which nothing has been read yet.
  init(of member: Member) {
    self.init(file: member.file, member: member.name, state: .quarantined)
    modifiedAt = member.modifiedAt.map(Timestamp.init)
  }

  /// A source that was met and cannot be read.
  init(_ fault: Fault) {
    self.init(file: fault.file, member: fault.member, state: .quarantined)
    _ = quarantine(fault.error)
  }

  /// Takes over what a reader found out.
  fileprivate mutating func describe(_ reading: Reading) {
    readerVersion = RunFormats.readerVersion
    diagnostics = reading.diagnostics
    switch reading.kind {
    case .activity: state = .imported
    case .plannedRoute: state = .plannedRoute
    case .withoutPositions: state = .withoutPositions
    case .noActivity(let content):
      state = .unsupported
      (reasonCode, reason) = ("no_activity", content)
    }
  }

  /// Keeps the reason and its place. What is no activity, and does not call itself one, is no fault.
  ///
  /// - Returns: false where the error is not about the source.
  mutating func quarantine(_ error: any Error) -> Bool {
    state = .quarantined
    var isForeign = false
    switch error {
    case let error as FormatError:
      (reasonCode, reason, reasonPlace) = (error.code.rawValue, error.detail, error.place)
      readerVersion = RunFormats.readerVersion
      isForeign =
        error.code == .unreadFormat
        || [.unknownFormat, .notXML, .empty].contains(error.code) && !isCalledActivity
    case let error as ArchiveError:
      (reasonCode, reason) = (error.code.rawValue, error.detail)
      reasonPlace = error.byte.map { Place(byte: $0) }
      isForeign = error.code == .empty && !isCalledActivity
    default: return false
    }
    if isForeign { state = .unsupported }
    return true
  }

  /// True where the name promises an activity; it decides nothing else.
  private var isCalledActivity: Bool {
    let name = (member ?? file).lowercased()
    let bare = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    return [".gpx", ".tcx", ".fit", ".zip"].contains { bare.hasSuffix($0) } || bare != name
  }
}
