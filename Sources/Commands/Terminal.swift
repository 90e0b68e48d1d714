internal import Glibc

/// What is known of the terminal, if there is one.
enum Terminal {
  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }
  static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

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
