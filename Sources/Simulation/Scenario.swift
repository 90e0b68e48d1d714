package import Geodesy
package import RunModel

/// What to simulate: the same scenario gives the same bits on every machine.
package struct Scenario: Sendable, Equatable {
  package var shape = Shape.loop
  /// On which the course is laid out: its metres are those of that figure.
  package var earth = Earth.sphere
  /// Metres of course from start to end.
  package var length = 5_000.0
  /// Metres a second while moving.
  package var speed = 3.0
  package var sampling = Sampling.every(seconds: 1)
  package var noise = Noise.correlated(sigma: 3, rho: 0.95)
  package var accuracy = Accuracy.absent
  package var pauses: [Pause] = []
  package var holes: [Hole] = []
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
    /// Straights, corners and bends.
    case streets(Streets)
    /// Laps of a 400 m track, counterclockwise, in a lane from 1 on.
    case track(lane: Int)
  }

  /// A way that is made up from a seed.
  package struct Streets: Sendable, Equatable {
    package enum Kind: Sendable {
      /// Blocks with right-angled corners.
      case city
      /// Long straights and wide bends.
      case road
      /// Bend after bend.
      case trail
    }

    package var kind: Kind
    package var seed: UInt64
    /// True where the second half is the first one backwards.
    package var leadsBack = false
    /// By what part of its length a straight becomes longer for a runner who sways from side to side.
    package var weaving = 0.0

    package init(_ kind: Kind, seed: UInt64) {
      self.kind = kind
      self.seed = seed
    }
  }

  /// When the device writes a fix. The clock of the simulation ticks once a second.
  package enum Sampling: Sendable, Equatable {
    case every(seconds: Int)
    /// Two to seven seconds apart, as devices that save memory do.
    case smart
    /// Where the place is 3 m from where the last fix's speed would have led, after ten seconds at the latest.
    case onChange
  }

  /// How far the recorded place lies from the true one, in metres.
  package enum Noise: Sendable, Equatable {
    case none
    /// Each axis on its own a first-order autoregression in time: standard deviation `sigma`,
    /// correlation `rho` from one second to the next.
    case correlated(sigma: Double, rho: Double)
    /// Across the course of an eastward line by turns: even fixes south, odd fixes north.
    case alternating(Double)
    /// All that happens on the way from the satellites to a written fix.
    case received(Reception)
  }

  package enum Accuracy: Sendable, Equatable {
    case absent
    /// Metres, for every fix.
    case constant(Double)
    /// Grows with the noise of the fix, as an honest device's does.
    case followsNoise
    /// So many times what the receiver expects, with a third either way and a fifth of the error: hardly tied to
    /// the fix's own.
    case estimated(factor: Double)
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

  /// No fixes, while the runner goes on: a tunnel.
  package struct Hole: Sendable, Equatable {
    /// Metres of course at which it begins.
    package var at: Double
    package var seconds: Int

    package init(at: Double, seconds: Int) {
      self.at = at
      self.seconds = seconds
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
  /// Metres of path really moved, on the scenario's figure of the Earth.
  package let trueDistance: Double
  /// The same path's metres on WGS 84, whatever the scenario was laid out on.
  ///
  /// *Accuracy*: 2e-5; where the course was laid out on it, 1e-6.
  package let trueDistanceOnWGS84: Double
  /// In the order of their fixes.
  package let spikes: [PlantedSpike]
  /// The fixes written while standing, one range a pause; empty where the device stopped too.
  package let pauses: [Range<Int>]
  /// The fix before each hole and the one behind it.
  package let holes: [Range<Int>]
}
