internal import DistanceEngine
internal import RunModel

/// A copy of what a run is measured by, in which a fault is mended to see what it did.
struct Repair {
  private var time: [Int64]
  private var latitude: [Double]
  private var longitude: [Double]
  private let segment: [Int32]
  private let accuracy: [Double]
  private var isLeftOut: [Bool]
  private var startsSegment: [Bool]

  init(_ fixes: Fixes) {
    time = fixes.time
    latitude = fixes.latitude
    longitude = fixes.longitude
    segment = fixes.segment
    accuracy = fixes[.accuracy]
    isLeftOut = Array(repeating: false, count: fixes.count)
    startsSegment = isLeftOut
  }

  mutating func leaveOut(_ seqs: ClosedRange<Int>) {
    for seq in seqs { isLeftOut[seq] = true }
  }

  /// Nothing is measured from before this fix to it or beyond.
  mutating func startSegment(at seq: Int) {
    startsSegment[seq] = true
  }

  /// Puts fixes at one place.
  mutating func hold(_ seqs: ClosedRange<Int>, latitude: Double, longitude: Double) {
    for seq in seqs {
      self.latitude[seq] = latitude
      self.longitude[seq] = longitude
    }
  }

  /// Takes jumps out of the clock: each changes all times from its fix on by its seconds.
  mutating func takeOut(_ jumps: [ClockJump]) {
    var pending = jumps[...]
    var milliseconds: Int64 = 0
    for index in time.indices {
      if let jump = pending.first, jump.seq == index {
        milliseconds &+= Int64(exactly: (jump.seconds * 1000).rounded()) ?? 0
        pending.removeFirst()
      }
      if time[index] != Fixes.noTime { time[index] &-= milliseconds }
    }
  }

  /// Puts the fixes of each segment in the order of their times.
  ///
  /// - Returns: false, and nothing done, where a time is unknown.
  mutating func sortByTime() -> Bool {
    if time.contains(Fixes.noTime) { return false }
    var order = Array(time.indices)
    var start = 0
    for end in 1...max(1, time.count)
    where end >= time.count || segment[end] != segment[end - 1] {
      let ordered = order[start..<min(end, time.count)].sorted { time[$0] < time[$1] }
      order.replaceSubrange(start..<min(end, time.count), with: ordered)
      start = end
    }
    latitude = order.map { latitude[$0] }
    longitude = order.map { longitude[$0] }
    time = order.map { time[$0] }
    return true
  }

  /// Nil where the rules are written for an engine that is not here.
  func measurement(under rules: FilterRules) -> Measurement? {
    var mended = Fixes()
    var radii: [Double] = []
    var number: Int32 = 0
    for index in time.indices {
      if startsSegment[index] || (index > 0 && segment[index] != segment[index - 1]) {
        number &+= 1
      }
      if isLeftOut[index] { continue }
      mended.append(
        time: time[index], latitude: latitude[index], longitude: longitude[index],
        segment: number)
      if !accuracy.isEmpty { radii.append(accuracy[index]) }
    }
    mended[.accuracy] = radii
    return try? measure(mended, under: rules)
  }
}
