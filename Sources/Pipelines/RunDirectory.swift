internal import RunModel
internal import RunStore

/// The runs of a library by all that people call them; made once for many names.
struct RunDirectory {
  private let library: Library
  private let latest: Run?
  private let byDate: [String: [Run]]
  private let byName: [String: [Run]]
  /// Of copies too, which do not stand for their activity.
  private let byAnyName: [String: [Run]]

  init(of library: Library) throws(StoreError) {
    func name(_ run: Run) -> String? { run.description.name?.lowercased() }
    self.library = library
    let all = try library.runs()
    // Of several recordings of one activity a person means the one that stands for it.
    let standing = all.filter { $0.primaryRun == nil }
    latest = standing.last { $0.startedAt != nil }
    byDate = Self.groups(standing) { $0.localStart?.date }
    byName = Self.groups(standing, by: name)
    byAnyName = Self.groups(all, by: name)
  }

  private static func groups(_ runs: [Run], by key: (Run) -> String?) -> [String: [Run]] {
    var groups: [String: [Run]] = [:]
    for run in runs {
      if let key = key(run) { groups[key, default: []].append(run) }
    }
    return groups
  }

  /// The runs that a person may mean: `latest`, those of a date, of a name, or whose id begins so.
  func runs(meant text: String) throws(StoreError) -> [Run] {
    if text == "latest" { return latest.map { [$0] } ?? [] }
    let name = text.lowercased()
    if let runs = byDate[text] ?? byName[name] ?? byAnyName[name] { return runs }
    return try library.runs(idPrefix: text)
  }
  /// The first names, by the alphabet, that have a text of two letters and more in them; as they are written.
  func names(with text: String, atMost most: Int) -> [String] {
    guard text.count >= 2 else { return [] }
    let names = byAnyName.filter { $0.key.contains(text.lowercased()) }.values
      .compactMap { $0.first?.description.name }
    return Array(names.sorted().prefix(most))
  }
}
