internal import RunModel

extension Scenario {
  /// The run; `length` and `speed` must be above zero.
  package func simulate() -> SimulatedRun {
    precondition(length > 0 && speed > 0, "a run that never arrives")
    var generator = SeededGenerator(seed: seed)
    var samples = walk(&generator)
    let spikes = plantSpikes(in: &samples, &generator)
    let fixes = fixes(of: samples)
    var description = RunDescription()
    description.sport = sport
    description.name = name
    description.accuracySource = fixes[.accuracy].isEmpty ? .none : .hAcc
    description.deviceDistance = claimedDistance(samples)
    description.segmentSource = .trackSegments
    description.deviceDistanceSource = description.deviceDistance == nil ? .none : .trackStatistics
    return SimulatedRun(
      recording: RecordedRun(description: description, fixes: fixes), trueDistance: length,
      spikes: spikes, pauses: standing(samples))
  }

  private func claimedDistance(_ samples: [Sample]) -> Double? {
    switch deviceDistance {
    case .absent: return nil
    case .truth: return rounded(length, decimals: 2)
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

  private func fixes(of samples: [Sample]) -> Fixes {
    // Metres in a degree of latitude on the sphere of 6 371 000 m.
    let degree = 111_194.93
    var fixes = Fixes()
    // Degrees from the start: small numbers add up with less rounding than whole longitudes.
    var (north, east) = (0.0, 0.0)
    var before = Offset()
    for sample in samples {
      // Step by step, each at its own latitude: a course keeps its length where one tangent plane
      // would stretch it by a thousandth in 5 km.
      let step = sample.place - before
      before = sample.place
      let midway = latitude + north + step.north / degree / 2
      east += step.east / (degree * cosine(turns: midway / 360))
      north += step.north / degree
      let off = sample.noise + sample.spike
      let scale = degree * cosine(turns: (latitude + north) / 360)
      fixes.append(
        time: startedAt.milliseconds + Int64(sample.second) * 1000,
        latitude: given(latitude + (north + off.north / degree)),
        longitude: given(longitude + (east + off.east / scale)), segment: sample.segment)
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
