import RunModel
@testable import RunStore
import SQLite
import Testing

@Suite struct ServiceRecordTests {
  private func record(
    _ id: String? = "11", name: String? = "Spring", sport: Sport? = .hiking, distance: Double? = 7
  ) -> ServiceRecord {
    var record = ServiceRecord(service: .strava)
    (record.id, record.name, record.sport, record.distance) = (id, name, sport, distance)
    return record
  }

  private func said(_ ordinal: Int, _ record: ServiceRecord) -> PackedRun {
    var run = packed(ordinal)
    run.record = record
    return run
  }

  /// What the run is called now, and how many imports told so.
  private func words(_ new: TemporaryLibrary) throws -> String? {
    let count = try new.library.rows("SELECT count(*) FROM service_record") { $0.integer(0) }
    return try new.library.run(runID(1)).map { run in
      "\(run.description.name ?? "-")|\(run.description.sport.rawValue)|\(count.first ?? 0)"
    }
  }

  private func origins(_ new: TemporaryLibrary) throws -> [String] {
    try new.library.rows("SELECT kind, value FROM known_origin ORDER BY value") { row in
      (0..<2).map { row.text($0) ?? "-" }.joined(separator: "|")
    }
  }

  @Test func whatAServiceSaysIsKeptBesideTheRun() throws {
    let new = try TemporaryLibrary()
    try new.add([said(1, record())])
    #expect(try new.library.claims(of: runID(1)) == [Claim(by: "strava", distance: 7)])
    #expect(try words(new) == "Spring|hiking|1")
    #expect(try origins(new) == ["strava|11"])
  }

  @Test func whatIsSaidOfARunThatWasDeletedMeanwhileIsPassedOver() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    try new.library.delete([runID(1)], at: noon)
    try new.library.note(record(), of: runID(1), toImport: 1)
    #expect(try new.library.rows("SELECT count(*) FROM service_record") { $0.integer(0) } == [0])
  }

  @Test func whatALaterImportSaysCountsForAsLongAsItStands() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    for _ in 2...3 { try new.add([said(1, record())]) }
    #expect(try words(new) == "Spring|hiking|2")
    try new.add([said(1, record("12", name: "Autumn", sport: nil, distance: nil))])
    #expect(try words(new) == "Autumn|hiking|3")
    #expect(try origins(new) == ["strava|11", "strava|12"])
    #expect(try new.library.claims(of: runID(1)) == [Claim(by: "strava", distance: 7)])
    for (undone, expected) in [(2, "Autumn|hiking|3"), (4, "Spring|hiking|3")] {
      _ = try new.library.undo(Int64(undone), holding: new.library.lockForImport(), at: noon)
      #expect(try words(new) == expected)
    }
    #expect(try new.library.claims(of: runID(1)) == [Claim(by: "strava", distance: 7)])
    _ = try new.library.undo(3, holding: new.library.lockForImport(), at: noon)
    #expect(try words(new) == "Run 1|running|3")
    #expect(try new.library.claims(of: runID(1)).isEmpty)
    #expect(try origins(new).isEmpty)
  }

  @Test func aRunThatStandsForOthersIsCalledWhatAnyOfThemIs() throws {
    let new = try TemporaryLibrary()
    var nameless = RunDescription()
    nameless.sport = Sport(rawValue: "other")
    try new.add([
      PackedRun(RecordedRun(description: nameless, fixes: track(0..<20)), id: runID(2)), packed(3),
    ])
    func words() throws -> [String?] {
      let description = try new.library.run(runID(2))?.description
      return [description?.name, description?.sport.rawValue]
    }
    #expect(try words() == [nil, "other"])
    try new.library.run("UPDATE run SET primary_run = ? WHERE run_id = ?", [runID(2), runID(3)])
    #expect(try words() == ["Run 3", "running"])
    try new.add([said(3, record())])
    #expect(try words() == ["Spring", "hiking"])
    try new.library.edit(runID(3), name: "My race", sport: nil)
    #expect(try words() == ["My race", "hiking"])
  }

  @Test func aDeletedRunIsNotSpokenOf() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1)])
    try new.library.delete([runID(1)], at: noon)
    #expect(try new.add([said(1, record())]).source.state == .deleted)
    #expect(try words(new) == nil)
  }

  @Test func aSportThatAServiceTellsIsMeasuredByItsRules() throws {
    let new = try TemporaryLibrary()
    let run = packed(1)
    try new.add([run], results: [result(run.run)])
    let hike = ParameterReference("hike", 1)
    try new.add([said(1, record())], results: [result(run.run, hike)])
    #expect(try new.library.results(of: runID(1)).map(\.parameters.name) == ["hike", "run"])
    // Fixes that are not the run's were not stored, and neither is what was measured of them.
    var other = packed(1, track(0..<9))
    other.record = record()
    try new.add([other], results: [result(other.run, hike)])
    #expect(try new.library.results(of: runID(1)).count == 2)
  }

  @Test func pausesMakeANewVersionOnce() throws {
    let new = try TemporaryLibrary()
    var source = Source(file: "a.gpx", state: .imported)
    source.readerVersion = 1
    func cut(_ length: Int) -> PackedRun {
      var description = RunDescription()
      description.segmentSource = .servicePauses
      let fixes = track(0..<20, segmentLength: length)
      return PackedRun(RecordedRun(description: description, fixes: fixes), id: runID(1))
    }
    func version() throws -> Int? { try new.library.run(runID(1))?.version }
    try new.add([packed(1)], source: source)
    #expect(try new.add([cut(10)], source: source).source.state == .imported)
    #expect(try version() == 2)
    #expect(try new.add([cut(10)], source: source).source.state == .duplicate)
    // The file alone, also as a newer reader reads it, knows of no pause.
    source.readerVersion = 2
    #expect(try new.add([packed(1)], source: source).source.state == .duplicate)
    #expect(try version() == 2)
    try new.add([cut(5)], source: source)
    #expect(try version() == 3)
  }

  @Test func aTableOfAnExportIsASource() throws {
    let new = try TemporaryLibrary()
    try new.add([], source: Source(file: "a.zip", member: "activities.csv", state: .metadata))
    #expect(try new.library.imports().map { $0.counts[.metadata] } == [1])
  }
}
