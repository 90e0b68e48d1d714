import RunModel
import Testing
import Tuning

@Suite struct RefusalTests {
  private let space = SearchSpace(base: .run1, axes: [.init(.move, limits: [1, 5])])

  private func runs(_ count: Int, routes: Int) throws -> [JudgedRun] {
    try (0..<count).map { judgedRun($0, route: $0 % routes, try exactly(1_000)) }
  }

  @Test(arguments: [(7, 3), (7, 7), (8, 2), (100, 1)])
  func tooFewTruthsOrRoutesAreRefused(_ truths: Int, _ routes: Int) throws {
    #expect(throws: TuningRefusal(truths: truths, routes: routes)) {
      try TuningSearch(try runs(truths, routes: routes), in: space, seed: 1)
    }
  }

  @Test func runsWithoutATruthCountForNeither() throws {
    let others = (50..<60).map { judgedRun($0, route: $0) }
    #expect(throws: TuningRefusal(truths: 7, routes: 3)) {
      try TuningSearch(try runs(7, routes: 3) + others, in: space, seed: 1)
    }
  }

  @Test func eightTruthsOnThreeRoutesAreEnough() throws {
    let search = try TuningSearch(try runs(8, routes: 3), in: space, seed: 1)
    #expect(search.wanted.count == 2)
  }
}
