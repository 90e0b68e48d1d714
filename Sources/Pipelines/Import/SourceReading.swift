internal import Archives
internal import DistanceEngine
internal import Foundation
internal import Hashing
internal import RunFormats
internal import RunModel
internal import RunStore

/// One source read and made ready by a worker; the writer only has to store it.
struct PreparedSource: Sendable {
  var packed: PackedSource
  /// The known source that this is, where its file was touched or moved.
  var movedFrom: KnownSource?
  /// What an export says of a known source of the same content.
  var account: ExportAccount?
}

/// What all sources of one import are read by.
struct ImportReading: Sendable {
  /// Where a source lies.
  struct Origin: Hashable, Sendable {
    let file: String
    let member: String?
  }

  let maxFixes: Int
  let takesPlannedRoutes: Bool
  let limits: Limits
  let known: KnownSources
  /// What was read before from the same place.
  let earlier: [Origin: SHA256Digest]
  /// Nil where nothing is to be measured.
  let currentSets: CurrentSets?

  init(
    _ request: ImportRequest, knowing known: KnownSources, earlier: [Origin: SHA256Digest],
    currentSets: CurrentSets?
  ) {
    maxFixes = request.maxFixes
    takesPlannedRoutes = request.takesPlannedRoutes
    limits = request.limits.forArchives
    self.known = known
    self.earlier = earlier
    self.currentSets = currentSets
  }
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
  /// - Throws: ``Cancelled``, and faults that are not the source's.
  func prepare(_ item: ImportPlan.Item, for reading: ImportReading) throws -> PreparedItem {
    switch item {
    case .fault(let fault): .source(PreparedSource(packed: PackedSource(Source(fault))))
    case .settled(let source): .source(PreparedSource(packed: PackedSource(source)))
    case .upload(let upload): .batch(try prepare(upload, for: reading))
    case .recorded(let run): .batch(try prepare(run, for: reading))
    case .member(let member, let account): .source(try prepare(member, account, for: reading))
    }
  }

  private func prepare(
    _ member: Member, _ account: ExportAccount?, for reading: ImportReading
  ) throws -> PreparedSource {
    if account?.hasPauses != true, let twin = try twin(of: member, account, for: reading) {
      return twin
    }
    var (source, recordings) = try read(
      member, maxFixes: reading.maxFixes, limits: reading.limits, cancellation)
    var packed = PackedSource(source)
    guard source.state == .imported || reading.takesPlannedRoutes && source.state == .plannedRoute,
      let digest = source.digest
    else { return PreparedSource(packed: packed) }
    let records = account?.records(ofRunsDuring: recordings.map(\.fixes.timeSpan))
    for (index, record) in (records ?? []).enumerated() {
      if let pauses = record?.pauses { recordings[index].cut(at: pauses) }
    }
    packed.runs = packedRuns(recordings, of: digest)
    for (index, record) in (records ?? []).enumerated() { packed.runs[index].record = record }
    packed.results = zip(packed.runs, recordings).compactMap { packed, recorded in
      reading.currentSets.flatMap {
        measured(packed.run, as: packed.record?.sport, recorded.fixes, under: $0)
      }
    }
    let origin = ImportReading.Origin(file: source.file, member: source.member)
    if let earlier = reading.earlier[origin], earlier != digest { packed.earlierContent = earlier }
    return PreparedSource(packed: packed)
  }

  /// The member as another name for content that is known; nil where it has to be read.
  ///
  /// Only what is as large as something known is worth hashing before it is read.
  private func twin(
    of member: Member, _ account: ExportAccount?, for reading: ImportReading
  ) throws -> PreparedSource? {
    guard reading.known.haveSize(member.size) else { return nil }
    let digest: SHA256Digest
    do {
      digest = try Archives.read(member, limits: reading.limits) { _ in try cancellation.check() }
    } catch is ArchiveError { return nil }
    let twins = reading.known.sources(of: digest)
    guard let first = twins.first else { return nil }
    var source = Source(member)
    source.digest = digest
    var prepared = PreparedSource(packed: PackedSource(source))
    prepared.packed.twin = first
    prepared.account = account
    prepared.movedFrom = twins.first { twin in
      twin.member == member.name
        && (twin.file == member.file || !FileManager.default.fileExists(atPath: twin.file))
    }
    return prepared
  }

  /// Nil where the sport's set cannot be used: the run is stored all the same, and not measured.
  ///
  /// - Parameter sport: a service's word for it, where it has one.
  func measured(
    _ run: Run, as sport: Sport? = nil, _ fixes: Fixes, under sets: CurrentSets
  ) -> SealedResult? {
    guard let set = sets.current(for: sport ?? run.description.sport),
      let measurement = try? measure(fixes, under: set.rules)
    else { return nil }
    return SealedResult(
      RunResult(
        run: run.id, parameters: set.reference, pointsDigest: run.pointsDigest,
        measurement: measurement, measuredAt: now(), toolVersion: toolVersion))
  }
}

/// Reads a member to its end. What cannot be read becomes a quarantined source. A plain file that
/// is changed meanwhile is read once more.
///
/// - Throws: ``Cancelled``, and faults that are not the source's.
func read(
  _ member: Member, maxFixes: Int = defaultMaxFixes, limits: Limits = Limits(),
  _ cancellation: Cancellation
) throws -> (source: Source, runs: [RecordedRun]) {
  let first = try readOnce(member, maxFixes: maxFixes, limits: limits, cancellation)
  guard first.source.reasonCode == ArchiveError.Code.changed.rawValue,
    let again = try? member.lookedAtAgain()
  else { return first }
  return try readOnce(again, maxFixes: maxFixes, limits: limits, cancellation)
}

private func readOnce(
  _ member: Member, maxFixes: Int, limits: Limits, _ cancellation: Cancellation
) throws -> (source: Source, runs: [RecordedRun]) {
  var source = Source(member)
  let reader = FileReader(maxFixes: maxFixes)
  do {
    var size = 0
    source.digest = try Archives.read(member, limits: limits) { bytes in
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
func packedRuns(_ recordings: [RecordedRun], of digest: SHA256Digest) -> [PackedRun] {
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
  /// A source that is about to be read, and is unreadable until it has been.
  init(_ member: Member) {
    self.init(file: member.file, member: member.name, state: .quarantined)
    listedSize = member.size
    crc32 = member.crc32
    modifiedAt = member.modifiedAt.map(Timestamp.init)
  }

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
        [.unreadFormat, .library].contains(error.code)
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
