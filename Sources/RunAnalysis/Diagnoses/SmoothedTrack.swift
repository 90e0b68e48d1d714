internal import Geodesy
internal import RunModel

/// A run with one place for about ten seconds, the mean of its fixes that were not dropped: columns.
///
/// Averaging takes off the quick part of a receiver's noise, and bounds the work of looking a minute
/// ahead, however many fixes a second has.
struct SmoothedTrack {
  /// Seconds over which fixes are averaged.
  static let interval = 10.0

  /// Seconds since 1970, the mean.
  private(set) var seconds: [Double] = []
  private(set) var latitude: [Double] = []
  private(set) var longitude: [Double] = []
  /// Seqs from the first to the last fix of each place.
  private(set) var seqs: [ClosedRange<Int>] = []
  /// Changes with the segment and where the clock goes back: no time or way leads from piece to piece.
  private(set) var piece: [Int32] = []
  /// Metres a second that the run keeps up when it gets along: over a minute, faster than nine tenths
  /// of all minutes; nil where it has no minute.
  private(set) var fullSpeed: Double?

  init(_ fixes: Fixes, _ verdicts: [Verdict]) {
    var mean: Mean?
    var current: Int32 = 0
    for index in 0..<fixes.count
    where !verdicts[index].isDropped && fixes.time[index] != Fixes.noTime {
      if let open = mean {
        let elapsed = fixes.seconds(from: open.seqs.lowerBound, to: index)
        let isElsewhere =
          fixes.segment[index] != fixes.segment[open.seqs.upperBound]
          || fixes.time[index] < fixes.time[open.seqs.upperBound]
        if !isElsewhere && elapsed < Self.interval {
          mean?.add(index, of: fixes, after: elapsed)
          continue
        }
        close(open, of: fixes, piece: current)
        if isElsewhere { current &+= 1 }
      }
      mean = Mean(seqs: index...index)
    }
    if let mean { close(mean, of: fixes, piece: current) }
    fullSpeed = findFullSpeed()
  }

  private mutating func close(_ mean: Mean, of fixes: Fixes, piece: Int32) {
    let first = mean.seqs.lowerBound
    seconds.append(Double(fixes.time[first]) / 1000 + mean.elapsed / mean.count)
    latitude.append(fixes.latitude[first] + mean.north / mean.count)
    longitude.append(turned(fixes.longitude[first] + mean.east / mean.count))
    seqs.append(mean.seqs)
    self.piece.append(piece)
  }

  var count: Int { seconds.count }

  /// Metres on the sphere between two places.
  func metres(from start: Int, to end: Int) -> Double {
    haversine(latitude[start], longitude[start], latitude[end], longitude[end])
  }

  /// The mean of a range of places, in degrees.
  func centre(_ range: ClosedRange<Int>) -> (latitude: Double, longitude: Double) {
    let (south, west) = (latitude[range.lowerBound], longitude[range.lowerBound])
    var (north, east) = (0.0, 0.0)
    for index in range {
      north += latitude[index] - south
      east += turned(longitude[index] - west)
    }
    let count = Double(range.count)
    return (south + north / count, turned(west + east / count))
  }

  private func findFullSpeed() -> Double? {
    var speeds: [Double] = []
    var end = 0
    for start in 0..<count {
      end = max(end, start)
      while end < count, piece[end] == piece[start], seconds[end] - seconds[start] < 60 { end += 1 }
      guard end < count else { break }
      guard piece[end] == piece[start] else { continue }
      speeds.append(metres(from: start, to: end) / (seconds[end] - seconds[start]))
    }
    return quantile(0.9, of: speeds)
  }
}

/// Degrees within ±180, the short way round.
private func turned(_ degrees: Double) -> Double {
  degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
}

/// What the fixes of one smoothed place add up to, seen from the first of them.
private struct Mean {
  var seqs: ClosedRange<Int>
  var count = 1.0
  /// Seconds, and degrees north and east.
  var (elapsed, north, east) = (0.0, 0.0, 0.0)

  init(seqs: ClosedRange<Int>) { self.seqs = seqs }

  mutating func add(_ index: Int, of fixes: Fixes, after seconds: Double) {
    let first = seqs.lowerBound
    seqs = first...index
    count += 1
    elapsed += seconds
    north += fixes.latitude[index] - fixes.latitude[first]
    east += turned(fixes.longitude[index] - fixes.longitude[first])
  }
}
