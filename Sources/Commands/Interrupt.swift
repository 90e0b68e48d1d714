internal import Glibc
internal import Pipelines

/// Turns the first Ctrl-C into a request to stop; a second one ends the process at once.
enum Interrupt {
  static let cancellation = Cancellation()

  static func listen() {
    _ = signal(SIGINT) { _ in
      // Safe in a signal handler: an atomic store and `signal` itself.
      Interrupt.cancellation.request()
      _ = signal(SIGINT, SIG_DFL)
    }
  }
}
