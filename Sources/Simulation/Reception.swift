extension Scenario {
  /// How a device comes to the places that it writes. All errors are metres on an axis, all times seconds.
  package struct Reception: Sendable, Equatable {
    /// What changes over minutes: the atmosphere, the satellites in view.
    package var slow: Process
    /// What changes over seconds: reflections, the receiver itself.
    package var fast: Process
    package var coldStart: ColdStart?
    package var bursts: Bursts?
    /// Time constant with which the device follows what it receives; nil for one that does not smooth.
    package var smoothing: Double?
    /// True where places written while standing are those of the stop.
    package var holdsStill = false

    package init(slow: Process, fast: Process) {
      self.slow = slow
      self.fast = fast
    }
  }
}

extension Scenario.Reception {
  /// A first-order Gauss-Markov process: its correlation over t seconds is e^(−t / time constant).
  package struct Process: Sendable, Equatable {
    package var deviation: Double
    package var timeConstant: Double

    package init(deviation: Double, timeConstant: Double) {
      self.deviation = deviation
      self.timeConstant = timeConstant
    }
  }

  /// An error at the start that dies away.
  package struct ColdStart: Sendable, Equatable {
    package var metres: Double
    package var timeConstant: Double
    /// True where the accuracy is as large.
    package var isKnown: Bool

    package init(metres: Double, timeConstant: Double, isKnown: Bool) {
      self.metres = metres
      self.timeConstant = timeConstant
      self.isKnown = isKnown
    }
  }

  /// Places that lie off by one offset for some seconds, as reflected signals have them.
  package struct Bursts: Sendable, Equatable {
    package var perMinute: Double
    package var metres: ClosedRange<Double>
    package var seconds: ClosedRange<Int>
    /// Of how many the accuracy is as large.
    package var knownShare: Double

    package init(
      perMinute: Double, metres: ClosedRange<Double>, seconds: ClosedRange<Int>, knownShare: Double
    ) {
      self.perMinute = perMinute
      self.metres = metres
      self.seconds = seconds
      self.knownShare = knownShare
    }
  }
}
