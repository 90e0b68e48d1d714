internal import Archives
internal import Foundation
internal import RunModel
internal import RunStore

/// What an import is going to read, in order: what was found, joined with what is said about it.
struct ImportPlan: Sendable {
  enum Item: Sendable {
    /// A file or member, with what the export that it lies in says of it.
    case member(Member, ExportAccount?)
    /// The files of a recorder's upload of one run.
    case upload(RecorderUpload)
    /// One run of a recorder's database.
    case recorded(RecorderRun)
    /// What has already been found out to hold no run.
    case settled(Source)
    case fault(Fault)
  }

  /// A source that is not read again, the file on disk in which it was met, and what an export says
  /// of it now.
  struct KnownItem: Sendable {
    var encounter: Encounter
    let file: String
    let account: ExportAccount?
  }

  /// What is to be read.
  var items: [Item]
  /// What is known by name, size and time or checksum.
  private(set) var known: [KnownItem] = []
  /// The exports among it.
  let headlines: [ExportHeadline]
  /// The archives on disk that were opened.
  let archives: [FileMark]

  /// - Parameters:
  ///   - sources: what is known and need not be read again.
  ///   - isCut: true where the runs of a known source were cut at the pauses that an export told.
  /// - Throws: ``Cancelled``, and faults that are not the sources'.
  init(
    _ inventory: Inventory, for request: ImportRequest, knowing sources: KnownSources,
    isCut: (KnownSource) throws -> Bool, _ cancellation: Cancellation
  ) throws {
    let join = try ExportJoin(
      inventory, takesRoutes: request.takesPlannedRoutes, limits: request.limits.forArchives,
      isKnown: { sources.source(of: $0) != nil }, cancellation)
    headlines = join.headlines
    archives = inventory.archives
    items = []
    var absence = Absence()
    for (index, item) in inventory.items.enumerated() {
      switch item {
      case .fault(let fault): items.append(.fault(fault))
      case .member(let member):
        let account = join.accounts[index]
        if let source = sources.source(of: member),
          try account?.hasPauses != true || isCut(source)
        {
          var encounter = Encounter(source)
          if absence.isGone(source.file) { encounter.movedTo = Source(member) }
          known.append(KnownItem(encounter: encounter, file: member.file, account: account))
        } else {
          items.append(join.decided[index].map { .settled($0) } ?? .member(member, account))
        }
      }
    }
  }

  /// All files and members that were found.
  var fileCount: Int { items.reduce(knownCount) { $0 + $1.fileCount } }

  var knownCount: Int { known.reduce(0) { $0 + $1.encounter.occurrences } }

  /// Adds what lies in an archive that need not be opened.
  mutating func setAside(_ contents: [Encounter], of archive: FileMark) {
    known += contents.map { KnownItem(encounter: $0, file: archive.file, account: nil) }
  }
}

extension ImportPlan {
  /// Bytes as the file system or the archives have them.
  var bytesToRead: Int {
    items.reduce(0) { sum, item in
      switch item {
      case .member(let member, _): sum + member.size
      case .upload(let upload): upload.files.reduce(sum) { $0 + $1.member.size }
      case .recorded, .settled, .fault: sum
      }
    }
  }
}

extension ImportPlan.Item {
  fileprivate var fileCount: Int {
    if case .upload(let upload) = self { upload.files.count } else { 1 }
  }
}

/// Files that are looked for once.
private struct Absence {
  private var gone: [String: Bool] = [:]

  mutating func isGone(_ path: String) -> Bool {
    if let known = gone[path] { return known }
    let isGone = !FileManager.default.fileExists(atPath: path)
    gone[path] = isGone
    return isGone
  }
}

extension KnownSources {
  /// The source that a file or member is by name, size, and time or checksum.
  func source(of member: Member) -> KnownSource? {
    guard let name = member.name else {
      return member.modifiedAt.flatMap {
        source(file: member.file, size: member.size, modifiedAt: $0)
      }
    }
    return member.crc32.flatMap { source(member: name, size: member.size, crc32: $0) }
  }

  /// What makes an inventory list these without opening them.
  func acquaintance(
    knowingArchive knowsArchive: @escaping @Sendable (FileMark) -> Bool
  ) -> Acquaintance {
    var acquaintance = Acquaintance()
    acquaintance.knowsArchive = knowsArchive
    acquaintance.knowsFile = { mark in
      source(file: mark.file, size: mark.size, modifiedAt: mark.modifiedAt) != nil
    }
    acquaintance.knowsMember = { name, size, crc32 in
      source(member: name, size: size, crc32: crc32) != nil
    }
    return acquaintance
  }
}

extension ArchiveMark {
  init(_ mark: FileMark) {
    self.init(
      file: mark.file, size: mark.size, modifiedAt: Timestamp(milliseconds: mark.modifiedAt))
  }
}
