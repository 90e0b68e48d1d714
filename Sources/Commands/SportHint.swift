internal import Pipelines
internal import Reports
internal import RunModel

extension CommandContext {
  /// Says that no run matches, and what may be meant where the sport is a slip of the fingers.
  func remarkOnNoMatch(of sport: Sport?, in workspace: Workspace) throws {
    guard let sport, try !workspace.knows(sport) else { return remark("No run matches.") }
    let hint = try workspace.hint(forSport: sport)
    remark("No run is of the sport “\(visibleText(sport.rawValue))”" + (hint.isEmpty ? "." : hint))
  }
}

extension Workspace {
  /// True where the sport has a word of ours, a run of the library, or a parameter set that is current for it.
  func knows(_ sport: Sport) throws -> Bool {
    try Sport.knownWords.contains(sport.rawValue) || sports().contains(sport)
  }

  /// "; did you mean “running”?"; nothing where no other sport is near.
  func hint(forSport sport: Sport) throws -> String {
    let words = try Sport.knownWords.union(sports().map(\.rawValue)).subtracting([sport.rawValue])
    return Commands.hint(for: sport.rawValue, among: words)
  }
}
