internal import RunModel

/// A property that does not hold for some bytes.
package struct Violation: Error, CustomStringConvertible {
  package let description: String
}

package func require(_ holds: Bool, _ fault: @autoclosure () -> String) throws {
  guard holds else { throw Violation(description: fault()) }
}

/// Refuses a text for people in which a coordinate could stand: a number of three or more decimals.
func requireNoCoordinate(in text: String) throws {
  var decimals: Int?
  var isBehindDigit = false
  for scalar in text.unicodeScalars {
    let isDigit = ("0"..."9").contains(scalar)
    if scalar == ".", isBehindDigit {
      decimals = 0
    } else {
      decimals = isDigit ? decimals.map { $0 + 1 } : nil
    }
    isBehindDigit = isDigit
    try require(decimals ?? 0 < 3, "a text for people holds a number like a coordinate")
  }
}

/// A number that is the same for the same bytes, to vary how they are looked at.
///
/// Source: FNV-1a of 64 bits (G. Fowler, L. C. Noll, K.-P. Vo).
func variation(of bytes: [UInt8]) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// What must hold of any remark about an input.
func checkRemark(_ diagnostic: Diagnostic) throws {
  try require(diagnostic.count > 0, "\(diagnostic.code) was found no times")
  try require(diagnostic.place?.line ?? 1 >= 1, "a line is none")
  try requireNoCoordinate(in: diagnostic.detail)
}
