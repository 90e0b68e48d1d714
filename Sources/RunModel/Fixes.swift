/// The fixes of one run as columns, in stored order; `seq` of a fix is its index.
///
/// Raw means raw: nothing here is sorted, smoothed or left out, also where it is no place on Earth.
package struct Fixes: Sendable, Equatable {
  /// Milliseconds since 1970 UTC; ``noTime`` where the device gave none.
  package internal(set) var time: [Int64] = []
  /// Degrees north on WGS 84 as given, possibly out of range.
  package internal(set) var latitude: [Double] = []
  /// Degrees east on WGS 84 as given, possibly out of range.
  package internal(set) var longitude: [Double] = []
  /// The segment's number as recorded; distance never crosses from one to the next.
  package internal(set) var segment: [Int32] = []
  /// By channel: as many values as fixes, NaN where unknown; or none at all where no fix has one.
  var channels = InlineArray<8, [Double]>(repeating: [])

  /// Stands in ``time`` for an unknown time; no format can write this instant.
  package static let noTime = Int64.min

  package init() {}

  /// Columns of equal length.
  package init(time: [Int64], latitude: [Double], longitude: [Double], segment: [Int32]) {
    precondition(
      latitude.count == time.count && longitude.count == time.count
        && segment.count == time.count, "columns of different lengths")
    self.time = time
    self.latitude = latitude
    self.longitude = longitude
    self.segment = segment
  }

  package var count: Int { time.count }
  package var isEmpty: Bool { time.isEmpty }

  /// One value a fix, NaN where unknown, or an empty array where the whole channel is absent.
  ///
  /// Setting a column of NaN alone makes the channel absent, so that equal content is equal.
  package subscript(channel: Channel) -> [Double] {
    get { channels[Int(channel.rawValue)] }
    set {
      precondition(newValue.isEmpty || newValue.count == count, "channel of another length")
      let isAbsent = newValue.allSatisfy { $0.isNaN }
      channels[Int(channel.rawValue)] = isAbsent ? [] : newValue
    }
  }

  /// True where any fix has a value in the channel.
  package func hasValues(_ channel: Channel) -> Bool { !channels[Int(channel.rawValue)].isEmpty }

  /// Adds a fix at the end, without channels; ``set(_:_:)`` gives it those.
  package mutating func append(
    time: Int64, latitude: Double, longitude: Double, segment: Int32
  ) {
    self.time.append(time)
    self.latitude.append(latitude)
    self.longitude.append(longitude)
    self.segment.append(segment)
    for index in channels.indices where !channels[index].isEmpty {
      channels[index].append(.nan)
    }
  }

  /// Adds a fix at the end.
  ///
  /// - Parameters:
  ///   - values: one a channel, by its raw value.
  ///   - known: a bit for each channel that has one, the lowest for the first.
  package mutating func append(
    time: Int64, latitude: Double, longitude: Double, segment: Int32,
    values: InlineArray<8, Double>, known: UInt8
  ) {
    for index in channels.indices {
      if known & 1 << UInt8(index) != 0 {
        if channels[index].isEmpty, count > 0 {
          channels[index].reserveCapacity(self.time.capacity)
          channels[index].append(contentsOf: repeatElement(.nan, count: count))
        }
        channels[index].append(values[index])
      } else if !channels[index].isEmpty {
        channels[index].append(.nan)
      }
    }
    self.time.append(time)
    self.latitude.append(latitude)
    self.longitude.append(longitude)
    self.segment.append(segment)
  }

  /// Gives the last fix its value in a channel; NaN is ignored.
  package mutating func set(_ channel: Channel, _ value: Double) {
    guard !isEmpty, !value.isNaN else { return }
    let index = Int(channel.rawValue)
    if channels[index].isEmpty {
      channels[index].reserveCapacity(time.capacity)
      channels[index].append(contentsOf: repeatElement(.nan, count: count))
    }
    channels[index][count - 1] = value
  }

  /// The fixes of a range of indices, with their channels.
  package subscript(range: Range<Int>) -> Fixes {
    if range == 0..<count { return self }
    var part = Fixes(
      time: Array(time[range]), latitude: Array(latitude[range]),
      longitude: Array(longitude[range]), segment: Array(segment[range]))
    for channel in Channel.allCases where !self[channel].isEmpty {
      part[channel] = Array(self[channel][range])
    }
    return part
  }

  /// The same fixes with other times or segments, as many as there are.
  package func with(time: [Int64]? = nil, segment: [Int32]) -> Fixes {
    var fixes = self
    fixes.time = time ?? self.time
    fixes.segment = segment
    precondition(
      fixes.time.count == count && segment.count == count, "columns of different lengths")
    return fixes
  }

  /// Adds another run of fixes behind these.
  package mutating func append(contentsOf other: Fixes) {
    let before = count
    time += other.time
    latitude += other.latitude
    longitude += other.longitude
    segment += other.segment
    // In place, so that many short parts cost no more than one long one.
    for index in channels.indices {
      let added = other.channels[index]
      guard !channels[index].isEmpty || !added.isEmpty else { continue }
      if channels[index].isEmpty {
        channels[index].append(contentsOf: repeatElement(.nan, count: before))
      }
      if added.isEmpty {
        channels[index].append(contentsOf: repeatElement(.nan, count: other.count))
      } else {
        channels[index].append(contentsOf: added)
      }
    }
  }

  /// Equal to the bit: NaN equals NaN, and −0 differs from 0.
  package static func == (left: Fixes, right: Fixes) -> Bool {
    left.time == right.time && left.segment == right.segment
      && sameBits(left.latitude, right.latitude) && sameBits(left.longitude, right.longitude)
      && left.channels.indices.allSatisfy { sameBits(left.channels[$0], right.channels[$0]) }
  }
}

