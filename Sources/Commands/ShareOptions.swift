internal import Pipelines
internal import Reports
internal import RunModel
internal import Synchronization

/// What is asked of reports and files that are for others.
enum ShareOptions {
  private static let share = Switch(
    "--share", "make it fit to be shown to others: ends cut in privacy zones, no names")
  private static let hidesTimes = Switch("--without-times", "with --share: times from the start")
  private static let cutsPassages = Switch(
    "--cut-passages", "with --share: cut where it passes a zone on its way, too")

  static let help = [share.help, hidesTimes.help, cutsPassages.help]

  /// - Parameter further: what the command has besides that goes with `--share` alone.
  /// - Returns: nil where it is for the owner.
  static func request(
    _ arguments: ParsedArguments, further: [Switch] = []
  ) throws(UsageError) -> SharingRequest? {
    guard arguments[share] else {
      for option in [hidesTimes, cutsPassages] + further where arguments[option] {
        throw UsageError("\(option.help.name) goes with --share", command: arguments.command)
      }
      return nil
    }
    var request = SharingRequest()
    request.hidesTimes = arguments[hidesTimes]
    request.cutsPassages = arguments[cutsPassages]
    return request
  }
}

/// Tells the owner, and nobody else, what was cut of each run.
final class SharingNotes: Sendable {
  private let context: CommandContext
  private let counts = Mutex((shared: 0, hidden: 0))

  init(_ workspace: Workspace, in context: CommandContext) throws {
    self.context = context
    if try workspace.privacyZones().isEmpty {
      context.note(
        "There is no privacy zone, so nothing is cut. See: remeasure privacy-zones add --help\n")
    }
  }

  /// Tells of one run, before anything of it is written.
  ///
  /// - Returns: how many runs have been shared, with this one.
  @discardableResult
  func tell<Shown>(_ run: SharedRun<Shown>) -> Int {
    context.note(run.note + "\n")
    return counts.withLock { counts in
      if run.shown == nil { counts.hidden += 1 } else { counts.shared += 1 }
      return counts.shared
    }
  }

  /// False where nothing is to be put in its place.
  var hasShared: Bool { counts.withLock { $0.shared > 0 } }

  var status: ExitStatus {
    let (shared, hidden) = counts.withLock(\.self)
    return shared == 0 ? .badData : hidden > 0 ? .someInputFailed : .success
  }
}
