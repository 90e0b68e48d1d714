internal import Archives
package import RunModel
internal import ServiceExports

/// How many recordings an export says it has.
package struct ExportHeadline: Sendable, Equatable {
  package let service: Service
  package let activities: Int
}

/// The services' exports among what is to be imported, and what they say of its members.
///
/// An export is known by its tables, those by their content, and its members by where they lie beside
/// the table, so that an archive and its unpacked folder are the same.
struct ExportJoin {
  /// Bytes of all that is kept in mind of all tables.
  private static let mostBytes = 64 << 20

  private(set) var headlines: [ExportHeadline] = []
  /// What is said of a member, by its place in the inventory.
  private(set) var accounts: [Int: ExportAccount] = [:]
  /// What became of members that need no reading any more, by their place in the inventory.
  private(set) var decided: [Int: Source] = [:]

  private let members: [(index: Int, member: Member)]
  /// The members' places in the inventory by their paths; made when the first table is found.
  private lazy var places = Dictionary(
    members.map { ($0.member.path, $0.index) }, uniquingKeysWith: { first, _ in first })
  /// Activities that are to be known by their time, by the folder below which their files lie.
  private var activitiesBelow: [String: [ExportedActivity]] = [:]
  private var routeFolders: Set<String> = []
  private var bytes = 0

  /// - Parameters:
  ///   - takesRoutes: reads also what an export keeps as planned routes.
  ///   - isKnown: true for members that are not read again; where all that lies together is known,
  ///     no table is read either.
  init(
    _ inventory: Inventory, takesRoutes: Bool, limits: Limits, isKnown: (Member) -> Bool,
    _ cancellation: Cancellation
  ) throws {
    members = inventory.items.enumerated().compactMap { index, item in
      if case .member(let member) = item { (index, member) } else { nil }
    }
    let changed = Set(members.filter { !isKnown($0.member) }.map(\.member.surroundings))
    for (index, member) in members where changed.contains(member.surroundings) {
      guard member.mayBeTable, let (found, reading) = try readTable(member, limits, cancellation)
      else { continue }
      var source = found
      source.diagnostics += attach(reading, of: member)
      decided[index] = source
      note(reading)
    }
    if takesRoutes { routeFolders = [] }
    let times = activitiesBelow.mapValues { ActivityTimes($0) }
    for (index, member) in members where decided[index] == nil {
      decide(index, member, among: times)
    }
  }

  private mutating func note(_ reading: ExportReading) {
    let service = reading.table.service
    let before = headlines.first { $0.service == service }?.activities ?? 0
    headlines.removeAll { $0.service == service }
    headlines.append(
      ExportHeadline(service: service, activities: before + reading.activityCount))
  }

  /// Gives what a table says of each activity to the member that holds it.
  ///
  /// - Returns: what became of the others.
  private mutating func attach(_ reading: ExportReading, of table: Member) -> [Diagnostic] {
    let folders = foldersAbove(table.path)
    if reading.table == .strava { routeFolders.formUnion(folders.prefix(1).map { $0 + "routes/" }) }
    var (missing, shared, leftOut) = (0, 0, 0)
    for activity in reading.activities {
      bytes += activity.size
      if bytes > Self.mostBytes {
        leftOut += 1
      } else if let file = activity.file {
        guard let index = place(of: file, below: folders) else {
          missing += 1
          continue
        }
        if accounts[index] != nil { shared += 1 }
        // What is said of one of several activities in a file cannot be told from the others'.
        accounts[index] = .activity(
          accounts[index] == nil
            ? activity.record : ServiceRecord(service: activity.record.service))
      } else {
        activitiesBelow[accountFolder(folders), default: []].append(activity)
      }
    }
    return [
      ("files_missing", missing, "an activity's file is not where it should be"),
      ("files_shared", shared, "a file is named for several activities and told apart by none"),
      ("activities_left_out", leftOut, "more activities than are kept in mind"),
    ].filter { $0.1 > 0 }.map { Diagnostic(code: $0, count: $1, detail: $2) }
  }

  /// - Parameter folders: from the innermost on: the user may have moved the table.
  private mutating func place(of file: String, below folders: [String]) -> Int? {
    for folder in folders {
      for name in spellings(of: file) {
        if let index = places[folder + name] { return index }
      }
    }
    return nil
  }

  /// Settles what no table names: routes, activities to be known by their time, and Takeout's names.
  private mutating func decide(
    _ index: Int, _ member: Member, among times: [String: ActivityTimes]
  ) {
    let folders = times.isEmpty && routeFolders.isEmpty ? [] : foldersAbove(member.path)
    if folders.contains(where: routeFolders.contains) {
      decided[index] = Source(
        member, state: .plannedRoute,
        because: ("planned_at_service", "a route that was planned at the service"))
      return
    }
    guard accounts[index] == nil else { return }
    let candidates = folders.compactMap { times[$0] }
    if !candidates.isEmpty {
      accounts[index] = .activities(candidates)
    } else if let record = takeoutRecord(fileName: member.fileName) {
      accounts[index] = .activity(record)
    }
  }
}

/// The folders that hold a path, from the innermost on, each with what divides it from what is in it.
private func foldersAbove(_ path: String) -> [String] {
  path.indices.reversed().filter { path[$0] == "/" || path[$0] == "!" }
    .map { String(path[...$0]) }
}

/// The folder below which all files of an account lie: the one that Garmin names so, else the archive,
/// else where the table lies.
private func accountFolder(_ folders: [String]) -> String {
  folders.first { $0.dropLast().hasSuffix("DI_CONNECT") } ?? folders.last { $0.hasSuffix("!") }
    ?? folders.first ?? ""
}

/// A file's name as a table has it, and without the compression that unpacking may have taken away.
private func spellings(of file: String) -> [String] {
  let name = String(file.drop { $0 == "/" })
  return name.hasSuffix(".gz") ? [name, String(name.dropLast(3))] : [name]
}
