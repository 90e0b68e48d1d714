internal import RunModel

/// Reads a training session of Polar Flow's account export; each exercise with a route is a run.
///
/// Reference: formats of the export as third parties describe it; Polar publishes none.
final class PolarReader: FormatReader {
  private var bytes: [UInt8] = []
  private let maxFixes: Int

  init(maxFixes: Int = defaultMaxFixes) {
    self.maxFixes = maxFixes
  }

  func read(_ bytes: Span<UInt8>) throws(FormatError) {
    guard self.bytes.count + bytes.count <= longestJSON else { throw jsonTooLarge }
    for index in bytes.indices { self.bytes.append(bytes[index]) }
  }

  func finish() throws(FormatError) -> Reading {
    let session = try decodeJSON(PolarSession.self, from: bytes)
    bytes = []
    guard let exercises = session.exercises?.value else { throw jsonIsNotRead }
    var findings = Findings()
    var runs: [RecordedRun] = []
    for exercise in exercises {
      guard let exercise = exercise.value else {
        findings.note(.unreadableValue)
        continue
      }
      var track = PolarTrack(exercise, of: session, isOnly: exercises.count == 1)
      try checkFixCount(track.waypointCount, limit: maxFixes)
      let run = track.run()
      findings.add(track.findings)
      if let run { runs.append(run) }
    }
    for index in runs.indices {
      findings.inspect(runs[index].fixes)
      guard let origin = Origin(.polar, named: session.id) else { continue }
      runs[index].origins = [runs.count > 1 ? origin.part(index) : origin]
    }
    return Reading(
      format: .polar, kind: kind(of: runs), runs: runs, diagnostics: findings.diagnostics)
  }

  private func kind(of runs: [RecordedRun]) -> Reading.Kind {
    if runs.isEmpty { return .withoutPositions }
    return runs.contains { $0.hasTimes } ? .activity : .plannedRoute
  }
}
