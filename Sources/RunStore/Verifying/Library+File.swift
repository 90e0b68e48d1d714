package import RunModel
internal import SQLite

extension Library {
  /// What SQLite itself finds wrong, with the file and with what rows refer to.
  ///
  /// - Throws: `stopped` once `isStopped` says so; or what keeps the file from being looked at.
  package func fileFindings(
    isStopped: @escaping () -> Bool
  ) throws(StoreError) -> [LibraryFinding] {
    do {
      let faults = try database.faults(atMost: Self.mostFaults, isStopped: isStopped)
      let findings = faults.map { LibraryFinding(.file, place: path, detail: $0) }
      // What breaks one of the checks breaks the other in the same words.
      return try findings + brokenReferences(isStopped).filter { !findings.contains($0) }
    } catch let error as SQLiteError {
      guard error.code != .interrupted else {
        throw StoreError(.stopped, detail: "stopped", cause: error)
      }
      throw StoreError(error)
    } catch {
      throw StoreError(.internal, place: path, detail: "the file cannot be checked", cause: error)
    }
  }

  /// More say no more.
  private static let mostFaults = 50

  private func brokenReferences(_ isStopped: @escaping () -> Bool) throws -> [LibraryFinding] {
    let broken: [[String]]
    do {
      broken = try database.texts("PRAGMA foreign_key_check", isStopped)
    } catch let error as WrongStatement {
      return [LibraryFinding(.file, place: path, detail: error.message)]
    }
    var counts: [String: Int] = [:]
    // Rows of runs that are not there are told by run.
    for row in broken where row[0] == "run" || !["run", "run_version"].contains(row[2]) {
      counts["\(row[0])\n\(row[2])", default: 0] += 1
    }
    return counts.sorted { $0.key < $1.key }.map { key, count in
      let names = key.split(separator: "\n")
      return LibraryFinding(
        .reference, place: "table \(names[0])",
        detail: "\(count) of its rows refer to a row of \(names.last ?? "") that is not there")
    }
  }

  /// In what the tables are not as this version makes them.
  ///
  /// - Throws: `olderLibrary` where it has not been brought to this version yet.
  package func schemaFindings() throws(StoreError) -> [LibraryFinding] {
    if try isOlder() {
      throw StoreError(
        .olderLibrary(found: 0, known: 0), place: path,
        detail:
          "its tables are of an earlier version; any command that writes brings them to this one")
    }
    return try schemaDifferences().map { difference in
      let item = difference.item
      var remedy = LibraryFinding.Remedy.none
      if case .missing(let item) = difference, item.kind == .trigger || item.kind == .index {
        remedy = .makeAgain(item.name)
      }
      var finding = LibraryFinding(
        .schema, place: "\(item.kind) \(item.name)", detail: "it \(difference.sentence)",
        remedy: remedy)
      finding.isHarmless = !difference.keepsFrom(writing: true)
      if case .missing = difference { finding.isMissing = !finding.isHarmless }
      return finding
    }
  }

  /// True where its tables and views can be asked: else nothing that they say can be relied on.
  package func canBeAsked() throws(StoreError) -> Bool {
    try !schemaDifferences().contains { $0.keepsFrom(writing: false) }
  }
}
