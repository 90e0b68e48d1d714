internal import Reports
internal import RunModel

/// Which fixes of a run a page holds: all, or as many as a browser draws at ease.
struct DrawnFixes: Sendable, Equatable {
  /// A page of so many stays below 1.5 MB.
  static let most = 20_000

  /// Ascending.
  let seqs: [Int]
  /// How many the run has.
  let total: Int

  var isThinned: Bool { seqs.count < total }

  /// The fixes that tell most, where there are too many: first the ends of segments and those dropped, then
  /// evenly of the others; evenly of those first where they alone are too many.
  init(_ verdicts: [Verdict], segments: [Int32], most: Int = most) {
    let last = verdicts.count - 1
    self.init(of: verdicts.count, most: most) { seq in
      verdicts[seq].isDropped || verdicts[seq] == .segmentStart || seq == 0 || seq == last
        || segments[seq] != segments[seq + 1]
    }
  }

  /// All fixes; where there are too many, those that tell most, and evenly of the others.
  init(of total: Int, most: Int = most, isTelling: (Int) -> Bool) {
    self.total = total
    guard total > most else {
      seqs = Array(0..<total)
      return
    }
    let isTelling = (0..<total).map(isTelling)
    let telling = isTelling.indices.filter { isTelling[$0] }
    let others = isTelling.indices.filter { !isTelling[$0] }
    let kept = Self.evenly(telling, most: most)
    seqs = (kept + Self.evenly(others, most: most - kept.count)).sorted()
  }

  private static func evenly(_ seqs: [Int], most: Int) -> [Int] {
    guard seqs.count > most else { return seqs }
    return (0..<most).map { seqs[$0 * seqs.count / most] }
  }
}

extension DrawnFixes {
  /// The places as the scripts read them: ten-millionths of a degree, each but the first as the difference
  /// to the one before; null where there is none.
  func places(of fixes: Fixes) -> [(key: String, value: JSON)] {
    [("lat", fixes.latitude), ("lon", fixes.longitude)].map { key, degrees in
      (
        key,
        differences { fixes.isInvalidPosition(at: $0) ? nil : Int((degrees[$0] * 1e7).rounded()) }
      )
    }
  }

  /// Numbers of the fixes, each as the difference to the last one that is known; null where one is not.
  func differences(_ value: (Int) -> Int?) -> JSON {
    var last = 0
    return .array(
      seqs.map { seq in
        guard let next = value(seq) else { return .null }
        let (difference, isTooLarge) = next.subtractingReportingOverflow(last)
        guard !isTooLarge else { return .null }
        last = next
        return .integer(difference)
      })
  }

  /// Numbers of the fixes as they are; null where one is not known.
  func numbers(_ value: (Int) -> Double?) -> JSON {
    .array(seqs.map { value($0).map(JSON.number) ?? .null })
  }
}
