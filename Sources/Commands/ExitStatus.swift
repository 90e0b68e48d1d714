/// What the process ends with; the numbers are those of `sysexits.h` where it has one.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  case success = 0
  case someInputFailed = 1
  case nothingMatched = 2
  case usage = 64
  case badData = 65
  /// A fault of this program.
  case software = 70
  case inputOutput = 74
  /// Stopped by Ctrl-C.
  case interrupted = 130

  /// What the manual says of it.
  var meaning: String {
    switch self {
    case .success: "Done, also where the reader of the output went away early."
    case .someInputFailed: "Done, but some input failed."
    case .nothingMatched: "Nothing matched what was asked for."
    case .usage: "The command line makes no sense."
    case .badData: "The data makes no sense, or a check that was asked for failed."
    case .software: "A fault of this program."
    case .inputOutput: "The library or an output could not be read or written."
    case .interrupted:
      "Stopped by Ctrl-C; what was whole has been kept. A second Ctrl-C ends at once."
    }
  }
}
