package import RunModel

extension Scenario {
  /// What can be wrong with a recording; one is planted at a time, its size and place drawn from the
  /// scenario's seed.
  package enum Fault: String, Sendable, CaseIterable {
    /// Up to four fixes at the start some 100 m or km off.
    case wrongFirstFix
    /// The first fix behind a hole far off, and near enough to pass for speed.
    case wrongCountedFix
    /// Minutes of standing, by a receiver that wanders.
    case longStop
    /// Most fixes, or all, without accuracy.
    case missingAccuracy
    /// Stretches of fixes written backwards.
    case reversedFixes
    /// Fixes with the time of the one before them.
    case repeatedTimes
    /// Hours or days, forward or back.
    case clockJump
    /// 1024 weeks, of all times or from somewhere on.
    case weekRollover
    /// One position for up to three minutes of the way.
    case frozenPosition
    /// A fix in ten to sixty seconds.
    case sparseSampling
    /// Two to seven seconds between fixes.
    case smartSampling
    /// Minutes without a fix.
    case hole
    /// A stretch of the run written again, behind itself or as a segment at the end.
    case repeatedFixes
    /// A receiver that lies still while the device counts.
    case treadmill
    /// The course itself, without any noise.
    case drawnTrack
    /// A total far from the true one.
    case deviceDistance
    /// Kilometres an hour for metres a second, or nothing for minutes.
    case deviceSpeed
    /// Minutes of the way before the first fix.
    case lateFirstFix
  }

  /// The run with a fault in it; for scenarios of some minutes and more.
  ///
  /// The fault is drawn from a generator of its own, so that the run is else that of the seed.
  package func simulate(planting fault: Fault) -> FaultyRun {
    var generator = SeededGenerator(seed: seed ^ 0xFA17)
    let scenario = prepared(for: fault, &generator)
    var run = FaultyRun(scenario.simulate())
    if fault == .treadmill { run.claim(length) }
    run.plant(fault, &generator)
    return run
  }

  /// The scenario in which a fault can show itself.
  private func prepared(for fault: Fault, _ generator: inout SeededGenerator) -> Scenario {
    var scenario = self
    switch fault {
    case .wrongFirstFix, .repeatedTimes, .repeatedFixes, .reversedFixes, .clockJump: break
    case .weekRollover:
      // 2014 to 2020: 1024 weeks before any of them there was no GPX yet.
      scenario.startedAt = Timestamp(
        milliseconds: 1000 * Int64(generator.whole(1_388_534_400...1_609_459_199)))
    case .wrongCountedFix, .hole:
      scenario.pauses = []
    case .longStop:
      scenario.noise = .correlated(
        sigma: generator.uniform(2...5), rho: generator.uniform(0.9...0.99))
      scenario.pauses = [
        Pause(
          at: generator.uniform(0.1...0.9) * length, seconds: generator.whole(180...900),
          startsSegment: false)
      ]
    case .missingAccuracy: scenario.accuracy = .followsNoise
    case .frozenPosition, .lateFirstFix:
      scenario.pauses = []
      scenario.hasSensors = true
    case .sparseSampling: scenario.sampling = .every(seconds: generator.whole(10...60))
    case .smartSampling: scenario.sampling = .smart
    case .treadmill: scenario.stayInPlace()
    case .drawnTrack:
      scenario.noise = .none
      scenario.spikes = []
      scenario.sampling = .every(seconds: generator.whole(1...2))
    case .deviceDistance:
      scenario.noise = .correlated(sigma: generator.uniform(0.5...2), rho: 0.97)
      scenario.pauses = []
    case .deviceSpeed:
      scenario.speed = max(speed, 2.4)
      scenario.length = scenario.speed * length / speed
      scenario.pauses = []
      scenario.hasSensors = true
    }
    return scenario
  }

  /// A metre of way in the time of all: what is left is the receiver's wandering.
  private mutating func stayInPlace() {
    speed /= length
    length = 1
    pauses = []
    spikes = []
    hasSensors = true
  }
}

/// A run with a fault that was planted in it.
package struct FaultyRun: Sendable, Equatable {
  /// As the device gives it out.
  package internal(set) var recording: RecordedRun
  /// The fixes as they would be without the fault.
  package internal(set) var sound: Fixes
  /// The fixes of the recording that the fault touched first.
  package internal(set) var seqs: Range<Int>
  /// Metres really moved in the course of the fault; nil where it is not about a part of the way.
  package internal(set) var trueMetres: Double?
  /// The fixes written while standing still, one range a pause.
  let pauses: [Range<Int>]
  /// Metres really moved in all.
  let courseLength: Double

  init(_ run: SimulatedRun) {
    recording = run.recording
    sound = run.recording.fixes
    seqs = 0..<run.recording.fixes.count
    pauses = run.pauses
    courseLength = run.trueDistance
  }

  /// Lets the device count up to so many metres in equal parts.
  mutating func claim(_ metres: Double) {
    let last = Double(max(1, sound.count - 1))
    recording.fixes[.deviceDistance] = sound.time.indices.map { metres * Double($0) / last }
    recording.description.deviceDistance = metres
    sound = recording.fixes
    trueMetres = metres
  }
}
