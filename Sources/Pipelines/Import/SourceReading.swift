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

extension Workspace {
  /// Makes one item of the input ready to be stored. What cannot be read becomes a quarantined
  /// source.
  ///
  /// - Parameter currentSets: nil where nothing is to be measured.
  /// - Throws: ``Cancelled``, and faults that are not the source's.
  func prepare(
    _ item: ImportPlan.Item, as request: ImportRequest, currentSets: CurrentSets?
  ) throws -> PreparedSource {
    switch item {
    case .fault(let fault): PreparedSource(source: Source(fault))
    case .decided(let source): PreparedSource(source: source)
    case .member(let member, let account):
      try prepare(member, account, as: request, currentSets: currentSets)
    }
  }

  private func prepare(
    _ member: Member, _ account: ExportAccount?, as request: ImportRequest,
    currentSets: CurrentSets?
  ) throws -> PreparedSource {
    var (source, recordings) = try read(member, maxFixes: request.maxFixes, cancellation)
    guard source.state == .imported || request.takesPlannedRoutes && source.state == .plannedRoute,
      let digest = source.digest
    else { return PreparedSource(source: source) }
    let spans = recordings.map(\.fixes.timeSpan)
    let records =
      account?.records(ofRunsDuring: spans) ?? Array(repeating: nil, count: recordings.count)
    for (index, record) in records.enumerated() {
      if let pauses = record?.pauses { recordings[index].cut(at: pauses) }
    }
    var runs = packed(recordings, of: digest)
    for (index, record) in records.enumerated() { runs[index].record = record }
    let results = zip(runs, recordings).compactMap { packed, recorded in
      currentSets.flatMap { measured(packed, recorded.fixes, under: $0) }
    }
    return PreparedSource(source: source, runs: runs, results: results)
  }

  /// Nil where the sport's set cannot be used: the run is stored all the same, and not measured.
  private func measured(
    _ packed: PackedRun, _ fixes: Fixes, under sets: CurrentSets
  ) -> RunResult? {
    let run = packed.run
    guard let set = sets.current(for: packed.record?.sport ?? run.description.sport),
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
  var source = Source(file: member.file, member: member.name, state: .quarantined)
  source.modifiedAt = member.modifiedAt.map(Timestamp.init)
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
  /// A source that was met and cannot be read.
  init(_ fault: Fault) {
    self.init(file: fault.file, member: fault.member, state: .quarantined)
    quarantine(fault.error)
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
  @discardableResult
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
