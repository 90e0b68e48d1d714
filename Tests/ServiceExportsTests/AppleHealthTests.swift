import RunModel
import ServiceExports
import Testing

/// What iOS 16 wrote: a declaration without its end, and a character that XML forbids.
let malformedBeginning = """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE HealthData [
  <!ELEMENT Workout ((MetadataEntry|WorkoutEvent|WorkoutRoute|WorkoutStatistics)*)>
  <!ATTLIST Workout
    workoutActivityType CDATA #REQUIRED
  <!ELEMENT WorkoutRoute ((MetadataEntry|FileReference)*)>
  ]>
  <HealthData locale="de_DE">
   <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="A\u{B}B" value="60"/>

  """

@Suite struct AppleHealthTests {
  private let workout = """
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="33.1" durationUnit="min"
      totalDistance="6.72" totalDistanceUnit="mi" sourceName="A &amp; B" device="&lt;&lt;HKDevice&gt;"
      creationDate="2024-05-01 11:00:00 +0200" startDate="2024-05-01 10:00:00 +0200"
      endDate="2024-05-01 10:40:00 +0200">
      <MetadataEntry key="HKIndoorWorkout" value="0"/>
      <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-05-01 10:10:00 +0200"/>
      <WorkoutEvent type="HKWorkoutEventTypeResume" date="2024-05-01 10:12:00 +0200"/>
      <WorkoutEvent type="HKWorkoutEventTypeSegment" date="2024-05-01 10:00:00 +0200" duration="5"/>
      <WorkoutRoute sourceName="Watch"><FileReference path="/workout-routes/route_1.gpx"/></WorkoutRoute>
     </Workout>

    """
  private let end = "</HealthData>\n"
  /// 2024-05-01T08:00:00Z.
  private let start = 1_714_550_400

  @Test(arguments: [1, 2, 3, 7, 64, 100_000])
  func aWorkoutIsReadBehindAMalformedBeginning(piece: Int) throws {
    let reading = try #require(readExport(malformedBeginning + workout + end, piece: piece))
    #expect(reading.table == .appleHealth)
    #expect(reading.activityCount == 1)
    let activity = try #require(reading.activities.first)
    #expect(activity.file == "/workout-routes/route_1.gpx")
    #expect(activity.record.sport == .running)
    // 6.72 miles of 1609.344 m.
    #expect(abs((activity.record.distance ?? 0) - 10_814.79168) < 1e-9)
    #expect(activity.record.startedAt == instant(start))
    #expect(activity.endedAt == instant(start + 2400))
    #expect(activity.record.pauses == [instant(start + 600)...instant(start + 720)])
    #expect(activity.record.id == "2024-05-01T08:00:00.000Z")
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func theDistanceStandsInTheStatisticsSinceIOS16() throws {
    let statistics = """
      <WorkoutActivity uuid="1"><WorkoutStatistics
       type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="99" unit="km"/></WorkoutActivity>
      <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="300" unit="kcal"/>
      <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="10.5" unit="km"/>
      <WorkoutRoute>
      """
    let text = workout.replacing(/totalDistance(Unit)?="[^"]*"/, with: "")
      .replacing("<WorkoutRoute sourceName=\"Watch\">", with: statistics)
    let record = try #require(readExport(malformedBeginning + text + end)?.activities.first?.record)
    #expect(record.distance == 10_500)
  }

  @Test func severalRoutesAreParts() throws {
    let second = "<FileReference path=\"/workout-routes/route_2.gpx\"/></WorkoutRoute>"
    let text = workout.replacing("</WorkoutRoute>", with: second)
    let reading = try #require(readExport(malformedBeginning + text + workout + end))
    #expect(reading.activityCount == 2)
    #expect(
      reading.activities.map(\.file)
        == [
          "/workout-routes/route_1.gpx", "/workout-routes/route_2.gpx",
          "/workout-routes/route_1.gpx",
        ])
    // The distance is that of both, and neither is the whole workout.
    #expect(reading.activities.map { $0.record.distance == nil } == [true, true, false])
    #expect(Set(reading.activities.prefix(2).map(\.record.id)).count == 2)
    #expect(reading.activities.allSatisfy { $0.record.pauses.count == 1 })
  }

