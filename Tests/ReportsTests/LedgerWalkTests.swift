import RunModel
import Simulation
import Testing

@testable import Reports

@Suite struct LedgerWalkTests {
  private func walk(
    _ report: RunReport, from start: Int = 0, _ keys: [LedgerWalk.Key] = []
  ) throws -> LedgerWalk {
    var walk = LedgerWalk(report, details: try #require(report.details), from: start)
    for key in keys { walk.press(key) }
    return walk
  }

  /// Where some keys lead in the disputed run, which has dropped fixes at 106 to 111 and on.
  @Test(
    arguments: [
      ([], 0), ([.next, .next], 2), ([.next, .previous], 0), ([.previous], 0),
      ([.last], 3_226), ([.last, .next], 3_226), ([.last, .first], 0),
      ([.nextDropped], 106), ([.nextDropped, .nextDropped], 107), ([.nextNotCounted], 1),
      ([.goTo, .digit(1), .digit(9), .digit(7), .digit(5), .enter], 1_975),
      ([.digit(4), .digit(2), .erase, .enter], 4), ([.goTo, .digit(9), .next], 1),
      ([.goTo, .enter], 0), ([.digit(9), .digit(9), .digit(9), .digit(9), .enter], 0),
      ([.help, .next], 0), ([.help, .next, .next], 1), ([.enter, .erase], 0),
    ] as [([LedgerWalk.Key], Int)])
  func aKeyLeadsToAFix(keys: [LedgerWalk.Key], seq: Int) throws {
    let walk = try walk(report(on: .disputed), keys)
    #expect(walk.seq == seq)
    #expect(!walk.isOver)
  }

  @Test func quittingEndsTheWalkAlsoFromHelpAndPrompt() throws {
    for keys: [LedgerWalk.Key] in [[.quit], [.help, .quit], [.goTo, .digit(1), .quit]] {
      #expect(try walk(tinyReport(), keys).isOver)
    }
  }

  @Test func whatAKeyCannotDoIsSaid() throws {
    let tiny = tinyReport()
    #expect(try walk(tiny, [.previous]).footer == .notice("This is the first fix."))
    #expect(try walk(tiny, [.last, .next]).footer == .notice("This is the last fix."))
    #expect(
      try walk(tiny, [.nextNotCounted]).footer
        == .notice("No fix behind this one is not counted."))
    #expect(
      try walk(tiny, [.digit(9), .enter]).footer
        == .notice("There is no fix 9: the run has 4, counted from 0."))
    #expect(try walk(tiny, [.previous, .next]).footer == .keys)
    // More digits than an integer holds.
    let digits = Array(repeating: LedgerWalk.Key.digit(9), count: 40)
    #expect(try walk(tiny, digits + [.enter]).seq == 0)
  }

  @Test func aCardSaysEverythingAboutAFix() throws {
    let expected = """
      Spring 10K by run@1 (current)
      Fix 1975 of 0 to 3226, 08:32:55 UTC, segment 0

      Dropped: 46.5 m/s is 34.5 m/s over the limit of 12 m/s.


        measured  93.0 m in 2 s from fix 1973, 46.5 m/s
        device    accuracy 5.5 m, no speed
        so far    6 153.285 m of 10 063.124 m

         1974  08:32:54  below_min_move         2.9 m
      >  1975  08:32:55  over_max_speed        93.0 m
         1976  08:32:56  counted                9.3 m

      n next  p back  d dropped  m not counted  g go  ? help  q quit

      """
    #expect(try walk(report(on: .disputed), from: 1_975).screen(Layout()) == expected)
  }

  @Test func theVerdictIsSaidWithItsRuleAndMargin() throws {
    let disputed = try report(on: .disputed)
    func words(_ seq: Int) throws -> String {
      let card = try walk(disputed, from: seq).card(Layout(width: 100))
      return String(card.split(separator: "\n")[2])
    }
    #expect(
      try words(106)
        == "Dropped: accuracy 118.6 m is 68.6 m over the limit of 50 m. It is also too fast.")
    #expect(try words(1_977) == "Not counted: 2.2 m is 2.8 m under the minimum move of 5 m.")
    #expect(
      try words(3_226)
        == "Counted: 5.9 m is 0.9 m over the minimum of 5 m, 3.0 m/s is 9.0 m/s under the limit of 12 m/s."
    )
    #expect(try words(1_085).hasPrefix("Dropped: accuracy -1 m is below 0"))
    #expect(try words(0).hasPrefix("Start of a segment"))
    let tiny = try walk(tinyReport(), from: 3).card(Layout())
    #expect(tiny.contains("\nDropped: its position is no place on Earth.\n"))
    #expect(tiny.contains("\n  measured  from no fix\n"))
  }

  @Test func theSumSoFarEndsAtTheDistance() throws {
    let disputed = try report(on: .disputed)
    let walk = try walk(disputed)
    #expect(walk.sums.last?.bitPattern == disputed.measurement.distance.bitPattern)
  }

  @Test func aStartBeyondTheRunIsItsLastFixAndARunWithoutFixesHasNone() throws {
    #expect(try walk(tinyReport(), from: 99).seq == 3)
    var empty = tinyReport()
    let none = Ledger(
      verdicts: [], measuredFrom: [], moved: [], seconds: [], measurement: Measurement())
    empty.details = RunReport.Details(fixes: Fixes(), ledger: none)
    let all: [LedgerWalk.Key] = [
      .next, .previous, .first, .last, .nextDropped, .nextNotCounted, .digit(0), .enter, .help,
    ]
    for key in all {
      #expect(try walk(empty, [key]).screen(Layout()).contains("The run has no fix."))
    }
  }

  @Test(arguments: [(60, 8), (66, 8), (67, 4), (80, 4)])
  func whatKeysDoIsCutNowhere(width: Int, count: Int) throws {
    let lines = try walk(tinyReport(), [.help]).screen(Layout(width: width))
      .split(separator: "\n")
    #expect(!lines.contains { $0.contains("…") })
    #expect(lines.suffix(count)[lines.endIndex - count].hasPrefix("n, space, →"))
    #expect(lines.last?.hasSuffix("back to the card") == true)
  }

  /// Nothing jumps or breaks: every card has as many lines, and none is too wide.
  @Test(arguments: [60, 80, 100])
  func everyScreenFits(width: Int) throws {
    let layout = Layout(width: width)
    let hostile = tinyReport {
      $0.run.description.name = String(repeating: "朝ラン\u{202E} ", count: 40)
    }
    for report in try [report(on: .disputed), report(on: .commuteWithPauses), hostile] {
      var walk = try walk(report)
      var heights: Set<Int> = []
      for _ in 0..<200 {
        walk.press(.next)
        let card = walk.card(layout)
        heights.insert(card.split(separator: "\n", omittingEmptySubsequences: false).count)
        for line in walk.screen(layout).split(separator: "\n") {
          #expect(columns(String(line)) <= width)
        }
      }
      #expect(heights.count == 1)
      for key: LedgerWalk.Key in [.help, .digit(8)] {
        walk.press(key)
        for line in walk.screen(layout).split(separator: "\n") {
          #expect(columns(String(line)) <= width)
        }
      }
    }
  }
}
