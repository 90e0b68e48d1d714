import PointCodec
import RunModel

/// Reads bodies as the room's README lays them out, bit by bit and one value at a time.
///
/// - Parameter bodies: their checksums are taken for right.
/// - Returns: nil where they are no bodies.
func plainlyDecoded(_ bodies: PointBodies) -> Fixes? {
  guard let core = PlainBody(bodies.core, kind: 0), let time = core.integers(0, absent: .min),
    let latitude = core.doubles(1), let longitude = core.doubles(2),
    let segment = core.integers(3, absent: nil),
    let accuracy = core.doubles(4, absent: .nan)
  else { return nil }
  let segments = segment.compactMap { Int32(exactly: $0) }
  guard segments.count == core.count else { return nil }
  var fixes = Fixes(time: time, latitude: latitude, longitude: longitude, segment: segments)
  fixes[.accuracy] = accuracy
  guard let bytes = bodies.extra else { return fixes }
  guard let extra = PlainBody(bytes, kind: 1), extra.count == core.count else { return nil }
  for channel in Channel.allCases where channel != .accuracy {
    guard let values = extra.doubles(4 + channel.rawValue, absent: .nan) else { return nil }
    fixes[channel] = values
  }
  return fixes
}

private struct PlainBody {
  let count: Int
  private var columns: [UInt8: (encoding: UInt8, payload: PlainCursor)] = [:]

  init?(_ bytes: [UInt8], kind: UInt8) {
    guard bytes.count >= 12 else { return nil }
    var cursor = PlainCursor(bytes.dropLast(4))
    guard cursor.fixed(4) == UInt64(kind) << 24 | 0x01_50_52, let count = cursor.fixed(4),
      count <= 65_536
    else { return nil }
    self.count = Int(count)
    var ids = kind == 0 ? Array(0...4) : Array(5...11)
    while !cursor.isAtEnd {
      guard let id = cursor.fixed(1), let place = ids.firstIndex(of: Int(id)),
        let encoding = cursor.fixed(1), encoding & 0xF <= 3, encoding >> 4 <= 2,
        let length = cursor.fixed(4), let payload = cursor.take(Int(length))
      else { return nil }
      ids.removeFirst(place + 1)
      columns[UInt8(id)] = (UInt8(encoding), PlainCursor(payload))
    }
  }

  func integers(_ id: UInt8, absent: Int64?) -> [Int64]? {
    values(id, absent) { count, mapping, cursor in
      mapping == 0 ? cursor.integers(count) : nil
    }
  }

  /// - Parameter absent: nil where no value may be missing.
  func doubles(_ id: UInt8, absent: Double? = nil) -> [Double]? {
    if absent != nil && columns[id] == nil { return [] }
    return values(id, absent) { count, mapping, cursor in
      mapping == 0 ? nil : cursor.doubles(count, mapping)
    }
  }

  private func values<Value>(
    _ id: UInt8, _ absent: Value?, _ read: (Int, UInt8, inout PlainCursor) -> [Value]?
  ) -> [Value]? {
    guard let (encoding, payload) = columns[id] else { return nil }
    var cursor = payload
    var isKnown = Array(repeating: encoding >> 4 == 0, count: count)
    if encoding >> 4 == 1 {
      guard let bits = cursor.numbers(count, width: 1) else { return nil }
      isKnown = bits.map { $0 == 1 }
    }
    let knownCount = isKnown.count { $0 }
    guard var known = knownCount == 0 ? [] : read(knownCount, encoding & 0xF, &cursor),
      cursor.isAtEnd
    else { return nil }
    known.reverse()
    var values: [Value] = []
    for isKnown in isKnown {
      guard let value = isKnown ? known.popLast() : absent else { return nil }
      values.append(value)
    }
    return values
  }
}

private struct PlainCursor {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func fixed(_ count: Int) -> UInt64? {
    take(count)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func varint() -> UInt64? {
    var number: UInt64 = 0
    for place in 0..<10 {
      guard let byte = fixed(1), place < 9 || byte <= 1 else { return nil }
      number |= (byte & 0x7F) << (7 * UInt64(place))
      if byte < 0x80 { return number }
    }
    return nil
  }

  mutating func signedVarint() -> Int64? {
    varint().map { $0 % 2 == 0 ? Int64($0 / 2) : -1 - Int64($0 / 2) }
  }

  /// Numbers of one width, the lowest bit of the first byte first.
  mutating func numbers(_ count: Int, width: Int) -> [UInt64]? {
    guard let bytes = take((count * width + 7) / 8) else { return nil }
    let bits = bytes.flatMap { byte in (0..<8).map { UInt64(byte) >> UInt64($0) & 1 } }
    return (0..<count).map { position in
      bits[position * width..<(position + 1) * width].reversed().reduce(0) { $0 << 1 | $1 }
    }
  }

  mutating func integers(_ count: Int) -> [Int64]? {
    guard let order = fixed(1), order <= 2, let unit = varint(), unit > 0,
      let first = signedVarint()
    else { return nil }
    var values = [first]
    if order == 2 && count > 1 {
      guard let step = signedVarint() else { return nil }
      values.append(first &+ step)
    }
    while values.count < count {
      let blockCount = min(128, count - values.count)
      guard let minimum = signedVarint(), let width = fixed(1), width <= 64,
        let offsets = numbers(blockCount, width: Int(width))
      else { return nil }
      for offset in offsets {
        let term = (minimum &+ Int64(bitPattern: offset)) &* Int64(bitPattern: unit)
        let last = values[values.count - 1]
        switch order {
        case 0: values.append(first &+ term)
        case 1: values.append(last &+ term)
        default: values.append(last &+ (last &- values[values.count - 2]) &+ term)
        }
      }
    }
    return values
  }

  mutating func doubles(_ count: Int, _ mapping: UInt8) -> [Double]? {
    var power = 1.0
    if mapping == 1 {
      guard let places = fixed(1), places <= 15 else { return nil }
      for _ in 0..<places { power *= 10 }
    }
    var exceptions: [(Int, Double)] = []
    if mapping != 3 {
      guard let exceptionCount = varint(), exceptionCount <= count else { return nil }
      var next = 0
      for _ in 0..<exceptionCount {
        guard let between = varint(), between < count - next, let bits = fixed(8) else {
          return nil
        }
        exceptions.append((next + Int(between), Double(bitPattern: bits)))
        next += Int(between) + 1
      }
    }
    guard let integers = integers(count) else { return nil }
    var values = integers.map { integer in
      switch mapping {
      case 1: Double(integer) / power
      case 2: Double(integer) * 45 / 536_870_912
      default: Double(bitPattern: UInt64(bitPattern: integer))
      }
    }
    for (index, value) in exceptions { values[index] = value }
    return values
  }
}
