package import RunModel

/// Which way a run took, whenever and however fast: where it bends, in pieces between which nothing is known.
///
/// Some kilobytes, as far as noise lets them be: a bend where the way is ``bendTolerance`` off the straight line, none
/// within ``stride`` of the one before. Fixes that are no place or less accurate than 50 m are left out, and so are
/// those that leap there and back; a move that is faster than anybody, and one to another segment, parts two pieces.
package struct RouteShape: Sendable {
  /// A place in metres from the centre of the Earth: no meridian and no pole is anything special there.
  ///
  /// Accuracy: 0.3 m an axis.
  package typealias Place = SIMD3<Float>

  /// Each of at least two places, none where the run is known to have been nowhere else.
  package let pieces: [[Place]]
  /// Metres, without what noise and drift add: of the line that stays within ``lengthTolerance`` of the places.
  package let length: Double
  /// False for a treadmill, a run that stays about its start, or one of few fixes: nothing follows their way.
  package let isWay: Bool

  /// Metres between the places of a way that are looked at.
  static let stride: Float = 20
  /// Metres from a way at which a place lies near it.
  static let near: Float = 30
  /// Metres that the way may be off the line between two bends.
  static let bendTolerance: Float = 5
  /// Metres off a line that may be noise: two errors of 10 m.
  static let lengthTolerance: Float = 20
  /// Metres: ten times what may be noise, and what is clearly away from the start.
  private static let shortest = (length: 200.0, reach: Float(100))

  package init(_ fixes: Fixes) {
    var draft = RouteDraft()
    let accuracy = fixes[.accuracy]
    for index in 0..<fixes.count where !fixes.isInvalidPosition(at: index) {
      // Unknown is not poor.
      if !accuracy.isEmpty, accuracy[index] < 0 || accuracy[index] > 50 { continue }
      draft.add(
        RouteDraft.Fix(
          time: fixes.time[index], segment: fixes.segment[index],
          latitude: fixes.latitude[index], longitude: fixes.longitude[index]))
    }
    let drawn = draft.finish()
    pieces = drawn.map { simplified($0, within: Self.bendTolerance) }
    length = drawn.reduce(0) { $0 + lineLength(simplified($1, within: Self.lengthTolerance)) }
    let start = drawn.first?.first ?? .zero
    let isAway = drawn.contains { piece in
      piece.contains { metres($0, start) >= Self.shortest.reach }
    }
    isWay = length >= Self.shortest.length && isAway
  }
}

extension RouteShape {
  /// The straight line between two bends.
  package struct Leg: Sendable {
    package let from: Place
    package let to: Place

    /// Parts of a stride at most, one at least.
    var steps: Int { max(1, Int((metres(from, to) / RouteShape.stride).rounded(.up))) }

    /// The place after a share of the leg, 0 to 1.
    func place(after share: Float) -> Place { from + share * (to - from) }

    /// The square of the metres from a place to the nearest one of the leg.
    fileprivate func squaredDistance(to place: Place) -> Float {
      let (way, off) = (to - from, place - from)
      let square = (way * way).sum()
      let share = square > 0 ? min(max((off * way).sum() / square, 0), 1) : 0
      let rest = off - share * way
      return (rest * rest).sum()
    }

    func isNear(_ place: Place) -> Bool { squaredDistance(to: place) <= near * near }
  }

  /// A place that stands for the metres of way around it.
  struct Sample {
    let place: Place
    let weight: Double
  }

  /// Along the whole way, a stride apart at most.
  var samples: [Sample] {
    legs.flatMap { leg in
      let steps = leg.steps
      let weight = Double(metres(leg.from, leg.to)) / Double(steps)
      return (0..<steps).map { step in
        Sample(place: leg.place(after: (Float(step) + 0.5) / Float(steps)), weight: weight)
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
func simplified(_ line: [RouteShape.Place], within tolerance: Float) -> [RouteShape.Place] {
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
      let square = leg.squaredDistance(to: line[index])
      if square > furthest.square { furthest = (index, square) }
    }
    if furthest.index > first {
      waiting.append((first, furthest.index))
      waiting.append((furthest.index, last))
    }
  }
  return line.indices.filter { isKept[$0] }.map { line[$0] }
}
