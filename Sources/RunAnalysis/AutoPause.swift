/// Tells moving from standing by how fast the counted metres came, over a window rather than a move:
/// one slow move while running is no pause, and a receiver that wanders while its runner stands is.
enum AutoPause {
  /// Metres a second; whoever is slower stands. A slow walk is 0.8 to 1; a receiver's wandering that
  /// passes a minimum move of 5 m comes to 0.1 to 0.5.
  static let slowestMoving = 0.6

  /// Metres a second; a move as fast as that is hardly ever a receiver's, whatever lies beside it. So
  /// the last move before a stop and the first one behind it stay a runner's.
  static let surelyMoving = 1.5

  /// Milliseconds. A walker's move of 5 m takes 5 s, and it takes several to tell a speed. A stop that
  /// is shorter goes unnoticed, unless it is one move.
  static let window = 20_000.0

  /// Decides about every leg of one segment, which follow each other without a gap in time: it stands
  /// where the window that begins with it, or the one that ends with it, is slow and it is not surely
  /// moving. A leg that is longer than the window is its own.
  static func judge(_ legs: inout ArraySlice<Leg>) {
    guard let first = legs.first, let last = legs.last else { return }
    let reach = min(window, last.end - first.start)
    // Four places in the legs, each of which only moves forwards.
    var (ahead, aheadEnd) = (Cursor(legs.startIndex), Cursor(legs.startIndex))
    var (behind, behindEnd) = (ahead, ahead)
    for index in legs.indices {
      let leg = legs[index]
      let metres = leg.endMetres - leg.startMetres
      guard leg.duration < reach else {
        legs[index].isMoving = metres * 1000 >= slowestMoving * leg.duration
        continue
      }
      let start = min(leg.start, last.end - reach)
      let end = max(leg.end, first.start + reach)
      let forwards =
        aheadEnd.metres(at: start + reach, in: legs) - ahead.metres(at: start, in: legs)
      let backwards =
        behindEnd.metres(at: end, in: legs) - behind.metres(at: end - reach, in: legs)
      legs[index].isMoving =
        metres * 1000 >= surelyMoving * leg.duration
        || min(forwards, backwards) * 1000 >= slowestMoving * reach
    }
  }

  private struct Cursor {
    private var index: Int

    init(_ start: Int) {
      index = start
    }

    /// Metres counted by a time that is no earlier than the one asked for before.
    mutating func metres(at time: Double, in legs: ArraySlice<Leg>) -> Double {
      while index < legs.endIndex - 1, legs[index].end < time { index += 1 }
      return legs[index].metres(at: time)
    }
  }
}
