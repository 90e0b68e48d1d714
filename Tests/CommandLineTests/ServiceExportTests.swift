import Foundation
import TestSupport
import Testing

/// 2024-05-01T10:00:00Z, as `date -u -d 2024-05-01T10:00:00Z +%s` has it.
private let start = 1_714_557_600

@Suite struct GarminExportTests {
  private func summary(
    _ id: Int, _ name: String, _ type: String, at second: Int, centimetres: Int, more: String = ""
  ) -> String {
    """
    {"activityId":\(id),"name":"\(name)","activityType":"\(type)","beginTimestamp":\(second)000,
    "distance":\(centimetres).0,"elapsedDuration":60000.0\(more)}
    """
  }

  /// A run, a duathlon, and a walk that got its first fix late, in an archive inside the archive, beside
  /// what a watch uploads every day.
  private func export() -> Export {
    var uploads = Export()
    uploads.add("me@example.org_1.fit", smallFIT(start: start + 2))
    uploads.add("me@example.org_2.fit", smallFIT(start: start + 1000, sports: [1, 2]))
    uploads.add("me@example.org_3.fit", smallFIT(start: start + 5040))
    uploads.add("me@example.org_4.fit", monitoringFIT())
    uploads.add("me@example.org_5.zip", [UInt8]())
    uploads.add("me@example.org_6.fit", smallFIT(start: start + 90_000))
    var export = Export()
    export.add("DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip", uploads.zip)
    let summaries = [
      summary(21, "Morning", "running", at: start, centimetres: 25_050),
      summary(
        22, "Duathlon", "multi_sport", at: start + 1000, centimetres: 300_000,
        more: ",\"parent\":true"),
      summary(
        23, "Duathlon", "running", at: start + 1000, centimetres: 100_000, more: ",\"parentId\":22"),
      summary(
        24, "Duathlon", "cycling", at: start + 1060, centimetres: 200_000, more: ",\"parentId\":22"),
      summary(25, "Evening", "walking", at: start + 5000, centimetres: 9_900),
    ]
    export.add(
      "DI_CONNECT/DI-Connect-Fitness/me_0_summarizedActivities.json",
      "[{\"summarizedActivitiesExport\":[\(summaries.joined(separator: ","))]}]")
    export.add("DI_CONNECT/DI-Connect-User/user_profile.json", "{\"name\":\"x\"}")
    return export
  }

  @Test(arguments: [Export.Form.zip, .folder, .zipInZip])
  func activitiesAreKnownByTheirStart(form: Export.Form) throws {
    let tool = try Tool()
    let outcome = try #require(
      try tool.objects("import", try export().write(as: form, to: tool), "--json").first)
    #expect(outcome["runs"] as? Int == 5)
    #expect(outcome["metadata"] as? Int == 1)
    #expect(
      try tool.serviceWords() == [
        "\(start + 2)|garmin|250.5|Morning|running",
        "\(start + 1000)|garmin|1000.0|Duathlon|running",
        "\(start + 1060)|garmin|2000.0|Duathlon|cycling",
        "\(start + 5040)|garmin|99.0|Evening|walking", "\(start + 90_000)|-|-|-|-",
      ])
    #expect(
      try tool.rows("SELECT value FROM known_origin WHERE kind = 'garmin' ORDER BY value")
        == ["21", "23", "24", "25"])
    let shown = try tool.run("imports", "show", "1").out
    #expect(shown.contains("several activities are summed up in one more"))
    #expect(shown.contains("1 json"))
  }

  @Test func whatLiesOutsideTheExportIsNotJoined() throws {
    let tool = try Tool()
    _ = try export().write(as: .folder, to: tool, named: "in/export")
    _ = try tool.folder.write(smallFIT(start: start + 1), to: "in/another.fit")
    try tool.run("import", "in")
    #expect(try tool.serviceWords().first == "\(start + 1)|-|-|-|-")
  }

  @Test func aTableCutShortIsUsedAsFarAsItGoes() throws {
    let tool = try Tool()
    var export = export()
    export.files[1].bytes.removeLast(40)
    try tool.run("import", try export.write(as: .zip, to: tool))
    #expect(
      try tool.rows("SELECT state FROM source WHERE format = 'garmin_summaries'") == ["metadata"])
    #expect(try tool.rows("SELECT count(*) FROM claim") == ["3"])
    #expect(try tool.run("imports", "show", "1").out.contains("the table breaks off"))
  }
}

