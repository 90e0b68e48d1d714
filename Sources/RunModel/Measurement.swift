package import Hashing

/// What the engine found for one run under one set of rules. All distances are metres.
package struct Measurement: Sendable, Equatable {
  /// D0: every step inside each segment, no filter.
  package var rawDistance = 0.0
  /// D1: the accuracy rule alone.
  package var distanceAfterAccuracy = 0.0
  /// D2: accuracy and speed.
  package var distanceAfterSpeed = 0.0
  /// D3: all rules; the distance.
  package var distance = 0.0
  /// What lies between the last place of a segment and the first of the next: in no sum.
  package var acrossGaps = 0.0
  package var counts = VerdictCounts()

  package init() {}
}

/// Every fix's verdict with its numbers, as columns by fix; adds up to ``measurement``.
package struct Ledger: Sendable, Equatable {
  package var verdicts: [Verdict]
  /// Index of the fix it was measured from; −1 where it was measured from none.
  package var measuredFrom: [Int32]
  /// Metres from that fix; NaN where it was measured from none.
  package var moved: [Double]
  /// Seconds from that fix; NaN where unknown or measured from none.
  package var seconds: [Double]
  package var measurement: Measurement

  package init(
    verdicts: [Verdict], measuredFrom: [Int32], moved: [Double], seconds: [Double],
    measurement: Measurement
  ) {
    self.verdicts = verdicts
    self.measuredFrom = measuredFrom
    self.moved = moved
    self.seconds = seconds
    self.measurement = measurement
  }
}

/// What one recomputation gave for one run; never overwritten.
package struct RunResult: Sendable, Equatable {
  package let run: RunID
  package let parameters: ParameterReference
  package let pointsDigest: SHA256Digest
  package let measurement: Measurement
  package let measuredAt: Timestamp
  package let toolVersion: String

  package init(
    run: RunID, parameters: ParameterReference, pointsDigest: SHA256Digest,
    measurement: Measurement, measuredAt: Timestamp, toolVersion: String
  ) {
    self.run = run
    self.parameters = parameters
    self.pointsDigest = pointsDigest
    self.measurement = measurement
    self.measuredAt = measuredAt
    self.toolVersion = toolVersion
  }
}
