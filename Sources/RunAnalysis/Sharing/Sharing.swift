internal import Geodesy
package import RunModel

/// How runs are made ready to be shown to others: without what leads to the owner's places, or to the owner.
///
/// Pure: the same run and zones always give the same part.
package struct Sharing: Sendable {
  /// What becomes of what lies in a zone between the ends.
  package enum Passages: Sendable {
    /// It is shown where the run only passes; nothing is shown of a run that rests there.
    case passing
    /// It is cut, and the time that it took.
    case cut
    /// It is shown.
    case kept
  }

  private let discs: [HiddenDisc]
  private let passages: Passages
  private let hidesTimes: Bool
  /// Other words may be the owner's.
  private static let plainSports: Set<Sport> = [
    .unknown, .running, .walking, .hiking, .cycling,
  ]

  /// - Parameter hidesTimes: times count from the start, which is at ``Fixes/time`` 0; so they do wherever passages
  ///   are cut, as the time between two parts, by the pace, is the length of what was cut.
  package init(zones: [PrivacyZone], passages: Passages = .passing, hidesTimes: Bool = false) {
    discs = zones.map(HiddenDisc.init)
    self.passages = passages
    self.hidesTimes = hidesTimes || passages == .cut
  }

  /// The part of a run that may be shown; nil where it never leaves the zones for good, or ``restsInside(_:)`` where
  /// that is not to be shown.
  ///
  /// Its ends are cut up to where the run has left the zones for good: ten believed places outside in a row and, where
  /// times are known, a minute. A leap of the receiver out of a zone, or a first place from elsewhere, is no leaving.
  /// Where a fix names no place, nothing of what it says instead is shown. Segments count from 0, and the device's own
  /// distance from what is shown.
  package func part(of fixes: Fixes) -> SharedPart? {
    let whereabouts = whereabouts(of: fixes)
    let stays = stays(of: fixes, whereabouts)
    guard let first = stays.first, let last = stays.last else { return nil }
    let whole = first.lowerBound..<last.upperBound
    if passages == .passing, rests(fixes, whereabouts, in: whole) { return nil }
    let kept = passages == .cut ? stays : [whole]
    var shared = Fixes()
    for range in kept { shared.append(contentsOf: fixes[range].blankingInvalidPositions()) }
    shared[.deviceDistance] = deviceDistance(fixes, kept)
    return SharedPart(
      fixes: shared.with(
        time: hidesTimes ? timesSinceStart(shared, parts: kept.map(\.count)) : nil,
        segment: segments(fixes, kept)),
      cutFixes: fixes.count - shared.count,
      passesThrough: kept.contains { whereabouts[$0].contains(.inside) })
  }

  /// True where the run comes into a zone between the ends of what may be shown, and stands there for a minute, or
  /// a segment of it ends or begins there: as who comes home does.
  package func restsInside(_ fixes: Fixes) -> Bool {
    let whereabouts = whereabouts(of: fixes)
    let stays = stays(of: fixes, whereabouts)
    guard let first = stays.first, let last = stays.last else { return false }
    return rests(fixes, whereabouts, in: first.lowerBound..<last.upperBound)
  }

  /// What is said of a shared run: nothing that names it, its device, its owner or its file. What device and services
  /// say of its length goes too: less what is shown, it is the way to the zone's edge.
  package func description(of full: RunDescription) -> RunDescription {
    var shared = RunDescription()
    shared.state = full.state
    shared.sport = Self.plainSports.contains(full.sport) ? full.sport : Sport(rawValue: "other")
    shared.utcOffsetMinutes = hidesTimes ? nil : full.utcOffsetMinutes
    shared.timesCountFromStart = hidesTimes
    shared.segmentSource = full.segmentSource
    shared.accuracySource = full.accuracySource
    return shared
  }
}

/// What is left of a run to be shown to others.
package struct SharedPart: Sendable, Equatable {
  package let fixes: Fixes
  /// Known to the owner alone: of many runs it would tell where they begin.
  package let cutFixes: Int
  /// True where what is left passes through a zone on its way.
  package let passesThrough: Bool
}

enum Whereabouts {
  case inside, outside
  /// Outside by a place that is not believed: not enough to have left a zone.
  case doubtful
  case nowhere
}

extension Sharing {
  /// Places and seconds outside the zones that make a run have left them.
  private static let leaving = (places: 10, milliseconds: Int64(60_000))

  func isInside(_ place: SIMD3<Double>) -> Bool { discs.contains { $0.contains(place) } }

