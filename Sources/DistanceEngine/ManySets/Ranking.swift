/// The distinct limits that chains have for one quantity, in order, for a value to be placed among them.
struct Ranking {
  /// Ascending, each once, and infinity at the end; no NaN, which no value exceeds.
  private let limits: [Double]
  /// By equal parts of the way to the highest limit: how many limits lie below all values there. With so many
  /// parts hardly a comparison is left.
  private let below: [Int32]
  private let partsPerUnit: Double
  private static let parts = 1023

  init(_ limitsOfChains: [Double?]) {
    let distinct = Set(limitsOfChains.compactMap { $0 }.filter { $0 < .infinity }).sorted()
    let highest = distinct.last ?? 0
    let partsPerUnit = highest > 0 ? Double(Self.parts) / highest : 0
    self.partsPerUnit = partsPerUnit
    limits = distinct + [.infinity]
    var below = [Int32](repeating: 0, count: Self.parts + 1)
    var count = 0
    for part in below.indices where partsPerUnit > 0 {
      // Rounding may have raised the part by a half.
      while limits[count] < (Double(part) - 0.501) / partsPerUnit { count += 1 }
      below[part] = Int32(count)
    }
    self.below = below
  }

  /// How many limits there are.
  var count: Int { limits.count - 1 }

  /// How many limits are lower than this one; ``count`` for one that is left out, NaN or infinite.
  func rank(of limit: Double?) -> Int { limit.flatMap { limits.firstIndex(of: $0) } ?? count }

  /// How many limits a value exceeds, which is not negative.
  @inline(__always)
  func countExceeded(by value: Double) -> Int {
    var count = startingPoint(value)
    while limits[count] < value { count &+= 1 }
    return count
  }

  @inline(__always)
  private func startingPoint(_ value: Double) -> Int {
    let part = min(value * partsPerUnit, Double(Self.parts))
    // Added to 2⁵² a number is rounded to a whole one, which then is the lowest bits.
    return Int(below[Int((part + 0x1p52).bitPattern & 0x3FF)])
  }
}
