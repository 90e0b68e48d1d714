internal import RunModel

/// Thresholds of repeated fixes.
private enum Repeats {
  /// Steps that equal earlier ones to the bit: one place may be met twice, a way never is.
  static let fewestSteps = 5
  /// Metres by which the distance changes: less is not worth a word.
  static let fewestMetres = 5.0
}

/// A position to the bit.
private struct Position: Hashable {
  let latitude: Double
  let longitude: Double
}

extension Examination {
  /// Fixes whose positions follow each other as earlier ones did, to the bit; the effect leaves out
  /// those that came later.
  func repeatedFixes() -> Diagnosis? {
    var repair = Repair(fixes)
    var found = Occurrences()
    var (count, metres) = (0, 0.0)
    for seqs in repeatedStretches() {
      repair.leaveOut(seqs)
      found.add(seqs)
      count += seqs.count
      metres += counted(seqs)
    }
    guard found.count > 0, let effect = effect(of: repair), abs(effect) >= Repeats.fewestMetres
    else { return nil }
    return found.diagnosis(
      .repeatedFixes, effect: effect, [.fixes: Double(count), .counted: metres])
  }

  private func repeatedStretches() -> [ClosedRange<Int>] {
    var stretches: [ClosedRange<Int>] = []
    var seen: [Position: Int32] = [:]
    seen.reserveCapacity(fixes.count)
    /// Where the stretch began, how many steps it has, and the earlier fix that the next may equal.
    var open: (first: Int, steps: Int, expected: Int)?
    func close(at last: Int) {
      if let stretch = open, stretch.steps >= Repeats.fewestSteps {
        stretches.append(stretch.first...last)
      }
      open = nil
    }
    for seq in fixes.time.indices {
      let position = self.position(seq)
      if let stretch = open, stretch.expected < stretch.first,
        self.position(stretch.expected) == position
      {
        let moved = position != self.position(seq - 1)
        open = (stretch.first, stretch.steps + (moved ? 1 : 0), stretch.expected + 1)
        continue
      }
      close(at: seq - 1)
      if fixes.isInvalidPosition(at: seq) { continue }
      if let earlier = seen[position] {
        open = (seq, 0, Int(earlier) + 1)
      } else {
        seen[position] = Int32(truncatingIfNeeded: seq)
      }
    }
    close(at: fixes.count - 1)
    return stretches
  }

  private func position(_ seq: Int) -> Position {
    Position(latitude: fixes.latitude[seq], longitude: fixes.longitude[seq])
  }
}
