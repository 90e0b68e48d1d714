package import RunModel

/// What to simulate: the same scenario gives the same bits on every machine.
package struct Scenario: Sendable, Equatable {
  package var shape = Shape.loop
  /// Metres of path from start to end.
  package var length = 5_000.0
  /// Metres a second while moving.
  package var speed = 3.0
  package var sampling = Sampling.every(seconds: 1)
  package var noise = Noise.correlated(sigma: 3, rho: 0.95)
  package var accuracy = Accuracy.absent
  package var pauses: [Pause] = []
  package var spikes: [Spikes] = []
  package var deviceDistance = DeviceDistance.absent
  package var hasElevation = false
  package var hasHeartRate = false
  /// Speed, distance so far, cadence, power and temperature.
  package var hasSensors = false
  /// Degrees on WGS 84.
  package var latitude = 47.0
  package var longitude = 8.0
  package var startedAt = Timestamp(milliseconds: 1_555_228_800_000)
  package var sport = Sport.running
  package var name: String?
  /// Decimals of the degrees that are given out, as files have them; nil for all there are.
  package var coordinateDecimals: Int? = 7
  package var seed: UInt64

  package init(seed: UInt64) {
    self.seed = seed
  }
}

extension Scenario {
  /// The course, from the start place on.
  package enum Shape: Sendable, Equatable {
    /// Straight ahead; degrees clockwise from north.
    case line(heading: Double)
    /// Once round a circle, back to the start.
    case loop
    /// Straight to half the length, and back.
    case outAndBack(heading: Double)
    /// Laps of a square of so many metres a side.
    case squareLaps(side: Double)
  }

  /// When the device writes a fix. The clock of the simulation ticks once a second.
  package enum Sampling: Sendable, Equatable {
    case every(seconds: Int)
    /// Two to seven seconds apart, as devices that save memory do.
    case smart
  }

  /// How far the recorded place lies from the true one, in metres.
  package enum Noise: Sendable, Equatable {
    case none
    /// Each axis on its own a first-order autoregression in time: standard deviation `sigma`,
    /// correlation `rho` from one second to the next.
    case correlated(sigma: Double, rho: Double)
    /// Across the course of an eastward line by turns: even fixes south, odd fixes north.
    case alternating(Double)
  }

  package enum Accuracy: Sendable, Equatable {
    case absent
    /// Metres, for every fix.
    case constant(Double)
    /// Grows with the noise of the fix, as an honest device's does.
    case followsNoise
  }

  /// Standing still, with the noise going on.
  package struct Pause: Sendable, Equatable {
    /// Metres of path at which the runner stops.
    package var at: Double
    package var seconds: Int
    /// True where the device stops too: no fixes, and a new segment afterwards.
    package var startsSegment: Bool

    package init(at: Double, seconds: Int, startsSegment: Bool) {
      self.at = at
      self.seconds = seconds
      self.startsSegment = startsSegment
    }
  }

  /// Fixes that are far off.
  package struct Spikes: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
      /// One fix off, its accuracy none the worse.
      case jump
      /// Several in a row off by the same, and the device knows: accuracy as large.
      case poorAccuracy
      /// One fix off that the device marks invalid: accuracy −1.
      case invalidAccuracy
    }

    package var kind: Kind
    package var count: Int
    /// Metres off the true course.
    package var size: Double
    /// Fixes in a row.
    package var fixesEach: Int

    package init(_ kind: Kind, count: Int, size: Double, fixesEach: Int = 1) {
      self.kind = kind
      self.count = count
      self.size = size
      self.fixesEach = fixesEach
    }
  }

  /// What total the device claims.
  package enum DeviceDistance: Sendable, Equatable {
    case absent
    /// The truth, to the centimetre.
    case truth
    /// The sum of all steps as recorded, as a device without any filter has it.
    case sumOfSteps
  }
}

/// A run whose length is known because it was made up.
package struct SimulatedRun: Sendable, Equatable {
  /// A spike that was planted.
  package struct PlantedSpike: Sendable, Equatable {
    package let kind: Scenario.Spikes.Kind
    package let seqs: Range<Int>
  }

  package let recording: RecordedRun
  /// Metres of path really moved.
  package let trueDistance: Double
  /// In the order of their fixes.
  package let spikes: [PlantedSpike]
  /// The fixes written while standing, one range a pause; empty where the device stopped too.
  package let pauses: [Range<Int>]
}
