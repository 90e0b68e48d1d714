/// How a column of doubles became a column of integers. The raw value and the parameter stand in
/// the body and never change their meaning.
enum NumberMapping: Equatable {
  /// value = integer ÷ 10^digits.
  case decimal(digits: Int)
  /// value = integer × 45 ÷ 2^29: degrees from the semicircles of FIT.
  case semicircles
  /// value = the double with this bit pattern.
  case bits

  static let mostDigits = 15

  init?(code: UInt8, parameter: UInt8) {
    switch (code, parameter) {
    case (0, 0...UInt8(Self.mostDigits)): self = .decimal(digits: Int(parameter))
    case (1, 0): self = .semicircles
    case (2, 0): self = .bits
    default: return nil
    }
  }

  var code: UInt8 {
    switch self {
    case .decimal: 0
    case .semicircles: 1
    case .bits: 2
    }
  }

  var parameter: UInt8 {
    if case .decimal(let digits) = self { UInt8(digits) } else { 0 }
  }

  @inline(__always)
  func value(_ integer: Int64) -> Double {
    switch self {
    case .decimal(let digits): Double(integer) / powersOfTen[digits]
    case .semicircles: Double(integer) * 45 / 0x1p29
    case .bits: Double(bitPattern: UInt64(bitPattern: integer))
    }
  }

  /// The integer that gives exactly this value back, to the bit; nil where none does.
  @inline(__always)
  func integer(_ value: Double) -> Int64? {
    let scaled: Double
    switch self {
    case .decimal(let digits): scaled = (value * powersOfTen[digits]).rounded()
    case .semicircles: scaled = (value / 45 * 0x1p29).rounded()
    case .bits: return Int64(bitPattern: value.bitPattern)
    }
    guard abs(scaled) <= 0x1p53 else { return nil }
    let integer = Int64(scaled)
    return self.value(integer).bitPattern == value.bitPattern ? integer : nil
  }
}

private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]

/// A column of doubles as integers, and the few that are kept beside them bit by bit.
struct MappedNumbers {
  let mapping: NumberMapping
  /// One a value; where the value is an exception, a repetition of the one before.
  private(set) var integers: [Int64] = []
  private(set) var exceptions: [(index: Int, bits: UInt64)] = []

  private init?(_ values: [Double], as mapping: NumberMapping, mostExceptions: Int) {
    self.mapping = mapping
    integers.reserveCapacity(values.count)
    var previous: Int64 = 0
    for (index, value) in values.enumerated() {
      if let integer = mapping.integer(value) {
        previous = integer
      } else {
        exceptions.append((index, value.bitPattern))
        if exceptions.count > mostExceptions { return nil }
      }
      integers.append(previous)
    }
  }

  /// The mapping with the smallest integers that leaves at most one exception in 64, or in 16 where
  /// nothing better is to be had; bit patterns where even that fails.
  init(_ values: [Double]) {
    let start = Self.fewestDigits(values)
    for share in [64, 16] {
      for digits in start...NumberMapping.mostDigits {
        if digits > 9, share == 64,
          let exact = MappedNumbers(values, as: .semicircles, mostExceptions: values.count / 64)
        {
          self = exact
          return
        }
        let most = values.count / share
        if let mapped = MappedNumbers(values, as: .decimal(digits: digits), mostExceptions: most) {
          self = mapped
          return
        }
      }
    }
    mapping = .bits
    integers = values.map { Int64(bitPattern: $0.bitPattern) }
  }

  /// The digits that half of a sample needs: fewer cannot do.
  private static func fewestDigits(_ values: [Double]) -> Int {
    let sample = stride(from: 0, to: values.count, by: max(1, values.count / 32)).map { index in
      (0...NumberMapping.mostDigits).first {
        NumberMapping.decimal(digits: $0).integer(values[index]) != nil
      } ?? NumberMapping.mostDigits
    }.sorted()
    return sample.isEmpty ? 0 : sample[sample.count / 2]
  }
}
