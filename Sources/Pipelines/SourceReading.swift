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
    _ item: Inventory.Item, takesPlannedRoutes: Bool, currentSets: CurrentSets?
  ) throws -> PreparedSource {
    switch item {
    case .fault(let fault): PreparedSource(source: Source(fault))
    case .member(let member):
      try prepare(member, takesPlannedRoutes: takesPlannedRoutes, currentSets: currentSets)
    }
  }

  private func prepare(
    _ member: Member, takesPlannedRoutes: Bool, currentSets: CurrentSets?
  ) throws -> PreparedSource {
    var source = Source(file: member.file, member: member.name, state: .quarantined)
    source.modifiedAt = member.modifiedAt.map(Timestamp.init)
    do {
      let reading = try read(member, into: &source)
      source.describe(reading)
      guard source.state == .imported || takesPlannedRoutes && source.state == .plannedRoute,
        let digest = source.digest
      else { return PreparedSource(source: source) }
      let runs = reading.runs.enumerated().map { ordinal, recorded in
        PackedRun(recorded, id: RunID(source: digest, ordinal: ordinal))
      }
      let results = zip(runs, reading.runs).compactMap { packed, recorded in
        currentSets.flatMap { measured(packed.run, recorded.fixes, under: $0) }
      }
      return PreparedSource(source: source, runs: runs, results: results)
    } catch  where source.quarantine(error) {
      return PreparedSource(source: source)
    }
  }

  private func read(_ member: Member, into source: inout Source) throws -> Reading {
    var stream = FormatStream()
    var size = 0
    source.digest = try Archives.read(member) { bytes in
      try cancellation.check()
      size += bytes.count
      try stream.read(bytes)
    }
    source.size = size
    return try stream.finish()
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

/// Reads a file to its end as an import does, and keeps nothing but how many fixes it holds.
///
/// - Throws: what makes the file unreadable.
package func fixCount(ofFile path: String) throws -> Int {
  var count = 0
  for item in inventory(of: [path]).items {
    switch item {
    case .fault(let fault): throw fault.error
    case .member(let member):
      var stream = FormatStream()
      _ = try Archives.read(member) { bytes in try stream.read(bytes) }
      count += try stream.finish().runs.reduce(0) { $0 + $1.fixes.count }
    }
  }
  return count
}

extension Source {
  /// A source that was met and cannot be read.
  init(_ fault: Fault) {
    self.init(file: fault.file, member: fault.member, state: .quarantined)
    _ = quarantine(fault.error)
  }

  /// Takes over what a reader found out.
  fileprivate mutating func describe(_ reading: Reading) {
    format = reading.format.rawValue
    readerVersion = RunFormats.readerVersion
    diagnostics = reading.diagnostics
    state =
      switch reading.kind {
      case .activity: .imported
      case .plannedRoute: .plannedRoute
      case .withoutPositions: .withoutPositions
      }
  }

  /// Keeps the reason and its place. What is no activity, and does not call itself one, is no fault.
  ///
  /// - Returns: false where the error is not about the source.
  fileprivate mutating func quarantine(_ error: any Error) -> Bool {
    state = .quarantined
    var isForeign = false
    switch error {
    case let error as FormatError:
      (reasonCode, reason, reasonPlace) = (error.code.rawValue, error.detail, error.place)
      readerVersion = RunFormats.readerVersion
      isForeign = [.notXML, .empty].contains(error.code) && !isCalledActivity
    case let error as ArchiveError:
      (reasonCode, reason) = (error.code.rawValue, error.detail)
      reasonPlace = error.byte.map { Place(byte: $0) }
      isForeign = error.code == .empty && !isCalledActivity
    case let error as UnreadFormat:
      (format, reasonCode, reason) = (error.word, "unread_format", "\(error.word) is not read")
      isForeign = true
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

/// A format that is recognised and not read.
private struct UnreadFormat: Error {
  let word: String
}

/// Bytes of a file on their way to the reader that their beginning asks for.
private struct FormatStream {
  private var beginning: [UInt8] = []
  private var reader: GPXReader?

  mutating func read(_ bytes: Span<UInt8>) throws {
    if reader == nil, beginning.isEmpty, bytes.count >= recognitionLength,
      recognise(bytes) == .readable(.gpx)
    {
      // The usual case: the first piece says it all, and need not be copied.
      reader = GPXReader()
    }
    if let reader { return try reader.read(bytes) }
    for index in bytes.indices { beginning.append(bytes[index]) }
    // Blanks say nothing yet; a megabyte of them is no beginning of anything.
    if content.count >= recognitionLength || beginning.count >= 1 << 20 { try choose() }
  }

  mutating func finish() throws -> Reading {
    if reader == nil { try choose() }
    guard let reader else { throw UnreadFormat(word: "unknown") }
    return try reader.finish()
  }

  /// What has come, from the first byte on that is no blank of XML.
  private var content: ArraySlice<UInt8> {
    beginning.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  private mutating func choose() throws {
    switch recognise(Array(content).span) {
    case .readable(.gpx):
      let reader = GPXReader()
      try reader.read(beginning.span)
      self.reader = reader
    case .unsupported(let word): throw UnreadFormat(word: word)
    case .empty:
      throw FormatError(code: .empty, place: Place(byte: 0), detail: "there is nothing in it")
    case .unknown:
      throw FormatError(code: .notXML, place: Place(byte: 0), detail: "it is no format known here")
    }
    beginning = []
  }
}
