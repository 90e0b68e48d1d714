internal import Archives
internal import RunModel
internal import RunStore

/// Stores what an import prepared, in the order it comes, many sources in one transaction: a
/// commit costs as much as the rest of a small source.
struct ImportWriter {
  /// A kill loses at most what came after the last commit: so many sources, so many bytes of
  /// fixes, so much time of reading.
  private static let mostSources = 500
  private static let mostBytes = 4 << 20
  private static let longestWait = Duration.milliseconds(100)

  private(set) var pace: ImportPace
  /// What could not be read whole.
  private(set) var faulty: [Source] = []

  private let library: Library
  private let importID: Int64
  private let includesDeleted: Bool
  private var waiting: [PreparedSource] = []
  private var waitingBytes = 0
  private var lastCommit = ContinuousClock.now
  /// Known sources that turned out to lie elsewhere; each moves once.
  private var moved: Set<Int64> = []
  /// The sources in each file on disk.
  private var contents: [String: [Int64]] = [:]

  init(_ library: Library, importID: Int64, includesDeleted: Bool, plan: ImportPlan) {
    self.library = library
    self.importID = importID
    self.includesDeleted = includesDeleted
    pace = ImportPace(total: plan.fileCount, bytesToRead: plan.bytesToRead)
  }

  /// Notes what is not read again.
  mutating func store(_ known: [ImportPlan.KnownItem]) throws {
    try library.meetAgain(known.map(\.encounter), inImport: importID)
    faulty += try library.sources(metAgainBy: importID, as: .quarantined)
    for item in known {
      contents[item.file, default: []].append(item.encounter.source.id)
      pace.committed += item.encounter.occurrences
    }
    lastCommit = .now
  }

  /// Takes the next source.
  ///
  /// - Returns: true where that led to a commit.
  mutating func take(_ prepared: PreparedSource) throws -> Bool {
    waiting.append(prepared)
    waitingBytes += prepared.packed.runs.reduce(0) { $0 + $1.byteCount }
    guard
      waiting.count >= Self.mostSources || waitingBytes >= Self.mostBytes
        || ContinuousClock.now - lastCommit >= Self.longestWait
    else { return false }
    try commit()
    return true
  }

  /// Stores all that was taken.
  mutating func commit() throws {
    let sources = waiting
    (waiting, waitingBytes) = ([], 0)
    var newlyMoved = moved
    let isMoved = sources.map { source in
      source.movedFrom.map { newlyMoved.insert($0.id).inserted } ?? false
    }
    let added = try library.add(
      zip(sources, isMoved).filter { !$1 }.map(\.0.packed),
      and: zip(sources, isMoved).compactMap { source, isMoved in
        isMoved ? source.movedFrom.map { Encounter($0, movedTo: source.packed.source) } : nil
      }, toImport: importID, includesDeleted: includesDeleted)
    moved = newlyMoved
    tally(sources, isMoved, added)
    lastCommit = .now
  }

  private mutating func tally(
    _ sources: [PreparedSource], _ isMoved: [Bool], _ added: [AddedSource]
  ) {
    for added in added {
      contents[added.source.file, default: []].append(added.id)
      if added.source.state == .quarantined || added.newInterruptedRuns > 0 {
        faulty.append(added.source)
      }
    }
    for (source, isMoved) in zip(sources, isMoved) {
      if isMoved, let known = source.movedFrom {
        contents[source.packed.source.file, default: []].append(known.id)
      }
      pace.bytesRead += source.packed.source.listedSize ?? 0
    }
    pace.committed += sources.count
  }

  /// Notes what archives hold that were read through.
  func keep(_ archives: [FileMark]) throws {
    try library.keep(
      archives.compactMap { mark in contents[mark.file].map { (ArchiveMark(mark), $0) } })
  }
}

extension ImportPlan {
  fileprivate var bytesToRead: Int {
    items.reduce(0) { sum, item in
      if case .member(let member, _) = item { sum + member.size } else { sum }
    }
  }
}
