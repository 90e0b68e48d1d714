import DistanceEngine
import Foundation
import Hashing
import RunAnalysis
import RunModel
import Simulation
import Testing

@testable import Pages
@testable import Reports

@Suite struct RunPageTests {
  /// The page of fixes measured by `run@1`.
  private static func page(
    _ fixes: Fixes, _ change: (inout RunDescription) -> Void = { _ in }
  ) throws -> RunPage {
    let digest = SHA256Digest.of("page")
    var description = RunDescription()
    description.sport = .running
    change(&description)
    let run = Run(
      id: RunID(source: digest, ordinal: 0), version: 1, description: description,
      startedAt: fixes.timeSpan?.lowerBound, endedAt: fixes.timeSpan?.upperBound,
      fixCount: fixes.count, segmentCount: fixes.segmentCount, pointsDigest: digest)
    let parameters = ParameterSet.builtIn[0]
    let ledger = try ledger(of: fixes, under: parameters.rules)
    let details = RunReport.Details(fixes: fixes, ledger: ledger)
    let report = RunReport(
      run: run, source: nil, parameters: parameters, isCurrent: true,
      measurement: ledger.measurement, details: details)
    let distance = ledger.measurement.distance
    let grid = LimitGrid(around: parameters.rules, of: fixes)
    return RunPage(
      Explanation(
        report: report, claims: [],
        sensitivity: try Sensitivity(fixes, under: parameters.rules, distance: distance),
        diagnoses: diagnoses(
          of: description, fixes: fixes, ledger: ledger, rules: parameters.rules)),
      details: details, limits: MeasuredGrid(grid, try measureAll(fixes, under: grid.sets)),
      unit: .kilometres)
  }

  private static func text(_ page: RunPage) -> String {
    var text = ""
    page.page.write(to: &text)
    return text
  }

  private static func data(_ page: RunPage) throws -> [String: Any] {
    let data = try JSONSerialization.jsonObject(with: Data(page.data.line.utf8))
    return try #require(data as? [String: Any])
  }

  private static func column(_ name: String, _ data: [String: Any]) throws -> [Double?] {
    let fixes = try #require(data["fixes"] as? [String: Any])
    return try #require(fixes[name] as? [Any]).map { $0 as? Double }
  }

  /// Differences added up again.
  private static func summed(_ differences: [Double?]) -> [Double?] {
    var last = 0.0
    return differences.map { difference in
      difference.map {
        last += $0
        return last
      }
    }
  }

  @Test func whatIsEmbeddedIsWhatTheFixesAre() throws {
    let fixes = Scenario.disputed.simulate().recording.fixes
    let page = try Self.page(fixes)
    let data = try Self.data(page)
    let ledger = page.details.ledger
    let latitude = Self.summed(try Self.column("lat", data))
    let longitude = Self.summed(try Self.column("lon", data))
    let time = Self.summed(try Self.column("time", data))
    let sum = Self.summed(try Self.column("sum", data))
    let moved = try Self.column("moved", data)
    let verdicts = try #require((data["fixes"] as? [String: Any])?["verdict"] as? String)
    #expect(verdicts.utf8.map { $0 - 48 } == ledger.verdicts.map(\.rawValue))
    var total = 0.0
    for seq in 0..<fixes.count {
      if ledger.verdicts[seq] == .counted { total += ledger.moved[seq] }
      // Half of the last digit that is kept.
      #expect(abs((latitude[seq] ?? .nan) / 1e7 - fixes.latitude[seq]) <= 0.5001e-7)
      #expect(abs((longitude[seq] ?? .nan) / 1e7 - fixes.longitude[seq]) <= 0.5001e-7)
      #expect(time[seq] == Double(fixes.time[seq]))
      #expect(abs((sum[seq] ?? .nan) / 1000 - total) <= 0.000_501)
      #expect((moved[seq] == nil) == ledger.moved[seq].isNaN)
      if let moved = moved[seq] { #expect(abs(moved - ledger.moved[seq]) <= 0.0501) }
    }
  }

  @Test func theGridIsWhatTheEngineMeasures() throws {
    let page = try Self.page(Scenario.disputed.simulate().recording.fixes)
    let grid = try #require(try Self.data(page)["grid"] as? [String: Any])
    let points = try #require(grid["points"] as? [[Double]])
    let own = page.report.measurement.distance
    #expect(points.count == page.limits.grid.sets.count)
    for (point, rules) in zip(points, page.limits.grid.sets) {
      let measured = try measure(page.details.fixes, under: rules)
      // Foundation reads the last bit of some numbers otherwise than they were written.
      #expect(abs(point[0] - measured.distance) < 1e-9)
      #expect(abs(point[1] - (measured.distance - own)) < 1e-9)
      #expect(point[2] == Double(measured.counts.dropped))
      #expect(point[3] == Double(measured.counts[.belowMinMove]))
    }
  }

  @Test(arguments: [0, 1, 2]) func aRunOfFewFixesHasAPage(count: Int) throws {
    let fixes = Fixes(
      time: Array([0, 1_000].prefix(count)), latitude: Array([46, 46].prefix(count)),
      longitude: Array([8, 8].prefix(count)), segment: Array([0, 0].prefix(count)))
    let text = Self.text(try Self.page(fixes))
    #expect(text.contains("0.000\u{A0}km"))
    #expect(text.contains("<script") == (count > 0))
    #expect(text.contains("The run has no fix.") == (count == 0))
  }

  @Test func namesAreText() throws {
    let name = "<b onload=\"x\">\u{202E}&</script><!--"
    let page = try Self.page(Scenario.disputed.simulate().recording.fixes) {
      $0.name = name
      $0.device = name
      $0.sport = Sport(rawValue: name)
    }
    let text = Self.text(page)
    #expect(!text.contains("<b onload") && !text.contains("\u{202E}"))
    #expect(
      text.components(separatedBy: "</script>").count
        == text.components(separatedBy: "<script").count)
    #expect(
      text.contains("<bdi>&lt;b onload=&quot;x&quot;&gt;\u{FFFD}&amp;&lt;/script&gt;&lt;!--</bdi>"))
  }

  /// Three hours at one fix a second with all the digits that a double has.
  @Test func threeHoursStayBelowAMegabyteAndAHalf() throws {
    var fixes = Fixes()
    for second in 0..<10_800 {
      let wave = Double(second) / 97
      fixes.append(
        time: 1_700_000_000_000 + Int64(second) * 1_000,
        latitude: 46.123456789 + wave * 0.0027, longitude: 8.987654321 + wave.squareRoot() * 0.003,
        segment: 0)
      fixes.set(.accuracy, 5 + wave.truncatingRemainder(dividingBy: 7))
      fixes.set(.speed, 2 + wave.truncatingRemainder(dividingBy: 3))
      fixes.set(.elevation, 400 + wave.truncatingRemainder(dividingBy: 50))
    }
    #expect(Self.text(try Self.page(fixes)).utf8.count < 1_500_000)
  }

  @Test func aRunOfAMillionFixesHasAPageOfTheSameSize() throws {
    var fixes = Fixes()
    for index in 0..<1_000_000 {
      fixes.append(
        time: Int64(index) * 1_000, latitude: 10 + Double(index) * 3e-5,
        longitude: index % 500 == 250 ? 9 : 8, segment: Int32(index / 200_000))
    }
    let text = Self.text(try Self.page(fixes))
    #expect(text.utf8.count < 1_500_000)
    #expect(text.contains("The run has 1\u{A0}000\u{A0}000 fixes"))
    #expect(text.contains("all 2\u{A0}000 dropped ones"))
  }
}
