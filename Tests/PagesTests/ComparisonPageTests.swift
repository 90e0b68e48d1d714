import DistanceEngine
import Reports
import RunAnalysis
import RunModel
import Simulation
import Testing

@testable import Pages

@Suite struct ComparisonPageTests {
  private func html(_ page: Page) -> String {
    var text = ""
    page.write(to: &text)
    return text
  }

  private var difference: ParameterDifference {
    let old = ParameterSet.builtIn[0]
    var rules = old.rules
    rules.minMove = 8
    let new = ParameterSet(
      reference: ParameterReference("run", 2), rules: rules, note: nil, createdAt: old.createdAt)
    return ParameterDifference(from: old, to: new)
  }

  private func comparison(_ changes: [(old: Double, new: Double)]) -> Comparison {
    Comparison(
      from: ParameterReference("run", 1), to: ParameterReference("run", 2),
      changes: changes.enumerated().map { number, distances in
        RunChange(
          run: summary(number).run, old: distances.old, new: distances.new, flips: Flips())
      })
  }

  @Test func barsReachFromTheLowestChangeToTheHighest() {
    let drawing = HistogramDrawing(
      ofChanges: comparison([(1_000, 995), (1_000, 1_000), (1_000, 1_003), (1_000, 1_003)]))
    #expect(drawing.shown.map { drawing.histogram.counts[$0] } == [1, 0, 1, 0, 2])
    #expect(
      drawing.shown.map { drawing.names[$0] } == [
        "-0.5 % to -0.1 %", "-0.1 % to 0 %", "the same", "0 % to +0.1 %", "+0.1 % to +0.5 %",
      ])
    #expect(drawing.ticks[drawing.shown.lowerBound] == "-0.5")
    #expect(drawing.ticks[drawing.shown.upperBound] == "+0.5")
    #expect(drawing.title.hasSuffix("-0.5 % to -0.1 %: 1; the same: 1; +0.1 % to +0.5 %: 2"))
  }

  @Test func farChangesAreInClassesWithoutAnEnd() {
    let drawing = HistogramDrawing(ofChanges: comparison([(1_000, 0), (1_000, 9_000)]))
    #expect(drawing.shown == 0..<17)
    #expect(drawing.names[0] == "less than -20 %")
    #expect(drawing.names[16] == "+20 % and more")
  }

  @Test func thePageHasTheWordsAndFiguresOfTheText() {
    let all = comparison([(1_000, 995), (2_000, 2_000), (3_000, 3_090)])
    let page = html(comparisonPage(of: all, difference, unit: .kilometres, limit: 1))
    for line in all.headlines(.kilometres) { #expect(page.contains(line), "\(line)") }
    #expect(page.contains("<p>run@2: moves from 8\u{A0}m instead of 5\u{A0}m.</p>"))
    for table in [all.distributionTable, all.moverTable(.kilometres, limit: 1)] {
      for cell in table.rows.joined() { #expect(page.contains(">\(cell)</bdi>"), "\(cell)") }
    }
    #expect(page.contains("… and 1 more (see --limit)"))
    #expect(page.contains("<th scope=\"col\" class=\"\">Of all runs</th>"))
  }

  private func ledgers(old: Double, new: Double) throws -> LedgerPair {
    let fixes = Scenario.random(seed: 11).simulate().recording.fixes
    func ledger(_ minMove: Double) throws -> Ledger {
      try DistanceEngine.ledger(
        of: fixes, under: FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: minMove))
    }
    return LedgerPair(fixes: fixes, old: try ledger(old), new: try ledger(new))
  }

  private func page(of ledgers: LedgerPair, name: String = "Morning") -> String {
    let run = summary(1) { $0.run.description.name = name }.run
    let comparison = RunComparison(
      from: ParameterReference("run", 1), to: ParameterReference("run", 2),
      change: ledgers.change(of: run), flipped: ledgers.flipped)
    return html(
      runComparisonPage(of: comparison, ledgers, difference, unit: .kilometres, limit: 5))
  }

  @Test func everyFlippedFixIsOfOneKind() throws {
    let ledgers = try ledgers(old: 5, new: 8)
    let drawing = ComparedFixes(ledgers)
    let kinds = FlipKind.allCases.map(drawing.count)
    #expect(kinds.reduce(0, +) == ledgers.flipped.count)
    #expect(kinds[0] > 0)
    #expect(FlipKind(.counted, .counted) == nil)
    #expect(FlipKind(.counted, .belowMinMove) == .lost)
    #expect(FlipKind(.segmentStart, .poorAccuracy) == .lost)
    #expect(FlipKind(.overMaxSpeed, .segmentStart) == .gained)
    #expect(FlipKind(.counted, .segmentStart) == .other)
    #expect(FlipKind(.belowMinMove, .overMaxSpeed) == .other)
  }

  @Test func whereThereAreTooManyFixesThoseThatFlippedAreKept() throws {
    let ledgers = try ledgers(old: 5, new: 5.1)
    let (old, new) = (ledgers.old.verdicts, ledgers.new.verdicts)
    let flipped = Set(ledgers.flipped.map(\.seq))
    #expect(!flipped.isEmpty)
    let drawn = DrawnFixes(of: old.count, most: flipped.count + 20) { old[$0] != new[$0] }
    #expect(drawn.isThinned && drawn.seqs.count == flipped.count + 20)
    #expect(flipped.isSubset(of: drawn.seqs))
  }

  @Test func aNameIsTextAndSetsThatAgreeAreSaidTo() throws {
    let page = page(of: try ledgers(old: 5, new: 5), name: "<b>\u{202E}</b>")
    #expect(page.contains("<h1><bdi>&lt;b&gt;\u{FFFD}&lt;/b&gt;</bdi></h1>"))
    #expect(page.contains("No fix has another verdict."))
    #expect(!page.contains("data-seq=\""))
  }

  @Test func aRunWithoutAnyFixHasNothingToDraw() {
    var ledger = Ledger(
      verdicts: [], measuredFrom: [], moved: [], seconds: [], measurement: Measurement())
    ledger.measurement.distance = 0
    let page = page(of: LedgerPair(fixes: Fixes(), old: ledger, new: ledger))
    #expect(!page.contains("<script"))
  }
}
