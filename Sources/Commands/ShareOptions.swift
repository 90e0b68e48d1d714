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

  private static let withoutZones = Switch(
    "--without-zones", "with --share: whole runs, where there is no privacy zone")

  static let help = [
    share.help, hidesTimes.help, cutsPassages.help, keepsPassages.help, withoutZones.help,
  ]

  /// What is to be known of runs that come into a zone between their ends.
  static let discussion =
    "Where there is no privacy zone at all, nothing is shared without --without-zones; with it runs are shared whole,"
    + " with the door. Zones that are there are cut all the same. "
    + "A run that passes a zone between its ends is shared with that, and you are told so, on stderr. One that stands"
    + " there for a minute, or pauses there, has come home: it is refused without --keep-passages. --cut-passages cuts"
    + " what lies there; times are then closed up, as the time in between tells the way to the door: so it needs"
    + " --without-times."

  /// - Parameter further: what the command has besides that goes with `--share` alone.
  /// - Returns: nil where it is for the owner.
  static func request(
    _ arguments: ParsedArguments, further: [Switch] = []
  ) throws(UsageError) -> SharingRequest? {
    guard arguments[share] else {
      for option in [hidesTimes, cutsPassages, keepsPassages, withoutZones] + further
      where arguments[option] {
        throw UsageError("\(option.help.name) goes with --share", command: arguments.command)
      }
      return nil
    }
    var request = SharingRequest()
    request.hidesTimes = arguments[hidesTimes]
    request.cutsPassages = arguments[cutsPassages]
    request.keepsPassages = arguments[keepsPassages]
    request.allowsNoZones = arguments[withoutZones]
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
  private let isOfSeveral: Bool
  private let counts = Mutex((shared: 0, hidden: 0, whole: 0))

  /// - Parameter count: how many runs are to be shared.
  /// - Throws: ``UsageError`` where there is no privacy zone and that was not allowed.
  init(
    _ workspace: Workspace, _ request: SharingRequest, of count: Int, for command: CommandHelp,
    in context: CommandContext
  ) throws {
    self.context = context
    isOfSeveral = count > 1
    guard try workspace.privacyZones().isEmpty else { return }
    guard request.allowsNoZones else {
      throw UsageError(
        "there is no privacy zone, so that the door would be shared, too: add one by “remeasure privacy-zones add Home"
          + " --around RUN”, or share whole runs all the same by --without-zones", command: command)
    }
    context.note("There is no privacy zone, so nothing is cut.\n")
  }

  /// Tells of one run, before anything of it is written; of several, those that are whole are summed up at the end.
  ///
  /// - Returns: how many runs have been shared, with this one.
  @discardableResult
  func tell<Shown>(_ run: SharedRun<Shown>) -> Int {
    let isWhole = run.shown != nil && run.cutFixes == 0 && !run.passesThrough
    if !isOfSeveral || !isWhole { context.note(run.note + "\n") }
    return counts.withLock { counts in
      if run.shown == nil { counts.hidden += 1 } else { counts.shared += 1 }
      if isWhole { counts.whole += 1 }
      return counts.shared
    }
  }

  /// Tells of those that were not told one by one.
  func sumUp() {
    let whole = counts.withLock(\.whole)
    if isOfSeveral, whole > 0 {
      context.note("Nothing of \(counted(whole, "run", "runs")) was cut.\n")
    }
  }

  /// False where nothing is to be put in its place.
  var hasShared: Bool { counts.withLock { $0.shared > 0 } }

  var status: ExitStatus {
    let (shared, hidden, _) = counts.withLock(\.self)
    return shared == 0 ? .badData : hidden > 0 ? .someInputFailed : .success
  }
}
