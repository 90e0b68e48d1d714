/// What the process ends with; the numbers are those of `sysexits.h` where it has one.
package enum ExitStatus: Int32, Sendable {
  case success = 0
  /// Done, but some input failed.
  case someInputFailed = 1
  /// Nothing matched what was asked for.
  case nothingMatched = 2
  /// The command line makes no sense.
  case usage = 64
  /// The data makes no sense.
  case badData = 65
  /// A fault of this program.
  case software = 70
  /// Reading or writing failed.
  case inputOutput = 74
  /// Stopped by Ctrl-C; what was whole has been kept.
  case interrupted = 130
}
