import DistanceEngine
import Hashing
import RunModel
import Simulation

@testable import Reports

/// A report on a simulated run, measured by the engine under the built-in set of its sport.
func report(
  on scenario: Scenario, withDetails: Bool = true, _ change: (inout RunReport) -> Void = { _ in }
) throws -> RunReport {
  let recording = scenario.simulate().recording
  let digest = SHA256Digest.of("scenario \(scenario.seed)")
  let fixes = recording.fixes
  let run = Run(
    id: RunID(source: digest, ordinal: 0), version: 1, description: recording.description,
    startedAt: fixes.timeSpan?.lowerBound, endedAt: fixes.timeSpan?.upperBound,
    fixCount: fixes.count, segmentCount: fixes.segmentCount, pointsDigest: digest)
  let set = ParameterSet.builtIn.first { $0.reference.name == run.description.sport.builtInSetName }
  let parameters = set ?? ParameterSet.builtIn[0]
  let ledger = try ledger(of: fixes, under: parameters.rules)
  var source = Source(file: "export_123.zip", member: "activities/1.gpx", state: .imported)
  source.digest = digest
  source.format = "gpx"
  var report = RunReport(
    run: run, source: source, parameters: parameters, isCurrent: true,
    measurement: ledger.measurement,
    details: withDetails ? RunReport.Details(fixes: fixes, ledger: ledger) : nil)
  change(&report)
  return report
}

/// Four fixes 10 m apart: a start, one counted, one too fast, one without a place.
func tinyReport(_ change: (inout RunReport) -> Void = { _ in }) -> RunReport {
  var fixes = Fixes(
    time: [0, 1_000, 2_000, Fixes.noTime], latitude: [45, 45.0001, 45.01, 0],
    longitude: [7, 7, 7, 0], segment: [0, 0, 0, 0])
  fixes[.accuracy] = [8, 8, .nan, 8]
  var measurement = Measurement()
  measurement.rawDistance = 1_111.5
  measurement.distanceAfterAccuracy = 1_111.5
  measurement.distanceAfterSpeed = 11.125
  measurement.distance = 11.125
  for verdict: Verdict in [.segmentStart, .counted, .overMaxSpeed, .invalidPosition] {
    measurement.counts[verdict] = 1
  }
  let ledger = Ledger(
    verdicts: [.segmentStart, .counted, .overMaxSpeed, .invalidPosition],
    measuredFrom: [-1, 0, 1, -1], moved: [.nan, 11.125, 1_100.5, .nan],
    seconds: [.nan, 1, 1, .nan], measurement: measurement)
  let digest = SHA256Digest.of("tiny")
  var description = RunDescription()
  description.name = "Tiny"
  description.sport = .running
  description.accuracySource = .hAcc
  description.deviceDistance = 20
  let run = Run(
    id: RunID(source: digest, ordinal: 0), version: 1, description: description,
    startedAt: Timestamp(milliseconds: 0), endedAt: Timestamp(milliseconds: 2_000), fixCount: 4,
    segmentCount: 1, pointsDigest: digest)
  var report = RunReport(
    run: run, source: Source(file: "runs/tiny.gpx", state: .imported),
    claims: [Claim(by: "strava", distance: 11.1)], parameters: ParameterSet.builtIn[0],
    isCurrent: true, measurement: measurement,
    details: RunReport.Details(fixes: fixes, ledger: ledger),
    others: [
      RunReport.Other(parameters: ParameterReference("run", 0), isCurrent: false, distance: 12.5)
    ])
  change(&report)
  return report
}
