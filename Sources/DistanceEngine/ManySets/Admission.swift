internal import Geodesy
internal import RunModel

/// Which fixes of a block the chains of some routes may not measure.
struct Admission {
  let rules: AdmissionRules
  /// Of what the block holds 0 for each fix that may be measured, 1 for the others and those that follow.
  private(set) var isRefused = [UInt8](
    repeating: 1, count: PlaceList.capacity + BlockMoves.longestLag)

  init(_ rules: AdmissionRules) { self.rules = rules }

  /// - Parameter nowhere: those of the block's fixes that are no places, counted from the first held.
  mutating func judge(_ block: Block, of track: Track, nowhere: [Int]) {
    let held = block.first..<block.first + block.count
    if rules.judgesAccuracy && !track.accuracy.isEmpty {
      markOutside(
        track.accuracy.span.extracting(held), limit: rules.maxAccuracy ?? .infinity,
        isNaNOutside: rules.dropsMissing, marks: &isRefused)
    } else {
      mark(0..<held.count, isRefused: rules.judgesAccuracy && rules.dropsMissing)
    }
    for index in nowhere { isRefused[index] = 1 }
    mark(held.count..<isRefused.count, isRefused: true)
  }

  private mutating func mark(_ range: Range<Int>, isRefused: Bool) {
    var marks = self.isRefused.mutableSpan
    for index in range { marks[index] = isRefused ? 1 : 0 }
  }
}
