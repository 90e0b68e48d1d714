internal import Geodesy
internal import RunAnalysis
package import RunModel
package import Tuning

/// Where the truths of a search came from, and which of them had no part in it.
package struct TruthAccount: Sendable, Equatable {
  /// The table's name; nil where they are the library's.
  package let table: String?
  /// Columns of the table that say nothing here.
  package let ignoredColumns: [String]
  /// Runs of known length of another sport than was asked for.
  package var otherSports = 0
  /// Runs of known length on other routes than were asked for.
  package var otherRoutes = 0
  /// Runs of which several lengths are stated that no one length satisfies.
  package var contradicted = 0
  /// Runs of known length that follow no way, so that nothing tells whether they repeat another one.
  package var withoutWay = 0

  package init(table: String? = nil, ignoredColumns: [String] = []) {
    self.table = table
    self.ignoredColumns = ignoredColumns
  }
}

/// What a search for better constants found, with what there is to know to judge it.
package struct TuningReport: Sendable {
  /// What came of the wish to save the best constants.
  package enum Saving: Sendable, Equatable {
    case notAsked
    case saved(ParameterReference)
    case baseIsBest
    /// A version of the same name has these constants.
    case known(ParameterReference)
    case inDoubt
  }

  package let finding: TuningFinding
  package let base: ParameterSet
  /// The version that the best constants have, or would have, once saved.
  package let candidate: ParameterReference
  package let account: TruthAccount
  /// The first run of each route, by the route's number.
  package let routes: [RunID]
  /// Metres by the base set on the Earth that it has, by judgement.
  package let distances: [Double]
  /// Of the resampling.
  package let seed: UInt64
  package var saving = Saving.notAsked

  package init(
    finding: TuningFinding, base: ParameterSet, candidate: ParameterReference,
    account: TruthAccount, routes: [RunID], distances: [Double], seed: UInt64
  ) {
    precondition(finding.judgements.count == distances.count, "distances of other runs")
    self.finding = finding
    self.base = base
    self.candidate = candidate
    self.account = account
    self.routes = routes
    self.distances = distances
    self.seed = seed
  }

  package var isBaseBest: Bool { finding.best == base.rules }

  /// How many runs of each kind of truth there are, the most frequent first.
  package var kinds: [(kind: TruthKind, runs: Int)] {
    TruthKind.allCases.map { kind in
      (kind, finding.judged.count { $0.run.kinds.contains(kind) })
    }.filter { $0.1 > 0 }.enumerated().sorted { left, right in
      (-left.element.1, left.offset) < (-right.element.1, right.offset)
    }.map(\.element)
  }

  /// What the base set's sphere makes of the judged runs, as the median share by which their distances are
  /// off those on the ellipsoid; nil where the set is on that.
  package var sphereShare: Double? {
    guard base.rules.earth == .sphere else { return nil }
    let shares = zip(finding.judgements, distances).compactMap { judgement, own in
      judgement.run.interval == nil || judgement.base <= 0
        ? nil : (own - judgement.base) / judgement.base
    }
    return shares.isEmpty ? nil : Distribution(of: shares)[.median]
  }

  /// How the best constants were found, as the note of a set.
  package var note: String {
    let kinds = kinds.map { "\(grouped($0.runs)) \($0.kind.text)" }.joined(separator: ", ")
    let figures = (finding.baseFigures, finding.unseenFigures)
    let sure = finding.isDistinguishable ? "distinguishable" : "not distinguishable"
    let text =
      "tuned from \(base.reference): \(counted(finding.judged.count, "run", "runs")) of known length"
      + " (\(kinds)) on \(counted(finding.routeCount, "route", "routes")), seed \(seed);"
      + " bias \(biasText(figures.0.bias)) before, \(biasText(figures.1.bias)) after on routes not"
      + " seen;"
      + " \(sure) (\(quantity("95", "%")))"
    return String(plain(text).prefix(ParameterSet.longestNote))
  }
}

/// Without spaces that only printing understands.
func plain(_ text: String) -> String {
  String(text.map { $0 == unbreakableSpace ? " " : $0 })
}

/// "-0.29 % (-0.39 to -0.19)".
private func biasText(_ bias: TuningFinding.Estimate) -> String {
  "\(signedPercent(bias.value)) (\(rangeText(bias, signed: true)))"
}

/// "-0.39 to -0.19", in hundredths.
func rangeText(_ estimate: TuningFinding.Estimate, signed: Bool) -> String {
  [estimate.lower, estimate.upper].map(signed ? signedHundredths : hundredths)
    .joined(separator: "\(unbreakableSpace)to\(unbreakableSpace)")
}

extension FilterConstant {
  /// The name in JSON, with its unit.
  var key: String {
    switch self {
    case .accuracy: "max_accuracy_m"
    case .speed: "max_speed_mps"
    case .move: "min_move_m"
    case .gap: "max_gap_s"
    }
  }

  package var unit: String {
    switch self {
    case .accuracy, .move: "m"
    case .speed: "m/s"
    case .gap: "s"
    }
  }

  /// "10 m"; "off".
  package func text(_ limit: Double?) -> String {
    limit.map { quantity(shortest($0), unit) } ?? "off"
  }
}
