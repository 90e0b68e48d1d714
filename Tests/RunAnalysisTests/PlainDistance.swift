import Foundation
import RunModel

/// The reference rules once more, written from their text and as plainly as they are, with what
/// programs do otherwise: the expectation that disputes are held against.
struct PlainDistance {
  var maxAccuracy = 50.0
  var maxSpeed = 12.0
  var minMove = 5.0
  var maxGap = Double.infinity
  var radius = 6_371_000.0
  var ignoresAccuracy = false
  var ignoresSegments = false
  var addsHeights = false

  func metres(_ fixes: Fixes) -> Double {
    let (accuracy, elevation) = (fixes[.accuracy], fixes[.elevation])
    var sum = 0.0
    var last: Int?
    for fix in 0..<fixes.count {
      if fix > 0 {
        let gap = seconds(fixes, fix - 1, fix)
        if gap > maxGap || !ignoresSegments && fixes.segment[fix] != fixes.segment[fix - 1] {
          last = nil
        }
      }
      if !ignoresAccuracy, !accuracy.isEmpty, accuracy[fix] < 0 || accuracy[fix] > maxAccuracy {
        continue
      }
      guard let from = last else {
        last = fix
        continue
      }
      let moved = haversine(fixes, from, fix)
      let time = seconds(fixes, from, fix)
      if time > 0, moved / time > maxSpeed { continue }
      if moved < minMove { continue }
      sum += addsHeights ? hypot(moved, elevation[fix] - elevation[from]) : moved
      last = fix
    }
    return sum
  }

  private func seconds(_ fixes: Fixes, _ start: Int, _ end: Int) -> Double {
    Double(fixes.time[end] - fixes.time[start]) / 1000
  }

  private func haversine(_ fixes: Fixes, _ start: Int, _ end: Int) -> Double {
    let radian = Double.pi / 180
    let north = (fixes.latitude[end] - fixes.latitude[start]) * radian
    let east = (fixes.longitude[end] - fixes.longitude[start]) * radian
    let chord =
      sin(north / 2) * sin(north / 2) + cos(fixes.latitude[start] * radian)
      * cos(fixes.latitude[end] * radian) * sin(east / 2) * sin(east / 2)
    return 2 * radius * asin(min(1, chord.squareRoot()))
  }
}

extension Fixes {
  /// The fixes that pass, in their order.
  func keeping(_ isKept: (Int) -> Bool) -> Fixes {
    let kept = (0..<count).filter(isKept)
    var part = Fixes(
      time: kept.map { time[$0] }, latitude: kept.map { latitude[$0] },
      longitude: kept.map { longitude[$0] }, segment: kept.map { segment[$0] })
    for channel in Channel.allCases {
      let column = self[channel]
      if !column.isEmpty { part[channel] = kept.map { column[$0] } }
    }
    return part
  }

  /// The same with other segments.
  func inSegments(_ number: (Int) -> Int32) -> Fixes {
    var fixes = Fixes(
      time: time, latitude: latitude, longitude: longitude, segment: (0..<count).map(number))
    for channel in Channel.allCases { fixes[channel] = self[channel] }
    return fixes
  }
}
