internal import RunModel

/// The fixes of a block that accuracy does not rule out, as runs of neighbours, and those it does.
struct AcceptedRuns {
  /// Indices of what the block holds.
  private(set) var runs: [Range<Int>] = []
  /// Indices of what the block holds.
  private(set) var refused: [Int] = []
  private let limit: Double
  private let dropsMissing: Bool

  init(_ rules: FilterRules) {
    limit = rules.maxAccuracy ?? .infinity
    dropsMissing = rules.missingAccuracy == .drop
  }

  mutating func find(in range: Range<Int>, of track: Track, _ block: Block) {
    runs.removeAll(keepingCapacity: true)
    refused.removeAll(keepingCapacity: true)
    let first = range.lowerBound - block.first
    if track.accuracy.isEmpty {
      if dropsMissing {
        refused.append(contentsOf: first..<first + range.count)
      } else {
        runs.append(first..<first + range.count)
      }
      return
    }
    let accuracy = track.accuracy.span.extracting(range)
    let (limit, dropsMissing) = (limit, dropsMissing)
    var start = first
    for index in accuracy.indices {
      let radius = accuracy[index]
      guard radius < 0 || radius > limit || (dropsMissing && radius.isNaN) else { continue }
      refused.append(first + index)
      if start < first + index { runs.append(start..<first + index) }
      start = first + index + 1
    }
    if start < first + range.count { runs.append(start..<first + range.count) }
  }
}
