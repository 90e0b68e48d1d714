/// An instant as a FIT record holds it: in steps of 1/128 s.
struct FITInstant: Equatable {
  /// Seconds since 1989-12-31T00:00:00Z.
  let seconds: UInt32
  /// 128ths of a second.
  let fraction: UInt8

  /// The nearest one; nil for what FIT cannot say: a second below 2²⁸ (July 1998) counts from when the
  /// device was switched on, and 2³² − 1 (2126) stands for no time.
  init?(milliseconds: Int64) {
    guard Self.milliseconds.contains(milliseconds) else { return nil }
    let steps = ((milliseconds - FITTime.milliseconds(0)) * 128 + 500) / 1000
    seconds = UInt32(steps / 128)
    fraction = UInt8(steps % 128)
  }

  /// The nearest millisecond since 1970 UTC, whose instant it is again.
  var milliseconds: Int64 {
    FITTime.milliseconds(seconds) + (Int64(fraction) * 1000 + 64) / 128
  }

  private static let milliseconds =
    FITTime.milliseconds(FITTime.firstAbsolute)...FITTime.milliseconds(UInt32.max - 1)
}

/// A place in semicircles.
typealias FITPosition = (latitude: Int32, longitude: Int32)

/// The semicircles (2⁻³¹ · 180°) nearest to some degrees; nil for what is not within ±180°.
///
/// *Accuracy*: half a semicircle, 5 mm on the ground; from 179.9999999° on, two. 2³¹ − 1 stands for
/// no position, so the last one below it is written there, and no place changes its hemisphere.
func semicircles(_ degrees: Double) -> Int32? {
  guard abs(degrees) <= 180 else { return nil }
  return Int32(exactly: min((degrees * 0x1p31 / 180).rounded(), 0x7FFF_FFFE))
}

/// The nearest whole number; nil where the type lacks it or uses it for "invalid".
func nearest<Whole: FixedWidthInteger>(_ value: Double) -> Whole? {
  Whole(exactly: value.rounded()).flatMap { $0 == .max ? nil : $0 }
}
