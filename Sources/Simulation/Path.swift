/// Where a scenario's course leads, in metres seen from the start.
struct Path {
  private let shape: Scenario.Shape
  private let length: Double
  /// Of the shapes that are made of legs.
  private let way: Way?

  init(_ scenario: Scenario) {
    shape = scenario.shape
    length = scenario.length
    way =
      switch shape {
      case .streets(let streets): Way(streets, length: length)
      case .track(let lane): Way(trackLane: lane)
      default: nil
      }
  }

  /// Metres that somebody runs who follows the course to its end.
  var runLength: Double { way?.runLength(to: length) ?? length }

  /// Where the course is after so many of its metres.
  func place(after metres: Double) -> Offset {
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
    case .streets, .track:
      return way?.place(after: metres) ?? Offset()
    }
  }
}
