internal import DistanceEngine
internal import Foundation
internal import Hashing
package import Reports
package import RunModel
internal import RunStore
internal import Synchronization

/// What of a library is to be verified.
package struct VerificationRequest: Sendable {
  /// Nil for all of the library, and the file that it lies in.
  package var runs: [Run]?
  /// Every result is measured again, not a sample.
  package var takesAllResults = false
  /// Chooses the sample.
  package var seed: UInt64 = 0

  package init() {}
}

extension Workspace {
  /// Opens a library to look what it is, whatever that may be; for ``verify(_:progress:)`` and
  /// ``backUp(to:progress:)``.
  package init(
    inspecting libraryPath: String, jobs: Int, now: @escaping @Sendable () -> Timestamp,
    cancellation: Cancellation
  ) throws {
    try self.init(
      libraryPath: libraryPath, access: .inspection, jobs: jobs, now: now,
      cancellation: cancellation)
  }

  /// Holds all that the library has against what it was when it was written.
  ///
  /// Reads every fix, on all threads, a few runs at a time. Others may write meanwhile.
  ///
  /// - Parameter progress: told how many runs are verified, and of how many.
  /// - Throws: `StoreError` for what keeps it from being looked at, ``Cancelled``.
  package func verify(
    _ request: VerificationRequest, progress: @escaping @Sendable (Int, Int) -> Void
  ) throws -> Verification {
    var verification = Verification(of: library.path, isWhole: request.runs == nil)
    verification.findings = try library.schemaFindings()
    if request.runs == nil {
      verification.findings += try stoppable {
        try library.fileFindings { cancellation.isRequested }
      }
    }
    guard try library.canBeAsked() else { return verification }
    do {
      try verifyContents(&verification, request, progress)
    } catch let error as StoreError where error.code == .damaged {
      let finding = LibraryFinding(
        error.isOfOneRow ? .row : .file, place: library.path, detail: error.detail)
      if !verification.findings.contains(finding) { verification.findings.append(finding) }
    }
    return verification
  }

  private func verifyContents(
    _ verification: inout Verification, _ request: VerificationRequest,
    _ progress: @escaping @Sendable (Int, Int) -> Void
  ) throws {
    verification.findings += try library.parameterSetFindings()
    let names: [String]
    var share = Sample.all
    if let runs = request.runs {
      names = Set(runs.map(\.id.hex)).sorted()
    } else {
      let results = try library.resultFindings()
      verification.findings += results.findings
      verification.results = results.count
      if !request.takesAllResults {
        share = Sample(of: results.count, seed: request.seed)
        verification.seed = share.isAll ? nil : request.seed
      }
      let (present, missing) = try library.runNames()
      names = present
      verification.findings += missing.map { name in
        LibraryFinding(
          .reference, run: RunID(name), place: "run \(name)",
          detail: "it is not there, and other tables hold rows of it", remedy: .setRunAside(name))
      }
      verification.findings += try library.rowFindings() + library.stateFindings()
      verification.remarks = try library.remarks()
    }
    let sums = try verifyRuns(
      names, RunCheck(sets: try library.wholeParameterSets(), sample: share), progress)
    verification.findings += sums.findings
    (verification.runs, verification.fixes) = (names.count, sums.fixes)
    verification.remeasured = sums.remeasured
    if request.runs != nil { verification.results = sums.results }
    try findSources(&verification)
  }

  private func verifyRuns(
    _ names: [String], _ check: RunCheck, _ progress: @escaping @Sendable (Int, Int) -> Void
  ) throws -> RunCheck.Sums {
    let sums = Mutex(RunCheck.Sums())
    let turn = min(32, max(1, names.count / (jobs * 8)))
    try concurrentStream(count: (names.count + turn - 1) / turn, jobs: jobs) { index in
      let part = names[index * turn..<min((index + 1) * turn, names.count)]
      var checked = RunCheck.Sums()
      for name in part {
        try cancellation.check()
        checked.add(try reading { try check.sums(ofRun: name, with: $0) })
      }
      return checked
    } consume: { checked in
      let done = sums.withLock { sums in
        sums.add(checked)
        return sums.runs
      }
      progress(done, names.count)
    }
    return sums.withLock(\.self)
  }

