import ReaderProperties
import RunFormats
import RunModel
import Simulation
import TestSupport
import Testing

/// Shapes and names of the account export as described by those who took it apart; Polar publishes
/// none.
@Suite struct PolarReaderTests {
  static let session = """
    {"identifier": {"id": "7001"}, "startTime": "2024-05-01T12:00:00.000",
     "timezoneOffsetMinutes": 120, "durationMillis": 60000, "distanceMeters": 55.5,
     "sport": {"id": "27"}, "name": "Trail",
     "exercises": [{"startTime": "2024-05-01T12:00:00.000", "timezoneOffsetMinutes": 120,
       "distanceMeters": 44.25, "sport": {"id": "27"},
       "routes": {"route": {"startTime": "2024-05-01T12:00:01.000", "wayPoints": [
         {"latitude": 45.5, "longitude": 7.25, "altitude": 300.5, "elapsedMillis": 0},
         {"latitude": 45.5001, "longitude": 7.25, "altitude": 301, "elapsedMillis": 1000},
         {"latitude": NaN, "longitude": 7.25, "elapsedMillis": 2000},
         {"latitude": 45.5002, "longitude": 7.25, "altitude": NaN, "elapsedMillis": 30000}]}},
       "samples": {"samples": [
         {"type": "HEART_RATE", "intervalMillis": 1000, "values": [100, 101, 102, NaN]},
         {"type": "SPEED", "intervalMillis": 1000, "values": [0.0, 9.0, 18.0]},
         {"type": "ALTITUDE", "intervalMillis": 1000, "values": [0, 0, 0]},
         {"type": "UNHEARD_OF", "intervalMillis": 1000, "values": [1]}]},
       "pauseTimes": [{"startTime": "2024-05-01T12:00:05.000", "durationMillis": 20000}]}]}
    """

  private func reading(_ text: String, piece: Int = 64) throws(FormatError) -> Reading {
    let reader = FileReader()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      try reader.read(bytes.span.extracting(start..<min(start + piece, bytes.count)))
    }
    return try reader.finish()
  }

  @Test func aSessionIsRead() throws {
    let reading = try reading(Self.session)
    #expect(reading.format == .polar)
    #expect(reading.kind == .activity)
    let run = try #require(reading.runs.first)
    #expect(reading.runs.count == 1)
    // 12:00:01 at two hours east of UTC.
    let start: Int64 = 1_714_557_601_000
    #expect(run.fixes.time == [start, start + 1000, start + 30_000])
    #expect(run.fixes.latitude == [45.5, 45.5001, 45.5002])
    #expect(run.fixes.segment == [0, 0, 1])
    #expect(run.fixes[.elevation].map { $0.isNaN ? -1 : $0 } == [300.5, 301, -1])
    #expect(run.fixes[.heartRate].map { $0.isNaN ? -1 : $0 } == [101, 102, -1])
    #expect(run.fixes[.speed].map { $0.isNaN ? -1 : $0 } == [2.5, 5, -1])
    #expect(run.description.sport == .running)
    #expect(run.description.name == "Trail")
    #expect(run.description.utcOffsetMinutes == 120)
    #expect(run.description.deviceDistance == 44.25)
    #expect(run.origins == [Origin(.polar, "7001")])
    #expect(reading.diagnostics.map(\.code) == ["points_without_position"])
  }

  @Test func everyExerciseWithARouteIsARun() throws {
    let exercise = """
      {"routes": {"route": {"wayPoints": [{"latitude": 1, "longitude": 2, "elapsedMillis": 5}]}}}
      """
    let reading = try reading(
      """
      {"startTime": "2024-05-01T12:00:00", "timezoneOffsetMinutes": 0, "identifier": "x",
       "exercises": [\(exercise), {"distanceMeters": 5}, \(exercise)]}
      """)
    #expect(reading.runs.map(\.fixes.count) == [1, 1])
    #expect(reading.runs.flatMap(\.origins).map(\.value) == ["x/0", "x/1"])
    #expect(reading.runs[0].description.deviceDistance == nil)
  }

  @Test func aSessionWithoutARouteHasNoPositions() throws {
    let reading = try reading(#"{"exercises": [{"samples": {"samples": []}}]}"#)
    #expect(reading.kind == .withoutPositions)
  }

  @Test(arguments: [
    #"{"exercises": 5}"#, #"{"exercises": [1, "a", null]}"#,
    #"{"exercises": [{"routes": [], "samples": 1, "pauseTimes": {}}]}"#,
    #"{"exercises": [{"routes": {"route": {"wayPoints": [1, {"latitude": "1"}]}}}]}"#,
  ])
  func oddShapesGiveNoRun(_ text: String) {
    let runs = (try? reading(text))?.runs ?? []
    #expect(runs.isEmpty)
  }

  @Test(arguments: [
    "9223372036854775807", "-9223372036854775808", "1e300", "NaN", "\"5\"",
  ])
  func anElapsedTimeBeyondAllClocksIsNoTrap(_ elapsed: String) throws {
    let reading = try reading(
      """
      {"startTime": "2024-05-01T12:00:00", "exercises": [{"pauseTimes": [
        {"startTime": "2024-05-01T12:00:00", "durationMillis": \(elapsed)}],
       "samples": {"samples": [{"type": "SPEED", "intervalMillis": \(elapsed), "values": [1]}]},
       "routes": {"route": {"wayPoints": [
         {"latitude": 1, "longitude": 2, "elapsedMillis": \(elapsed)},
         {"latitude": 1, "longitude": 2, "elapsedMillis": 0}]}}}]}
      """)
    #expect(reading.runs.first?.fixes.count == 2)
  }

  /// Each is two bytes of the file, and 150 of memory where it is an object.
  @Test func moreValuesThanAnySessionHasAreRefused() {
    let values = String(repeating: "0,", count: 4_000_000)
    let error = #expect(throws: FormatError.self) {
      try reading("{\"exercises\": [\(values)0]}", piece: 1 << 20)
    }
    #expect(error?.code == .jsonTooLarge)
  }

  @Test func nestingHasALimit() {
    for bracket in ["[", "{\"a\":"] {
      let deep = String(repeating: bracket, count: 100_000)
      let error = #expect(throws: FormatError.self) {
        try reading("{\"exercises\": \(deep)", piece: 1 << 20)
      }
      #expect(error?.code == .jsonDamaged)
    }
  }

  @Test func textIsNoValueHoweverManyCommasItHas() throws {
    let commas = String(repeating: ",", count: 4_000_001)
    let text = Self.session.replacing("Trail", with: commas)
    #expect(try reading(text, piece: 1 << 20).runs.first?.description.name == commas)
  }

  @Test func theFirstSeriesOfAChannelWithValuesCounts() throws {
    let empty = "{\"type\": \"HEART_RATE\", \"intervalMillis\": 1000, \"values\": []},"
    let unknown = empty.replacing("[]", with: "[null]")
    func heartRates(behind other: String) throws -> [Double] {
      let text = Self.session.replacing("{\"type\": \"HEART", with: "\(other){\"type\": \"HEART")
      return try #require(try reading(text).runs.first).fixes[.heartRate]
    }
    #expect(try heartRates(behind: empty).first == 101)
    #expect(try heartRates(behind: unknown).isEmpty)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func anyMutationIsReadOrRefused(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var bytes = Array(Self.session.utf8)
      for _ in 0...Int.random(in: 0..<4, using: &generator) { mutate(&bytes, &generator) }
      try checkReading(of: bytes)
    }
  }
}
