internal import Pipelines
internal import Reports
internal import RunModel

/// Names a place that shared runs are not to lead to.
struct PrivacyZonesAddCommand: Command {
  private struct Degrees: Sendable {
    let latitude: Double
    let longitude: Double
  }

  private static let at = privateOption(
    "--at", "LAT,LON", "the place in degrees, such as 48.2,16.4",
    takes:
      "a latitude from -90 to 90 and a longitude from -180 to 180 in degrees, such as 48.2,16.4",
    read: degrees(written:))
  private static let around = Option<String>(
    "--around", "RUN", "instead of --at: where that run begins")
  private static let end = Switch("--end", "with --around: where it ends")
  private static let radius = Option<StatedDistance>(
    "--radius", "LENGTH", "hide all that is nearer; 200m if not said",
    takes: "a length with its unit, such as 200m or 1km", read: StatedDistance.init(written:))

  static let help = CommandHelp(
    name: "privacy-zones add", group: .keeping, operands: "NAME",
    summary: "cut around a place whatever is shared",
    discussion: [
      "What is cut is not the zone but a disc of 2.1 to 2.5 times its radius, whose middle lies 0.7 to 1.1 radii"
        + " away from the place. It is drawn once and kept secret in the library: all runs end at the same disc, so that"
        + " neither its middle nor the middle of many ends is the place. Whoever has many runs can still reckon the"
        + " place from their ends, to about the radius of what is cut over the root of the number of runs, and straight"
        + " ways from the door meet there: the more runs are shared, the larger the radius should be.",
      "A place that lies within the radius of another zone is refused, as two zones on one place give it away. Names"
        + " that differ in capitals only are one.",
      "Runs that were imported before are cut too. Whoever has runs that were shared before can see where they"
        + " began. A zone that is removed and added again has another disc, and what was shared under both tells more"
        + " than under one.",
    ],
    options: [at.help, around.help, end.help, radius.help],
    hasJobs: false, hasUnits: false,
    examples: [
      .init(
        line: "remeasure privacy-zones add Home --around latest", effect: "where that run begins"),
      .init(
        line: "remeasure privacy-zones add Work --at 48.2,16.4 --radius 500m",
        effect: "half a kilometre around it"),
    ])

  private enum Meant {
    case degrees(Degrees)
    case start(String)
    case end(String)
  }

  private let name: String
  private let meant: Meant
  private let radius: Double

  init(_ arguments: ParsedArguments) throws(UsageError) {
    name = try arguments.onlyOperand("name")
    radius = try arguments.value(Self.radius)?.metres ?? PrivacyZone.usualRadius
    switch (try arguments.value(Self.at), try arguments.value(Self.around)) {
    case (let degrees?, nil) where !arguments[Self.end]: meant = .degrees(degrees)
    case (nil, let run?): meant = arguments[Self.end] ? .end(run) : .start(run)
    default:
      throw UsageError("“privacy-zones add” needs either --at or --around", command: Self.help)
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let workspace = try context.workspace(writing: true)
    let place: ZonePlace =
      switch meant {
      case .degrees(let at): .at(latitude: at.latitude, longitude: at.longitude)
      case .start(let text): .start(try workspace.run(meant: text))
      case .end(let text): .end(try workspace.run(meant: text))
      }
    do {
      guard !holdsPlace(name) else {
        throw InputError(sentence: "a zone's name is shown; it is not to be a place")
      }
      let added = try workspace.addPrivacyZone(named: name, at: place, radius: radius)
      if let doubt = added.doubt { context.note(doubt.sentences(radius: radius)) }
      if context.common.json {
        try context.print(PrivacyZoneListing([added.zone], showsPlaces: false).json.line)
      } else {
        try context.print(
          "What is shared is cut around “\(visibleText(added.zone.name))”, \(metres(radius)) and more.\n"
        )
      }
    } catch let fault as PrivacyZoneFault {
      throw InputError(sentence: fault.sentence)
    }
    return .success
  }

  private static func degrees(written text: String) -> Degrees? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      part.drop { $0 == " " }
    }
    guard parts.count == 2,
      parts.allSatisfy({ $0.wholeMatch(of: /-?[0-9]{1,3}(\.[0-9]{1,15})?/) != nil }),
      let latitude = Double(parts[0]), let longitude = Double(parts[1]),
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    return Degrees(latitude: latitude, longitude: longitude)
  }

  private static func privateOption<Value>(
    _ name: String, _ valueName: String, _ text: String, takes expectation: String,
    read: @escaping @Sendable (String) -> Value?
  ) -> Option<Value> {
    var option = Option(name, valueName, text, takes: expectation, read: read)
    option.isPrivate = true
    return option
  }
}

extension AddedZone.Doubt {
  fileprivate func sentences(radius: Double) -> String {
    let doubt =
      switch self {
      case .isVague(let uncertainty):
        "The run tells its end to \(metres(uncertainty)) only, which is much for a radius of \(metres(radius))."
      case .isUnconfirmed:
        "One fix alone tells that end of the run, and none near it confirms it."
      }
    return doubt + " Where the zone is: remeasure privacy-zones list --show-places\n"
  }
}

extension PrivacyZoneFault {
  fileprivate var sentence: String {
    switch self {
    case .nameTaken: "there is a privacy zone of that name; remove it first, or take another name"
    case .tooNear(let zone):
      "that is the place of the zone “\(visibleText(zone.name))”, or near it: two zones on one place would give it"
        + " away. Remove that zone first, or let one zone with a larger --radius cover both"
    case .wrongName: "a zone's name has 1 to \(PrivacyZone.longestName) bytes"
    case .wrongPlace: "that is no place on Earth"
    case .wrongRadius:
      "a zone's radius is \(metres(PrivacyZone.radii.lowerBound)) to \(metres(PrivacyZone.radii.upperBound))"
    case .noPlace(let run): "run \(run.id.short) has no fix with a place"
    }
  }
}
