import RunFormats
import RunModel
import TestSupport
import Testing

/// By which names the same activity is known again.
@Suite struct OriginTests {
  private func origins(_ text: String) throws -> [Origin] {
    let reader = FileReader()
    try reader.read(Array(text.utf8).span)
    return try reader.finish().runs.flatMap(\.origins)
  }

  @Test(arguments: [
    ("2024-05-01T08:00:00.000Z", "2024-05-01T08:00:00.000Z"),
    ("2024-05-01T10:00:00+02:00", "2024-05-01T08:00:00.000Z"),
    (" 2024-05-01T08:00:00Z ", "2024-05-01T08:00:00.000Z"), ("android_id:7", "android_id:7"),
  ])
  func theIDOfATCXActivityIsTheInstantThatItWrites(_ written: String, _ value: String) throws {
    let activity = """
      <TrainingCenterDatabase><Activities><Activity><Id>\(written)</Id><Lap><Track><Trackpoint>
      <Time>2024-05-01T08:00:01Z</Time><Position><LatitudeDegrees>1</LatitudeDegrees>
      <LongitudeDegrees>2</LongitudeDegrees></Position></Trackpoint></Track></Lap></Activity>
      </Activities></TrainingCenterDatabase>
      """
    #expect(try origins(activity) == [Origin(.tcxID, value)])
  }

  @Test func openTracksNamesItsTracks() throws {
    func gpx(_ tracks: String...) -> String {
      "<gpx xmlns:opentracks='http://opentracksapp.com/xmlschemas/v1'>"
        + tracks.map {
          "<trk><extensions><opentracks:trackid>\($0)</opentracks:trackid></extensions>"
            + "<trkseg><trkpt lat='1' lon='2'/></trkseg></trk>"
        }.joined() + "</gpx>"
    }
    #expect(try origins(gpx("ab-cd")) == [Origin(.trackID, "ab-cd")])
    #expect(try origins(gpx("a", "a", "b")) == [Origin(.trackID, "a"), Origin(.trackID, "b")])
    #expect(try origins(gpx(String(repeating: "x", count: 1000))).isEmpty)
    #expect(try origins(gpx("")).isEmpty)
  }
}
