internal import Archives
internal import Foundation
internal import RunModel

extension ImportPlan {
  /// Puts the files of each upload together, and the runs of each database in its place.
  ///
  /// - Parameter readers: how many threads read a database at once.
  /// - Throws: ``Cancelled``, and faults that are not the sources'.
  mutating func unfoldRecordings(readers: Int, _ cancellation: Cancellation) throws {
    gatherUploads()
    let paths = Set(items.compactMap { $0.bareMember?.isDatabase == true ? $0.path : nil })
    guard !paths.isEmpty else { return }
    // Each holds a file open.
    let readers = max(1, min(readers, 64 / paths.count))
    var logs: [String: Member] = [:]
    var passedOver: Set<String> = []
    for path in paths {
      let (log, others) = FoundDatabase.companions(of: path)
      passedOver.formUnion([log] + others)
    }
    for item in items {
      if let path = item.path, passedOver.contains(path) { logs[path] = item.bareMember }
    }
    items = try items.flatMap { item -> [Item] in
      guard let member = item.bareMember, let path = item.path else { return [item] }
      if passedOver.contains(path), !member.isDatabase { return [] }
      guard member.isDatabase else { return [item] }
      let log = FoundDatabase.companions(of: path).log
      let found = FoundDatabase(member: member, log: logs[log] ?? logBeside(member, log))
      return try found.items(readers: readers, cancellation)
    }
  }

  /// The log of a database that was asked for by its own name alone.
  private func logBeside(_ member: Member, _ path: String) -> Member? {
    guard member.name == nil, FileManager.default.fileExists(atPath: path) else { return nil }
    return inventory(of: [path]).members.first
  }

  /// One item stands for all files of an upload, in the place of the first.
  private mutating func gatherUploads() {
    var places: [RunID: Int] = [:]
    var gathered: [Item] = []
    for item in items {
      guard let member = item.bareMember, let path = UploadPath(member) else {
        gathered.append(item)
        continue
      }
      let file = RecorderUpload.File(member: member, chunk: path.chunk)
      let run = RunID(recorded: path.run)
      if let place = places[run], case .upload(var upload) = gathered[place] {
        upload.files.append(file)
        gathered[place] = .upload(upload)
      } else {
        places[run] = gathered.count
        gathered.append(.upload(RecorderUpload(name: path.run, files: [file])))
      }
    }
    items = gathered
  }
}

extension ImportPlan.Item {
  /// A member of which no export says anything.
  fileprivate var bareMember: Member? {
    if case .member(let member, nil) = self { member } else { nil }
  }

  /// Where the member lies.
  fileprivate var path: String? {
    bareMember.map { member in member.name.map { "\(member.file)!\($0)" } ?? member.file }
  }
}
