internal import Pipelines
internal import Reports
internal import RunModel

/// States how long one run really is.
struct TruthAddCommand: Command {
  private static let kind = Option<TruthKind>(kindOf: "--kind", "how it is known")
  private static let lower = Option<Double>(metres: "--lower", "it is at least so long")
  private static let upper = Option<Double>(metres: "--upper", "it is at most so long")
  private static let length = Option<StatedDistance>(
    "--length", "LENGTH", "instead of --lower and --upper: 10km, 6.2mi or 10020m",
    takes: "a length above zero with its unit, such as 10km, 6.2mi or 10020m",
    read: StatedDistance.init(written:))
  private static let within = Option<Margin>(
    "--within", "0.1%|5m", "how far from --length it may be, either way",
    takes: "a share below 100% or a length, such as 0.1% or 5m", read: Margin.init(written:))
  private static let source = Option<String>("--source", "TEXT", "where that is from")

  static let help = CommandHelp(
    name: "truth add", group: .daily, operands: "RUN",
    summary: "state how long a run really is, and how that is known",
    discussion: [
      TruthKind.discussion,
      "A certified race is as long as its course at least: of --length and --within it takes the upper"
        + " side alone, and without --within or --upper it may be any longer.",
      "It counts for all recordings of the activity, and goes when the recording that was named is deleted.",
    ],
    options: [kind.help, lower.help, upper.help, length.help, within.help, source.help],
    hasJobs: false, hasUnits: false,
    examples: [
      .init(
        line: "remeasure truth add \"Spring 10K\" --kind certified_race --length 10km --within 2%",
        effect: "10 000 to 10 200 m"),
      .init(
        line: "remeasure truth add 2024-05-01 --kind track_laps --lower 9990 --upper 10040",
        effect: "25 laps"),
    ])

  private let run: String
  private let kind: TruthKind
  private let lower: Double
  private let upper: Double?
  private let source: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    run = try arguments.onlyOperand("run")
    guard let kind = try arguments.value(Self.kind) else {
      throw UsageError("“truth add” needs --kind", command: Self.help)
    }
    self.kind = kind
    source = try arguments.value(Self.source)
    let (lower, upper) = (try arguments.value(Self.lower), try arguments.value(Self.upper))
    let margin = try arguments.value(Self.within)
    if let length = try arguments.value(Self.length) {
      guard lower == nil, upper == nil else {
        throw UsageError("--length stands instead of --lower and --upper", command: Self.help)
      }
      let metres = margin?.metres(of: length.metres)
      self.lower = kind.mayBeOpen ? length.metres : length.metres - (metres ?? 0)
      self.upper = metres.map { length.metres + $0 }
      guard metres != nil || kind.mayBeOpen else {
        throw UsageError(
          "--length goes with --within; only of a certified race it may stand alone",
          command: Self.help)
      }
    } else {
      guard let lower, margin == nil else {
        throw UsageError(
          "“truth add” needs --lower with --upper, or --length with --within", command: Self.help)
      }
      self.lower = lower
      self.upper = upper
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace(writing: true)
    let meant = try workspace.run(meant: run)
    let taken: TakenTruths
    do {
      let interval = try TruthInterval(lower: lower, upper: upper, of: kind)
      taken = try workspace.add(
        StatedTruth(run: meant.id.hex, kind: kind, interval: interval, source: source))
    } catch let fault as TruthFault {
      throw InputError(sentence: fault.sentence)
    } catch let error as FaultyTruths {
      throw InputError(sentence: error.faults.map(\.fault.sentence).joined(separator: "\n"))
    }
    let added = TruthListing(taken.added.map { ($0, meant) })
    if context.common.json {
      try context.print(added.json.line)
    } else if !added.isEmpty {
      try context.print(added.text(context.layout))
    }
    if added.isEmpty { context.remark("That is here already.") }
    if let sentence = longTruthsSentence(taken.long) { context.remark(sentence) }
    return .success
  }
}

/// How far from a length another one may be.
private enum Margin: Sendable {
  case share(Double)
  case length(Double)

  init?(written text: String) {
    if text.hasSuffix("%"), text.wholeMatch(of: /[0-9]+(\.[0-9]+)? ?%/) != nil,
      let percent = Double(text.dropLast().filter { $0 != " " }), percent < 100
    {
      self = .share(percent / 100)
    } else if let distance = StatedDistance(written: text) {
      self = .length(distance.metres)
    } else {
      return nil
    }
  }

  func metres(of length: Double) -> Double {
    switch self {
    case .share(let share): length * share
    case .length(let metres): metres
    }
  }
}

extension Option<Double> {
  fileprivate init(metres name: String, _ text: String) {
    self.init(name, "M", "\(text), in metres", takes: "a number of metres, such as 10012.5") {
      text in
      guard text.wholeMatch(of: /[0-9]{1,9}(\.[0-9]{1,9})?/) != nil else { return nil }
      return Double(text)
    }
  }
}