  @Test(arguments: [
    // Pause, resumption, in seconds behind the start; "m" marks are the watch's own.
    (["p60", "r90"], [60...90]), (["p60", "p70", "r90", "r95"], [60...90]),
    (["r10", "p60"], [60...2400]), (["r90", "p60"], [60...90]), (["pm60", "rm90"], [60...90]),
    (["p60", "r60"], []), (["p60", "r90", "p90", "r95"], [60...90, 90...95]), ([], []),
    (["p9999"], []),
  ])
  func pausesAreFromEachMarkToItsResumption(marks: [String], pauses: [ClosedRange<Int>]) throws {
    let events = marks.map { mark in
      let seconds = Int(mark.filter(\.isNumber)) ?? 0
      let (hour, minute, second) = (8 + seconds / 3600, seconds / 60 % 60, seconds % 60)
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let kind = mark.hasPrefix("p") ? "Pause" : "Resume"
      let type = mark.contains("m") ? "Motion\(kind)d" : kind
      return "<WorkoutEvent type='HKWorkoutEventType\(type)' "
        + "date='2024-05-01 \(two(hour)):\(two(minute)):\(two(second)) +0000'/>"
    }
    let text = workout.replacing(/<WorkoutEvent [^>]*>/, with: "")
      .replacing("<WorkoutRoute ", with: events.joined() + "<WorkoutRoute ")
    let record = try #require(readExport(malformedBeginning + text + end)?.activities.first?.record)
    #expect(
      record.pauses
        == pauses.map { instant(start + $0.lowerBound)...instant(start + $0.upperBound) })
  }

  @Test func workoutsWithoutRouteFileAreCounted() throws {
    let inline = """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning"><WorkoutRoute>
      \(String(repeating: "<Location date=\"x\" latitude=\"1\" longitude=\"2\"/>\n", count: 10_000))
      </WorkoutRoute></Workout>
      """
    let none = "<Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" duration=\"1\"/>\n"
    let text = malformedBeginning + inline + none + none + workout + end
    let reading = try #require(readExport(text))
    #expect(reading.activities.count == 1)
    #expect(reading.remarks == ["inline_routes": 1, "activities_without_file": 2])
  }

  @Test(arguments: [
    ("Running", "running"), ("Cycling", "cycling"), ("Walking", "walking"), ("Hiking", "hiking"),
    ("Swimming", "swimming"), ("CrossCountrySkiing", "cross_country_skiing"),
    ("Other", nil),
  ])
  func typesAreSports(type: String, word: String?) throws {
    let text = workout.replacing("TypeRunning", with: "Type\(type)")
    let record = try #require(readExport(malformedBeginning + text + end)?.activities.first?.record)
    #expect(record.sport?.rawValue == word)
  }

  @Test(arguments: [
    "<Workout workoutActivityType=\"x", "<Workout a=\"1\" <Workout b=\"2\">", "<Workout",
    "<Workout duration=\"1\"><WorkoutEvent type=\"HKWorkoutEventTypePause\"", "<", "<W", "</",
  ])
  func aDamagedTagEndsWithTheNext(tag: String) throws {
    let reading = try #require(readExport(malformedBeginning + tag + workout + end))
    #expect(reading.activities.map(\.file) == ["/workout-routes/route_1.gpx"])
  }

  @Test func aTagWithoutEndIsNotKept() throws {
    let text = "<Workout x=\"" + String(repeating: "y", count: 5 << 20)
    let reading = try #require(readExport(malformedBeginning + text + "\">" + workout))
    #expect(reading.activities.count == 1)
    #expect(reading.remarks == ["tags_damaged": 1])
  }

  @Test func aTableThatBreaksOffIsSaid() throws {
    let cut = Array((malformedBeginning + workout + workout).utf8.dropLast(20))
    let reading = try #require(readExport(cut))
    #expect(reading.activities.count == 1)
    #expect(reading.remarks == ["breaks_off": 1])
  }

  @Test(arguments: [
    "<?xml version=\"1.0\"?>\n<ClinicalDocument xmlns=\"urn:hl7-org:v3\"><Workout >",
    "<gpx><name>HealthData</name></gpx>",
  ])
  func theClinicalDocumentBesideItIsNotTakenForIt(text: String) {
    #expect(readExport(text) == nil)
  }

  @Test(arguments: [
    ("2024-05-01 10:00:00 +0200", 1_714_550_400), ("2024-05-01 03:30:00 -0430", 1_714_550_400),
    ("2024-02-29 23:59:60 +0000", 1_709_251_200), ("2023-02-29 10:00:00 +0000", nil),
    ("2024-05-01 24:00:00 +0000", nil), ("2024-05-01T10:00:00Z", nil), ("", nil),
    ("1969-05-01 10:00:00 +0000", nil), ("9999-12-31 10:00:00 +0000", nil),
  ])
  func datesHaveAZone(text: String, seconds: Int?) throws {
    let workout = workout.replacing("2024-05-01 10:00:00 +0200\"\n", with: "\(text)\"\n")
    let record = try #require(
      readExport(malformedBeginning + workout + end)?.activities.first?.record)
    #expect(record.startedAt == seconds.map(instant))
  }
}
