internal import Geodesy
internal import RunModel

/// The fixes of a block that accuracy does not rule out, as runs of neighbours, and those it does.
struct AcceptedRuns {
  /// Indices of what the block holds.
  private(set) var runs: [Range<Int>] = []
  /// Of what the block holds 0 for each fix in one of the runs, 1 for those refused and those that follow.
  private(set) var isRefused = [UInt8](repeating: 1, count: PlaceList.capacity + Leaps.longest)
  private var refusedFixes = [Int](repeating: 0, count: PlaceList.capacity)
  private var refusedCount = 0
  private let limit: Double
  private let dropsMissing: Bool

  init(_ rules: FilterRules) {
    limit = rules.maxAccuracy ?? .infinity
    dropsMissing = rules.missingAccuracy == .drop
  }

  /// Indices of what the block holds.
  var refused: ArraySlice<Int> { refusedFixes[..<refusedCount] }

  /// How many fixes there are in the runs.
  var count: Int { runs.reduce(0) { $0 + $1.count } }

  mutating func find(in range: Range<Int>, of track: Track, _ block: Block) {
    let first = range.lowerBound - block.first
    let end = first + range.count
    refusedCount = 0
    if track.accuracy.isEmpty {
      mark(first..<end, isRefused: dropsMissing)
      if dropsMissing {
        for index in 0..<range.count { refusedFixes[index] = first + index }
        refusedCount = range.count
      }
    } else {
      refusedCount = findOutside(
        track.accuracy.span.extracting(range), limit: limit, isNaNOutside: dropsMissing,
        from: first, marks: &isRefused, list: &refusedFixes)
    }
    mark(end..<min(end + Leaps.longest + leapPadding, isRefused.count), isRefused: true)
    runs.removeAll(keepingCapacity: true)
    var start = first
    for position in 0..<refusedCount {
      let index = refusedFixes[position]
      if start < index { runs.append(start..<index) }
      start = index + 1
    }
    if start < end { runs.append(start..<end) }
  }

  private mutating func mark(_ range: Range<Int>, isRefused: Bool) {
    var marks = self.isRefused.mutableSpan
    for index in range { marks[index] = isRefused ? 1 : 0 }
  }
}
