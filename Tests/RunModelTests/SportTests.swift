import RunModel
import Testing

@Suite struct SportTests {
  @Test(
    arguments: [
      (nil, "unknown"), ("", "unknown"), ("  ", "unknown"), ("Running", "running"),
      ("trail_run", "running"), ("JOGGING", "running"), ("9", "running"), ("1", "cycling"),
      ("Biking", "cycling"), ("E-Bike Ride", "cycling"), ("Hike", "hiking"), ("Trekking", "hiking"),
      ("Walk", "walking"), ("Nordic Walking", "walking"), ("motorcycling", "motorcycling"),
      ("Open Water Swimming", "open_water_swimming"),
    ] as [(String?, String)])
  func isOneLowerCaseWord(recorded: String?, expected: String) {
    #expect(Sport(recorded: recorded).rawValue == expected)
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
