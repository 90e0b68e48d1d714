internal import Glibc
internal import Synchronization

/// What is known of the terminal, if there is one.
enum Terminal {
  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }
  static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }
  static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Columns of the terminal on stdout; nil where it is none.
  static var width: Int? {
    var size = winsize()
    // Safety: the kernel fills exactly one `winsize`.
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}

/// The terminal on stdin and stdout while keys are read one by one: no echo, no lines, no signals from
/// keys, and a screen of its own. Whatever happens, ``leave()`` gives it back as it was.
final class KeyTerminal {
  /// What happens at the terminal.
  enum Event: Equatable {
    case bytes([UInt8])
    /// The size may be another, or somebody else has drawn on the screen.
    case redraw
    /// No more keys will come.
    case ended
    /// Asked from outside to stop for a while, as by Ctrl-Z.
    case suspend
    /// Asked from outside to end.
    case signal(Int32)
  }

  private static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH]
  /// A bit for each signal that has come and not been met.
  private static let pending = Atomic<UInt64>(0)

  private let original: termios
  private var handlers: [(signal: Int32, handler: __sighandler_t?)] = []
  private var isEntered = false

  /// Nil where stdin is no terminal.
  init?() {
    var settings = termios()
    // Safety: the call fills the one `termios` that is here.
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    original = settings
    enter()
  }

  deinit { leave() }

  /// Takes the terminal, also again after it was left.
  func enter() {
    isEntered = true
    var settings = original
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    settings.c_iflag &= ~tcflag_t(IXON)
    settings.c_cc.6 = 1  // VMIN: a read waits for one byte,
    settings.c_cc.5 = 0  // VTIME: however long.
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    // Made now, because a signal handler must not be the first to ask for it.
    _ = Self.pending.load(ordering: .relaxed)
    // Whoever starts this process may have blocked signals, and that is inherited.
    var met = sigset_t()
    // Safety: the calls fill or read the one set that is here.
    unsafe sigemptyset(&met)
    for number in Self.signals { unsafe sigaddset(&met, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &met, nil)
    handlers = Self.signals.map { number in
      // Safe in a signal handler: an atomic store.
      (
        number,
        signal(number) { KeyTerminal.pending.bitwiseOr(1 << UInt64($0), ordering: .relaxed) }
      )
    }
    show("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Gives the terminal back; nothing where that is done.
  func leave() {
    guard isEntered else { return }
    isEntered = false
    show("\u{1B}[?25h\u{1B}[?1049l")
    var settings = original
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    for (number, handler) in handlers { _ = signal(number, handler) }
  }

  /// Gives the terminal back, lets the shell stop the process, and takes it again when that goes on.
  func suspend() {
    leave()
    let handler = signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    _ = signal(SIGTSTP, handler)
    enter()
  }

  /// Gives the terminal back and ends as the signal asks.
  func end(by number: Int32) {
    leave()
    _ = signal(number, SIG_DFL)
    raise(number)
  }

  /// Replaces what is on the screen.
  func draw(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    show("\u{1B}[H" + lines.joined(separator: "\u{1B}[K\n") + "\u{1B}[J")
  }

  /// A terminal that is gone takes nothing; the next read says so.
  private func show(_ text: String) {
    try? writeAll(text, to: STDOUT_FILENO, named: "stdout")
  }

  /// Waits for the next event.
  func next() -> Event {
    while true {
      if let event = signalled() { return event }
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      // A signal ends the wait; one that slips in before it is met within the second.
      // Safety: one `pollfd` is handed over, and counted as one.
      guard unsafe poll(&input, 1, 1_000) > 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 64)
      // Safety: the kernel writes no more than the bytes that are there.
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      }
      if count > 0 { return .bytes(Array(bytes[..<count])) }
      if count == 0 || errno != EINTR { return .ended }
    }
  }

  private func signalled() -> Event? {
    let pending = Self.pending.exchange(0, ordering: .relaxed)
    func came(_ number: Int32) -> Bool { pending & 1 << UInt64(number) != 0 }
    if let end = [SIGINT, SIGQUIT, SIGTERM, SIGHUP].first(where: came) { return .signal(end) }
    if came(SIGTSTP) { return .suspend }
    if came(SIGCONT) {
      leave()
      enter()
    }
    return came(SIGCONT) || came(SIGWINCH) ? .redraw : nil
  }
}
