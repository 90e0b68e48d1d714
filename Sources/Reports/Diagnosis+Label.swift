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

  /// "without the straight lines over holes": follows or begins a sentence.
  var phraseOfMending: String {
    switch self {
    case .wrongAnchor: "without the wrong fix that others were measured from"
    case .standingDrift: "without the drift while standing"
    case .straightOverHoles: "without the straight lines over holes"
    case .repeatedFixes: "without the fixes that stand there twice"
    case .frozenPosition: "with the way that the device went while its position was frozen"
    case .lateFirstFix: "with the way before the first fix"
    case .noAccuracy: "with the fixes that have no accuracy"
    case .timesGoBack: "without the times that go back"
    case .clockJump: "without the jumps of the clock"
    case .weekRollover: "without the 1024 weeks"
    case .indoorOrVirtual, .timesRepeat, .sparseSampling, .smartSampling, .deviceDistance,
      .deviceSpeed:
      "without what is called “\(label)”"
    }
  }
}
