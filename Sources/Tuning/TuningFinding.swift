package import RunModel

/// What a search found, with what there is to doubt about it.
package struct TuningFinding: Sendable, Equatable {
  /// A value and between which it lies with 95 %, by resampling routes.
  package struct Estimate: Sendable, Equatable {
    package let value: Double
    package let lower: Double
    package let upper: Double

    package init(value: Double, lower: Double, upper: Double) {
      self.value = value
      self.lower = lower
      self.upper = upper
    }
  }

  /// A set on the runs whose length is known.
  package struct Figures: Sendable, Equatable {
    package let score: Score
    package let bias: Estimate
    package let medianError: Estimate

    package init(score: Score, bias: Estimate, medianError: Estimate) {
      self.score = score
      self.bias = bias
      self.medianError = medianError
    }
  }

  /// A run and what is said of it.
  package struct Judgement: Sendable, Equatable {
    package let run: JudgedRun
    /// Metres on WGS 84 under the base set.
    package let base: Double
    /// Metres on WGS 84 under the constants found without any run of its route.
    package let unseen: Double
    /// Relative errors of the two; 0 where the length is not known or the distance lies inside.
    package let baseError: Double
    package let unseenError: Double
    /// The least relative error of all sets that were measured, without its sign.
    package let leastError: Double

    /// - Parameter leastError: nil where these two sets are all that were measured.
    package init(
      run: JudgedRun, base: Double, unseen: Double, baseError: Double, unseenError: Double,
      leastError: Double? = nil
    ) {
      self.run = run
      self.base = base
      self.unseen = unseen
      self.baseError = baseError
      self.unseenError = unseenError
      self.leastError = leastError ?? min(baseError.magnitude, unseenError.magnitude)
    }
  }

  /// A constant that was varied.
  package struct Constant: Sendable, Equatable {
    package let constant: FilterConstant
    package let base: Double?
    package let best: Double?
    /// The lowest and the highest limit that resampled routes gave in 95 of 100 cases, in the axis' order; what
    /// the runs cannot tell apart lies inside.
    package let from: Double?
    package let to: Double?
    /// Each limit tried, with the other constants as they are best with it.
    package let profile: [Point]
    package let warning: Warning?

    package init(
      constant: FilterConstant, base: Double?, best: Double?, from: Double?, to: Double?,
      profile: [Point], warning: Warning?
    ) {
      self.constant = constant
      self.base = base
      self.best = best
      self.from = from
      self.to = to
      self.profile = profile
      self.warning = warning
    }
  }

  package struct Point: Sendable, Equatable {
    package let limit: Double?
    package let score: Double

    package init(limit: Double?, score: Double) {
      self.limit = limit
      self.score = score
    }
  }

  package enum Warning: Sendable, Equatable {
    /// No limit made any difference.
    case noEffect
    /// The best one is the last that was tried: a better one may lie beyond.
    case atEdge
  }

  /// The scores of two constants' limits, the others as they are best with them.
  package struct Surface: Sendable, Equatable {
    package let rows: SearchSpace.Axis
    package let columns: SearchSpace.Axis
    /// By row, then by column.
    package let scores: [[Double]]

    package init(rows: SearchSpace.Axis, columns: SearchSpace.Axis, scores: [[Double]]) {
      self.rows = rows
      self.columns = columns
      self.scores = scores
    }
  }

  /// The base's rules, and the best ones that were found.
  package let base: FilterRules
  package let best: FilterRules
  package let routeCount: Int
  /// How many sets were measured.
  package let setCount: Int
  /// By the order of the runs.
  package let judgements: [Judgement]
  package let baseFigures: Figures
  /// Every run by constants found without its route.
  package let unseenFigures: Figures
  /// By how much the loss of the base is larger than that of constants on unseen routes.
  package let gain: Estimate
  package let constants: [Constant]
  /// A pair of varied constants each.
  package let surfaces: [Surface]

  package init(
    base: FilterRules, best: FilterRules, routeCount: Int, setCount: Int, judgements: [Judgement],
    baseFigures: Figures, unseenFigures: Figures, gain: Estimate, constants: [Constant],
    surfaces: [Surface]
  ) {
    self.base = base
    self.best = best
    self.routeCount = routeCount
    self.setCount = setCount
    self.judgements = judgements
    self.baseFigures = baseFigures
    self.unseenFigures = unseenFigures
    self.gain = gain
    self.constants = constants
    self.surfaces = surfaces
  }

  /// True where routes that were not looked at are judged better in 95 of 100 cases.
  ///
  /// Truths of which constants leave every other one off by the cap and more are no measure of anything.
  package var isDistinguishable: Bool {
    best != base && gain.lower > 0 && unseenFigures.score.medianError < Score.cap
  }
}
