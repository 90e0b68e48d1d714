internal import Geodesy
internal import RunModel

/// Tells without a single sine whether a move is shorter than a set's least, where that is beyond doubt.
///
/// Two places within ``reach`` and ``widestAngle`` of each other are taken to lie on a plane. The square of
/// their distance there differs from the square of the engine's d by less than 1.3e−7 of it (README), so
/// what is more than ``guardBand`` of the limit's square away from it is on the same side by both.
struct PlaneRules {
  /// Of a square of metres.
  static let guardBand = 2e-6
  /// Metres.
  static let reach = 5_000.0
  /// Degrees of longitude.
  static let widestAngle = 0.05

  let plane: Plane
  /// Squares of metres: a smaller square is below the least move, a larger one is not.
  let surelyBelow: Double
  let surelyNotBelow: Double

  init(_ rules: FilterRules) { self.init(minMove: rules.minMove ?? 0, on: rules.earth) }

  /// - Parameter minMove: metres.
  init(minMove: Double, on earth: Earth) {
    let degree = Double.pi / 180
    let (axial, radial, east) =
      switch earth {
      case .sphere: (Earth.sphereRadius * degree, 0.0, Earth.sphereRadius * degree)
      case .wgs84: (Earth.axialStretch, 1.0, degree)
      }
    plane = Plane(
      axial: axial, radial: radial, east: east, reach: Self.reach, widestAngle: Self.widestAngle)
    let square = minMove * minMove
    if !(minMove > 0) {
      (surelyBelow, surelyNotBelow) = (0, 0)
    } else if square > Double.leastNormalMagnitude {
      (surelyBelow, surelyNotBelow) = (square * (1 - Self.guardBand), square * (1 + Self.guardBand))
    } else {
      (surelyBelow, surelyNotBelow) = (0, .infinity)
    }
  }

  enum Judgement {
    case notBelow, below
    /// To be decided by the engine's own d.
    case unsure
  }

  @inline(__always)
  func judge(from start: Place, to end: Place) -> Judgement {
    let up = (end.axial - start.axial) * plane.axial
    let out = plane.radial == 0 ? 0 : end.radial - start.radial
    let degrees = end.longitude - start.longitude
    let east = degrees * plane.east
    let square = up * up + out * out + start.radial * end.radial * (east * east)
    guard square < Self.reach * Self.reach && abs(degrees) < Self.widestAngle else {
      return .unsure
    }
    if square >= surelyNotBelow { return .notBelow }
    return square < surelyBelow ? .below : .unsure
  }
}
