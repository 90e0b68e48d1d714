import Foundation
import TestSupport
import Testing

@Suite struct StravaExportTests {
  private static let header = """
    Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,\
    Verstrichene Zeit,Distanz,Max. Herzfrequenz,Relative Leistung,Pendelfahrt,Private Notiz,\
    Ausrüstung,Dateiname,Gewicht,Radgewicht,Verstrichene Zeit,Bewegungszeit,Distanz,Max. Tempo
    """

  private static func row(
    _ id: Int, _ name: String, _ type: String, _ kilometres: String, _ metres: String,
    _ file: String
  ) -> String {
    "\(id),\"12.09.2018, 15:02:23\",\(name),\(type),\"Eins\nzwei, \"\"drei\"\"\",60,\"\(kilometres)\""
      + ",,,,,,\(file),,,60.0,60.0,\(metres),5.1"
  }

  /// 2024-05-01T10:00:00Z, as `date -u -d 2024-05-01T10:00:00Z +%s` has it.
  private static let start = 1_714_557_600

  /// Three recordings, one of them no run of the file's word, and all that lies beside them.
  private static func export(_ firstName: String = "Frühlingslauf") -> Export {
    var export = Export()
    let rows = [
      row(11, firstName, "Lauf", "0,25", "250.5", "activities/1.gpx"),
      row(12, "\"Runde, groß\"", "Wanderung", "1,00", "1000.0", "activities/2.tcx.gz"),
      row(13, "Fahrt", "Radfahrt", "20,00", "20000.0", "activities/3.fit.gz"),
      row(14, "Von Hand", "Lauf", "5,00", "5000.0", ""),
      row(15, "Verloren", "Lauf", "5,00", "5000.0", "#error#"),
      row(16, "Fehlt", "Lauf", "5,00", "5000.0", "activities/99.gpx"),
    ]
    export.add("activities.csv", "\u{FEFF}" + ([header] + rows).joined(separator: "\n") + "\n")
    export.add("activities/1.gpx", smallGPX())
    // Strava's TCX begin with blanks.
    export.add("activities/2.tcx.gz", gzipped(Array("          \(smallTCX(day: 2))".utf8)))
    export.add("activities/3.fit.gz", gzipped(smallFIT(start: start + 2 * 86_400, sports: [2])))
    export.add("bikes.csv", "Name,Marke\nRad,X\n")
    export.add("media/1.jpg", [0xFF, 0xD8, 0xFF, 0xE0, 0, 0])
    export.add("routes/1.gpx", smallGPX().replacing(/<time>.*?<\/time>/, with: ""))
    return export
  }

  private static let words = [
    "\(start)|strava|250.5|Frühlingslauf|running",
    "\(start + 86_400)|strava|1000.0|Runde, groß|hiking",
    "\(start + 2 * 86_400)|strava|20000.0|Fahrt|cycling",
  ]

