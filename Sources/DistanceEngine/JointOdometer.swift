internal import Geodesy
package import RunModel

/// Measures runs one after the other under many sets of rules, each in one pass over its fixes, in memory that
/// is taken once for all.
///
/// A copy measures on another thread.
package struct JointOdometer: Sendable {
  /// By set: where its measurement comes from.
  private var alone: [(position: Int, odometer: Odometer)] = []
  private var together: [(positions: [Int], walk: ManySetsWalk)] = []
  private let count: Int

  /// - Throws: ``UnknownEngine``.
  package init(_ sets: [FilterRules]) throws(UnknownEngine) {
    count = sets.count
    for earth in Earth.allCases {
      let positions = sets.indices.filter { sets[$0].earth == earth }
      // Fewer than four are sooner measured one by one.
      if positions.count < 4 {
        for position in positions { alone.append((position, try Odometer(sets[position]))) }
      } else {
        for position in positions { try EngineVersion.check(sets[position]) }
        for part in Self.parts(positions, of: sets) {
          together.append((part, ManySetsWalk(part.map { sets[$0] })))
        }
      }
    }
  }

  /// Parts that have no more least moves each than can be measured at once.
  private static func parts(_ positions: [Int], of sets: [FilterRules]) -> [[Int]] {
    var parts: [[Int]] = [[]]
    var leastMoves: Set<Double?> = []
    for position in positions {
      leastMoves.insert(sets[position].minMove)
      if leastMoves.count > ManySetsWalk.mostLeastMoves {
        leastMoves = [sets[position].minMove]
        parts.append([])
      }
      parts[parts.count - 1].append(position)
    }
    return parts
  }

  /// What ``measure(_:under:)`` finds for each set, to the bit, in their order.
  package mutating func measure(_ fixes: Fixes) -> [Measurement] {
    var measurements = [Measurement](repeating: Measurement(), count: count)
    for index in alone.indices {
      measurements[alone[index].position] = alone[index].odometer.measure(fixes)
    }
    for index in together.indices {
      let found = together[index].walk.measure(fixes)
      for (position, measurement) in zip(together[index].positions, found) {
        measurements[position] = measurement
      }
    }
    return measurements
  }
}
