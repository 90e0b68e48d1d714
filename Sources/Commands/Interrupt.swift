internal import Glibc
internal import Pipelines

/// Turns the first Ctrl-C, or request to terminate, into a request to stop; a second one ends the process at
/// once.
enum Interrupt {
  static let cancellation = Cancellation()

  private static let signals = [SIGINT, SIGTERM]

  static func listen() {
    // A reader that goes away is met where the write fails, not by a signal that ends everything.
    _ = signal(SIGPIPE, SIG_IGN)
    // Made now, because a signal handler must not be the first to ask for it.
    _ = cancellation
    // Whoever starts this process may have blocked the signals, and that is inherited.
    var interrupts = sigset_t()
    // Safety: these calls fill or read the one set that is here.
    unsafe sigemptyset(&interrupts)
    for number in signals { unsafe sigaddset(&interrupts, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &interrupts, nil)
    for number in signals {
      _ = signal(number) { number in
        // Safe in a signal handler: an atomic store and `signal` itself.
        Interrupt.cancellation.request()
        _ = signal(number, SIG_DFL)
      }
    }
  }
}
