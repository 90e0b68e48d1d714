package import RunAnalysis

extension Diagnosis.Kind {
  /// In a few words, for lists: "drift while standing".
  package var label: String {
    switch self {
    case .wrongAnchor: "measured from a wrong fix"
    case .standingDrift: "drift while standing"
    case .straightOverHoles: "straight over holes"
    case .repeatedFixes: "fixes twice"
    case .frozenPosition: "frozen position"
    case .lateFirstFix: "late first fix"
    case .indoorOrVirtual: "indoor or virtual"
    case .noAccuracy: "no accuracy"
    case .timesGoBack: "times go back"
    case .timesRepeat: "times repeat"
    case .clockJump: "clock jumps"
    case .weekRollover: "dates 1024 weeks off"
    case .sparseSampling: "few fixes"
    case .smartSampling: "device chose the fixes"
    case .deviceDistance: "device's distance is far"
    case .deviceSpeed: "device's speed contradicts"
    }
  }
}
