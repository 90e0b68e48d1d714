internal import DistanceEngine
package import Reports
package import RunModel
internal import RunStore
internal import ServiceExports

/// What came of statements that all stand.
package struct TakenTruths: Sendable {
  package var added: [Truth] = []
  /// How many were here already, word for word but for their source.
  package var known = 0
  /// Columns of the table that say nothing here.
  package var ignoredColumns: [String] = []

  package var isEmpty: Bool { added.isEmpty && known == 0 }
}

/// Statements of which at least one cannot stand, so that none was taken.
package struct FaultyTruths: Error {
  /// In the order of their lines.
  package let faults: [FaultyTruth]
}

extension Workspace {
  /// Takes a table of truths, all of it or nothing.
  ///
  /// - Parameter table: comma-separated values with a heading.
  /// - Throws: ``FaultyTruths`` with every faulty line.
  package func importTruths(_ table: [UInt8]) throws -> TakenTruths {
    let table = TruthTable(table)
    var taken = try take(table.truths, besides: table.faults)
    taken.ignoredColumns = table.ignoredColumns
    return taken
  }

  /// What a table of truths says of this library's runs, as if nothing else were known of them; stores nothing.
  ///
  /// - Throws: ``FaultyTruths`` with every faulty line.
  func truths(in table: [UInt8]) throws -> TakenTruths {
    let table = TruthTable(table)
    let check = try reading { reader in
      var check = TruthCheck(try KnownTruths(of: reader, withStated: false), at: now())
      for truth in table.truths { try check.take(truth) }
      return check
    }
    var taken = try check.taken(besides: table.faults)
    taken.ignoredColumns = table.ignoredColumns
    return taken
  }

  /// Takes one truth.
  ///
  /// - Throws: ``FaultyTruths`` where it cannot stand.
  package func add(_ truth: StatedTruth) throws -> TakenTruths {
    try take([truth], besides: [])
  }

  private func take(
    _ stated: [StatedTruth], besides faults: [FaultyTruth]
  ) throws -> TakenTruths {
    // Found and stored as of one moment: nobody else writes meanwhile.
    let check = try library.transaction { () throws(StoreError) in
      var check = TruthCheck(try KnownTruths(of: library, withStated: true), at: now())
      for truth in stated { try check.take(truth) }
      if faults.isEmpty, check.faults.isEmpty { try library.add(check.taken.added) }
      return check
    }
    return try check.taken(besides: faults)
  }

  /// All truths with their runs, by start.
  package func truths() throws -> TruthListing {
    try reading { reader in
      let runs = Dictionary(
        try reader.runs().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      return TruthListing(
        try reader.truths().compactMap { truth in runs[truth.run].map { (truth, $0) } })
    }
  }

  /// Removes what is stated of a run's activity, of one kind or of all.
  ///
  /// - Returns: what went.
  package func removeTruths(of run: Run, kind: TruthKind?) throws -> TruthListing {
    let listing = try truths()
    let gone = listing.entries.filter { entry in
      entry.run.activity == run.activity && kind.map { entry.truth.kind == $0 } ?? true
    }
    try library.remove(gone.map(\.truth))
    return TruthListing(gone.map { ($0.truth, $0.run) })
  }
}

/// What the library knows that a new truth has to agree with.
private struct KnownTruths {
  let directory: RunDirectory
  let library: Library
  let sets: CurrentSets
  var byActivity: [RunID: [(truth: Truth, line: Int?)]] = [:]

  /// - Parameter withStated: also what was stated of runs' lengths before.
  init(of library: Library, withStated: Bool) throws(StoreError) {
    self.library = library
    directory = try RunDirectory(of: library)
    sets = try CurrentSets(of: library)
    guard withStated else { return }
    for truth in try library.truths() {
      guard let run = try library.run(truth.run) else { continue }
      byActivity[run.activity, default: []].append((truth, nil))
    }
  }

  /// By the run's current set, measured now where nothing is stored; nil where no set, no engine of ours, or no
  /// point is there to measure by.
  func measurement(of run: Run) throws(StoreError) -> Measurement? {
    guard let set = sets.current(for: run.description.sport) else { return nil }
    let stored = try library.result(
      of: run.id, under: set.reference, pointsDigest: run.pointsDigest)
    if let stored { return stored.measurement }
    guard run.prunedAt == nil else { return nil }
    let fixes = try library.fixes(of: run, channels: .accuracyOnly)
    return try? measure(fixes, under: set.rules)
  }
}

/// Holds statements against the library and against each other.
private struct TruthCheck {
  /// Of a run that measures so many times its truth, or so small a part of it, the truth is in another unit:
  /// kilometres or miles; centimetres.
  private static let otherUnit = 20.0

  private var known: KnownTruths
  private let time: Timestamp
  private(set) var taken = TakenTruths()
  private(set) var faults: [FaultyTruth] = []

  init(_ known: KnownTruths, at time: Timestamp) {
    self.known = known
    self.time = time
  }

  /// What was taken, where every statement stands.
  ///
  /// - Throws: ``FaultyTruths`` with all that do not.
  func taken(besides others: [FaultyTruth]) throws(FaultyTruths) -> TakenTruths {
    let all = others + faults
    guard all.isEmpty else {
      throw FaultyTruths(faults: all.sorted { $0.line ?? 0 < $1.line ?? 0 })
    }
    return taken
  }

  mutating func take(_ stated: StatedTruth) throws(StoreError) {
    let runs = try known.directory.runs(meant: stated.run)
    guard let run = runs.first, runs.count == 1 else {
      let fault: TruthFault =
        runs.isEmpty
        ? .unknownRun(stated.run)
        : .ambiguousRun(stated.run, runs.count, runs.prefix(4).map(\.id))
      return faults.append(FaultyTruth(line: stated.line, fault))
    }
    let others = known.byActivity[run.activity] ?? []
    let same = others.first { $0.truth.kind == stated.kind }
    if let same, same.line == nil, same.truth.interval == stated.interval {
      taken.known += 1
      return
    }
    if let fault = try fault(in: stated, of: run, same: same, others) {
      return faults.append(FaultyTruth(line: stated.line, fault))
    }
    let truth = Truth(
      run: run.id, kind: stated.kind, interval: stated.interval, source: stated.source,
      addedAt: time)
    taken.added.append(truth)
    known.byActivity[run.activity, default: []].append((truth, stated.line))
  }

  private func fault(
    in stated: StatedTruth, of run: Run, same: (truth: Truth, line: Int?)?,
    _ others: [(truth: Truth, line: Int?)]
  ) throws(StoreError) -> TruthFault? {
    if let same {
      return same.line.map { .repeated(line: $0) } ?? .alreadyStated(same.truth.interval)
    }
    let longest = stated.interval.upper ?? stated.interval.lower
    if let measured = try known.measurement(of: run) {
      if measured.distance > longest * Self.otherUnit {
        return .otherUnit(measured: measured.distance)
      }
      // All that was recorded: a set may drop most of a run. What measures nothing tells no unit.
      let most = max(measured.distance, measured.rawDistance)
      if most > 0, stated.interval.lower > most * Self.otherUnit {
        return .tooLong(measured: most)
      }
    }
    if let (other, line) = others.first(where: { !$0.truth.interval.overlaps(stated.interval) }) {
      return line.map { .contradictsLine($0, other.kind, other.interval) }
        ?? .contradictsStored(other.kind, other.interval)
    }
    return nil
  }
}
