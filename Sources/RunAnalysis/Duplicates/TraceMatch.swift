internal import Geodesy
package import RunModel

/// What is known about two runs before their fixes are compared.
package enum SharedOrigin: Sendable, Comparable {
  case none
  /// A name that others may have by chance; the places must confirm it roughly.
  case likely
  /// A name that only copies of one recording have.
  case certain
}

/// How two runs turned out to belong together.
package struct TraceMatch: Sendable, Equatable {
  package let relation: RunPair.Relation
  package let agreement: Agreement
}

/// Compares where two runs were at the instants that both have; nil where they have nothing to do with
/// each other.
///
/// Two exports of one recording give the same places up to rounding. Two receivers never do: their
/// errors are metres, independent, and change within a minute. Hence the limits, in the order tried:
/// - 95 % within 0.2 m (six decimals of a degree), over 20 s and ten places a metre apart: the same
///   recording, whatever time it claims, so long as that is off by a multiple of 15 min up to 15 h;
/// - 95 % within 1 m and a median of 0.5 m (five decimals), over ten minutes: the same recording;
/// - a median within 100 m at the same time: the same outing.
///
/// For the same recording, the times must overlap by 80 % of the shorter run and more than half of the longer.
/// Runs without times, or with fewer than ten common fixes, have nothing to do with any other, except by a
/// name they share: see ``SharedOrigin``.
package func match(
  _ first: Trace, _ second: Trace, shared: SharedOrigin = .none
) -> TraceMatch? {
  let together = TraceComparison(first, second, offset: 0)
  if shared == .certain {
    return TraceMatch(relation: .sameRecording, agreement: together?.agreement ?? Agreement())
  }
  if let together, together.isSameRecording(shared) {
    return TraceMatch(relation: .sameRecording, agreement: together.agreement)
  }
  if let shifted = bestShift(first, second, shared) {
    return TraceMatch(relation: .sameRecording, agreement: shifted.agreement)
  }
  guard let together, together.isSameOuting else { return nil }
  return TraceMatch(relation: .sameOuting, agreement: together.agreement)
}

/// The offset of a wrong time zone under which the two are one recording; the smallest of several.
private func bestShift(
  _ first: Trace, _ second: Trace, _ shared: SharedOrigin
) -> TraceComparison? {
  let quarter: Int64 = 15 * 60 * 1000
  let zones = (1...60).flatMap { [Int64($0) * quarter, -Int64($0) * quarter] }
  for offset in zones {
    guard Overlap(first, second, offset: offset)?.isOfOneRecording ?? false,
      let comparison = TraceComparison(first, second, offset: offset),
      comparison.isSameRecording(shared)
    else { continue }
    return comparison
  }
  return nil
}

/// How much of their time two traces share.
private struct Overlap {
  /// On the second's clock; nil where they do not meet.
  let common: ClosedRange<Int64>
  private let shorter: Double
  private let longer: Double

  init?(_ first: Trace, _ second: Trace, offset: Int64) {
    guard let one = first.span, let other = second.span else { return nil }
    let start = max(one.lowerBound + offset, other.lowerBound)
    let end = min(one.upperBound + offset, other.upperBound)
    guard start < end else { return nil }
    common = start...end
    let lengths = [one, other].map { Double($0.upperBound - $0.lowerBound) }
    (shorter, longer) = (min(lengths[0], lengths[1]), max(lengths[0], lengths[1]))
  }

  private var length: Double { Double(common.upperBound - common.lowerBound) }
  /// A copy may be cropped; but no activity is more than half of two recordings that follow each other.
  var isOfOneRecording: Bool { isOfOneOuting && length > 0.5 * longer }
  var isOfOneOuting: Bool { length >= 0.8 * shorter }
}

/// Two traces at one offset between their clocks.
private struct TraceComparison {
  let agreement: Agreement
  private let overlap: Overlap
  private let distances: Distribution
  private let tightShare: Double
  private let roughShare: Double
  /// Common fixes at least a metre from the one before that was counted.
  private let places: Int
  /// Seconds from the first to the last common fix.
  private let seconds: Double

  private static let leastFixes = 10
  private static let tight = 0.2
  private static let rough = 30.0
  private static let outing = 100.0

  /// Nil where the two share too little time or too few fixes, or are clearly elsewhere.
  init?(_ first: Trace, _ second: Trace, offset: Int64) {
    guard let overlap = Overlap(first, second, offset: offset), overlap.isOfOneOuting else {
      return nil
    }
    let common = overlap.common
    let ofFirst = first.indices(in: (common.lowerBound - offset)...(common.upperBound - offset))
    let ofSecond = second.indices(in: common)
    // The sparser one is looked up in the denser, so that a resampled copy meets its own fixes.
    let isFirst = ofFirst.count <= ofSecond.count
    let lookup = Lookup(
      probe: isFirst ? first : second, line: isFirst ? second : first,
      shift: isFirst ? offset : -offset)
    let probes = isFirst ? ofFirst : ofSecond
    guard lookup.mayBeNear(probes) else { return nil }
    let found = probes.compactMap { index in lookup.distance(at: index).map { (index, $0) } }
    guard found.count >= Self.leastFixes, let from = found.first?.0, let to = found.last?.0 else {
      return nil
    }
    self.overlap = overlap
    distances = Distribution(of: found.map(\.1))
    func share(within limit: Double) -> Double {
      Double(found.count { $0.1 <= limit }) / Double(found.count)
    }
    tightShare = share(within: Self.tight)
    roughShare = share(within: Self.rough)
    places = lookup.probe.places(among: found.map(\.0))
    seconds = Double(lookup.probe.time[to] - lookup.probe.time[from]) / 1000
    agreement = Agreement(
      offset: offset, commonFixes: found.count, medianDistance: distances[.median],
      nearShare: share(within: Agreement.nearDistance))
  }

  func isSameRecording(_ shared: SharedOrigin) -> Bool {
    guard overlap.isOfOneRecording else { return shared == .likely && isRoughlyTheSame }
    guard places >= Self.leastFixes, seconds >= 20 else { return false }
    let isEqual = tightShare >= 0.95
    let isRounded =
      agreement.nearShare ?? 0 >= 0.95 && distances[.median] <= 0.5 && seconds >= 600
    return isEqual || isRounded || shared == .likely && isRoughlyTheSame
  }

  private var isRoughlyTheSame: Bool { roughShare >= 0.9 }
  var isSameOuting: Bool { distances[.median] <= Self.outing }

  /// Looks fixes of one trace up in the other.
  private struct Lookup {
    let probe: Trace
    let line: Trace
    /// Milliseconds to be added to the probe's times.
    let shift: Int64

    func distance(at index: Int) -> Double? {
      line.distance(
        latitude: probe.latitude[index], longitude: probe.longitude[index],
        at: probe.time[index] + shift)
    }

    /// False where most of a dozen fixes are far off: then it is not worth looking at all.
    func mayBeNear(_ indices: Range<Int>) -> Bool {
      let step = max(1, indices.count / 12)
      let sample = stride(from: indices.lowerBound, to: indices.upperBound, by: step)
        .compactMap(distance)
      return sample.count < 4 || sample.count(where: { $0 <= outing }) * 3 >= sample.count
    }
  }
}

extension Trace {
  /// How many of some fixes lie a metre or more from the one before that did.
  fileprivate func places(among indices: [Int]) -> Int {
    var (count, last) = (0, Int?.none)
    for index in indices {
      if let last,
        haversine(latitude[last], longitude[last], latitude[index], longitude[index]) < 1
      {
        continue
      }
      (count, last) = (count + 1, index)
    }
    return count
  }
}
