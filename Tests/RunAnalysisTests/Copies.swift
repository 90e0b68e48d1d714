import RunFormats
import RunModel
import Simulation
import Testing

/// What becomes of a recording on its way through programs and services.
enum CopyKind: String, CaseIterable, CustomTestStringConvertible {
  case gpx, tcx, fit
  case sevenDecimals, sixDecimals, fiveDecimals
  case everyFiveSeconds, everyMinute
  case croppedByATenth, croppedByAThird
  case wholeSeconds, shiftedByHours, shiftedByAQuarter
  case newElevation, singlePrecision

  var testDescription: String { rawValue }

  /// The fixes of such a copy.
  func copy(of recording: RecordedRun) throws -> Fixes {
    let fixes = recording.fixes
    switch self {
    case .gpx: return try reread(Array(writeGPX([recording], creator: "test").utf8))
    case .tcx: return try reread(Array(writeTCX([recording], creator: "test").utf8))
    case .fit: return try reread(writeFIT([recording], creator: "test"))
    case .sevenDecimals: return fixes.mapPlaces { rounded($0, decimals: 7) }
    case .sixDecimals: return fixes.mapPlaces { rounded($0, decimals: 6) }
    case .fiveDecimals: return fixes.mapPlaces { rounded($0, decimals: 5) }
    case .everyFiveSeconds: return fixes.thinned(to: 5)
    case .everyMinute: return fixes.thinned(to: 60)
    case .croppedByATenth: return fixes[fixes.count / 20..<fixes.count - fixes.count / 20]
    case .croppedByAThird: return fixes[..<(fixes.count * 2 / 3)]
    case .wholeSeconds: return fixes.mapTimes { ($0 / 1000) * 1000 }
    case .shiftedByHours: return fixes.mapTimes { $0 - 7 * 3_600_000 }
    case .shiftedByAQuarter: return fixes.mapTimes { $0 + 5 * 3_600_000 + 45 * 60_000 }
    case .newElevation:
      var copy = fixes
      copy[.elevation] = fixes.time.map { Double($0 % 100_000) / 1000 }
      return copy
    case .singlePrecision: return fixes.mapPlaces { Double(Float($0)) }
    }
  }

  private func reread(_ bytes: [UInt8]) throws -> Fixes {
    let reader = FileReader()
    try reader.read(bytes.span)
    return try reader.finish().runs.first?.fixes ?? Fixes()
  }
}

func rounded(_ value: Double, decimals: Int) -> Double {
  let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
  return (value * scale).rounded() / scale
}

extension Fixes {
  subscript(range: PartialRangeUpTo<Int>) -> Fixes { self[0..<range.upperBound] }

  func mapPlaces(_ change: (Double) -> Double) -> Fixes {
    Fixes(
      time: time, latitude: latitude.map(change), longitude: longitude.map(change),
      segment: segment)
  }

  func mapTimes(_ change: (Int64) -> Int64) -> Fixes {
    with(time: time.map { $0 == Self.noTime ? $0 : change($0) }, segment: segment)
  }

  /// The first fix of every so many seconds.
  func thinned(to seconds: Int64) -> Fixes {
    var thin = Fixes()
    var last = Int64.min
    for index in 0..<count where time[index] / (seconds * 1000) != last {
      last = time[index] / (seconds * 1000)
      thin.append(contentsOf: self[index..<index + 1])
    }
    return thin
  }

  /// The same, so many metres further north and east.
  func moved(north: Double = 0, east: Double = 0) -> Fixes {
    Fixes(
      time: time, latitude: latitude.map { $0 + north / 111_194.93 },
      longitude: longitude.map { $0 + east / 111_194.93 }, segment: segment)
  }
}
