internal import Synchronization

/// One line on the terminal that is redrawn at most ten times a second; nothing where there is none.
final class ProgressLine: Sendable {
  private let note: @Sendable (String) -> Void
  private let isShown: Bool
  private let start = ContinuousClock.now
  private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

  init(in context: CommandContext) {
    note = context.note
    isShown = context.showsProgress && !context.common.quiet
  }

  /// `[=====>     ] 871/1 214 committed  0:06 left`.
  func show(done: Int, of total: Int, _ what: String) {
    guard isShown, total > 0 else { return }
    let now = ContinuousClock.now
    let isDue = lastDrawn.withLock { last in
      if let previous = last, now - previous < .milliseconds(100), done < total { return false }
      last = now
      return true
    }
    guard isDue else { return }
    let filled = done * 20 / total
    let bar = String(repeating: "=", count: filled) + (filled < 20 ? ">" : "")
    let padded = bar + String(repeating: " ", count: 20 - min(20, bar.count))
    note("\r[\(padded)] \(done)/\(total) \(what)\(timeLeft(done: done, of: total))\u{1B}[K")
  }

  /// Wipes the line, so that what follows starts at the margin.
  func finish() {
    if lastDrawn.withLock({ $0 != nil }) { note("\r\u{1B}[K") }
  }

  private func timeLeft(done: Int, of total: Int) -> String {
    let elapsed = ContinuousClock.now - start
    guard done > 0, elapsed > .seconds(1) else { return "" }
    let left = Int((elapsed / done * (total - done)).components.seconds)
    return "  \(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left"
  }
}

extension CommandContext {
  /// Does something that tells how far it has come, and shows that for as long as it takes.
  func showingProgress<Output>(
    _ what: String, _ body: (@escaping @Sendable (Int, Int) -> Void) throws -> Output
  ) rethrows -> Output {
    let line = ProgressLine(in: self)
    defer { line.finish() }
    return try body { done, total in line.show(done: done, of: total, what) }
  }
}
