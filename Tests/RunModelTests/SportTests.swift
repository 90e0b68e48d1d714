import RunModel
import Testing

@Suite struct SportTests {
  @Test(
    arguments: [
      (nil, "unknown"), ("", "unknown"), ("  ", "unknown"), ("Running", "running"),
      ("trail_run", "running"), ("JOGGING", "running"), ("9", "9"), ("Horse Ride", "horse_ride"),
      ("road_biking", "cycling"), ("Ride", "cycling"), ("Treadmill running", "running"),
      ("Biking", "cycling"), ("E-Bike Ride", "cycling"), ("Hike", "hiking"), ("Trekking", "hiking"),
      ("Walk", "walking"), ("Nordic Walking", "walking"), ("motorcycling", "motorcycling"),
      ("Open Water Swimming", "open_water_swimming"),
    ] as [(String?, String)])
  func isOneLowerCaseWord(recorded: String?, expected: String) {
    #expect(Sport(recorded: recorded).rawValue == expected)
  }

  @Test func stravaWritesNumbers() {
    #expect(Sport(recorded: "9", by: "StravaGPX Android") == .running)
    #expect(Sport(recorded: "1", by: "StravaGPX") == .cycling)
    #expect(Sport(recorded: "1", by: "OsmAnd").rawValue == "1")
  }

  @Test(arguments: [
    (Sport.running, "run"), (.unknown, "run"), (.walking, "hike"), (.hiking, "hike"),
    (.cycling, "ride"), (Sport(rawValue: "sailing"), "any"),
  ])
  func hasABuiltInSet(sport: Sport, name: String) {
    #expect(sport.builtInSetName == name)
    #expect(ParameterSet.builtIn.contains { $0.reference == ParameterReference(name, 1) })
  }
}
