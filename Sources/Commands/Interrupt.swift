internal import Glibc
internal import Pipelines

/// Turns the first Ctrl-C, request to terminate, or loss of the terminal into a request to stop; a second one ends
/// the process at once.
enum Interrupt {
  static let cancellation = Cancellation()

  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  static func listen() {
    // A reader that goes away is met where the write fails, not by a signal that ends everything.
    _ = signal(SIGPIPE, SIG_IGN)
    // So is a limit on the length of files.
    _ = signal(SIGXFSZ, SIG_IGN)
    // Made now, because a signal handler must not be the first to ask for it.
    _ = cancellation
    // Whoever starts this process may have blocked the signals, and that is inherited.
    var interrupts = sigset_t()
    // Safety: these calls fill or read the one set that is here.
    unsafe sigemptyset(&interrupts)
    for number in signals { unsafe sigaddset(&interrupts, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &interrupts, nil)
    for number in signals where !isIgnored(number) {
      _ = signal(number) { number in
        // Safe in a signal handler: an atomic store and `signal` itself.
        Interrupt.cancellation.request()
        _ = signal(number, SIG_DFL)
      }
    }
  }

  /// True where whoever started this process wants it to go on whatever comes, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // Safety: the call fills the one action that is here; its handler is looked at and not called.
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    let handler = unsafe action.__sigaction_handler.sa_handler
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
