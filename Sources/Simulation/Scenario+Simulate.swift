internal import Geodesy
internal import RunModel

extension Scenario {
  /// The run; `length` and `speed` must be above zero.
  package func simulate() -> SimulatedRun {
    precondition(length > 0 && speed > 0, "a run that never arrives")
    var generator = SeededGenerator(seed: seed)
    var samples = walk(&generator)
    let spikes = plantSpikes(in: &samples, &generator)
    let path = Path(self)
    let runLength = path.runLength
    let fixes = fixes(of: samples)
    var description = RunDescription()
    description.sport = sport
    description.name = name
    description.accuracySource = fixes[.accuracy].isEmpty ? .none : .hAcc
    description.deviceDistance = claimedDistance(samples, runLength: runLength)
    description.segmentSource = .trackSegments
    description.deviceDistanceSource = description.deviceDistance == nil ? .none : .trackStatistics
    return SimulatedRun(
      recording: RecordedRun(description: description, fixes: fixes), trueDistance: runLength,
      trueDistanceOnWGS84: lengthOnWGS84(of: path, runLength: runLength), spikes: spikes,
      pauses: standing(samples), holes: holes(in: samples))
  }

  /// On the sphere, by the mean of what becomes of the course's metres all along.
  private func lengthOnWGS84(of path: Path, runLength: Double) -> Double {
    guard earth == .sphere else { return runLength }
    // An even number of steps, so that one of them ends where an outing turns back.
    let count = 2 * max(1, Int((length / 20).rounded(.up)))
    var (layout, before) = (Layout(self), path.place(after: 0))
    layout.go(to: before)
    var from = layout.degrees()
    var (onWGS84, laidOut) = (0.0, 0.0)
    for step in 1...count {
      let place = path.place(after: length * Double(step) / Double(count))
      layout.go(to: place)
      let here = layout.degrees()
      onWGS84 += geodesic(from.latitude, from.longitude, here.latitude, here.longitude)
      laidOut += (place - before).length
      (from, before) = (here, place)
    }
    return laidOut > 0 ? runLength * onWGS84 / laidOut : runLength
  }

  private func claimedDistance(_ samples: [Sample], runLength: Double) -> Double? {
    switch deviceDistance {
    case .absent: return nil
    case .truth: return rounded(runLength, decimals: 2)
    case .sumOfSteps:
      var sum = 0.0
      for (before, after) in zip(samples, samples.dropFirst()) where before.segment == after.segment
      {
        sum += (after.recorded - before.recorded).length
      }
      return rounded(sum, decimals: 2)
    }
  }

  private func standing(_ samples: [Sample]) -> [Range<Int>] {
    pauses.indices.map { pause in
      let first = samples.firstIndex { $0.pause == pause } ?? samples.count
      return first..<(samples[first...].firstIndex { $0.pause != pause } ?? samples.count)
    }
  }

  private func holes(in samples: [Sample]) -> [Range<Int>] {
    samples.indices.filter { samples[$0].hole != nil }.map { max(0, $0 - 1)..<$0 + 1 }
  }

  private func fixes(of samples: [Sample]) -> Fixes {
    var fixes = Fixes()
    var layout = Layout(self)
    for sample in samples {
      layout.go(to: sample.place)
      let (latitude, longitude) = layout.degrees(off: sample.noise + sample.spike)
      fixes.append(
        time: startedAt.milliseconds + Int64(sample.second) * 1000, latitude: given(latitude),
        longitude: given(longitude), segment: sample.segment)
      if let accuracy = sample.accuracy { fixes.set(.accuracy, accuracy) }
      if let elevation = sample.elevation { fixes.set(.elevation, elevation) }
      if let heartRate = sample.heartRate { fixes.set(.heartRate, heartRate) }
      for (channel, value) in sample.sensors { fixes.set(channel, value) }
    }
    return fixes
  }

  private func given(_ degrees: Double) -> Double {
    coordinateDecimals.map { rounded(degrees, decimals: $0) } ?? degrees
  }
}

/// To so many decimals: exactly the double that such a decimal number reads as.
func rounded(_ value: Double, decimals: Int) -> Double {
  let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
  return (value * scale).rounded() / scale
}
