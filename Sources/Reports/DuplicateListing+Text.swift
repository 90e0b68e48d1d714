internal import RunModel

extension DuplicateListing {
  /// Activity by activity, a line a recording; then what was linked or set apart.
  package func text(_ layout: Layout) -> String {
    var lines: [String] = []
    if !groups.isEmpty {
      let copies = groups.reduce(0) { $0 + $1.recordings.count - 1 }
      lines += wrapped(
        "\(counted(groups.count, "activity", "activities")) recorded more than once;"
          + " \(counted(copies, "copy counts", "copies count")) in no total.", to: layout.width)
      lines += [""] + groupLines(layout) + [""] + wrapped(Self.note, to: layout.width)
    }
    let links = outings.flatMap { wrapped(sentence(on: $0), to: layout.width) }
    if !links.isEmpty { lines += ["", "On one outing, each for itself:"] + links }
    if !separated.isEmpty {
      lines += [""]
      lines += wrapped(
        "Set apart by you: \(separated.map(\.id.short).joined(separator: ", ")).",
        to: layout.width)
    }
    return printed(Array(lines.drop { $0.isEmpty }))
  }

  private static let note = """
    * stands for its activity. APART: median distance at common times. WITHIN: share of them within \
    1 m. CLOCK: hours to be added to its times.
    """

  private func groupLines(_ layout: Layout) -> [String] {
    var table = TextTable([
      TextColumn(title: ""), TextColumn(title: "ID"), TextColumn(title: "KIND"),
      TextColumn(title: "FIXES", isRight: true, yielding: .goes(rank: 2)),
      TextColumn(title: "DEVICE", yielding: .shortens(to: 6)),
      TextColumn(title: "ITS OWN", isRight: true, yielding: .goes(rank: 1)),
      TextColumn(title: "APART", isRight: true), TextColumn(title: "WITHIN", isRight: true),
      TextColumn(title: "CLOCK", isRight: true), TextColumn(title: "TOLD BY"),
    ])
    for group in groups {
      table.rows += group.recordings.map { cells(of: $0, in: group, layout.unit) }
    }
    // One table, so that its columns stand in line, with a heading before each activity's rows.
    var rows = table.lines(width: layout.width)[...]
    var lines = [rows.removeFirst()]
    for group in groups {
      let primary = group.recordings[0].run
      let start = Clock(primary.description).dateAndTime(primary.startedAt)
      lines += wrapped("\(start), \(primary.title)", to: layout.width)
      lines += rows.prefix(group.recordings.count)
      rows = rows.dropFirst(group.recordings.count)
    }
    return lines
  }

  private func cells(of recording: Recording, in group: Group, _ unit: DistanceUnit) -> [String] {
    let run = recording.run
    let isPrimary = run.primaryRun == nil
    let pair = isPrimary ? nil : pair(of: run, in: group)
    return [
      isPrimary ? "*" : "", run.id.short, recording.format ?? "–", grouped(run.fixCount),
      run.description.device.map(visibleText) ?? "–",
      run.description.deviceDistance.map { unit.text($0, decimals: 2) } ?? "–",
      pair?.agreement.medianDistance.map(metres) ?? "–",
      pair?.agreement.nearShare.map(percent) ?? "–",
      pair.map { clockText($0.offset(from: run.id)) } ?? "–",
      isPrimary ? (isChosen(run) ? "your choice" : "") : pair?.reason.text ?? "same file",
    ]
  }

  private func sentence(on outing: Outing) -> String {
    let (first, second) = (outing.first, outing.second)
    let start = Clock(first.description).dateAndTime(first.startedAt)
    let apart = outing.agreement.medianDistance.map { ", \(metres($0)) apart in the median" }
    return "\(first.id.short) and \(second.id.short), \(start), \(first.title)\(apart ?? "")"
  }
}

/// "+2:00": hours and minutes that have to be added; "–" for none.
private func clockText(_ milliseconds: Int64) -> String {
  guard milliseconds != 0 else { return "–" }
  let (hours, minutes) = (milliseconds.magnitude / 60_000).quotientAndRemainder(dividingBy: 60)
  return "\(milliseconds < 0 ? "-" : "+")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
}

extension RunPair.Reason {
  /// "places", "its FIT id", "its strava id".
  fileprivate var text: String {
    switch self {
    case .position: "places"
    case .origin(.fitFile): "FIT file id"
    case .origin(.tcxID): "places, Id"
    case .origin(.trackID): "places, trackid"
    case .origin(let kind): "\(kind.rawValue) id"
    }
  }
}
