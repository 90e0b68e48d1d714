internal import PointCodec
package import Reports
internal import RunModel
internal import Simulation

/// Times the unpacking of stored fixes by turns: time and place alone (`codec.decode`), and every
/// channel of a watch that has all (`codec.decode.all`). Frames and checksums are looked at each time.
///
/// What comes out is held against the fixes that were packed, to the bit.
package func benchmarkCodec(_ plan: BenchmarkPlan) throws -> [BenchmarkFigure] {
  try plan.counts.flatMap { count in
    let fixes = everyChannel(count: count)
    // An hour or so in each, as runs have.
    let bodies = stride(from: 0, to: count, by: 4_096).map {
      encode(fixes[$0..<min($0 + 4_096, count)])
    }
    return try plan.measure([
      placesContender(fixes, bodies.map { PointBodies(core: $0.core, extra: nil) }),
      channelsContender(fixes, bodies),
    ])
  }
}

private func everyChannel(count: Int) -> Fixes {
  var scenario = Scenario.everySensor
  scenario.pauses = []
  scenario.length = scenario.speed * Double(count)
  let fixes = scenario.simulate().recording.fixes
  return fixes[0..<min(count, fixes.count)]
}

func placesContender(_ fixes: Fixes, _ bodies: [PointBodies]) -> Contender {
  contender("codec.decode", fixes) {
    var (time, latitude, longitude): ([Int64], [Double], [Double]) = ([], [], [])
    return Contender.Pass(
      run: {
        time.removeAll(keepingCapacity: true)
        latitude.removeAll(keepingCapacity: true)
        longitude.removeAll(keepingCapacity: true)
        for body in bodies {
          let reader = try PointReader(body)
          try reader.appendTimes(to: &time)
          try reader.appendLatitudes(to: &latitude)
          try reader.appendLongitudes(to: &longitude)
        }
      },
      error: {
        Double(
          differences(time, fixes.time)
            + differences(bits(latitude), bits(fixes.latitude))
            + differences(bits(longitude), bits(fixes.longitude)))
      })
  }
}

func channelsContender(_ fixes: Fixes, _ bodies: [PointBodies]) -> Contender {
  contender("codec.decode.all", fixes) {
    var unpacked = Fixes()
    return Contender.Pass(
      run: {
        unpacked.removeAll()
        for body in bodies { try PointReader(body).append(to: &unpacked) }
      },
      error: {
        let places =
          differences(unpacked.time, fixes.time) + differences(unpacked.segment, fixes.segment)
          + differences(bits(unpacked.latitude), bits(fixes.latitude))
          + differences(bits(unpacked.longitude), bits(fixes.longitude))
        return Double(
          Channel.allCases.reduce(places) {
            $0 + differences(bits(unpacked[$1]), bits(fixes[$1]))
          })
      })
  }
}

private func contender(
  _ name: String, _ fixes: Fixes, prepare: @escaping @Sendable () throws -> Contender.Pass
) -> Contender {
  Contender(
    name, per: "fix", work: fixes.count, isLarge: fixes.count >= BenchmarkPlan.largeCount,
    within: .init(0, "values"), prepare: prepare)
}

private func bits(_ values: [Double]) -> [UInt64] { values.map(\.bitPattern) }

/// How many values are not the same, or are missing.
private func differences<Value: Equatable>(_ left: [Value], _ right: [Value]) -> Int {
  zip(left, right).count { $0 != $1 } + abs(left.count - right.count)
}