  private func whereabouts(of fixes: Fixes) -> [Whereabouts] {
    let believed = BelievedPlaces(of: fixes)
    return (0..<fixes.count).map { index in
      guard !fixes.isInvalidPosition(at: index) else { return .nowhere }
      let place = placeInSpace(
        latitude: fixes.latitude[index], longitude: fixes.longitude[index])
      if isInside(place) { return .inside }
      return believed.contains(index) ? .outside : .doubtful
    }
  }

  /// The stretches, from place to place, in which a run is outside all zones for good; one that comes into none begins
  /// and ends as others do.
  private func stays(of fixes: Fixes, _ whereabouts: [Whereabouts]) -> [Range<Int>] {
    if whereabouts.contains(.inside) { return staysOutside(fixes, whereabouts) }
    guard let first = whereabouts.firstIndex(of: .outside),
      let last = whereabouts.lastIndex(of: .outside)
    else { return fixes.isEmpty ? [] : [0..<fixes.count] }
    return [first..<last + 1]
  }

  private func staysOutside(_ fixes: Fixes, _ whereabouts: [Whereabouts]) -> [Range<Int>] {
    var stays: [Range<Int>] = []
    var (first, last, places) = (0, -1, 0)
    func close() {
      if places >= Self.leaving.places, lasts(fixes, first, last) { stays.append(first..<last + 1) }
      places = 0
    }
    for (index, whereabouts) in whereabouts.enumerated() {
      switch whereabouts {
      case .inside: close()
      case .doubtful, .nowhere: break
      case .outside:
        if places == 0 { first = index }
        (last, places) = (index, places + 1)
      }
    }
    close()
    return stays
  }

  /// False where the clock says that it was too short; one that goes back says nothing.
  private func lasts(_ fixes: Fixes, _ first: Int, _ last: Int) -> Bool {
    let (start, end) = (fixes.time[first], fixes.time[last])
    guard start != Fixes.noTime, end != Fixes.noTime else { return true }
    let (span, overflow) = end.subtractingReportingOverflow(start)
    return overflow || span < 0 || span >= Self.leaving.milliseconds
  }

  /// The device's running total, from 0 and as though nothing had been cut.
  ///
  /// In whole centimetres: the last digits of a difference tell from which number it was taken. Nothing where
  /// it goes back, from lap to lap or to a zero on the way: what follows tells how far it had come.
  private func deviceDistance(_ fixes: Fixes, _ kept: [Range<Int>]) -> [Double] {
    let told = fixes[.deviceDistance]
    guard !told.isEmpty else { return [] }
    var shared: [Double] = []
    var before = 0.0
    for range in kept {
      let known = told[range].filter { !$0.isNaN }
      guard zip(known, known.dropFirst()).allSatisfy({ $0 <= $1 }) else { return [] }
      let first = known.first ?? 0
      shared += told[range].map { (($0 - first + before) * 100).rounded() / 100 }
      before = shared.last { !$0.isNaN } ?? before
    }
    return shared
  }

  /// From 0, another one behind each cut.
  private func segments(_ fixes: Fixes, _ kept: [Range<Int>]) -> [Int32] {
    var segments: [Int32] = []
    var number: Int32 = -1
    for range in kept {
      for index in range {
        if index == range.lowerBound || fixes.segment[index] != fixes.segment[index - 1] {
          number += 1
        }
        segments.append(number)
      }
    }
    return segments
  }

  /// A part begins a second after the one before it ended. Times more than a week from the middle one are left out: a
  /// clock that was not set yet shows a day that can be guessed, and from there to the others is their date.
  private func timesSinceStart(_ fixes: Fixes, parts: [Int]) -> [Int64] {
    guard let span = timesAroundTheMiddle(of: fixes) else { return fixes.time }
    var times: [Int64] = []
    var start: Int64 = 0
    for count in parts {
      let clock = fixes.time[times.count..<times.count + count]
      let known = clock.filter(span.contains)
      let (least, greatest) = (known.min() ?? 0, known.max() ?? 0)
      times += clock.map { span.contains($0) ? $0 - least + start : Fixes.noTime }
      if !known.isEmpty { start += greatest - least + 1_000 }
    }
    return times
  }

  private func timesAroundTheMiddle(of fixes: Fixes) -> ClosedRange<Int64>? {
    guard let all = fixes.timeSpan else { return nil }
    let known = fixes.time.filter { all.contains(Timestamp(milliseconds: $0)) }.sorted()
    let middle = known[known.count / 2]
    let week: Int64 = 7 * 24 * 3_600_000
    return middle.subtractingClamped(week)...middle.addingClamped(week)
  }
}

extension Int64 {
  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? Fixes.noTime + 1 : difference
  }
}
