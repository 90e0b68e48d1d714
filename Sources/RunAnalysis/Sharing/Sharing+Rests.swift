internal import Geodesy
internal import RunModel

extension Sharing {
  /// Metres a second, over a minute: whoever is slower stands, as ``AutoPause`` has it.
  private static let standing = (metresASecond: AutoPause.slowestMoving, seconds: 60.0)

  /// True where a run rests inside a zone within this range of fixes.
  func rests(_ fixes: Fixes, _ whereabouts: [Whereabouts], in range: Range<Int>) -> Bool {
    let places = range.filter { whereabouts[$0] != .nowhere }
    return places.indices.contains { index in
      let here = places[index]
      if index + 1 < places.count {
        let next = places[index + 1]
        let isInside = whereabouts[here] == .inside || whereabouts[next] == .inside
        if isInside, fixes.segment[here] != fixes.segment[next] { return true }
      }
      return whereabouts[here] == .inside && stands(fixes, places[index...])
    }
  }

  /// True where the run stays near the first of these places for a minute, or for longer without a fix.
  private func stands(_ fixes: Fixes, _ places: ArraySlice<Int>) -> Bool {
    guard let first = places.first, fixes.time[first] != Fixes.noTime else { return false }
    let start = place(fixes, first)
    let reach = Self.standing.metresASecond * Self.standing.seconds
    var farthest = 0.0
    for index in places.dropFirst() {
      guard fixes.time[index] != Fixes.noTime else { return false }
      let seconds = (Double(fixes.time[index]) - Double(fixes.time[first])) / 1000
      let way = place(fixes, index) - start
      farthest = max(farthest, (way * way).sum().squareRoot())
      if seconds >= Self.standing.seconds {
        return farthest <= Self.standing.metresASecond * seconds
      }
      if farthest > reach { return false }
    }
    return false
  }

  private func place(_ fixes: Fixes, _ index: Int) -> SIMD3<Double> {
    placeInSpace(latitude: fixes.latitude[index], longitude: fixes.longitude[index])
  }
}
