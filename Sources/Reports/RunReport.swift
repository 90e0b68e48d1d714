internal import Geodesy
package import RunAnalysis
package import RunModel

/// What is known about one run's distance under one parameter set.
package struct RunReport: Sendable {
  /// The fixes and what was decided about each.
  package struct Details: Sendable {
    package let fixes: Fixes
    package let ledger: Ledger

    /// A ledger of exactly these fixes.
    package init(fixes: Fixes, ledger: Ledger) {
      precondition(fixes.count == ledger.verdicts.count, "a ledger of other fixes")
      self.fixes = fixes
      self.ledger = ledger
    }
  }

  /// What another set gave that is current for the sport, or was before.
  package struct Other: Sendable, Equatable {
    package let parameters: ParameterReference
    package let isCurrent: Bool
    /// Metres.
    package let distance: Double

    package init(parameters: ParameterReference, isCurrent: Bool, distance: Double) {
      self.parameters = parameters
      self.isCurrent = isCurrent
      self.distance = distance
    }
  }

  /// What a report says of itself that is to be shown to others.
  package struct Share: Sendable, Equatable {
    /// Metres of the whole run, where that is to be told.
    package var fullDistance: Double?

    package init(fullDistance: Double?) {
      self.fullDistance = fullDistance
    }
  }

  package var run: Run
  /// Where the run came from; nil where that is no longer known.
  package var source: Source?
  /// What services and people say; the device's own total is in the run's description.
  package var claims: [Claim]
  /// What is known of the activity's true length.
  package var truths: [Truth]
  /// Metres by the set's constants on WGS 84, where truths are judged; nil where the set is on it, or
  /// there are none.
  package var distanceOnWGS84: Double?
  package var parameters: ParameterSet
  /// True where the set is the one that the run's sport uses now.
  package var isCurrent: Bool
  package var measurement: Measurement
  /// Nil where only the sums are asked for.
  package var details: Details?
  /// The latest first; only sets that are or were current for the sport and have been measured.
  package var others: [Other]
  /// Other recordings of the activity, the one that stands for it first, then those of the same outing.
  package var related: [RelatedRecording]
  /// False for a file looked at without a library: nothing can then be asked about it by its id.
  package var isStored: Bool
  /// Nil for a report to the owner; else it is of a part of the run, which has no id and no name.
  package var share: Share?

  package init(
    run: Run, source: Source?, claims: [Claim] = [], truths: [Truth] = [],
    distanceOnWGS84: Double? = nil, parameters: ParameterSet, isCurrent: Bool,
    measurement: Measurement, details: Details? = nil,
    others: [Other] = [],
    related: [RelatedRecording] = [], isStored: Bool = true
  ) {
    self.run = run
    self.source = source
    self.claims = claims
    self.truths = truths
    self.distanceOnWGS84 = distanceOnWGS84
    self.parameters = parameters
    self.isCurrent = isCurrent
    self.measurement = measurement
    self.details = details
    self.others = others
    self.related = related
    self.isStored = isStored
  }

  /// The order of reports: by start, runs without one last, then by id, then by set.
  package static func areInOrder(_ left: RunReport, _ right: RunReport) -> Bool {
    func key(_ report: RunReport) -> (Int64, RunID, ParameterReference) {
      let start = report.run.startedAt?.milliseconds ?? .max
      return (start, report.run.id, report.parameters.reference)
    }
    return key(left) < key(right)
  }

  /// What runners read, from the details of this report.
  package func figures(of details: Details) -> RunningFigures {
    RunningFigures(details.fixes, details.ledger, under: parameters.rules)
  }

  /// Metres along WGS 84 that truths are held against; nil where the points are gone and no set measured so.
  var judgedDistance: Double? {
    let isOnWGS84 = parameters.rules.earth == .wgs84
    return distanceOnWGS84 ?? (isOnWGS84 || run.prunedAt == nil ? measurement.distance : nil)
  }

  /// What the device and others say, the device first; "device" names the device.
  package var statements: [Claim] {
    let own = run.description.deviceDistance.map { [Claim(by: "device", distance: $0)] } ?? []
    return own + claims
  }
}