  /// Where damaged runs can come from again.
  private func findSources(_ verification: inout Verification) throws {
    for index in verification.findings.indices {
      guard case .setRunAside(let name) = verification.findings[index].remedy else { continue }
      let sources = try library.readable { () throws(StoreError) in
        try library.sources(ofRun: name)
      }
      verification.findings[index].sources = sources ?? []
      verification.findings[index].goneFiles = Set((sources ?? []).map(\.file)).filter {
        !FileManager.default.fileExists(atPath: $0)
      }
    }
  }

  /// Does what can be done about what was found; settles what killed imports left.
  ///
  /// - Returns: the findings that are done with.
  /// - Throws: `StoreError`; then nothing was changed.
  package func repair(_ verification: Verification) throws -> [LibraryFinding] {
    let lock = try library.lockForImport()
    return try library.repair(verification.repairable, holding: lock, at: now())
  }

  /// Writes the library as it is at this moment to a new file, whoever writes to it meanwhile.
  ///
  /// - Parameter progress: told how many pages are copied, and of how many.
  /// - Throws: `StoreError`, also where something has that name; ``Cancelled``.
  package func backUp(to path: String, progress: (Int, Int) -> Void) throws {
    try stoppable {
      try library.backUp(
        to: path, isStopped: { cancellation.isRequested }, progress: progress)
    }
  }

  /// Says what was stopped in the words of this room.
  private func stoppable<Output>(_ body: () throws -> Output) throws -> Output {
    do { return try body() } catch {
      if let error = error as? StoreError, error.code == .stopped { throw Cancelled() }
      throw error
    }
  }
}

/// Which results are measured again.
struct Sample: Sendable {
  static let all = Sample(threshold: .max, seed: 0)
  /// So many of them, about.
  private static let size = 256

  private let threshold: UInt64
  private let seed: UInt64

  private init(threshold: UInt64, seed: UInt64) {
    self.threshold = threshold
    self.seed = seed
  }

  init(of count: Int, seed: UInt64) {
    let share = UInt64.max / UInt64(max(count, 1))
    self.init(threshold: count <= Self.size ? .max : share * UInt64(Self.size), seed: seed)
  }

  var isAll: Bool { threshold == .max }

  /// The same for the same seed, whatever else is in the library.
  func contains(_ result: RunResult) -> Bool {
    guard !isAll else { return true }
    let digest = SHA256Digest.of("\(seed) \(result.run.hex) \(result.parameters)")
    return digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } < threshold
  }
}

/// How a run is verified.
struct RunCheck: Sendable {
  struct Sums: Sendable {
    var (runs, fixes, results, remeasured) = (0, 0, 0, 0)
    var findings: [LibraryFinding] = []

    mutating func add(_ other: Sums) {
      runs += other.runs
      fixes += other.fixes
      results += other.results
      remeasured += other.remeasured
      findings += other.findings
    }
  }

  private let rules: [ParameterReference: FilterRules]
  private let sample: Sample

  init(sets: [ParameterSet], sample: Sample) {
    rules = Dictionary(
      sets.map { ($0.reference, $0.rules) }, uniquingKeysWith: { first, _ in first })
    self.sample = sample
  }

  func sums(ofRun name: String, with reader: Library) throws -> Sums {
    var sums = Sums()
    sums.runs = 1
    let results = try RunID(name).map { try reader.wholeResults(of: $0) } ?? []
    sums.results = results.count
    var seen: Set<SHA256Digest> = []
    let findings = try reader.pointsFindings(ofRun: name) { _, points in
      sums.fixes += points.fixes.count
      // Of two versions with the same fixes the results are the same rows.
      guard seen.insert(points.digest).inserted else { return }
      for result in results where result.pointsDigest == points.digest && sample.contains(result) {
        guard let rules = rules[result.parameters], var odometer = try? Odometer(rules) else {
          continue
        }
        sums.remeasured += 1
        if odometer.measure(points.fixes) != result.measurement {
          sums.findings.append(LibraryFinding(wrong: result))
        }
      }
    }
    sums.findings += findings
    return sums
  }
}
