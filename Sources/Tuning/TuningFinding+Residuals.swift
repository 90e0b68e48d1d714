internal import RunModel

extension TuningFinding {
  /// A device whose runs are judged otherwise than those of the others.
  package struct Deviation: Sendable, Equatable {
    package let device: String
    package let runs: Int
    package let routes: Int
    /// By how much the median relative error of its runs lies above that of the others.
    package let difference: Double
  }

  /// The runs whose length is known.
  package var judged: [Judgement] { judgements.filter { $0.run.interval != nil } }

  /// Judged runs of ``far`` that no measured set brings within ``leastUnmet`` of their truth: that, or their
  /// recording, is at fault.
  package var unexplained: [Judgement] { far.filter { $0.leastError > Self.leastUnmet } }

  /// Judged runs of ``far`` that other constants would suit: what is special is their route or their device.
  package var unsuited: [Judgement] { far.filter { $0.leastError <= Self.leastUnmet } }

  /// Judged runs that neither the base nor constants found without their route suit: further from what is
  /// wrong everywhere than four times the spread and ``leastUnexplained``; the furthest first.
  private var far: [Judgement] {
    func isFar(_ error: Double, _ figures: Figures) -> Bool {
      (error - figures.score.bias).magnitude
        > max(Self.leastUnexplained, 4 * figures.score.spread)
    }
    func place(_ judgement: Judgement) -> (Double, RunID) {
      (-judgement.unseenError.magnitude, judgement.run.run.id)
    }
    let far = judged.filter {
      isFar($0.baseError, baseFigures) && isFar($0.unseenError, unseenFigures)
    }
    return far.sorted { place($0) < place($1) }
  }

  package static let leastUnexplained = 0.01
  package static let leastUnmet = 0.02

  /// Devices that differ from the others by more than ``leastDeviation`` and three standard errors, the
  /// largest difference first.
  ///
  /// Looked for only where the device and the others have ``fewestOfDevice`` runs each, on
  /// ``TuningRefusal/fewestRoutes`` routes. A median's standard error is taken from the median absolute
  /// deviation, as of normal errors: 1.2533 × 1.4826 × deviation / √n.
  package var deviations: [Deviation] {
    let groups = Dictionary(grouping: judged) { $0.run.run.description.device ?? "" }
    return groups.compactMap { device, own -> Deviation? in
      let others = judged.filter { $0.run.run.description.device ?? "" != device }
      let routes = Set(own.map(\.run.route)).count
      guard !device.isEmpty, min(own.count, others.count) >= Self.fewestOfDevice,
        min(routes, Set(others.map(\.run.route)).count) >= TuningRefusal.fewestRoutes
      else { return nil }
      let (mine, theirs) = (Centre(own.map(\.unseenError)), Centre(others.map(\.unseenError)))
      let difference = mine.median - theirs.median
      let doubt = (mine.variance + theirs.variance).squareRoot()
      guard difference.magnitude > max(Self.leastDeviation, 3 * doubt) else { return nil }
      return Deviation(device: device, runs: own.count, routes: routes, difference: difference)
    }.sorted { left, right in
      (-left.difference.magnitude, left.device) < (-right.difference.magnitude, right.device)
    }
  }

  package static let leastDeviation = 0.002
  package static let fewestOfDevice = 5
}

/// Where errors lie, and how far that may be off.
private struct Centre {
  let median: Double
  /// The square of the median's standard error.
  let variance: Double

  init(_ values: [Double]) {
    median = Self.median(values)
    let middle = median
    let deviation = Self.median(values.map { ($0 - middle).magnitude })
    let error = 1.2533 * 1.4826 * deviation / Double(max(values.count, 1)).squareRoot()
    variance = error * error
  }

  /// 0 for none.
  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
