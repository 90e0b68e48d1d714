import Foundation
import RunModel

/// The textbook formula on the sphere of 6 371 000 m, over neighbours of one segment.
func haversineSum(_ fixes: Fixes) -> Double {
  (1..<fixes.count).reduce(0) { sum, index in
    guard fixes.segment[index] == fixes.segment[index - 1] else { return sum }
    let degree = Double.pi / 180
    let (from, to) = (fixes.latitude[index - 1] * degree, fixes.latitude[index] * degree)
    let north = sin((to - from) / 2)
    let east = sin((fixes.longitude[index] - fixes.longitude[index - 1]) * degree / 2)
    return sum
      + 2 * 6_371_000 * asin((north * north + cos(from) * cos(to) * east * east).squareRoot())
  }
}
