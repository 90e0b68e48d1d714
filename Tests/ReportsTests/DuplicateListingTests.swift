import Hashing
import RunModel
import Testing

@testable import Reports

@Suite struct DuplicateListingTests {
  private static func run(_ number: Int, of primary: Int? = nil, device: String? = nil) -> Run {
    var description = RunDescription()
    description.name = number == 0 ? "Spring 10K" : nil
    description.device = device
    description.deviceDistance = number == 2 ? nil : 10_020
    let start = Timestamp(milliseconds: 1_555_228_800_000)
    var run = Run(
      id: id(number), version: 1, description: description, startedAt: start, endedAt: start,
      fixCount: 3_000 + number, segmentCount: 1, pointsDigest: SHA256Digest.of("\(number)"))
    run.primaryRun = primary.map(id)
    return run
  }

  private static func id(_ number: Int) -> RunID {
    RunID("\(number)a2b3c4d" + String(repeating: "0", count: 24))
      ?? RunID(source: SHA256Digest.of(""), ordinal: number)
  }

  private static func pair(
    _ first: Int, _ second: Int, _ relation: RunPair.Relation = .sameRecording,
    _ reason: RunPair.Reason = .position, offset: Int64 = 0, apart: Double = 0.02
  ) -> RunPair {
    RunPair(
      first: id(first), second: id(second), relation: relation, reason: reason,
      agreement: Agreement(
        offset: offset, commonFixes: 2_990, medianDistance: apart, nearShare: 0.998))
  }

  /// 0 stands for 1 to 3: one an hour off, one known by its id, one an earlier state of a file; 4 and 5,
  /// of one activity too, were on the same outing; 6 was set apart.
  private static var listing: DuplicateListing {
    let runs = [
      run(0, device: "Edge 530"), run(1, of: 0, device: "Edge 530"), run(2, of: 0), run(3, of: 0),
      run(4, device: "Phone"), run(5, of: 4), run(6),
    ]
    let formats = ["fit", "tcx", "gpx", "gpx", "gpx", "gpx", "gpx"]
    let recordings = zip(runs, formats).map { Recording(run: $0, format: $1) }
    return DuplicateListing(
      groups: [[recordings[4], recordings[5]], Array(recordings[0..<4])],
      pairs: [
        pair(0, 1, offset: 3_600_000), pair(0, 2, .sameRecording, .origin(.strava), apart: 1.26),
        pair(0, 4, .sameOuting, apart: 4.21), pair(1, 5, .sameOuting, apart: 4.19),
        pair(0, 6), pair(4, 5),
      ],
      runs: Dictionary(uniqueKeysWithValues: runs.map { ($0.id, $0) }),
      choices: [id(0): .primary, id(6): .separate], isComplete: true)
  }

  @Test func eachActivityIsListedWithWhatTellsItsCopies() {
    let expected = """
      2 activities recorded more than once; 4 copies count in no total.

         ID        KIND  FIXES  DEVICE     ITS OWN  APART  WITHIN  CLOCK  TOLD BY
      2019-04-14 08:00, Spring 10K
      *  0a2b3c4d  fit   3 000  Edge 530  10.02 km      –       –      –  your choice
         1a2b3c4d  tcx   3 001  Edge 530  10.02 km  0.0 m  99.8 %  -1:00  places
         2a2b3c4d  gpx   3 002  –                –  1.3 m  99.8 %      –  strava id
         3a2b3c4d  gpx   3 003  –         10.02 km      –       –      –  same file
      2019-04-14 08:00, Run 4a2b3c4d
      *  4a2b3c4d  gpx   3 004  Phone     10.02 km      –       –      –
         5a2b3c4d  gpx   3 005  –         10.02 km  0.0 m  99.8 %      –  places

      * stands for its activity. APART: median distance at common times. WITHIN: share
      of them within 1 m. CLOCK: hours to be added to its times.

      On one outing, each for itself:
      0a2b3c4d and 4a2b3c4d, 2019-04-14 08:00, Spring 10K, 4.2 m apart in the median

      Set apart by you: 6a2b3c4d.

      """
    #expect(Self.listing.text(Layout()) == expected)
  }

  @Test func scriptsGetTheAgreementOfEachCopy() {
    let line = Self.listing.json.line
    let beginning = #"""
      {"complete":true,"groups":[{"primary":"0a2b3c4d000000000000000000000000","recordings":[\#
      {"id":"0a2b3c4d000000000000000000000000","primary":true,"chosen":true,\#
      "name":"Spring 10K","started_at":"2019-04-14T08:00:00.000Z","format":"fit",\#
      "fixes":3000,"device":"Edge 530","device_distance_m":10020,"reason":null,\#
      "compared_with":null,"clock_offset_s":null,"common_fixes":null,\#
      "median_distance_m":null,"within_1_m":null},{"id":"1a2b3c4d
      """#
    let copy = #"""
      "reason":"position","compared_with":"0a2b3c4d000000000000000000000000",\#
      "clock_offset_s":-3600,"common_fixes":2990,"median_distance_m":0.02,"within_1_m":0.998
      """#
    let end = #"""
      "outings":[{"runs":["0a2b3c4d000000000000000000000000",\#
      "4a2b3c4d000000000000000000000000"],"common_fixes":2990,"median_distance_m":4.19,\#
      "within_1_m":0.998}],"separated":["6a2b3c4d000000000000000000000000"]}

      """#
    #expect(line.hasPrefix(beginning))
    #expect(line.contains(copy))
    #expect(line.contains(#""reason":"same_file","compared_with":null"#))
    #expect(line.hasSuffix(end))
  }
}
