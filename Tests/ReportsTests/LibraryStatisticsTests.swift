import Hashing
import RunAnalysis
import RunModel
import TestSupport
import Testing

@testable import Reports

@Suite struct LibraryStatisticsReportTests {
  /// A run on the last day of 2019, by a watch, and a plan of which nothing more is known.
  private let statistics: LibraryStatistics = {
    var statistics = LibraryStatistics()
    let eve = 1_577_800_000.0
    let recorded = Fixes.north([0, 10, 20], seconds: [eve, eve + 100, eve + 7_200])
    let planned = Fixes.north([0, 10], seconds: [nil, nil], accuracy: [nil, nil])
    for (number, fixes) in [recorded, planned].enumerated() {
      let digest = SHA256Digest.of("run \(number)")
      var description = RunDescription()
      description.sport = number == 0 ? .running : .unknown
      description.device = number == 0 ? "A \"watch\"" : nil
      description.timerTime = number == 0 ? 7_300 : nil
      var measurement = Measurement()
      measurement.distance = 20_500
      measurement.counts[.overMaxSpeed] = 1
      statistics.add(
        RunFacts(
          run: Run(
            id: RunID(source: digest, ordinal: 0), version: 1, description: description,
            startedAt: fixes.timeSpan?.lowerBound, endedAt: nil, fixCount: fixes.count,
            segmentCount: 1, pointsDigest: digest),
          format: number == 0 ? "fit" : nil, shape: RecordingShape(fixes),
          parameters: ParameterReference("run", 1), measurement: measurement))
    }
    return statistics
  }()

  @Test(arguments: [60, 80])
  func theOverviewNamesWhatIsThereAndWhatIsOdd(width: Int) {
    let expected = """
      2 runs, 5 fixes, 2019-12-31 to 2019-12-31
      41.000 km in 2.0 h by run@1

      RECORDINGS            RUNS   SHARE      IN ALL
      interrupted              0  0.00 %
      with gaps                1  50.0 %      2 gaps
      - several segments       0  0.00 %
      - holes over 60 s        1  50.0 %     2 holes
      without accuracy         1  50.0 %
      without some times       0  0.00 %
      planned routes           1  50.0 %
      first fix after 30 s     1   100 %  known of 1

      DROPPED           RUNS   SHARE  FIXES   SHARE
      invalid_position     0  0.00 %      0  0.00 %
      invalid_accuracy     0  0.00 %      0  0.00 %
      poor_accuracy        0  0.00 %      0  0.00 %
      missing_accuracy     0  0.00 %      0  0.00 %
      over_max_speed       2   100 %      2  40.0 %

      SPORT  RUNS  FIXES  DISTANCE   TIME
      run       1      3   20.5 km  2.0 h
      –         1      2   20.5 km  0.0 h

      FORMAT  RUNS  FIXES  DISTANCE   TIME
      –          1      2   20.5 km  0.0 h
      fit        1      3   20.5 km  2.0 h

      DEVICE     RUNS  FIXES  DISTANCE   TIME
      –             1      2   20.5 km  0.0 h
      A "watch"     1      3   20.5 km  2.0 h

      YEAR  SPORT  RUNS  FIXES  DISTANCE   TIME
      2019  run       1      3   20.5 km  2.0 h
      –     –         1      2   20.5 km  0.0 h

      MONTH    SPORT  RUNS  FIXES  DISTANCE   TIME
      2019-12  run       1      3   20.5 km  2.0 h

      """
    #expect(statistics.text(Layout(width: width)) == expected)
  }

  @Test func scriptsGetEveryNumber() {
    let line = statistics.json.line
    #expect(
      line.hasPrefix(
        #"{"runs":2,"fixes":5,"distance_m":41000,"recorded_s":7200,"recorded_of_runs":2,"#
          + #""first_started_at":"2019-12-31T13:46:40.000Z","#
          + #""last_started_at":"2019-12-31T13:46:40.000Z","parameters":["run@1"],"recordings":{"#
          + #""interrupted":{"runs":0,"of_runs":2,"occurrences":0},"#
          + #""with_gaps":{"runs":1,"of_runs":2,"occurrences":2},"#))
    #expect(line.contains(#""over_max_speed":{"runs":2,"fixes":2,"fixes_percent":40}}"#))
    #expect(
      line.hasSuffix(
        #""by_month":[{"month":"2019-12","sport":"running","runs":1,"fixes":3,"#
          + #""distance_m":20500,"recorded_s":7200,"recorded_of_runs":1},{"month":null,"sport":"unknown","runs":1,"#
          + #""fixes":2,"distance_m":20500,"recorded_s":0,"recorded_of_runs":1}]}"# + "\n"))
  }

  @Test func aTableGetsLinesOfOneShape() {
    let expected = [
      "group,name,sport,runs,of_runs,occurrences,fixes,distance_m,recorded_s,recorded_of_runs",
      "all,,,2,,,5,41000,7200,2",
      "recordings,interrupted,,0,2,0,,,,",
      "recordings,with_gaps,,1,2,2,,,,",
      "recordings,several_segments,,0,2,0,,,,",
      "recordings,holes,,1,2,2,,,,",
      "recordings,without_accuracy,,1,2,1,,,,",
      "recordings,without_some_times,,0,2,0,,,,",
      "recordings,planned_route,,1,2,1,,,,",
      "recordings,late_first_fix,,1,1,1,,,,",
      "dropped,invalid_position,,0,2,0,,,,",
      "dropped,invalid_accuracy,,0,2,0,,,,",
      "dropped,poor_accuracy,,0,2,0,,,,",
      "dropped,missing_accuracy,,0,2,0,,,,",
      "dropped,over_max_speed,,2,2,2,,,,",
      #"sport,,"running",1,,,3,20500,7200,1"#,
      #"sport,,"unknown",1,,,2,20500,0,1"#,
      "format,,,1,,,2,20500,0,1",
      #"format,"fit",,1,,,3,20500,7200,1"#,
      "device,,,1,,,2,20500,0,1",
      #"device,"A ""watch""",,1,,,3,20500,7200,1"#,
      #"year,"2019","running",1,,,3,20500,7200,1"#,
      #"year,,"unknown",1,,,2,20500,0,1"#,
      #"month,"2019-12","running",1,,,3,20500,7200,1"#,
      #"month,,"unknown",1,,,2,20500,0,1"#,
    ]
    #expect(statistics.csv == expected.map { $0 + "\r\n" }.joined())
  }
}