private func sameBits(_ left: [Double], _ right: [Double]) -> Bool {
  left.count == right.count && zip(left, right).allSatisfy { $0.bitPattern == $1.bitPattern }
}

extension Fixes {
  /// True where the fix names no place: exactly (0, 0), beyond the poles, or beyond ±180°.
  package func isInvalidPosition(at index: Int) -> Bool {
    let (latitude, longitude) = (latitude[index], longitude[index])
    return (latitude == 0 && longitude == 0) || !(abs(latitude) <= 90) || !(abs(longitude) <= 180)
  }

  /// The same with (0, 0) where a fix names no place: what it says instead may be one in another writing.
  package func blankingInvalidPositions() -> Fixes {
    var fixes = self
    for index in 0..<count where isInvalidPosition(at: index) {
      fixes.latitude[index] = 0
      fixes.longitude[index] = 0
    }
    return fixes
  }

  /// How many stretches of one segment number follow each other.
  package var segmentCount: Int {
    var count = 0
    for index in segment.indices where index == 0 || segment[index] != segment[index - 1] {
      count += 1
    }
    return count
  }

  /// True where segments are numbered from 0, each by one more than the one before.
  package var hasPlainSegmentNumbers: Bool {
    (segment.first ?? 0) == 0
      && segment.indices.dropFirst().allSatisfy {
        segment[$0] == segment[$0 - 1] || Int(segment[$0]) == Int(segment[$0 - 1]) + 1
      }
  }

  /// The earliest and the latest time, of those a clock can have shown if there are any such;
  /// nil where no fix has a time.
  package var timeSpan: ClosedRange<Timestamp>? {
    var (known, plausible) = (TimeBounds(), TimeBounds())
    let clock = Timestamp.plausibleMilliseconds
    for time in time where time != Self.noTime {
      known.add(time)
      if clock.contains(time) { plausible.add(time) }
    }
    return plausible.span ?? known.span
  }
}

/// The least and the greatest of some times.
private struct TimeBounds {
  private var least = Int64.max
  private var greatest = Int64.min

  mutating func add(_ time: Int64) {
    least = min(least, time)
    greatest = max(greatest, time)
  }

  /// Nil where there are none.
  var span: ClosedRange<Timestamp>? {
    guard least <= greatest else { return nil }
    return Timestamp(milliseconds: least)...Timestamp(milliseconds: greatest)
  }
}
