package import Hashing

/// How a recording ended; an imported whole file is finished.
package enum RunState: String, Sendable, CaseIterable {
  case recording, paused, interrupted, finished, uploaded
}

/// What a source says about a run, besides its fixes.
package struct RunDescription: Sendable, Equatable {
  package var state = RunState.finished
  package var sport = Sport.unknown
  package var name: String?
  package var device: String?
  /// The unit's own number, as its maker wrote it.
  package var deviceSerial: String?
  /// Minutes east of UTC, where the source gave its times with an offset other than UTC.
  package var utcOffsetMinutes: Int?
  /// True where times of day are not to be told: they count from the start, which is at 0 of 1970 UTC.
  package var timesCountFromStart = false
  /// Metres by the device's own total.
  package var deviceDistance: Double?
  /// Seconds the device's timer ran.
  package var timerTime: Double?
  package var segmentSource = SegmentSource.none
  package var accuracySource = AccuracySource.none
  package var deviceDistanceSource = DeviceDistanceSource.none

  package init() {}

  /// A day either way, in minutes: more than any zone has.
  package static let utcOffsets = -1440...1440
}

/// A run as a format's reader hands it over: not yet in any library.
package struct RecordedRun: Sendable, Equatable {
  package var description: RunDescription
  package var fixes: Fixes
  /// What the activity is called elsewhere, by which the same one is known again.
  package var origins: [Origin]

  package init(description: RunDescription, fixes: Fixes, origins: [Origin] = []) {
    self.description = description
    self.fixes = fixes
    self.origins = origins
  }
}

/// One recorded activity of any sport, without its fixes: the row in `run`.
package struct Run: Sendable, Equatable {
  package let id: RunID
  /// Which reading of the points is current, from 1.
  package var version: Int
  package var description: RunDescription
  package var startedAt: Timestamp?
  package var endedAt: Timestamp?
  package var fixCount: Int
  /// The number behind the last fix's: more than ``fixCount`` where a recorder's fixes are missing.
  package var nextSeq: Int
  package var segmentCount: Int
  /// Digest of the fixes of `version`, independent of how they are stored.
  package var pointsDigest: SHA256Digest
  /// Numbers of the parts of the recorder's upload that have not come.
  package var missingChunks: [Int] = []
  /// The recording of the same activity that stands for this one in every total; nil where the run
  /// stands for itself.
  package var primaryRun: RunID?
  /// When its points were dropped for good; nil while they are in the library.
  package var prunedAt: Timestamp?

  /// - Parameter nextSeq: nil where no fix is missing.
  package init(
    id: RunID, version: Int, description: RunDescription, startedAt: Timestamp?,
    endedAt: Timestamp?, fixCount: Int, nextSeq: Int? = nil, segmentCount: Int,
    pointsDigest: SHA256Digest
  ) {
    self.id = id
    self.version = version
    self.description = description
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.fixCount = fixCount
    self.nextSeq = nextSeq ?? fixCount
    self.segmentCount = segmentCount
    self.pointsDigest = pointsDigest
  }
}

extension Run {
  /// The id of the recording that stands for its activity, which may be its own.
  package var activity: RunID { primaryRun ?? id }

  /// When it began by the clock of its own zone, or of UTC where that is not known.
  package var localStart: CivilTime? {
    startedAt.map { CivilTime($0, utcOffsetMinutes: description.utcOffsetMinutes ?? 0) }
  }
}
