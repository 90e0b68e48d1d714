/// Doubles as the whole numbers they were made from, where that gives every bit back.
enum DoubleMapping: Equatable {
  /// `Double(k) / 10^exponent`, as a decimal text is read.
  case decimal(exponent: Int)
  /// `Double(k) · 45 / 2^29`, as FIT's semicircles become degrees.
  case semicircles
  /// The bit pattern.
  case bits

  static let maximumExponent = 15

  /// 10^0 … 10^15: all exact.
  static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// The number that ``value(_:)`` makes this very double of; nil where there is none.
  func integer(_ value: Double) -> Int64? {
    let scaled: Double
    switch self {
    case .bits: return Int64(bitPattern: value.bitPattern)
    case .decimal(let exponent): scaled = nearest(value * Self.powers[exponent])
    case .semicircles: scaled = nearest(value * 0x1p29 / 45)
    }
    // Up to here every whole number is a double; NaN and infinity fail the comparison, too.
    guard abs(scaled) <= 0x1p53 else { return nil }
    let integer = Int64(scaled)
    return self.value(integer).bitPattern == value.bitPattern ? integer : nil
  }

  func value(_ integer: Int64) -> Double {
    switch self {
    case .bits: Double(bitPattern: UInt64(bitPattern: integer))
    case .decimal(let exponent): Double(integer) / Self.powers[exponent]
    case .semicircles: Double(integer) * 45 / 0x1p29
    }
  }
}

/// The nearest whole number; of two equally near ones either, neither of which gives a value back.
///
/// 1.5 · 2⁵² has no room for a fraction beside it. Rounding by name is a call of the C library on
/// machines that all of x86-64 has to run on.
@inline(__always)
private func nearest(_ value: Double) -> Double {
  guard abs(value) <= 0x1p50 else { return value.rounded() }
  return value + 0x1.8p52 - 0x1.8p52
}

/// A column of doubles under one mapping, with the few that it does not fit set apart.
struct DoubleCoding {
  let mapping: DoubleMapping
  private let exceptions: [(index: Int, bits: UInt64)]
  private let integers: IntegerCoding

  /// The smallest for at least one value, among the mappings that a sample of it suggests; bit
  /// patterns too where those leave values out.
  init(smallestFor values: [Double]) {
    var best: DoubleCoding?
    for mapping in suggestedMappings(values) {
      let other = DoubleCoding(values, mapping)
      if other.byteCount < best?.byteCount ?? .max { best = other }
    }
    if let best, best.exceptions.isEmpty {
      self = best
    } else {
      let bits = DoubleCoding(values, .bits)
      self = if let best, best.byteCount <= bits.byteCount { best } else { bits }
    }
  }

  private init(_ values: [Double], _ mapping: DoubleMapping) {
    var exceptions: [(index: Int, bits: UInt64)] = []
    var integers: [Int64] = []
    integers.reserveCapacity(values.count)
    for index in values.indices {
      let value = values[index]
      if let integer = mapping.integer(value) {
        // Exceptions before the first that fits stand as that one: no jump is to be coded.
        if integers.isEmpty && index > 0 {
          integers.append(contentsOf: repeatElement(integer, count: index))
        }
        integers.append(integer)
      } else {
        exceptions.append((index, value.bitPattern))
        if let last = integers.last { integers.append(last) }
      }
    }
    if integers.isEmpty { integers = Array(repeating: 0, count: values.count) }
    self.mapping = mapping
    self.exceptions = exceptions
    self.integers = IntegerCoding(smallestFor: integers)
  }

  private var byteCount: Int { integers.byteCount + exceptions.count * 10 }

  func write(to writer: inout ByteWriter) {
    if case .decimal(let exponent) = mapping { writer.append(UInt8(exponent)) }
    if mapping != .bits {
      writer.append(varint: UInt64(exceptions.count))
      var next = 0
      for (index, bits) in exceptions {
        writer.append(varint: UInt64(index - next))
        writer.append(fixed: bits)
        next = index + 1
      }
    }
    integers.write(to: &writer)
  }
}

/// The mappings worth trying in full.
///
/// Decimals with the fewest places that fit seven of eight sampled values, and with those that fit
/// all that fit any; semicircles where most are such; bit patterns where decimals need so many
/// places that they may be single-precision numbers in disguise.
private func suggestedMappings(_ values: [Double]) -> [DoubleMapping] {
  let step = max(1, values.count / 256)
  var sampleCount = 0
  var semicircles = 0
  /// How many values have so many decimal places.
  var counts = [Int](repeating: 0, count: DoubleMapping.maximumExponent + 1)
  var all: Int?
  for index in stride(from: 0, to: values.count, by: step) {
    sampleCount += 1
    if DoubleMapping.semicircles.integer(values[index]) != nil { semicircles += 1 }
    guard let places = decimalPlaces(values[index], guess: all) else { continue }
    counts[places] += 1
    all = max(places, all ?? 0)
  }
  let most = (sampleCount * 7 + 7) / 8

  var mappings: [DoubleMapping] = []
  var covered = 0
  let few = counts.indices.first { places in
    covered += counts[places]
    return covered >= most
  }
  if let few, let all {
    mappings.append(.decimal(exponent: few))
    if all != few { mappings.append(.decimal(exponent: all)) }
  }
  if semicircles >= most { mappings.append(.semicircles) }
  let mostPlainPlaces = 9
  if all ?? 0 > mostPlainPlaces { mappings.append(.bits) }
  return mappings
}

/// The fewest decimal places that give a value back to the bit; nil where no number of them does.
///
/// - Parameter guess: only makes it faster.
func decimalPlaces(_ value: Double, guess: Int?) -> Int? {
  func integer(_ places: Int) -> Int64? { DoubleMapping.decimal(exponent: places).integer(value) }
  // With a number as small as this, one place less gives the value back or no smaller number of
  // them does: products are off by less than a half.
  if var places = guess, let number = integer(places), number.magnitude < 1 << 50 {
    while places > 0, integer(places - 1) != nil { places -= 1 }
    return places
  }
  return (0...DoubleMapping.maximumExponent).first { integer($0) != nil }
}
