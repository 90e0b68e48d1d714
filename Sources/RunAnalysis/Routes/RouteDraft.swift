internal import Geodesy
internal import RunModel

/// The places of a run, a stride apart, while its fixes come one by one.
struct RouteDraft {
  struct Fix {
    let time: Int64
    let segment: Int32
    let place: RouteShape.Place

    init(time: Int64, segment: Int32, latitude: Double, longitude: Double) {
      self.time = time
      self.segment = segment
      place = RouteShape.Place(placeInSpace(latitude: latitude, longitude: longitude))
    }
  }

  private var pieces: [[RouteShape.Place]] = []
  private var piece: [RouteShape.Place] = []
  private var last: Fix?
  /// Came behind the last, and is believed or not when the next one is there.
  private var waiting: Fix?

  /// Metres a second: faster than any run or ride, slower than most jumps.
  private static let mostSpeed = 40.0
  /// Metres between two fixes, across which nobody knows the way.
  private static let longestMove = 5_000.0
  /// Metres to a fix and back that are no noise.
  private static let spike: Float = 30

  mutating func add(_ fix: Fix) {
    if let waiting {
      if isSpike(waiting, before: fix) {
        self.waiting = fix
        return
      }
      take(waiting)
    }
    waiting = fix
  }

  mutating func finish() -> [[RouteShape.Place]] {
    if let waiting { take(waiting) }
    waiting = nil
    part()
    return pieces
  }

  /// True where the way there and back is much longer than the one without it.
  private func isSpike(_ fix: Fix, before next: Fix) -> Bool {
    guard let last, last.segment == fix.segment, fix.segment == next.segment else { return false }
    let shorter = min(metres(last.place, fix.place), metres(fix.place, next.place))
    return shorter > Self.spike && metres(last.place, next.place) < shorter / 2
  }

  private mutating func take(_ fix: Fix) {
    if let last, !isMove(from: last, to: fix) { part() }
    last = fix
    if let end = piece.last, metres(end, fix.place) < RouteShape.stride { return }
    piece.append(fix.place)
  }

  private func isMove(from last: Fix, to fix: Fix) -> Bool {
    guard last.segment == fix.segment else { return false }
    let moved = Double(metres(last.place, fix.place))
    guard last.time != Fixes.noTime, fix.time != Fixes.noTime else {
      return moved <= Self.longestMove
    }
    // Clocks that stand still or go back tell nothing of a short move.
    let seconds = max(Double(fix.time) / 1000 - Double(last.time) / 1000, 1)
    return moved <= min(Self.longestMove, Self.mostSpeed * seconds)
  }

  private mutating func part() {
    if piece.count > 1 { pieces.append(piece) }
    piece = []
  }
}
