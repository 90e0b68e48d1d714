/// Tells without a division which moves are certainly not too fast.
///
/// What is reached by such moves one after the other is reached so from the first place, too: the speed is a
/// little lower than the limit, so that neither rounding nor a chord bent to an arc passes what a division
/// would not.
struct SurelyReachable {
  /// Metres a millisecond.
  private let speed: Double
  /// Metres to be left over.
  private let slack: Double

  /// - Parameter maxSpeed: metres a second; nil or infinite where nothing is too fast.
  init(maxSpeed: Double?) {
    if let maxSpeed, maxSpeed < .infinity {
      (speed, slack) = (maxSpeed / 1000 * (1 - 1e-6), -1e-7)
    } else {
      (speed, slack) = (0, .infinity)
    }
  }

  /// False where it is not certain, or where no time is known to have passed.
  @inline(__always)
  func reaches(_ metres: Double, in milliseconds: Double) -> Bool {
    metres <= speed * milliseconds + slack
  }
}
