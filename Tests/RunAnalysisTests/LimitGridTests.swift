import DistanceEngine
import Geodesy
import RunModel
import Simulation
import Testing

@testable import RunAnalysis

@Suite struct LimitGridTests {
  private static let fixes = Scenario.disputed.simulate().recording.fixes
  private static let rules = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)

  @Test func everyCombinationIsASetOfItsOwn() {
    let grid = LimitGrid(around: Self.rules, of: Self.fixes)
    #expect(
      grid.axes.map(\.limits) == [
        [10, 20, 30, 50, 75, 100, nil], [6, 8, 10, 12, 15, 20, nil], [nil, 1, 2, 3, 5, 10, 20],
      ])
    #expect(grid.sets.count == 343 && Set(grid.sets).count == 343)
    #expect(grid.sets[grid.own] == Self.rules)
    #expect(grid.sets.last == FilterRules(maxAccuracy: nil, maxSpeed: nil, minMove: 20))
    // The last axis varies first.
    #expect(
      grid.sets[1].minMove == 1 && grid.sets[7].maxSpeed == 8 && grid.sets[49].maxAccuracy == 20)
  }

  @Test(arguments: [
    FilterRules(maxAccuracy: 42.5, maxSpeed: nil, minMove: nil),
    FilterRules(maxAccuracy: nil, maxSpeed: 10, minMove: 0.5),
    FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 0),
  ]) func theSetsOwnLimitsAreAmongThem(rules: FilterRules) {
    let grid = LimitGrid(around: rules, of: Self.fixes)
    #expect(grid.sets[grid.own] == rules)
    for axis in grid.axes {
      let values = axis.limits.compactMap(\.self)
      #expect(values == values.sorted() && values.count >= axis.limits.count - 1)
      #expect(axis.limits.contains(nil))
    }
  }

  @Test func allElseIsAsInTheSet() {
    var rules = Self.rules
    rules.maxGap = 30
    rules.earth = .wgs84
    rules.missingAccuracy = .drop
    for set in LimitGrid(around: rules, of: Self.fixes).sets {
      #expect(set.maxGap == 30 && set.earth == .wgs84 && set.missingAccuracy == .drop)
    }
  }

  @Test func whatTheRunHasNotGotIsNotTried() {
    let bare = Fixes(
      time: [Fixes.noTime, Fixes.noTime], latitude: [46, 46.001], longitude: [8, 8],
      segment: [0, 0])
    let grid = LimitGrid(around: Self.rules, of: bare)
    #expect(grid.axes.map(\.limits.count) == [1, 1, 7])
    #expect(grid.sets[grid.own] == Self.rules)
  }

  @Test func whatIsMeasuredAtOnceIsWhatIsMeasuredOneByOne() throws {
    let grid = LimitGrid(around: Self.rules, of: Self.fixes)
    let together = try measureAll(Self.fixes, under: grid.sets)
    for (rules, measurement) in zip(grid.sets, together) {
      #expect(try measure(Self.fixes, under: rules) == measurement)
    }
  }
}
