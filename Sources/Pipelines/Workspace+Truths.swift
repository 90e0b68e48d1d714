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
  /// Those that were added though they are far above what was recorded, in the order of their lines.
  package var long: [LongTruth] = []

  package var isEmpty: Bool { added.isEmpty && known == 0 }
}

/// A length far above all that was recorded of its run: perhaps of another one, or in another unit.
package struct LongTruth: Sendable {
  /// Of the table, from 1; nil for one that is in none.
  package let line: Int?
  package let run: RunID
  /// Metres that it is at least.
  package let lower: Double
  /// Metres, nothing left out.
  package let recorded: Double
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
  /// What is longer than all that was recorded of its run, by noise too, is strange; by so much it is remarked on.
  private static let long = 1.25

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
    let measured = try known.measurement(of: run)
    // A set may drop most of a run.
    let recorded = measured.map { max($0.distance, $0.rawDistance) } ?? 0
    if let fault = fault(
      in: stated, of: run, measured: measured?.distance ?? 0, recorded: recorded, same: same, others
    ) {
      return faults.append(FaultyTruth(line: stated.line, fault))
    }
    let lower = stated.interval.lower
    if recorded > 0, lower > recorded * Self.long {
      taken.long.append(
        LongTruth(line: stated.line, run: run.id, lower: lower, recorded: recorded))
    }
    let truth = Truth(
      run: run.id, kind: stated.kind, interval: stated.interval, source: stated.source,
      addedAt: time)
    taken.added.append(truth)
    known.byActivity[run.activity, default: []].append((truth, stated.line))
  }

  /// - Parameters:
  ///   - measured: metres; 0 where that is unknown.
  ///   - recorded: metres, nothing left out.
  private func fault(
    in stated: StatedTruth, of run: Run, measured: Double, recorded: Double,
    same: (truth: Truth, line: Int?)?, _ others: [(truth: Truth, line: Int?)]
  ) -> TruthFault? {
    func conflict(_ other: Truth) -> TruthConflict {
      TruthConflict(stated, of: run.id, with: other)
    }
    if let same {
      return same.line.map { .repeated(line: $0) } ?? .alreadyStated(conflict(same.truth))
    }
    let longest = stated.interval.upper ?? stated.interval.lower
    if measured > longest * Self.otherUnit { return .otherUnit(measured: measured) }
    // What measures nothing tells no unit.
    if recorded > 0, stated.interval.lower > recorded * Self.otherUnit {
      return .tooLong(measured: recorded)
    }
    if let (other, line) = others.first(where: { !$0.truth.interval.overlaps(stated.interval) }) {
      return line.map { .contradictsLine($0, conflict(other)) }
        ?? .contradictsStored(conflict(other))
    }
    return nil
  }
}
