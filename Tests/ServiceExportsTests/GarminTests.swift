import RunModel
import ServiceExports
import Testing

@Suite struct GarminTests {
  private func summary(_ id: Int, _ more: String = "") -> String {
    """
    {"activityId":\(id),"uuidMsb":-1,"name":"Run \\"\(id)\\" {[","activityType":"trail_running",
    "beginTimestamp":1.5E12,"distance":1082050.0,"elapsedDuration":3600000.5,"splits":[{"a":[1,{}]}]\(more)}
    """
  }

  private func export(_ elements: [String]) -> String {
    "[{\"summarizedActivitiesExport\" : [\(elements.joined(separator: ",\n"))]}]"
  }

  @Test(arguments: [1, 2, 3, 7, 64, 100_000])
  func eachElementIsAnActivity(piece: Int) throws {
    let reading = try #require(readExport(export([summary(1), summary(2)]), piece: piece))
    #expect(reading.table == .garmin)
    #expect(reading.activities.map(\.record.id) == ["1", "2"])
    let activity = try #require(reading.activities.first)
    #expect(activity.file == nil)
    #expect(activity.record.name == "Run \"1\" {[")
    #expect(activity.record.sport == .running)
    #expect(activity.record.distance == 10_820.5)
    #expect(activity.record.startedAt == instant(1_500_000_000))
    #expect(activity.endedAt == Timestamp(milliseconds: 1_500_003_600_001))
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func theSumOfAMultisportIsLeftOut() throws {
    let elements = [summary(1, ",\"parent\":true"), summary(2, ",\"parent\":false,\"parentId\":1")]
    let reading = try #require(readExport(export(elements)))
    #expect(reading.activities.map(\.record.id) == ["2"])
    #expect(reading.activityCount == 1)
    #expect(reading.remarks == ["multisport_parents": 1])
  }

  @Test(arguments: [
    "{\"activityId\":3}", "{\"activityId\":3,\"beginTimestamp\":1e300}", "{]", "[1,2]",
    "{\"beginTimestamp\":\"soon\"}", "{\"beginTimestamp\":-5}",
    String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000),
  ])
  func whatIsNoSummaryIsCounted(element: String) throws {
    let reading = try #require(readExport(export([summary(1), element, summary(2)])))
    #expect(reading.activities.first?.record.id == "1")
    #expect(reading.remarks["summaries_unreadable"] ?? 0 > 0)
  }

  @Test func fieldsOfAnotherKindAreNotSaid() throws {
    let element = """
      {"activityId":"x","name":7,"activityType":{"typeKey":"cycling"},"startTimeGmt":1500000000000,
      "distance":"far"}
      """
    let record = try #require(readExport(export([element]))?.activities.first?.record)
    #expect(record.id == nil)
    #expect(record.name == nil)
    #expect(record.distance == nil)
    #expect(record.sport == .cycling)
  }

  @Test func aTableThatBreaksOffKeepsItsWholeElements() throws {
    let whole = export([summary(1), summary(2), summary(3)])
    for cut in 40..<whole.utf8.count - 3 {
      let reading = try #require(readExport(Array(whole.utf8.prefix(cut))))
      #expect(reading.activities.count <= 3)
      #expect(reading.remarks == ["breaks_off": 1])
    }
  }

  @Test func anElementOfMegabytesIsLeftOut() throws {
    let long = summary(2, ",\"x\":\"\(String(repeating: "y", count: 3 << 20))\"")
    let reading = try #require(readExport(export([summary(1), long, summary(3)])))
    #expect(reading.activities.map(\.record.id) == ["1", "3"])
    #expect(reading.remarks == ["summaries_too_long": 1])
  }

  @Test func noNumberOfActivitiesTakesAllMemory() throws {
    let element = "{\"activityId\":1,\"beginTimestamp\":1500000000000}"
    let reading = try #require(readExport(export(Array(repeating: element, count: 100_003))))
    #expect(reading.activities.count == 100_000)
    #expect(reading.remarks == ["activities_left_out": 3])
  }

  @Test(arguments: ["[]", "{\"a\":[{\"activityId\":1}]}", "[{\"other\":[]}]"])
  func otherJSONIsNotTakenForIt(text: String) {
    #expect(readExport(text) == nil)
  }
}
