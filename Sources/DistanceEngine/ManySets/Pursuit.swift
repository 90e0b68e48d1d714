internal import Geodesy
internal import RunModel

/// Passes over fixes that are too fast for all chains of a strand, measured side by side.
///
/// A chain whose limit is below the pace stands where it is and drops fix after fix, ever further away.
struct Pursuit {
  private static let length = 64

  private let earth: Earth
  /// The place that is measured from, as columns of ``length`` each.
  private var start = [Double](repeating: 0, count: 3 * length)
  private var metres = [Double](repeating: 0, count: length)

  init(on earth: Earth) { self.earth = earth }

  /// - Parameters:
  ///   - range: of one segment, counted from the first fix held.
  ///   - speed: the highest limit of the strand.
  /// - Returns: the first fix of the range that is not refused and may be reached in time, or its end.
  mutating func pass(
    _ strand: inout Strand, over range: Range<Int>, _ ground: Route.Ground, refused: [UInt8],
    speed: Double
  ) -> Int {
    let (track, block) = (ground.track, ground.moves.block)
    place(strand.place)
    // Most drops are few.
    var length = 16
    var next = range.lowerBound
    while next < range.upperBound {
      let strip = next..<min(next + length, range.upperBound)
      earth.measureMoves(
        from: start, to: block.columns, stride: PlaceList.capacity, strip, into: &metres)
      for index in strip where refused[index] == 0 {
        let seconds = track.seconds(from: strand.last, to: block.first + index)
        // No more than this is known of a move that was not measured: NaN exceeds nothing.
        guard seconds > 0, metres[index - next] / seconds > speed else { return index }
        strand.tooFast += 1
      }
      next = strip.upperBound
      length = Self.length
    }
    return next
  }

  private mutating func place(_ place: Place) {
    for index in 0..<Self.length {
      start[index] = place.axial
      start[index + Self.length] = place.radial
      start[index + 2 * Self.length] = place.longitude
    }
  }
}
