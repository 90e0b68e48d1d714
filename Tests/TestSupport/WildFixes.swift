package import RunModel
internal import Simulation

extension Fixes {
  /// Columns of many kinds: decimal, semicircle, full-precision and special doubles, holes, jumps.
  package static func wild(count: Int, seed: UInt64) -> Fixes {
    var generator = SeededGenerator(seed: seed)
    let kinds = (0..<12).map { _ in Int.random(in: 0..<7, using: &generator) }
    var fixes = Fixes()
    var time = Int64.random(in: 0...4_000_000_000_000, using: &generator)
    for index in 0..<count {
      time &+= kinds[0] < 4 ? 1000 : Int64.random(in: -2000...9000, using: &generator)
      let isUnknown = kinds[0] == 5 && index.isMultiple(of: 3)
      fixes.append(
        time: isUnknown ? noTime : kinds[0] == 6 ? Int64(bitPattern: generator.next()) : time,
        latitude: value(kinds[1], index, &generator), longitude: value(kinds[2], index, &generator),
        segment: Int32(index / 100))
      for channel in Channel.allCases where kinds[3 + Int(channel.rawValue)] > 0 {
        fixes.set(channel, value(kinds[3 + Int(channel.rawValue)], index, &generator))
      }
    }
    return fixes
  }

  private static func value(
    _ kind: Int, _ index: Int, _ generator: inout SeededGenerator
  ) -> Double {
    let step = Double(Int.random(in: -50...50, using: &generator))
    switch kind {
    case 0, 1: return (450_000_000 + Double(index) * 300 + step) / 1e7
    case 2: return (536_870_912 + (Double(index) * 400 + step).rounded()) * 45 / 0x1p29
    case 3: return 45.123456789012345 + (Double(index) + step / 64) * 1e-5
    case 4: return step.isZero ? -0.0 : step == 1 ? .infinity : step
    case 5: return Double(bitPattern: generator.next())
    default: return index.isMultiple(of: 7) ? 0.1 + 0.2 : step / 10
    }
  }
}
