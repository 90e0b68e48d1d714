import DistanceEngine
import RunAnalysis
import RunModel
import Simulation

/// One fault, the diagnosis that it must lead to, and how to tell what it really did.
struct Trial: Sendable, CustomStringConvertible {
  /// What the fault changed, in metres: where it comes from.
  enum Truth: Sendable, Equatable {
    /// Nothing is known of it.
    case none
    /// The distance of the fixes without the fault.
    case soundFixes
    /// The way really gone, less what was counted of it.
    case way
    /// What is counted from one fix to the next, taken out.
    case step
  }

  let fault: Scenario.Fault
  let kind: Diagnosis.Kind
  var truth = Truth.none
  /// Metres below which a fault is too small to be found, by its true effect.
  var smallest = 0.0
  /// Makes sure that the fault is not in a random scenario.
  var avoid: @Sendable (inout Scenario) -> Void = { _ in }

  var description: String { "\(fault) → \(kind.rawValue)" }
}

struct Outcome: Sendable {
  var (planted, found, sound, falseAlarms) = (0, 0, 0, 0)
  /// Effects that were told, and those of them within a tenth or ten metres of the truth.
  var (effects, right) = (0, 0)
  var missed: [UInt64] = []
  var alarmed: [UInt64] = []
  var wrong: [(seed: UInt64, told: Double, truth: Double)] = []

  var hitRate: Double { Double(found) / Double(max(1, planted)) }
  var falseAlarmRate: Double { Double(falseAlarms) / Double(max(1, sound)) }
  /// Nil where no effect is known.
  var rightRate: Double? { effects == 0 ? nil : Double(right) / Double(effects) }
}

extension Trial {
  static let all: [Trial] = [
    Trial(fault: .wrongFirstFix, kind: .wrongAnchor, truth: .soundFixes),
    Trial(fault: .wrongCountedFix, kind: .wrongAnchor, truth: .soundFixes),
    Trial(fault: .longStop, kind: .standingDrift, truth: .soundFixes, smallest: 20) {
      $0.pauses.removeAll { !$0.startsSegment && $0.seconds > 20 }
    },
    Trial(fault: .hole, kind: .straightOverHoles, truth: .step, smallest: 60),
    Trial(fault: .repeatedFixes, kind: .repeatedFixes, truth: .soundFixes, smallest: 10),
    Trial(fault: .frozenPosition, kind: .frozenPosition, truth: .way),
    Trial(fault: .lateFirstFix, kind: .lateFirstFix, truth: .way),
    Trial(fault: .treadmill, kind: .indoorOrVirtual, truth: .way),
    Trial(fault: .drawnTrack, kind: .indoorOrVirtual),
    Trial(fault: .missingAccuracy, kind: .noAccuracy) { $0.accuracy = .followsNoise },
    Trial(fault: .reversedFixes, kind: .timesGoBack, truth: .soundFixes),
    Trial(fault: .repeatedTimes, kind: .timesRepeat),
    Trial(fault: .clockJump, kind: .clockJump, truth: .soundFixes),
    Trial(fault: .weekRollover, kind: .weekRollover, truth: .soundFixes),
    Trial(fault: .sparseSampling, kind: .sparseSampling),
    Trial(fault: .smartSampling, kind: .smartSampling) {
      if $0.sampling == .smart { $0.sampling = .every(seconds: 3) }
    },
    Trial(fault: .deviceDistance, kind: .deviceDistance) {
      $0.noise = .correlated(sigma: 1, rho: 0.97)
      $0.sampling = .every(seconds: 1)
      $0.pauses = []
      $0.spikes = []
      $0.deviceDistance = .truth
    },
    Trial(fault: .deviceSpeed, kind: .deviceSpeed),
  ]

