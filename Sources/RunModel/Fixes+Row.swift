extension Fixes {
  /// One fix with all that is known of it.
  package struct Row: Sendable {
    package var time: Int64
    package var latitude: Double
    package var longitude: Double
    package var segment: Int32
    /// By channel's raw value, NaN where unknown.
    private var values = InlineArray<8, Double>(repeating: .nan)

    package init(time: Int64, latitude: Double, longitude: Double, segment: Int32) {
      self.time = time
      self.latitude = latitude
      self.longitude = longitude
      self.segment = segment
    }

    package subscript(channel: Channel) -> Double {
      get { values[Int(channel.rawValue)] }
      set { values[Int(channel.rawValue)] = newValue }
    }
  }

  package func row(_ index: Int) -> Row {
    var row = Row(
      time: time[index], latitude: latitude[index], longitude: longitude[index],
      segment: segment[index])
    for channel in Channel.allCases where hasValues(channel) {
      row[channel] = self[channel][index]
    }
    return row
  }

  /// Adds a fix at the end.
  package mutating func append(_ row: Row) {
    append(
      time: row.time, latitude: row.latitude, longitude: row.longitude, segment: row.segment)
    for channel in Channel.allCases { set(channel, row[channel]) }
  }
}

extension Fixes.Row {
  package enum Agreement: Sendable { case same, completed, conflicting }

  /// Takes over what another report of the same fix knows besides, unless the two contradict each
  /// other.
  package mutating func take(_ other: Self) -> Agreement {
    guard time == other.time, segment == other.segment,
      latitude.bitPattern == other.latitude.bitPattern,
      longitude.bitPattern == other.longitude.bitPattern
    else { return .conflicting }
    var completed = self
    var agreement = Agreement.same
    for channel in Channel.allCases where !other[channel].isNaN {
      if self[channel].isNaN {
        completed[channel] = other[channel]
        agreement = .completed
      } else if self[channel].bitPattern != other[channel].bitPattern {
        return .conflicting
      }
    }
    self = completed
    return agreement
  }
}
