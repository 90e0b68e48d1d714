/// Two recordings of one activity, how that was found, and how well they agree.
package struct RunPair: Sendable, Equatable {
  package enum Relation: String, Sendable {
    /// The same fixes, exported or converted: one of the two stands for both.
    case sameRecording = "same_recording"
    /// Two devices, or two people, at one place at one time: each stands for itself.
    case sameOuting = "same_outing"
  }

  /// What told that the two belong together.
  package enum Reason: Sendable, Equatable {
    /// The places at common instants alone.
    case position
    /// A name that both carry.
    case origin(Origin.Kind)
  }

  /// The one with the smaller id.
  package let first: RunID
  package let second: RunID
  package let relation: Relation
  package let reason: Reason
  package let agreement: Agreement

  package init(
    first: RunID, second: RunID, relation: Relation, reason: Reason, agreement: Agreement
  ) {
    precondition(first < second, "a pair out of order")
    self.first = first
    self.second = second
    self.relation = relation
    self.reason = reason
    self.agreement = agreement
  }
}

extension RunPair.Reason: RawRepresentable {
  package var rawValue: String {
    switch self {
    case .position: "position"
    case .origin(let kind): kind.rawValue
    }
  }

  package init?(rawValue: String) {
    if rawValue == "position" {
      self = .position
    } else if let kind = Origin.Kind(rawValue: rawValue) {
      self = .origin(kind)
    } else {
      return nil
    }
  }
}

/// How near to each other two recordings were at the instants that both have.
package struct Agreement: Sendable, Equatable {
  /// Milliseconds to be added to the first one's times.
  package var offset: Int64
  /// Fixes of the sparser one that the other has a fix within a second of.
  package var commonFixes: Int
  /// Metres; nil where there is no common fix.
  package var medianDistance: Double?
  /// The share of common fixes that lie within a metre of each other; nil where there is none.
  package var nearShare: Double?

  package init(
    offset: Int64 = 0, commonFixes: Int = 0, medianDistance: Double? = nil, nearShare: Double? = nil
  ) {
    self.offset = offset
    self.commonFixes = commonFixes
    self.medianDistance = medianDistance
    self.nearShare = nearShare
  }

  /// Metres that count as near in ``nearShare``.
  package static let nearDistance = 1.0
}

/// What the user said about a run among the recordings of its activity.
package enum RunChoice: String, Sendable {
  /// Stands for the activity, whatever the rules say.
  case primary
  /// Is an activity of its own, whatever the rules say.
  case separate
}
