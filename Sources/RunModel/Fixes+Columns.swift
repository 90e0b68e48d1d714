extension Fixes {
  /// The columns of fixes while a reader appends to them.
  package struct Columns {
    package var time: [Int64] = []
    package var latitude: [Double] = []
    package var longitude: [Double] = []
    package var segment: [Int32] = []
    fileprivate var channels = InlineArray<8, [Double]>(repeating: [])
    /// How many fixes there were.
    private let before: Int

    fileprivate init(before: Int) {
      self.before = before
    }

    /// Lets `fill` append a value a fix, NaN where unknown, or none at all where the channel is absent.
    package mutating func append<Failure: Error>(
      _ channel: Channel, _ fill: (inout [Double]) throws(Failure) -> Void
    ) throws(Failure) {
      let index = Int(channel.rawValue)
      // Moved out, so that the copy in the array of channels does not make it shared.
      var column: [Double] = []
      swap(&column, &channels[index])
      defer { swap(&column, &channels[index]) }
      let isNew = column.isEmpty
      if isNew { column.append(contentsOf: repeatElement(.nan, count: before)) }
      try fill(&column)
      if isNew && column.allSatisfy(\.isNaN) { column.removeAll(keepingCapacity: true) }
    }

    fileprivate mutating func cut(to count: Int) {
      time.removeLast(time.count - count)
      latitude.removeLast(latitude.count - count)
      longitude.removeLast(longitude.count - count)
      segment.removeLast(segment.count - count)
      for index in channels.indices where !channels[index].isEmpty {
        channels[index].removeLast(channels[index].count - count)
        if channels[index].allSatisfy(\.isNaN) { channels[index].removeAll(keepingCapacity: true) }
      }
    }

    fileprivate mutating func fillUpChannels() {
      for index in channels.indices where !channels[index].isEmpty {
        let missing = time.count - channels[index].count
        channels[index].append(contentsOf: repeatElement(.nan, count: missing))
      }
    }
  }

  /// Adds what `fill` appends to the columns: as many values to each of the first four.
  ///
  /// After an error the fixes are as before.
  package mutating func appendColumns<Failure: Error>(
    _ fill: (inout Columns) throws(Failure) -> Void
  ) throws(Failure) {
    let before = count
    var columns = Columns(before: before)
    exchange(&columns)
    defer { exchange(&columns) }
    do throws(Failure) {
      try fill(&columns)
    } catch {
      columns.cut(to: before)
      throw error
    }
    precondition(
      columns.latitude.count == columns.time.count && columns.longitude.count == columns.time.count
        && columns.segment.count == columns.time.count, "columns of different lengths")
    columns.fillUpChannels()
  }

  /// Leaves no fix, but the memory for those that come next.
  package mutating func removeAll() {
    time.removeAll(keepingCapacity: true)
    latitude.removeAll(keepingCapacity: true)
    longitude.removeAll(keepingCapacity: true)
    segment.removeAll(keepingCapacity: true)
    for index in channels.indices { channels[index].removeAll(keepingCapacity: true) }
  }

  private mutating func exchange(_ columns: inout Columns) {
    swap(&time, &columns.time)
    swap(&latitude, &columns.latitude)
    swap(&longitude, &columns.longitude)
    swap(&segment, &columns.segment)
    swap(&channels, &columns.channels)
  }
}
