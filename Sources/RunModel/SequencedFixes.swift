/// Fixes under the numbers that their recorder gave them, in any order, as they were handed over.
package struct NumberedFixes: Sendable, Equatable {
  package private(set) var seqs: [Int] = []
  package private(set) var fixes = Fixes()

  package init() {}

  /// Fixes that follow each other from a number on.
  package init(_ fixes: Fixes, from first: Int = 0) {
    seqs = Array(first..<first + fixes.count)
    self.fixes = fixes
  }

  package var count: Int { seqs.count }

  package mutating func append(_ row: Fixes.Row, seq: Int) {
    seqs.append(seq)
    fixes.append(row)
  }
}

/// Fixes in the order of their numbers, of which some may be missing.
package struct SequencedFixes: Sendable, Equatable {
  /// The numbers that are there, ascending; no stretch touches the next.
  package private(set) var stretches: [Range<Int>] = []
  /// With the segments as recorded.
  package private(set) var recorded = Fixes()

  package init() {}

  /// Adds fixes behind all others.
  package mutating func append(_ part: Fixes, from first: Int) {
    precondition(first >= nextSeq, "numbers that are there already, or were passed over")
    guard !part.isEmpty else { return }
    if recorded.isEmpty { recorded = part } else { recorded.append(contentsOf: part) }
    extend(first..<first + part.count)
  }

  /// Adds the fixes that `fill` puts behind all others; after an error they are as before.
  package mutating func append<Failure>(
    from first: Int, _ fill: (inout Fixes) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(first >= nextSeq, "numbers that are there already, or were passed over")
    let before = recorded.count
    try fill(&recorded)
    if recorded.count > before { extend(first..<first + recorded.count - before) }
  }

  /// Leaves no fix, but the memory for those that come next.
  package mutating func removeAll() {
    stretches.removeAll(keepingCapacity: true)
    recorded.removeAll()
  }

  private mutating func append(_ row: Fixes.Row, seq: Int) {
    recorded.append(row)
    extend(seq..<seq + 1)
  }

  private mutating func extend(_ range: Range<Int>) {
    if let last = stretches.indices.last, stretches[last].upperBound == range.lowerBound {
      stretches[last] = stretches[last].lowerBound..<range.upperBound
    } else {
      stretches.append(range)
    }
  }

  package var count: Int { recorded.count }
  /// The number behind the last one that is there.
  package var nextSeq: Int { stretches.last?.upperBound ?? 0 }

  /// True where numbers are missing. Recorders count from 0 or from 1: 0 alone is not missed.
  package var hasHoles: Bool { missingCount > 0 }

  /// How many numbers are missing before the last one.
  package var missingCount: Int {
    nextSeq - count - (stretches.first?.lowerBound == 1 ? 1 : 0)
  }

  /// The fixes as they are measured: a segment ends where fixes are missing, as nobody knows what
  /// way lies between.
  package var fixes: Fixes {
    guard stretches.count > 1 else { return recorded }
    var segment = recorded.segment
    var shift: Int32 = 0
    var index = 0
    for stretch in stretches {
      if index > 0, recorded.segment[index - 1] == recorded.segment[index] { shift &+= 1 }
      for _ in stretch {
        segment[index] &+= shift
        index += 1
      }
    }
    return recorded.with(segment: segment)
  }
}

extension SequencedFixes {
  /// What a part brought to the whole.
  package struct Share: Sendable, Equatable {
    /// Fixes whose number was not there yet.
    package var added = 0
    /// Fixes that were there, and of which it knew more.
    package var completed = 0
    /// Fixes that were there with the same values.
    package var repeated = 0
    /// Fixes that were there with other values; those are kept.
    package var conflicting = 0

    package init(added: Int = 0, completed: Int = 0, repeated: Int = 0, conflicting: Int = 0) {
      self.added = added
      self.completed = completed
      self.repeated = repeated
      self.conflicting = conflicting
    }

    /// True where the whole is another for it.
    package var isNew: Bool { added + completed > 0 }
  }

  /// These fixes and those of further parts: of each number the first fix that came with it, and
  /// whatever channels it lacked and a later one of the same time and place has.
  ///
  /// Parts without conflicts give the same whole in any order.
  ///
  /// - Returns: a share for each part.
  package func merging(_ parts: [NumberedFixes]) -> (whole: SequencedFixes, shares: [Share]) {
    var shares = Array(repeating: Share(), count: parts.count)
    var whole = SequencedFixes()
    var current: (entry: Entry, row: Fixes.Row)?
    for entry in entries(parts) {
      let row =
        entry.part == 0 ? recorded.row(entry.index) : parts[entry.part - 1].fixes.row(entry.index)
      guard var first = current, first.entry.seq == entry.seq else {
        if let current { whole.append(current.row, seq: current.entry.seq) }
        if entry.part > 0 { shares[entry.part - 1].added += 1 }
        current = (entry, row)
        continue
      }
      switch first.row.take(row) {
      case .same: shares[entry.part - 1].repeated += 1
      case .completed: shares[entry.part - 1].completed += 1
      case .conflicting: shares[entry.part - 1].conflicting += 1
      }
      current = first
    }
    if let current { whole.append(current.row, seq: current.entry.seq) }
    return (whole, shares)
  }

  /// Where a fix stands: among these as part 0, or in one of the parts, counted from 1.
  private struct Entry {
    let seq: Int
    let part: Int
    let index: Int
  }

  private func entries(_ parts: [NumberedFixes]) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(parts.reduce(count) { $0 + $1.count })
    for seq in stretches.joined() { entries.append(Entry(seq: seq, part: 0, index: entries.count)) }
    for (part, numbered) in parts.enumerated() {
      for (index, seq) in numbered.seqs.enumerated() {
        entries.append(Entry(seq: seq, part: part + 1, index: index))
      }
    }
    return entries.sorted { ($0.seq, $0.part, $0.index) < ($1.seq, $1.part, $1.index) }
  }
}
