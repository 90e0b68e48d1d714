import RunModel
import ServiceExports
import Testing

@Suite struct RunKeeperTests {
  @Test(arguments: [
    ("(km)", "10.82", 10_820.0), ("(mi)", "1.00", 1609.344), ("(km)", "\"10,82\"", 10_820.0),
    ("(km)", "", nil),
  ])
  func aRowIsAnActivity(unit: String, distance: String, metres: Double?) throws {
    let text = """
      Activity Id,Date,Type,Route Name,Distance \(unit),Duration,Notes,GPX File
      6f-1,2014-05-01 10:00:00,Running,"Lake, east",\(distance),53:10,"two
      lines",2014-05-01-100000.gpx
      6f-2,2014-05-02 10:00:00,Running,,5.0,25:00,,
      """
    let reading = try #require(readExport(text))
    #expect(reading.table == .runkeeper)
    let activity = try #require(reading.activities.first)
    #expect(activity.file == "2014-05-01-100000.gpx")
    #expect(activity.record.id == "6f-1")
    #expect(activity.record.name == "Lake, east")
    #expect(activity.record.sport == .running)
    #expect(activity.record.distance == metres)
    #expect(reading.remarks == ["activities_without_file": 1])
  }

  @Test func theTableOfEarlierYearsHasNoIds() throws {
    let text = """
      Date,Type,Route Name,Distance (km),GPX File
      2012-05-01 10:00:00,Mountain Biking,,12.5,2012-05-01-100000.gpx
      """
    let record = try #require(readExport(text)?.activities.first?.record)
    #expect(record.id == nil)
    #expect(record.sport == .cycling)
    #expect(record.distance == 12_500)
  }
}

@Suite struct TakeoutTests {
  @Test(arguments: [
    ("2017-10-29T23_08_59Z_PT2M5.699S_Walking.tcx", "walking"),
    ("2015-01-04T17_00_00+01_00_PT30M_Running.tcx", "running"),
    ("2015-01-04T17_00_00+01_00_PT1H2M3S_Road biking.tcx", "cycling"),
    ("2017-10-29T23_08_59Z_PT2M5.699S_Other.tcx", nil), ("Running.tcx", nil),
    ("2017-10-29T23_08_59Z_PT2M5.699S_Walking.json", nil), ("", nil),
  ])
  func theNameTellsTheSport(name: String, sport: String?) {
    #expect(takeoutRecord(fileName: name[...])?.sport?.rawValue == sport)
  }

  /// To match one of 64 KB takes minutes, and a zip may hold thousands.
  @Test func aNameThatNoFileCanHaveTellsNothing() {
    let (start, end) = ("2017-10-29T23_08_59Z", "_PT2M_Walking.tcx")
    let middle = String(repeating: "_PTM", count: 54)
    #expect((start + middle + end).utf8.count <= 255)
    #expect(takeoutRecord(fileName: (start + middle + end)[...])?.sport == .walking)
    let long = String(repeating: "_PTM", count: 16_000)
    #expect(takeoutRecord(fileName: (start + long + end)[...]) == nil)
    #expect(takeoutRecord(fileName: (start + long + "1.tcx")[...]) == nil)
  }
}