  @Test(arguments: Export.Form.allCases)
  func activitiesHaveWhatTheServiceSaysOfThem(form: Export.Form) throws {
    let tool = try Tool()
    let name = try Self.export().write(as: form, to: tool)
    let outcome = try #require(try tool.objects("import", name, "--json").first)
    let counts = ["files", "runs", "imported", "metadata", "unsupported", "planned_routes"]
      .map { outcome[$0] as? Int }
    #expect(counts == [7, 3, 3, 1, 2, 1])
    #expect(outcome["quarantined"] as? Int == 0)
    #expect(try tool.serviceWords() == Self.words)
    #expect(
      try tool.rows("SELECT value FROM known_origin WHERE kind = 'strava' ORDER BY value")
        == ["11", "12", "13"])
    // Measured by the rules of the sport that the service names.
    #expect(
      try tool.rows("SELECT set_name FROM result JOIN run USING (run_id) ORDER BY started_at")
        == ["run", "hike", "ride"])
    let shown = try tool.run("imports", "show", "1").out
    #expect(shown.contains("an activity was entered by hand"))
    #expect(shown.contains("the service could not export an activity's file"))
    #expect(shown.contains("an activity's file is not where it should be"))
    #expect(shown.contains("a route that was planned at the service"))
    #expect(shown.contains("Not read: 1 csv, 1 jpeg"))
  }

  @Test func theSameAgainChangesNothing() throws {
    let tool = try Tool()
    let name = try Self.export().write(as: .zip, to: tool)
    try tool.run("import", name)
    let before = try tool.run("report", "--all", "--json").out
    let again = try #require(try tool.objects("import", name, "--json").first)
    #expect(again["runs"] as? Int == 0)
    #expect(again["duplicates"] as? Int == 3)
    #expect(try tool.run("report", "--all", "--json").out == before)
    #expect(try tool.serviceWords() == Self.words)
    // The second import stands, and met the table again.
    try tool.run("undo", "1", "--yes")
    #expect(try tool.serviceWords() == Self.words)
  }

  @Test func theClaimStandsBesideOurDistance() throws {
    let tool = try Tool()
    try tool.run("import", try Self.export().write(as: .zip, to: tool))
    let report = try #require(try tool.objects("report", "2024-05-01", "--json").first)
    let run = try #require(report["run"] as? [String: Any])
    let claims = try #require(run["claims"] as? [[String: Any]])
    #expect(claims.first?["by"] as? String == "strava")
    #expect(claims.first?["distance_m"] as? Double == 250.5)
    #expect(try tool.run("explain", "2024-05-01").out.contains("Strava says 0.251 km"))
    #expect(try tool.run("runs").out.contains("STRAVA"))
  }

  @Test func runsThatAreHereLearnWhatTheServiceSays() throws {
    let tool = try Tool()
    try tool.write(smallGPX(), to: "alone.gpx")
    try tool.run("import", "alone.gpx")
    #expect(try tool.serviceWords() == ["\(Self.start)|-|-|-|-"])
    let outcome = try #require(
      try tool.objects("import", try Self.export().write(as: .zip, to: tool), "--json").first)
    #expect(outcome["runs"] as? Int == 2)
    #expect(outcome["duplicates"] as? Int == 1)
    #expect(try tool.serviceWords() == Self.words)
  }

  @Test func aLaterExportHasTheLastWord() throws {
    let tool = try Tool()
    try tool.run("import", try Self.export().write(as: .zip, to: tool, named: "may"))
    try tool.run("import", try Self.export("Anders").write(as: .zip, to: tool, named: "june"))
    #expect(try tool.serviceWords().first == "\(Self.start)|strava|250.5|Anders|running")
  }

  @Test func plannedRoutesComeWhenAskedFor() throws {
    let tool = try Tool()
    let name = try Self.export().write(as: .zip, to: tool)
    let outcome = try #require(try tool.objects("import", name, "--untimed", "--json").first)
    #expect(outcome["runs"] as? Int == 4)
  }

  @Test func aTableThatIsDamagedIsSetAsideAndTheRestIsImported() throws {
    let tool = try Tool()
    var archive = ZipBuilder(Self.export().files.map { .init($0.name, $0.bytes) })
    archive.entries[0].checksum = 1
    _ = try tool.folder.write(archive.bytes, to: "export.zip")
    let outcome = try tool.run("import", "export.zip", "--json")
    #expect(outcome.status == 1)
    #expect(outcome.err.contains("activities.csv"))
    #expect(try tool.rows("SELECT count(*) FROM run") == ["3"])
  }

  @Test func aFileOfSeveralActivitiesKeepsWhatTellsThemApart() throws {
    let tool = try Tool()
    var export = Export()
    let rows = [
      Self.row(1, "Swim", "Swim", "0,25", "250.5", "activities/1.fit"),
      Self.row(2, "Bike", "Ride", "1,00", "1000.0", "activities/1.fit"),
      Self.row(3, "Triathlon", "Workout", "3,00", "3000.0", "activities/2.fit"),
    ]
    export.add("activities.csv", ([Self.header] + rows).joined(separator: "\n"))
    export.add("activities/1.fit", smallFIT(start: Self.start))
    export.add("activities/2.fit", smallFIT(start: Self.start + 1000, sports: [2, 1]))
    try tool.run("import", try export.write(as: .zip, to: tool))
    #expect(
      try tool.serviceWords() == [
        "\(Self.start)|-|-|-|-", "\(Self.start + 1000)|-|-|Triathlon|-",
        "\(Self.start + 1060)|-|-|Triathlon|-",
      ])
    #expect(try tool.rows("SELECT * FROM known_origin WHERE kind = 'strava'").isEmpty)
    #expect(try tool.run("imports", "show", "1").out.contains("named for several activities"))
  }
}
