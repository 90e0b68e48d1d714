import RunModel
import ServiceExports
import Simulation
import TestSupport
import Testing

/// Changes tables at random, and expects bounded answers that do not depend on the pieces.
@Suite struct MutationTests {
  static let tables: [[UInt8]] = [
    StravaHeader.german + "\n" + """
      1,"12.09.2018, 15:02:23","Lauf ""A"" B",Lauf,"Zeile
      zwei",3600,"10,82",,,,,,activities/1.gpx,,,3600.0,3500.0,10820.5,5,3
      2,"12.09.2018, 15:02:23",B,Radfahrt,,3600,"20,00",,,,,,activities/2.fit.gz,,,1,1,20000,5,3
      3,x,C,Lauf,,3600,"5,00",,,,,,#error#,,,1,1,5000,5,3
      """,
    """
    [{"summarizedActivitiesExport":[{"activityId":1,"name":"a\\"b","beginTimestamp":1.5e12,
    "distance":1000.0,"activityType":"running","splits":[{"x":[1]}]},{"activityId":2,"parent":true,
    "beginTimestamp":1500000000000},{"activityId":3,"beginTimestamp":1500000000000}]}]
    """,
    malformedBeginning + """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" totalDistance="5"
       totalDistanceUnit="km" startDate="2024-05-01 10:00:00 +0200" endDate="2024-05-01 10:40:00 +0200">
      <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-05-01 10:10:00 +0200"/>
      <WorkoutEvent type="HKWorkoutEventTypeResume" date="2024-05-01 10:12:00 +0200"/>
      <WorkoutRoute><FileReference path="/workout-routes/&#x72;oute_1.gpx"/></WorkoutRoute></Workout>
      <Workout workoutActivityType="HKWorkoutActivityTypeYoga"/></HealthData>
      """,
    """
    Activity Id,Date,Type,Route Name,Distance (mi),GPX File
    a,2014-05-01 10:00:00,Running,"Lake, ""east"" side",1.5,2014-05-01-100000.gpx
    b,2014-05-01 10:00:00,Running,,1.5,
    """,
  ].map { Array($0.utf8) }

  @Test(arguments: tables.indices, 0..<4 as Range<UInt64>)
  func anyMutationIsReadTheSameInPieces(table: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<500 {
      var bytes = Self.tables[table]
      for _ in 0...Int.random(in: 0..<4, using: &generator) { mutate(&bytes, &generator) }
      let whole = readExport(bytes)
      let piece = [1, 7, 64].randomElement(using: &generator) ?? 1
      #expect(readExport(bytes, piece: piece) == whole, "seed \(seed), round \(round)")
      for activity in whole?.activities ?? [] {
        #expect(activity.file?.isEmpty != true)
        #expect(activity.record.distance.map { $0 > 0 && $0.isFinite } ?? true)
        #expect(activity.record.id?.utf8.count ?? 0 <= 1024)
        #expect(activity.record.name?.utf8.count ?? 0 <= 3 * 1024)
      }
    }
  }

  @Test(arguments: tables.indices)
  func cutAnywhereItIsTheBeginningOfTheWhole(table: Int) {
    let bytes = Self.tables[table]
    let whole = readExport(bytes)?.activities ?? []
    #expect(!whole.isEmpty)
    for cut in 0..<bytes.count {
      let part = readExport(Array(bytes.prefix(cut)))?.activities ?? []
      #expect(part.count <= whole.count)
      // The last one may have lost what stood behind the cut.
      #expect(part.dropLast().elementsEqual(whole.prefix(max(part.count - 1, 0))))
    }
  }
}
