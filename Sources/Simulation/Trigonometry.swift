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

/// What is left of 1 after so many time constants: e to the power of minus that, from arithmetic alone.
///
/// *Accuracy*: 1e-14 relative up to 30 time constants. Taylor's series on a half at most, squared again
/// (Abramowitz and Stegun 4.2.1).
func decay(_ timeConstants: Double) -> Double {
  guard timeConstants < 700 else { return 0 }
  var (exponent, squarings) = (timeConstants, 0)
  while exponent > 0.5 { (exponent, squarings) = (exponent / 2, squarings + 1) }
  var (term, sum) = (1.0, 1.0)
  for order in 1...16 {
    term *= -exponent / Double(order)
    sum += term
  }
  for _ in 0..<squarings { sum *= sum }
  return sum
}

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
