import Foundation
import Hashing
import RunModel
import RunStore
import TestSupport

/// A library in a folder of its own, open for writing.
struct TemporaryLibrary {
  let folder: TemporaryFolder
  let library: Library

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(at: folder.url.appending(path: "library.sqlite").path, access: .readWrite)
  }

  var path: String { library.path }

  /// Imports one source that holds these runs, in an import of its own.
  @discardableResult
  func add(
    _ runs: [PackedRun], source: Source = Source(file: "a.gpx", state: .imported),
    results: [RunResult] = []
  ) throws -> AddedSource {
    let lock = try library.lockForImport()
    let id = try library.beginImport(holding: lock, of: ["/in"], at: noon, toolVersion: "1")
    let added = try library.add(
      source, runs: runs, results: results.map(SealedResult.init), toImport: id)
    try library.finishImport(id, state: .finished, at: noon)
    return added
  }
}

let noon = Timestamp(milliseconds: 1_792_152_000_000)

/// Seconds along a meridian, from an index on.
func track(_ range: Range<Int>, segmentLength: Int = .max) -> Fixes {
  var fixes = Fixes()
  for index in range {
    fixes.append(
      time: 1_700_000_000_000 + 1000 * Int64(index), latitude: 45 + Double(index) / 1e5,
      longitude: 7, segment: Int32(index / segmentLength))
    fixes.set(.accuracy, 5)
    fixes.set(.heartRate, Double(120 + index % 40))
  }
  return fixes
}

/// Fixes of which no bit can be foretold by those before.
func incompressible(_ count: Int) -> Fixes {
  let scattered = (1...count).map { Double(UInt64($0) &* 0x9E37_79B9_7F4A_7C15) * 0x1p-63 }
  return Fixes(
    time: scattered.map { Int64($0 * 0x1p60) }, latitude: scattered, longitude: scattered,
    segment: scattered.map { _ in 0 })
}

func runID(_ ordinal: Int) -> RunID { RunID(source: SHA256Digest.of("source"), ordinal: ordinal) }

func packed(
  _ ordinal: Int, _ fixes: Fixes = track(0..<20), sport: Sport = .running
) -> PackedRun {
  var description = RunDescription()
  description.sport = sport
  description.name = "Run \(ordinal)"
  description.device = "Watch"
  description.utcOffsetMinutes = 120
  description.deviceDistance = 1234.5
  description.timerTime = 20
  description.accuracySource = .hAcc
  return PackedRun(RecordedRun(description: description, fixes: fixes), id: runID(ordinal))
}

func result(
  _ run: Run, _ parameters: ParameterReference = ParameterReference("run", 1),
  distance: Double = 1000.25
) -> RunResult {
  var measurement = Measurement()
  measurement.rawDistance = 1300.125
  measurement.distanceAfterAccuracy = 1200
  measurement.distanceAfterSpeed = 1100
  measurement.distance = distance
  measurement.acrossGaps = 3
  for (offset, verdict) in Verdict.allCases.enumerated() {
    measurement.counts[verdict] = offset * 10 + 1
  }
  return RunResult(
    run: run.id, parameters: parameters, pointsDigest: run.pointsDigest, measurement: measurement,
    measuredAt: noon, toolVersion: "1")
}

/// One that counts each fix of the run, as every result does that the engine made.
func countedResult(
  _ run: Run, _ parameters: ParameterReference = ParameterReference("run", 1)
) -> RunResult {
  let any = result(run, parameters)
  var measurement = any.measurement
  measurement.counts = VerdictCounts()
  measurement.counts[.counted] = run.fixCount
  return RunResult(
    run: run.id, parameters: parameters, pointsDigest: run.pointsDigest, measurement: measurement,
    measuredAt: any.measuredAt, toolVersion: any.toolVersion)
}

extension Library {
  func currentSet(for sport: Sport) throws -> ParameterSet? {
    try CurrentSets(of: self).current(for: sport)
  }

  /// The set that a sport used before the one it uses now.
  func earlierSet(for sport: Sport) throws -> ParameterReference? {
    try CurrentSets(of: self).everCurrent(for: sport).dropFirst().first?.reference
  }

  /// What sets have not measured, as "Run 1: run@1", in the order of the text.
  func unmeasuredNames(_ sets: AskedSets) throws -> [String] {
    try unmeasured(under: sets).map { item in
      "\(try run(item.points.run)?.description.name ?? ""): \(item.parameters)"
    }.sorted()
  }

  @discardableResult
  func add(_ results: [RunResult]) throws -> Int { try add(results.map(SealedResult.init)) }
}

/// The code that a call throws; nil where it throws none.
func code(_ body: () throws -> Void) -> StoreError.Code? {
  do {
    try body()
    return nil
  } catch { return (error as? StoreError)?.code }
}
