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
    "--cut-passages", "with --share --without-times: cut where it passes a zone on its way, too")
  private static let keepsPassages = Switch(
    "--keep-passages", "with --share: also where it rests in a zone on its way, as at home")

  static let help = [share.help, hidesTimes.help, cutsPassages.help, keepsPassages.help]

  /// What is to be known of runs that come into a zone between their ends.
  static let discussion =
    "A run that passes a zone between its ends is shared with that, and you are told so, on stderr. One that stands"
    + " there for a minute, or pauses there, has come home: it is refused without --keep-passages. --cut-passages cuts"
    + " what lies there; times are then closed up, as the time in between tells the way to the door: so it needs"
    + " --without-times."

  /// - Parameter further: what the command has besides that goes with `--share` alone.
  /// - Returns: nil where it is for the owner.
  static func request(
    _ arguments: ParsedArguments, further: [Switch] = []
  ) throws(UsageError) -> SharingRequest? {
    guard arguments[share] else {
      for option in [hidesTimes, cutsPassages, keepsPassages] + further where arguments[option] {
        throw UsageError("\(option.help.name) goes with --share", command: arguments.command)
      }
      return nil
    }
    var request = SharingRequest()
    request.hidesTimes = arguments[hidesTimes]
    request.cutsPassages = arguments[cutsPassages]
    request.keepsPassages = arguments[keepsPassages]
    guard !request.cutsPassages || !request.keepsPassages else {
      throw UsageError(
        "--cut-passages and --keep-passages exclude each other", command: arguments.command)
    }
    guard !request.cutsPassages || request.hidesTimes else {
      throw UsageError(
        "--cut-passages needs --without-times: the time in between tells how long the way was that is cut",
        command: arguments.command)
    }
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
