internal import RunAnalysis
internal import RunModel
package import Tuning

/// By what runs of known length are put into groups, to see whether some are judged otherwise than others.
package enum ResidualTrait: Sendable, CaseIterable {
  case device, sampling, sport

  /// In JSON.
  package var key: String {
    switch self {
    case .device: "by_device"
    case .sampling: "by_sampling"
    case .sport: "by_sport"
    }
  }

  /// The group that a run belongs to; nil where that is not known.
  private func name(of judged: JudgedRun) -> String? {
    let description = judged.run.description
    return switch self {
    case .device: description.device
    case .sampling: judged.sampling.map(Self.class(ofSampling:))
    case .sport: description.sport == .unknown ? nil : description.sport.rawValue
    }
  }

  /// Watches record each second or when they see fit, every few; more is a battery saved.
  private static func `class`(ofSampling seconds: Double) -> String {
    switch seconds {
    case ...1.5: "a fix a second or more"
    case ...5: "a fix in 2 to 5 s"
    case ...15: "a fix in 6 to 15 s"
    default: "fewer fixes"
    }
  }

  fileprivate func groups(of judgements: [TuningFinding.Judgement]) -> [ResidualGroup] {
    Dictionary(grouping: judgements) { name(of: $0.run) }
      .map { ResidualGroup(name: $0, judgements: $1) }
      .sorted { left, right in
        (-left.judgements.count, left.name ?? "") < (-right.judgements.count, right.name ?? "")
      }
  }
}

/// Runs of known length that have something in common.
package struct ResidualGroup: Sendable {
  /// As recorded; nil where it is not known.
  package let name: String?
  /// In the order of the report's.
  package let judgements: [TuningFinding.Judgement]

  /// Relative errors in the middle of all, as are the two below.
  package var baseMedian: Double { Distribution(of: judgements.map(\.baseError))[.median] }
  package var unseenMedian: Double { Distribution(of: judgements.map(\.unseenError))[.median] }
}

extension TuningReport {
  /// The runs of known length, in groups, the one of most runs first.
  package func residuals(by trait: ResidualTrait) -> [ResidualGroup] {
    trait.groups(of: finding.judged)
  }
}
