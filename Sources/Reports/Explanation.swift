package import RunAnalysis
internal import RunModel

/// A report with what speaks for and against its distance.
package struct Explanation: Sendable {
  package let report: RunReport
  /// The claims that were looked into, in the order they are shown.
  package let claims: [ClaimExplanation]
  package let sensitivity: Sensitivity
  /// The largest effect first.
  package let diagnoses: [Diagnosis]

  package init(
    report: RunReport, claims: [ClaimExplanation], sensitivity: Sensitivity,
    diagnoses: [Diagnosis]
  ) {
    self.report = report
    self.claims = claims
    self.sensitivity = sensitivity
    self.diagnoses = diagnoses
  }

  /// The whole of it, as an object with the report's members.
  package var json: JSON {
    guard case .object(var members) = report.json else { return .null }
    let distance = report.measurement.distance
    members.append(("explanations", .array(claims.map { $0.json(measured: distance) })))
    members.append(("sensitivity", sensitivity.json))
    members.append(("diagnoses", .array(diagnoses.map(\.json))))
    return .object(members)
  }
}

extension ClaimExplanation {
  fileprivate func json(measured distance: Double) -> JSON {
    [
      "by": .text(claim.by),
      "distance_m": .number(claim.distance),
      "difference_m": .number(claim.distance - distance),
      "tolerance_m": .number(tolerance),
      "agrees": .bool(agrees),
      "explained": .bool(isExplained),
      "nearest": .array(
        nearest.map {
          [
            "changes": .array($0.codes.map { .text($0) }),
            "distance_m": .number($0.distance),
            "difference_m": .number($0.distance - claim.distance),
          ]
        }),
    ]
  }
}

extension Alternative {
  /// Stable words for scripts.
  fileprivate var codes: [String] {
    switch cause {
    case .changes(let changes): changes.map(\.code)
    case .mended(let fault): ["mended=\(fault.rawValue)"]
    }
  }
}

extension Sensitivity {
  fileprivate var json: JSON {
    [
      "fragile": .bool(fragileAxis != nil),
      "axes": .array(
        axes.map { axis in
          [
            "limit": .text(axis.rule.limitKey),
            "largest_change": .number(axis.largestShare),
            "points": .array(
              axis.points.map {
                ["value": .optional($0.limit), "distance_m": .number($0.distance)]
              }),
          ]
        }),
    ]
  }
}
