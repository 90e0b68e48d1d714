internal import Pipelines
internal import Reports
internal import RunModel

/// Lists the places that shared runs are cut around.
struct PrivacyZonesListCommand: Command {
  private static let showPlaces = Switch("--show-places", "their coordinates too")

  static let help = CommandHelp(
    name: "privacy-zones list", group: .keeping, operands: "",
    summary: "list the places that shared runs are cut around",
    options: [showPlaces.help],
    hasJobs: false, hasUnits: false,
    examples: [
      .init(line: "remeasure privacy-zones list", effect: "names and radii"),
      .init(line: "remeasure privacy-zones list --show-places", effect: "and where they are"),
    ])

  private let showsPlaces: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
    showsPlaces = arguments[Self.showPlaces]
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let listing = PrivacyZoneListing(
      try context.workspace().privacyZones(), showsPlaces: showsPlaces)
    if context.common.json {
      try context.print(listing.json.line)
    } else if !listing.isEmpty {
      try context.print(listing.text(context.layout))
    }
    if listing.isEmpty { context.remark("There is no privacy zone.") }
    return listing.isEmpty ? .nothingMatched : .success
  }
}

/// Removes a place that shared runs are cut around.
struct PrivacyZonesRemoveCommand: Command {
  static let help = CommandHelp(
    name: "privacy-zones remove", group: .keeping, operands: "NAME",
    summary: "cut no more around a place",
    discussion: [
      "A zone that is added again is cut elsewhere around the place: what was shared under both tells more than under"
        + " one."
    ],
    hasJobs: false, hasUnits: false,
    examples: [
      .init(line: "remeasure privacy-zones remove Home", effect: "for what is shared next")
    ]
  )

  private let name: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    name = try arguments.onlyOperand("name")
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    guard let zone = try context.workspace(writing: true).removePrivacyZone(named: name) else {
      context.note("remeasure: there is no privacy zone of that name\n")
      return .nothingMatched
    }
    try context.print(
      context.common.json
        ? JSON.object([("removed", .text(zone.name))]).line
        : "Nothing is cut around “\(visibleText(zone.name))” any more.\n")
    return .success
  }
}