  /// Tries the diagnosis on a run with the fault and one without for each seed.
  ///
  /// Effects are compared in every other run, which has no spikes: a jump that passes for speed after a
  /// stop changes the distance, too.
  func outcome(_ seeds: some Sequence<UInt64>) throws -> Outcome {
    var outcome = Outcome()
    for seed in seeds {
      var scenario = Scenario.random(seed: seed)
      try trySound(scenario, seed, &outcome)
      let isQuiet = seed.isMultiple(of: 2)
      if isQuiet { scenario.spikes = [] }
      try tryFault(
        scenario.simulate(planting: fault), seed, comparesEffect: isQuiet, &outcome)
    }
    return outcome
  }

  private func tryFault(
    _ run: FaultyRun, _ seed: UInt64, comparesEffect: Bool, _ outcome: inout Outcome
  ) throws {
    let ledger = try ledger(of: run.recording.fixes, under: run.recording.builtInRules)
    let truth = try effect(in: run, ledger)
    if let truth, abs(truth) < smallest { return }
    outcome.planted += 1
    guard
      let diagnosis = try run.recording.diagnoses(under: nil, ledger).first(where: {
        $0.kind == kind
      })
    else {
      outcome.missed.append(seed)
      return
    }
    outcome.found += 1
    guard comparesEffect, let truth, let told = diagnosis.effect else { return }
    outcome.effects += 1
    if abs(told - truth) <= max(10, 0.1 * abs(truth)) {
      outcome.right += 1
    } else {
      outcome.wrong.append((seed, told, truth))
    }
  }

  private func trySound(
    _ scenario: Scenario, _ seed: UInt64, _ outcome: inout Outcome
  ) throws {
    var scenario = scenario
    scenario.hasSensors = seed.isMultiple(of: 2)
    avoid(&scenario)
    let run = scenario.simulate()
    let ledger = try ledger(of: run.recording.fixes, under: run.recording.builtInRules)
    // A jump that passes for speed, as it may on a bicycle, is a wrong anchor.
    let hasWrongAnchor = run.spikes.contains { spike in
      spike.kind == .jump && spike.seqs.contains { !ledger.verdicts[$0].isDropped }
    }
    if kind == .wrongAnchor && hasWrongAnchor { return }
    outcome.sound += 1
    if try run.recording.diagnoses(under: nil, ledger).contains(where: { $0.kind == kind }) {
      outcome.falseAlarms += 1
      outcome.alarmed.append(seed)
    }
  }

  private func effect(in run: FaultyRun, _ ledger: Ledger) throws -> Double? {
    let rules = run.recording.builtInRules
    let distance = ledger.measurement.distance
    switch truth {
    case .none: return nil
    case .soundFixes: return try measure(run.sound, under: rules).distance - distance
    case .way:
      let counted = run.seqs.lowerBound..<min(run.seqs.upperBound + 1, ledger.verdicts.count)
      let metres = counted.dropFirst().filter { ledger.verdicts[$0] == .counted }
        .reduce(0) { $0 + ledger.moved[$1] }
      return run.trueMetres.map { $0 - metres }
    case .step:
      let fixes = run.recording.fixes
      let behind = run.seqs.upperBound - 1
      var cut = Fixes(
        time: fixes.time, latitude: fixes.latitude, longitude: fixes.longitude,
        segment: fixes.segment.enumerated().map { $1 + ($0 < behind ? 0 : 1) })
      cut[.accuracy] = fixes[.accuracy]
      return try measure(cut, under: rules).distance - distance
    }
  }
}

extension RecordedRun {
  /// The built-in rules of its sport.
  var builtInRules: FilterRules {
    let name = description.sport.builtInSetName
    let set = ParameterSet.builtIn.first { $0.reference.name == name }
    return (set ?? ParameterSet.builtIn[0]).rules
  }

  /// - Parameter rules: the built-in ones of its sport where left out.
  func diagnoses(under rules: FilterRules? = nil, _ ledger: Ledger? = nil) throws -> [Diagnosis] {
    let rules = rules ?? builtInRules
    return RunAnalysis.diagnoses(
      of: description, fixes: fixes,
      ledger: try ledger ?? DistanceEngine.ledger(of: fixes, under: rules), rules: rules)
  }
}
