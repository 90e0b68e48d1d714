/// The sine of a turn, from arithmetic alone: the bits are the same with every C library.
///
/// A quarter of a turn gives exactly 0, 1 or −1.
/// *Accuracy*: 1e-15. Taylor's series (Abramowitz and Stegun 4.3.65) on an eighth of a turn at most.
func sine(turns: Double) -> Double {
  let quarters = (turns * 4).rounded()
  let angle = (turns - quarters / 4) * 2 * Double.pi
  let quadrant = Int(quarters - 4 * (quarters / 4).rounded(.down))
  let (sign, isCosine) = (quadrant >= 2 ? -1.0 : 1.0, !quadrant.isMultiple(of: 2))
  var term = isCosine ? 1.0 : angle
  var sum = term
  var order = isCosine ? 0.0 : 1.0
  while order < 18 {
    term *= -angle * angle / ((order + 1) * (order + 2))
    sum += term
    order += 2
  }
  return sign * sum
}

/// The cosine of a turn, as ``sine(turns:)``.
func cosine(turns: Double) -> Double { sine(turns: turns + 0.25) }

/// Metres on the local tangent plane.
struct Offset: Equatable {
  var east = 0.0
  var north = 0.0

  var length: Double { (east * east + north * north).squareRoot() }

  static func + (left: Offset, right: Offset) -> Offset {
    Offset(east: left.east + right.east, north: left.north + right.north)
  }
  static func - (left: Offset, right: Offset) -> Offset {
    Offset(east: left.east - right.east, north: left.north - right.north)
  }
  static func * (scale: Double, offset: Offset) -> Offset {
    Offset(east: scale * offset.east, north: scale * offset.north)
  }

  /// So many metres in a direction, clockwise from north.
  static func towards(turns: Double, metres: Double) -> Offset {
    Offset(east: metres * sine(turns: turns), north: metres * cosine(turns: turns))
  }
}

extension Scenario {
  /// Where the course is after so many metres, seen from the start.
  func course(after metres: Double) -> Offset {
    switch shape {
    case .line(let heading):
      return .towards(turns: heading / 360, metres: metres)
    case .loop:
      // A circle that leaves the start northward, its centre to the east.
      let radius = length / (2 * Double.pi)
      let turned = metres / length
      return Offset(
        east: radius - radius * cosine(turns: turned), north: radius * sine(turns: turned))
    case .outAndBack(let heading):
      return .towards(turns: heading / 360, metres: min(metres, length - metres))
    case .squareLaps(let side):
      let onLap = metres - 4 * side * (metres / (4 * side)).rounded(.down)
      let corner = min(3, (onLap / side).rounded(.down))
      let along = onLap - corner * side
      return switch corner {
      case 0: Offset(east: 0, north: along)
      case 1: Offset(east: along, north: side)
      case 2: Offset(east: side, north: side - along)
      default: Offset(east: side - along, north: 0)
      }
    }
  }
}
