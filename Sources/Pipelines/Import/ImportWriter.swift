internal import Archives
internal import RunModel
internal import RunStore

/// Stores what an import prepared, in the order it comes, many sources in one transaction: a
/// commit costs as much as the rest of a small source.
struct ImportWriter {
  /// A kill loses at most what came after the last commit: so many sources, so many bytes of
  /// fixes, so much time of reading.
  private static let mostSources = 500
  private static let mostBytes = 1 << 20
  private static let longestWait = Duration.milliseconds(100)

  private(set) var pace: ImportPace
  /// What could not be read whole.
  private(set) var failures = ImportFailures()

  private let library: Library
  private let importID: Int64
  private let includesDeleted: Bool
  /// Measures a run that is whole only once the library has put it together.
  private let measured: @Sendable (Run, Fixes) -> SealedResult?
  private var waiting: [PreparedItem] = []
  private var waitingBytes = 0
  private var lastCommit = ContinuousClock.now
  /// Known sources that turned out to lie elsewhere; each moves once.
  private var moved: Set<Int64> = []
  /// The sources in each file on disk.
  private var contents: [String: [Int64]] = [:]

  init(
    _ library: Library, importID: Int64, includesDeleted: Bool, plan: ImportPlan,
    measured: @escaping @Sendable (Run, Fixes) -> SealedResult?
  ) {
    self.library = library
    self.importID = importID
    self.includesDeleted = includesDeleted
    self.measured = measured
    pace = ImportPace(total: plan.fileCount, bytesToRead: plan.bytesToRead)
  }

  /// Notes what is not read again.
  mutating func store(_ known: [ImportPlan.KnownItem]) throws {
    try library.transaction { () throws(StoreError) in try note(known) }
    lastCommit = .now
  }

  private mutating func note(_ known: [ImportPlan.KnownItem]) throws(StoreError) {
    try library.meetAgain(known.map(\.encounter), inImport: importID)
    try failures.add(
      library.sources(metAgainBy: importID, as: .quarantined, atMost: ImportFailures.mostShown),
      count: known.count { $0.encounter.source.state == .quarantined })
    for item in known {
      if let account = item.account { try note(account, of: item.encounter.source) }
      contents[item.file, default: []].append(item.encounter.source.id)
      pace.committed += item.encounter.occurrences
    }
  }

  /// Takes the next item.
  ///
  /// - Returns: true where that led to a commit.
  mutating func take(_ prepared: PreparedItem) throws -> Bool {
    waiting.append(prepared)
    waitingBytes += prepared.byteCount
    guard
      waiting.count >= Self.mostSources || waitingBytes >= Self.mostBytes
        || ContinuousClock.now - lastCommit >= Self.longestWait
    else { return false }
    try commit()
    return true
  }

  /// Stores all that was taken.
  mutating func commit() throws {
    let items = waiting
    (waiting, waitingBytes) = ([], 0)
    try library.transaction { () throws(StoreError) in
      var sources: [PreparedSource] = []
      for item in items {
        switch item {
        case .source(let source): sources.append(source)
        case .batch(let batch):
          try store(sources)
          sources = []
          try store(batch)
        }
      }
      try store(sources)
    }
    lastCommit = .now
  }

  private mutating func store(_ sources: [PreparedSource]) throws(StoreError) {
    let isMoved = sources.map { source in
      source.movedFrom.map { moved.insert($0.id).inserted } ?? false
    }
    let added = try library.add(
      zip(sources, isMoved).filter { !$1 }.map(\.0.packed),
      and: zip(sources, isMoved).compactMap { source, isMoved in
        isMoved ? source.movedFrom.map { Encounter($0, movedTo: source.packed.source) } : nil
      }, toImport: importID, includesDeleted: includesDeleted)
    note(added)
    for (source, isMoved) in zip(sources, isMoved) {
      if isMoved, let known = source.movedFrom {
        contents[source.packed.source.file, default: []].append(known.id)
      }
      if let account = source.account, let twin = source.packed.twin {
        try note(account, of: twin)
      }
      pace.bytesRead += source.packed.source.listedSize ?? 0
    }
    pace.committed += sources.count
  }

  /// Keeps what an export says now of runs that are here.
  private func note(_ account: ExportAccount, of source: KnownSource) throws(StoreError) {
    let runs = try library.spans(ofSource: source.id)
    for (run, record) in zip(runs, account.records(ofRunsDuring: runs.map(\.span))) {
      if let record { try library.note(record, of: run.id, toImport: importID) }
    }
  }

  private mutating func store(_ batch: RecordedBatch) throws(StoreError) {
    let merged = try library.merge(batch, toImport: importID, includesDeleted: includesDeleted)
    if let run = merged.run, let fixes = merged.changedFixes, let result = measured(run, fixes) {
      try library.add([result])
    }
    note(merged.sources)
    pace.bytesRead += batch.parts.reduce(0) { $0 + ($1.source.listedSize ?? 0) }
    pace.committed += batch.parts.count
  }

  private mutating func note(_ added: [AddedSource]) {
    for added in added {
      contents[added.source.file, default: []].append(added.id)
      if added.source.state == .quarantined || added.newInterruptedRuns > 0
        || added.source.isContradicting
      {
        failures.add([added.source], count: 1)
      }
    }
  }

  /// Notes what archives hold that were read through.
  func keep(_ archives: [FileMark]) throws {
    try library.keep(
      archives.compactMap { mark in contents[mark.file].map { (ArchiveMark(mark), $0) } })
  }
}

/// What could not be read whole, or contradicts what is here: how many, and the first of them, as an
/// archive may hold a hundred thousand.
struct ImportFailures {
  static let mostShown = 10

  private(set) var first: [Source] = []
  private(set) var count = 0

  mutating func add(_ sources: [Source], count: Int) {
    first += sources.prefix(Self.mostShown - first.count)
    self.count += count
  }
}

extension PreparedItem {
  /// Bytes that its fixes take, or will about take, in the library.
  fileprivate var byteCount: Int {
    switch self {
    case .source(let source): source.packed.runs.reduce(0) { $0 + $1.byteCount }
    case .batch(let batch): batch.parts.reduce(0) { $0 + $1.fixes.count * 8 }
    }
  }
}
