import Geodesy
import RunModel

/// The rules written a second time, in another shape: a list of fixes is cut into segments first,
/// then each is filtered rule by rule. Slow, and independent of the engine's walk.
struct PlainTwin {
  var rules: FilterRules

  struct Fix {
    let index: Int
    let seconds: Double?
    let place: (Double, Double)?
    let accuracy: Double?
  }

  func verdicts(_ fixes: Fixes) -> [Verdict] {
    var verdicts = [Verdict](repeating: .invalidPosition, count: fixes.count)
    for segment in segments(fixes) {
      var anchor: Fix?
      for fix in segment where fix.place != nil {
        let verdict = verdict(fix, anchor)
        verdicts[fix.index] = verdict
        if verdict == .counted || verdict == .segmentStart { anchor = fix }
      }
    }
    return verdicts
  }

  func distance(_ fixes: Fixes) -> Double {
    let verdicts = verdicts(fixes)
    var sum = 0.0
    for segment in segments(fixes) {
      let kept = segment.filter { [.counted, .segmentStart].contains(verdicts[$0.index]) }
      for (from, to) in zip(kept, kept.dropFirst()) { sum += metres(from, to) }
    }
    return sum
  }

  func raw(_ fixes: Fixes) -> Double {
    segments(fixes).map { segment in
      let places = segment.filter { $0.place != nil }
      return zip(places, places.dropFirst()).map(metres).reduce(0, +)
    }.reduce(0, +)
  }

  private func verdict(_ fix: Fix, _ anchor: Fix?) -> Verdict {
    switch fix.accuracy {
    case nil: if rules.missingAccuracy == .drop { return .missingAccuracy }
    case let radius?:
      if radius < 0 { return .invalidAccuracy }
      if radius > (rules.maxAccuracy ?? .infinity) { return .poorAccuracy }
    }
    guard let anchor else { return .segmentStart }
    let moved = metres(anchor, fix)
    if let start = anchor.seconds, let end = fix.seconds, end > start,
      moved / (end - start) > (rules.maxSpeed ?? .infinity)
    {
      return .overMaxSpeed
    }
    return moved < (rules.minMove ?? 0) ? .belowMinMove : .counted
  }

  private func segments(_ fixes: Fixes) -> [[Fix]] {
    var cut: [[Fix]] = []
    var previousPlace: Fix?
    for index in 0..<fixes.count {
      let fix = Fix(
        index: index,
        seconds: fixes.time[index] == Fixes.noTime ? nil : Double(fixes.time[index]) / 1000,
        place: place(fixes.latitude[index], fixes.longitude[index]),
        accuracy: fixes[.accuracy].isEmpty || fixes[.accuracy][index].isNaN
          ? nil : fixes[.accuracy][index])
      var isNew = index == 0 || fixes.segment[index] != fixes.segment[index - 1]
      if let limit = rules.maxGap, fix.place != nil, let start = previousPlace?.seconds,
        let end = fix.seconds, end - start > limit
      {
        isNew = true
      }
      if isNew { cut.append([]) }
      cut[cut.count - 1].append(fix)
      if fix.place != nil { previousPlace = fix }
    }
    return cut
  }

  private func place(_ latitude: Double, _ longitude: Double) -> (Double, Double)? {
    if latitude == 0, longitude == 0 { return nil }
    guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else { return nil }
    return (latitude, longitude)
  }

  private func metres(_ from: Fix, _ to: Fix) -> Double {
    guard let start = from.place, let end = to.place else { return .nan }
    return rules.earth.distance(start.0, start.1, end.0, end.1)
  }
}
