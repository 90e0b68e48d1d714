import Reports
import RunAnalysis
import RunModel
import Testing

@testable import Pages

@Suite struct IndexPageTests {
  private func html(_ page: Page) -> String {
    var text = ""
    page.write(to: &text)
    return text
  }

  @Test func totalsAreSumsInTheOrderOfTheRuns() {
    // Each sum rounds: in another order the last digits are others.
    let metres = [0.1, 1e9, 0.2, -1e9, 0.7]
    let index = RunIndex(
      metres.enumerated().map { number, metres in
        IndexedRun(
          summary(number, sport: number == 2 ? .cycling : .running, distance: metres), diagnoses: []
        )
      })
    #expect(index.total.distance == ((((0.1 + 1e9) + 0.2) - 1e9) + 0.7))
    #expect(index.total.rawDistance == 5_000)
    #expect(index.total.dropped == 10)
    #expect(index.sport.words == ["cycling", "running"])
    #expect(index.totalsBySport.map(\.runs) == [1, 4])
    #expect(index.totalsBySport[0].distance == 0.2)
    #expect(index.totalsBySport[1].distance == (((0.1 + 1e9) - 1e9) + 0.7))
  }

  @Test func aRunIsInTheClassOfItsShare() {
    let index = RunIndex(
      [(1_000, 999), (1_000, 990), (0, 0), (1_000, 400)].enumerated().map { number, sums in
        IndexedRun(summary(number, raw: sums.0, distance: sums.1), diagnoses: [])
      })
    #expect(index.histogram.counts == [1, 0, 1, 0, 0, 0, 0, 0, 1])
    let page = html(indexPage(of: index.runs, unit: .kilometres))
    #expect(page.contains("aria-label=\"0 % to 0.5 %: 1\u{A0}run\""))
    #expect(page.contains("1\u{A0}run without any raw distance is in no bar."))
    #expect(page.contains(#""share_class":[0,2,null,8]"#))
  }

  @Test func runsAreFoundByWhatTheyHaveInCommon() {
    let runs = [
      IndexedRun(
        summary(1) { $0.run.description.device = "Watch" },
        diagnoses: [diagnosis(.standingDrift), diagnosis(.noAccuracy)]),
      IndexedRun(
        summary(400) { $0.run.description.sport = Sport(rawValue: "trail_running") },
        diagnoses: [diagnosis(.noAccuracy)]),
      IndexedRun(summary(2) { $0.run.startedAt = nil }, diagnoses: []),
    ]
    let index = RunIndex(runs)
    #expect(index.sport.words == ["running", "trail running"])
    #expect(index.year.words == ["1970", "1971", "not known"])
    #expect(index.year.places == [[0], [1], [2]])
    #expect(index.device.words == ["Watch", "not known"])
    #expect(index.diagnosis.words == ["drift while standing", "no accuracy"])
    #expect(index.diagnosis.places == [[0, 1], [1], []])
    #expect(index.diagnosis.counts == [1, 2])
  }

  @Test func everyDiagnosisHasAWordOfItsOwn() {
    #expect(Set(Diagnosis.Kind.allCases.map(\.label)).count == Diagnosis.Kind.allCases.count)
  }

  @Test func claimsHaveTheirDifferenceToOurDistance() {
    let run = IndexedRun(
      summary(1, distance: 900) {
        $0.run.description.deviceDistance = 950.5
        $0.claims = [Claim(by: "strava", distance: 880), Claim(by: "user", distance: 1_000)]
      }, diagnoses: [])
    let page = html(indexPage(of: [run], unit: .miles))
    #expect(page.contains(#""device_distance_m":[950.5],"device_difference_m":[50.5]"#))
    #expect(page.contains(#""claims":[[["Strava",880,-20],["You",1000,100]]]"#))
    #expect(page.contains(#""unit":"mi""#))
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "<!-- <script>", "a\"b'c", "\u{202E}gnp\u{07}",
  ]) func namesAndDevicesAreText(name: String) {
    let run = IndexedRun(
      summary(1) {
        $0.run.description.name = name
        $0.run.description.device = name
        $0.run.description.sport = Sport(rawValue: name)
      }, diagnoses: [])
    let page = html(indexPage(of: [run], unit: .kilometres))
    let plain = html(indexPage(of: [IndexedRun(summary(1), diagnoses: [])], unit: .kilometres))
    func tags(_ text: String) -> [Substring] {
      text.matches(of: /<\/?(?:script|!--|select|option|bdi)/).map(\.output)
    }
    #expect(tags(page) == tags(plain))
    #expect(!page.contains("\u{202E}") && !page.contains("\u{07}"))
  }

  @Test func anIndexOfNothingIsAPageToo() {
    let page = html(indexPage(of: [], unit: .kilometres))
    #expect(page.contains("<h1>0\u{A0}runs</h1>"))
    #expect(page.contains(#""total":{"runs":0,"distance_m":0,"#))
  }
}
