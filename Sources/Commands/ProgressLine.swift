internal import Pipelines
internal import Reports
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

  /// The share that is done tells the time left.
  func show(done: Int, of total: Int, _ what: String) {
    show(done: done, of: total, what, bytes: nil, share: Double(done) / Double(max(total, 1)))
  }

  /// Rate and time left are those of the bytes that really have to be read.
  func show(_ pace: ImportPace, _ what: String) {
    show(
      done: pace.committed, of: pace.total, what, bytes: pace.bytesRead,
      share: Double(pace.bytesRead) / Double(max(pace.bytesToRead, 1)))
  }

  private func show(done: Int, of total: Int, _ what: String, bytes: Int?, share: Double) {
    guard isShown, total > 0, isDue(done >= total) else { return }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let isKnown = seconds > 1 && share > 0
    let text = progressText(
      done: done, of: total, what,
      rate: isKnown ? bytes.map { Double($0) / seconds } : nil,
      left: isKnown ? seconds / share * (1 - min(share, 1)) : nil)
    note("\r\(text)\u{1B}[K")
  }

  /// True ten times a second, and at the end.
  private func isDue(_ isLast: Bool) -> Bool {
    let now = ContinuousClock.now
    return lastDrawn.withLock { last in
      if let previous = last, now - previous < .milliseconds(100), !isLast { return false }
      last = now
      return true
    }
  }

  /// Wipes the line, so that what follows starts at the margin.
  func finish() {
    if lastDrawn.withLock({ $0 != nil }) { note("\r\u{1B}[K") }
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
