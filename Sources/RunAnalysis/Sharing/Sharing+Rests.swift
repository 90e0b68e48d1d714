internal import Geodesy
internal import RunModel

extension Sharing {
  /// Metres a second, over a minute: whoever is slower stands, as ``AutoPause`` has it.
  private static let standing = (metresASecond: AutoPause.slowestMoving, seconds: 60.0)
  /// Seconds of fixes whose middle is a place.
  private static let together = 10.0

  /// True where a run rests inside a zone within this range of fixes: where it stands there for a minute, or a segment
  /// ends or begins there.
  func rests(_ fixes: Fixes, _ whereabouts: [Whereabouts], in range: Range<Int>) -> Bool {
    let places = range.filter { whereabouts[$0] != .nowhere }
    let isBroken = zip(places, places.dropFirst()).contains { here, next in
      fixes.segment[here] != fixes.segment[next]
        && (whereabouts[here] == .inside || whereabouts[next] == .inside)
    }
    guard !isBroken else { return true }
    let halts = halts(fixes, places.filter { whereabouts[$0] != .doubtful })
    return halts.indices.contains { isInside(halts[$0].place) && stands(halts[$0...]) }
  }

  /// What is within ten seconds of each other as one place, the middle one by each axis, which leaps of less than half
  /// of the fixes do not move. Without any time a fix counts as a second.
  private func halts(_ fixes: Fixes, _ seqs: [Int]) -> [Halt] {
    let isTimed = seqs.contains { fixes.time[$0] != Fixes.noTime }
    var halts: [Halt] = []
    var places: [SIMD3<Double>] = []
    var start = 0.0
    func close() {
      if !places.isEmpty { halts.append(Halt(second: start, place: middle(of: places))) }
      places.removeAll(keepingCapacity: true)
    }
    for (ordinal, seq) in seqs.enumerated() where !isTimed || fixes.time[seq] != Fixes.noTime {
      let second = isTimed ? Double(fixes.time[seq]) / 1000 : Double(ordinal)
      if !(0..<Self.together).contains(second - start) { close() }
      if places.isEmpty { start = second }
      places.append(
        placeInSpace(latitude: fixes.latitude[seq], longitude: fixes.longitude[seq]))
    }
    close()
    return halts
  }

  /// True where three of four places of the next minute, or of longer where nothing is known between, lie near the first.
  private func stands(_ halts: ArraySlice<Halt>) -> Bool {
    guard let first = halts.first else { return false }
    var (near, all) = (0, 0)
    // A clock that stands or goes back does not end a minute.
    for halt in halts.dropFirst().prefix(60) {
      let seconds = halt.second - first.second
      let reach = Self.standing.metresASecond * max(seconds, Self.standing.seconds)
      all += 1
      near += first.way(to: halt) <= reach ? 1 : 0
      if seconds >= Self.standing.seconds { return near * 4 >= all * 3 }
    }
    return false
  }
}

/// Where a run was for some seconds.
private struct Halt {
  let second: Double
  let place: SIMD3<Double>

  func way(to other: Halt) -> Double {
    let way = other.place - place
    return (way * way).sum().squareRoot()
  }
}

private func middle(of places: [SIMD3<Double>]) -> SIMD3<Double> {
  func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
  return SIMD3(median(places.map(\.x)), median(places.map(\.y)), median(places.map(\.z)))
}
