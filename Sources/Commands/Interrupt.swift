internal import Glibc
internal import Pipelines

/// Turns the first Ctrl-C into a request to stop; a second one ends the process at once.
enum Interrupt {
  static let cancellation = Cancellation()

  /// For what has nothing to keep: Ctrl-C ends it at once.
  static func letGo() {
    _ = signal(SIGINT, SIG_DFL)
  }

  static func listen() {
    // A reader that goes away is met where the write fails, not by a signal that ends everything.
    _ = signal(SIGPIPE, SIG_IGN)
    // Made now, because a signal handler must not be the first to ask for it.
    _ = cancellation
    // Whoever starts this process may have blocked the signal, and that is inherited.
    var interrupt = sigset_t()
    // Safety: both calls fill or read the one set that is here.
    unsafe sigemptyset(&interrupt)
    unsafe sigaddset(&interrupt, SIGINT)
    unsafe pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)
    _ = signal(SIGINT) { _ in
      // Safe in a signal handler: an atomic store and `signal` itself.
      Interrupt.cancellation.request()
      _ = signal(SIGINT, SIG_DFL)
    }
  }
}
