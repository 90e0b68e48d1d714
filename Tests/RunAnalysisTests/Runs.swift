import Hashing
import RunAnalysis
import RunModel

/// A run that is told from others by its number.
func numberedRun(
  _ number: Int, startedAt: Timestamp? = nil, fixes: Int = 10,
  _ describe: (inout RunDescription) -> Void = { _ in }
) -> Run {
  var description = RunDescription()
  describe(&description)
  let digest = SHA256Digest.of("run \(number)")
  return Run(
    id: RunID(source: digest, ordinal: 0), version: 1, description: description,
    startedAt: startedAt, endedAt: startedAt, fixCount: fixes, segmentCount: 1,
    pointsDigest: digest)
}
