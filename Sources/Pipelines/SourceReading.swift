internal import Archives
internal import DistanceEngine
internal import RunFormats
internal import RunModel
internal import RunStore

/// One source read and made ready by a worker; the writer only has to store it.
struct PreparedSource: Sendable {
  var source: Source
  var runs: [PackedRun] = []
  var results: [RunResult] = []
}

extension Workspace {
  /// Reads one member to its end, packs its runs and measures them; never throws: a member that
  /// cannot be read is a quarantined source.
  ///
  /// - Parameter currentSets: nil where nothing is to be measured.
  func prepare(
    _ item: Inventory.Item, takesPlannedRoutes: Bool, currentSets: CurrentSets?
  ) -> PreparedSource {
    switch item {
    case .fault(let fault): PreparedSource(source: Source(fault))
    case .member(let member):
      prepare(member, takesPlannedRoutes: takesPlannedRoutes, currentSets: currentSets)
    }
  }

  private func prepare(
    _ member: Member, takesPlannedRoutes: Bool, currentSets: CurrentSets?
  ) -> PreparedSource {
    var prepared = PreparedSource(source: Source(member))
    var stream = SourceStream()
    do {
      let content = try Archives.read(member) { bytes in try stream.read(bytes) }
      prepared.source.digest = content.digest
      prepared.source.size = content.size
    } catch let error as ArchiveError {
      // What came before the fault may hold whole fixes; the reader is told that the end is missing.
      stream.breakOff(because: error)
    } catch {
      prepared.source.quarantine(error)
      return prepared
    }
    do {
      let reading = try stream.finish()
      try fill(&prepared, from: reading, takesPlannedRoutes, currentSets)
    } catch {
      prepared.source.quarantine(error)
    }
    return prepared
  }
}
