import Hashing
import Reports
import RunAnalysis
import RunModel

/// A report on a run that has only sums.
func summary(
  _ number: Int, sport: Sport = .running, raw: Double = 1_000, distance: Double = 900,
  _ change: (inout RunReport) -> Void = { _ in }
) -> RunReport {
  let digest = SHA256Digest.of("run \(number)")
  var description = RunDescription()
  description.sport = sport
  description.name = "Run \(number)"
  var measurement = Measurement()
  measurement.rawDistance = raw
  measurement.distance = distance
  measurement.counts[.overMaxSpeed] = number
  let run = Run(
    id: RunID(source: digest, ordinal: 0), version: 1, description: description,
    startedAt: Timestamp(milliseconds: Int64(number) * 86_400_000), endedAt: nil, fixCount: 2,
    segmentCount: 1, pointsDigest: digest)
  var report = RunReport(
    run: run, source: nil, parameters: ParameterSet.builtIn[0], isCurrent: true,
    measurement: measurement)
  change(&report)
  return report
}

func diagnosis(_ kind: Diagnosis.Kind) -> Diagnosis {
  Diagnosis(kind: kind, seqs: 0...1, occurrences: 1, effect: nil, evidence: [:])
}
