package import RunModel

/// Which way a run took, whenever and however fast: where it bends, in pieces between which nothing is known.
///
/// Some kilobytes, as far as noise lets them be: a bend where the way is ``bendTolerance`` off the straight line, none
/// within ``stride`` of the one before. Fixes that are no place or less accurate than 50 m are left out, the latter only
/// where the others hold the way; so are those that leap there and back. A move that is faster than anybody, and one to
/// another segment, parts two pieces.
package struct RouteShape: Sendable {
  /// A place in metres from the centre of the Earth: no meridian and no pole is anything special there.
  ///
  /// Accuracy: 0.3 m an axis.
  package typealias Place = SIMD3<Float>

  /// Each of at least two places; none where nothing is known but a spot.
  package let pieces: [[Place]]
  /// Metres, without what noise and drift add: of the line that stays within ``lengthTolerance`` of the places.
  package let length: Double
  /// False for a treadmill, a run that stays about its start, or one of few fixes: nothing follows their way.
  package let isWay: Bool

  /// Metres between the places of a way that are looked at.
  static let stride: Float = 20
  /// Metres from a way at which a place lies near it.
  static let near = 30.0
  /// Metres that the way may be off the line between two bends.
  static let bendTolerance = 5.0
  /// Metres off a line that may be noise: two errors of 10 m.
  static let lengthTolerance = 20.0
  /// Metres: ten times what may be noise, and what is clearly away from the start.
  private static let shortest = (length: 200.0, reach: Float(100))
  /// Metres that nobody goes in one outing; what claims to be longer is not looked at.
  private static let longest = 5_000_000.0

  /// Metres, as fixes state them, beyond which a fix is left out where the others hold the way.
  private static let poorest = 50.0
  /// The share of the fixes that hold the way wherever they lie.
  private static let leastAccurate = 0.25

  package init(_ fixes: Fixes) {
    let accuracy = fixes[.accuracy]
    // Below 0 the device calls the place invalid. What is unknown is neither that nor poor.
    let places = (0..<fixes.count).filter {
      !fixes.isInvalidPosition(at: $0) && (accuracy.isEmpty || !(accuracy[$0] < 0))
    }
    let accurate = accuracy.isEmpty ? places : places.filter { !(accuracy[$0] > Self.poorest) }
    let isHeld = Double(accurate.count) >= Self.leastAccurate * Double(places.count)
    let shape = RouteShape(fixes, along: accurate, doubt: 0)
    guard accurate.count < places.count, !isHeld || !shape.isWay else {
      self = shape
      return
    }
    // What such fixes wander about one spot is no way.
    let stated = places.map { accuracy[$0] }.filter(\.isFinite)
    self.init(
      fixes, along: places, doubt: stated.isEmpty ? 0 : Distribution(of: stated)[.median])
  }

  /// - Parameters:
  ///   - places: which of the fixes, in order.
  ///   - doubt: metres that they may lie off.
  private init(_ fixes: Fixes, along places: [Int], doubt: Double) {
    var draft = RouteDraft()
    for index in places {
      draft.add(
        RouteDraft.Fix(
          time: fixes.time[index], segment: fixes.segment[index],
          latitude: fixes.latitude[index], longitude: fixes.longitude[index]))
    }
    var drawn = draft.finish()
    if drawn.reduce(0, { $0 + lineLength($1) }) > Self.longest { drawn = [] }
    pieces = drawn.map { simplified($0, within: Self.bendTolerance) }
    length = drawn.reduce(0) { $0 + lineLength(simplified($1, within: Self.lengthTolerance)) }
    let start = drawn.first?.first ?? .zero
    let reach = max(Self.shortest.reach, Float(2 * doubt))
    let isAway = drawn.contains { piece in piece.contains { metres($0, start) >= reach } }
    isWay = length >= max(Self.shortest.length, 4 * doubt) && isAway
  }
}

extension RouteShape {
  /// The straight line between two bends.
  ///
  /// In doubles: between two places a float is as coarse as at them.
  package struct Leg: Sendable {
    package let from: SIMD3<Double>
    package let to: SIMD3<Double>

    fileprivate init(from: Place, to: Place) {
      self.from = SIMD3(from)
      self.to = SIMD3(to)
    }

    fileprivate var length: Double { ((to - from) * (to - from)).sum().squareRoot() }

    /// Parts of a stride at most, one at least.
    var steps: Int { max(1, Int((length / Double(RouteShape.stride)).rounded(.up))) }

    /// The place after a share of the leg, 0 to 1.
    func place(after share: Double) -> SIMD3<Double> { from + share * (to - from) }

    /// The square of the metres from a place to the nearest one of the leg.
    fileprivate func squaredDistance(to place: SIMD3<Double>) -> Double {
      let (way, off) = (to - from, place - from)
      let square = (way * way).sum()
      let share = square > 0 ? min(max((off * way).sum() / square, 0), 1) : 0
      let rest = off - share * way
      return (rest * rest).sum()
    }

    func isNear(_ place: SIMD3<Double>) -> Bool { squaredDistance(to: place) <= near * near }
  }

  /// A place that stands for the metres of way around it.
  struct Sample {
    let place: SIMD3<Double>
    let weight: Double
  }

  /// Along the whole way, a stride apart at most.
  var samples: [Sample] {
    legs.flatMap { leg in
      let steps = leg.steps
      return (0..<steps).map { step in
        Sample(
          place: leg.place(after: (Double(step) + 0.5) / Double(steps)),
          weight: leg.length / Double(steps))
      }
    }
  }

  /// All of them, from the first to the last.
  package var legs: [Leg] {
    pieces.flatMap { piece in zip(piece, piece.dropFirst()).map { Leg(from: $0, to: $1) } }
  }
}

/// Metres between two places in a straight line.
func metres(_ first: RouteShape.Place, _ second: RouteShape.Place) -> Float {
  let way = second - first
  return (way * way).sum().squareRoot()
}

/// Metres along a line.
private func lineLength(_ line: [RouteShape.Place]) -> Double {
  zip(line, line.dropFirst()).reduce(0) { $0 + Double(metres($1.0, $1.1)) }
}

/// The line with as few of its places as let it stay within some metres of all of them.
///
/// Source: D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points required to represent a
/// digitized line or its caricature", Cartographica 10, 1973.
///
/// A place in 512 is kept whatever it is, so that the longest run takes time in proportion to its length.
func simplified(_ line: [RouteShape.Place], within tolerance: Double) -> [RouteShape.Place] {
  guard line.count > 2 else { return line }
  var isKept = [Bool](repeating: false, count: line.count)
  isKept[0] = true
  var waiting = stride(from: 0, to: line.count - 1, by: 512).map {
    ($0, min($0 + 512, line.count - 1))
  }
  while let (first, last) = waiting.popLast() {
    isKept[last] = true
    let leg = RouteShape.Leg(from: line[first], to: line[last])
    var furthest = (index: first, square: tolerance * tolerance)
    for index in first + 1..<max(last, first + 1) {
      let square = leg.squaredDistance(to: SIMD3(line[index]))
      if square > furthest.square { furthest = (index, square) }
    }
    if furthest.index > first {
      waiting.append((first, furthest.index))
      waiting.append((furthest.index, last))
    }
  }
  return line.indices.filter { isKept[$0] }.map { line[$0] }
}
