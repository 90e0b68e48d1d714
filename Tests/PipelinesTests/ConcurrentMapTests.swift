import Pipelines
import Synchronization
import Testing

@Suite struct ConcurrentMapTests {
  private struct Failure: Error, Equatable { let index: Int }

  @Test(arguments: [1, 2, 3, 8], [0, 1, 2, 100])
  func resultsStandInIndexOrder(jobs: Int, count: Int) throws {
    let outputs = try concurrentMap(count: count, jobs: jobs) { index in index * index }
    #expect(outputs == (0..<count).map { $0 * $0 })
  }

  @Test(arguments: [1, 2, 8])
  func theLowestFailingIndexIsThrownAndNothingBehindItIsConsumed(jobs: Int) {
    let consumed = Mutex<[Int]>([])
    #expect(throws: Failure(index: 20)) {
      try concurrentStream(count: 100, jobs: jobs) { index in
        if index >= 20, index.isMultiple(of: 5) { throw Failure(index: index) }
        return index
      } consume: { index in
        consumed.withLock { $0.append(index) }
      }
    }
    #expect(consumed.withLock { $0 } == Array(0..<20))
  }

  @Test(arguments: [1, 2, 8])
  func aFailingConsumerStopsTheRest(jobs: Int) {
    let consumed = Mutex(0)
    #expect(throws: Failure(index: 7)) {
      try concurrentStream(count: 1000, jobs: jobs) {
        $0
      } consume: { index in
        if index == 7 { throw Failure(index: index) }
        consumed.withLock { $0 += 1 }
      }
    }
    #expect(consumed.withLock { $0 } == 7)
  }

  @Test func outputsWaitingForTheirTurnAreBounded() throws {
    let alive = Mutex((now: 0, most: 0))
    try concurrentStream(count: 500, jobs: 4) { index in
      alive.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      return index
    } consume: { _ in
      alive.withLock { $0.now -= 1 }
    }
    #expect(alive.withLock { $0.most } <= 16)
  }
}