@Suite struct AppleHealthExportTests {
  private func table(pausing: Bool = true) -> String {
    let pause = """
      <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-05-01 12:00:02 +0200"/>
      <WorkoutEvent type="HKWorkoutEventTypeResume" date="2024-05-01 12:00:05 +0200"/>
      """
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!ATTLIST Workout
        duration CDATA #IMPLIED
      <!ELEMENT Me EMPTY>
      ]>
      <HealthData locale="es_ES">
       <Record type="HKQuantityTypeIdentifierStepCount" sourceName="a\u{B}b" value="1"/>
       <Workout workoutActivityType="HKWorkoutActivityTypeHiking" duration="1" durationUnit="min"
        startDate="2024-05-01 12:00:00 +0200" endDate="2024-05-01 12:00:20 +0200">
        \(pausing ? pause : "")
        <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="0.5" unit="km"/>
        <WorkoutRoute><FileReference path="/workout-routes/route_1.gpx"/></WorkoutRoute>
       </Workout>
       <Workout workoutActivityType="HKWorkoutActivityTypeCycling" totalDistance="3"
        totalDistanceUnit="km" startDate="2024-05-02 12:00:00 +0200">
        <WorkoutRoute><FileReference path="/workout-routes/route_2.gpx"/>
        <FileReference path="/workout-routes/route_3.gpx"/></WorkoutRoute>
       </Workout>
       <Workout workoutActivityType="HKWorkoutActivityTypeYoga"/>
      </HealthData>
      """
  }

  private func route(_ number: Int) -> String {
    smallGPX(fixes: 10, name: "Route \(number)", latitude: 46 + Double(number))
  }

  private func export(table: String) -> Export {
    var export = Export()
    let folder = "apple_health_export"
    export.add("\(folder)/exportación.xml", table)
    export.add("\(folder)/export_cda.xml", "<?xml version='1.0'?><ClinicalDocument/>")
    for number in 1...3 {
      export.add("\(folder)/workout-routes/route_\(number).gpx", route(number))
    }
    return export
  }

  @Test(arguments: Export.Form.allCases)
  func workoutsAreJoinedToTheirRoutesAndCutThem(form: Export.Form) throws {
    let tool = try Tool()
    let name = try export(table: table()).write(as: form, to: tool)
    let outcome = try #require(try tool.objects("import", name, "--json").first)
    #expect(outcome["runs"] as? Int == 3)
    #expect(outcome["metadata"] as? Int == 1)
    #expect(outcome["unsupported"] as? Int == 1)
    #expect(
      try tool.rows(
        """
        SELECT run.name, segment_count, segment_source, said.sport, coalesce(distance_m, '-')
        FROM run JOIN standing_record AS said USING (run_id) ORDER BY run.name
        """) == [
          "Route 1|2|service_pause|hiking|500.0", "Route 2|1|trkseg|cycling|-",
          "Route 3|1|trkseg|cycling|-",
        ])
    // No two routes share a name by which they would be taken for one.
    #expect(
      try tool.rows("SELECT DISTINCT value FROM known_origin WHERE kind = 'apple_health'").count
        == 3)
    // What lies in the pause belongs to the segment before; the next begins with the resumption.
    let segments = try tool.objects("replay", "Route 1", "--format", "ndjson")
      .map { $0["segment"] as? Int }
    #expect(segments == [0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
    #expect(try tool.run("imports", "show", "1").out.contains("a workout has no route"))
  }

  @Test func aRouteThatIsHereAloneBecomesANewVersionWithItsPauses() throws {
    let tool = try Tool()
    try tool.write(route(1), to: "alone.gpx")
    try tool.run("import", "alone.gpx")
    let state = "SELECT version, segment_count FROM run WHERE name = 'Route 1'"
    #expect(try tool.rows(state) == ["1|1"])
    try tool.run("import", try export(table: table()).write(as: .zip, to: tool))
    #expect(try tool.rows(state) == ["2|2"])
    #expect(try tool.rows("SELECT count(*) FROM run") == ["3"])
    // What was measured of the earlier version stays, and the new one is measured.
    #expect(
      try tool.rows("SELECT count(*) FROM result JOIN run USING (run_id) WHERE name = 'Route 1'")
        == ["2"])
    // The file alone knows of no pause, and does not take it back.
    try tool.run("import", "alone.gpx")
    try tool.run("import", "export.zip")
    #expect(try tool.rows(state) == ["2|2"])
  }
}

@Suite struct OtherServiceExportTests {
  @Test(arguments: Export.Form.allCases)
  func runKeepersTableIsJoinedByItsFiles(form: Export.Form) throws {
    let tool = try Tool()
    var export = Export()
    export.add(
      "cardioActivities.csv",
      """
      Activity Id,Date,Type,Route Name,Distance (km),Duration,Notes,GPX File
      6f-1,2024-05-01 12:00:00,Walking,"Lake, east",0.25,53:10,"two
      lines",2024-05-01-120000.gpx
      6f-2,2014-05-02 10:00:00,Running,,5.0,25:00,,
      """)
    export.add("2024-05-01-120000.gpx", smallGPX())
    export.add("measurements.csv", "Date,Type,Value\n2014-05-01,Weight,70\n")
    let outcome = try #require(
      try tool.objects("import", try export.write(as: form, to: tool), "--json").first)
    #expect(outcome["runs"] as? Int == 1)
    #expect(outcome["unsupported"] as? Int == 1)
    #expect(try tool.serviceWords() == ["\(start)|runkeeper|250.0|Lake, east|walking"])
  }

  @Test(arguments: Export.Form.allCases)
  func takeoutsNamesTellTheSport(form: Export.Form) throws {
    let tool = try Tool()
    var export = Export()
    let folder = "Takeout/Google Fit/Aktivitäten"
    export.add("\(folder)/2024-05-01T10_00_00Z_PT3S_Walking.tcx", smallTCX(day: 1))
    export.add(
      "\(folder)/Low Accuracy/2024-05-02T12_00_00+02_00_PT3S_Running.tcx", smallTCX(day: 2))
    export.add("\(folder)/2024-05-03T10_00_00Z_PT3S_Other.tcx", smallTCX(day: 3, sport: "Biking"))
    export.add("Takeout/Google Fit/Alle Sitzungen/1.json", "{\"fitnessActivity\":\"walking\"}")
    export.add("Takeout/Google Fit/Alle Daten/1.json", "{\"Data Source\":\"x\"}")
    export.add("Takeout/Google Fit/Tageswerte/1.csv", "Zeit,Schritte\n1,2\n")
    let outcome = try #require(
      try tool.objects("import", try export.write(as: form, to: tool), "--json").first)
    #expect(outcome["runs"] as? Int == 3)
    #expect(outcome["unsupported"] as? Int == 3)
    #expect(
      try tool.serviceWords() == [
        "\(start)|-|-|-|walking", "\(start + 86_400)|-|-|-|running",
        "\(start + 2 * 86_400)|-|-|-|-",
      ])
    #expect(
      try tool.run("imports", "show", "1").out
        .contains("1 csv, 1 google_fit_data, 1 google_fit_session"))
  }
}
