internal import Synchronization

/// A request to stop at the next point where everything is whole.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Callable from a signal handler: one atomic store.
  package func request() {
    flag.store(true, ordering: .relaxed)
  }

  /// - Throws: ``Cancelled`` once a stop has been requested.
  func check() throws(Cancelled) {
    if isRequested { throw Cancelled() }
  }
}

/// Work stopped because somebody asked for it; what was committed stays.
package struct Cancelled: Error {
  package init() {}
}
