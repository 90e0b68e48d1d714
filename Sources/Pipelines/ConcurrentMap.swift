internal import Dispatch
internal import Foundation
internal import Synchronization

/// The processors this process may use.
package let processorCount = max(1, ProcessInfo.processInfo.activeProcessorCount)

/// Transforms 0..<count on up to `jobs` threads; the results stand in index order.
///
/// - Throws: the error of the lowest index that failed.
package func concurrentMap<Output: Sendable>(
  count: Int, jobs: Int, _ transform: @Sendable (Int) throws -> Output
) throws -> [Output] {
  let outputs = Mutex<[Output]>([])
  try concurrentStream(count: count, jobs: jobs, transform) { output in
    outputs.withLock { $0.append(output) }
  }
  return outputs.withLock { $0 }
}

/// Transforms 0..<count on up to `jobs` threads and hands each output to `consume`, one at a time
/// and in index order, while later ones are still being made.
///
/// At most four outputs a thread wait for their turn, so memory does not grow with `count`.
/// `consume` runs on whichever thread completes the next output.
///
/// - Throws: the first error by index, of `transform` or `consume`; what came before it has been
///   consumed, nothing behind it is.
package func concurrentStream<Output: Sendable>(
  count: Int, jobs: Int, _ transform: @Sendable (Int) throws -> Output,
  consume: @Sendable (Output) throws -> Void
) throws {
  let threads = max(1, min(jobs, count))
  let window = DispatchSemaphore(value: threads * 4)
  let line = Mutex(OrderedLine<Output>())

  DispatchQueue.concurrentPerform(iterations: threads) { _ in
    while true {
      window.wait()
      guard let index = line.withLock({ $0.takeIndex(below: count) }) else {
        window.signal()
        return
      }
      let output = Result { try transform(index) }
      line.withLock { $0.arrive(output, at: index) }
      while let next = line.withLock({ $0.beginConsuming() }) {
        let outcome = Result { if !line.withLock({ $0.hasFailed }) { try consume(next.get()) } }
        line.withLock { $0.endConsuming(outcome) }
        window.signal()
      }
    }
  }
  if let failure = line.withLock({ $0.failure }) { throw failure }
}

/// Who may start, and whose turn it is to be consumed.
private struct OrderedLine<Output: Sendable> {
  private var nextToStart = 0
  private var nextToConsume = 0
  private var waiting: [Int: Result<Output, any Error>] = [:]
  private var isConsuming = false
  private(set) var failure: (any Error)?
  var hasFailed: Bool { failure != nil }

  mutating func takeIndex(below count: Int) -> Int? {
    guard nextToStart < count, failure == nil else { return nil }
    defer { nextToStart += 1 }
    return nextToStart
  }

  mutating func arrive(_ output: Result<Output, any Error>, at index: Int) {
    waiting[index] = output
  }

  /// The next output in order, if it is there and nobody else is consuming. After a failure too:
  /// what had been started is taken off the line, so that nobody waits for its place.
  mutating func beginConsuming() -> Result<Output, any Error>? {
    guard !isConsuming else { return nil }
    guard let output = waiting.removeValue(forKey: nextToConsume) else { return nil }
    isConsuming = true
    nextToConsume += 1
    return output
  }

  mutating func endConsuming(_ outcome: Result<Void, any Error>) {
    isConsuming = false
    if case .failure(let error) = outcome { failure = error }
  }
}
