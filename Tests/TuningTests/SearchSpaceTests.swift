import RunModel
import Testing
import Tuning

@Suite struct SearchSpaceTests {
  private let runs = [judgedRun(0, route: 0)]

  @Test func threeConstantsHaveAThousandCombinations() {
    let space = SearchSpace(around: .run1, varying: [.move, .speed, .accuracy], for: runs)
    #expect(space.axes.map(\.constant) == [.accuracy, .speed, .move])
    #expect(space.axes.map(\.limits.count) == [10, 10, 10])
    #expect(space.axes[0].limits == [10, 15, 20, 25, 30, 40, 50, 75, 100, nil])
    #expect(space.axes[1].limits == [5, 6, 7, 8, 10, 12, 15, 20, 30, nil])
    #expect(space.axes[2].limits == [nil, 1, 2, 3, 4, 5, 6, 8, 10, 15])
  }

  @Test func theBasesOwnLimitsAreTriedInTheirPlaces() {
    let base = FilterRules(maxAccuracy: 37, maxSpeed: nil, minMove: 0.25)
    let space = SearchSpace(around: base, varying: [.accuracy, .speed, .move, .gap], for: runs)
    #expect(space.axes[0].limits == [10, 20, 30, 37, 50, 75, 100, nil])
    #expect(space.axes[1].limits == [6, 8, 10, 12, 15, 20, nil])
    #expect(space.axes[2].limits == [nil, 0.25, 1, 2, 3, 5, 8, 15])
    #expect(space.axes[3].limits == [5, 10, 30, 60, 120, 300, nil])
  }

  @Test func speedsAreFractionsOfTheBases() {
    let ride = FilterRules(maxAccuracy: 50, maxSpeed: 30, minMove: 5)
    let space = SearchSpace(around: ride, varying: [.speed], for: runs)
    #expect(space.axes[0].limits == [12.5, 15, 17.5, 20, 25, 30, 37.5, 50, 75, nil])
  }

  /// A set with such a limit cannot be added.
  @Test(arguments: [0, 0.01, 0.06, 0.1])
  func noSpeedIsTriedThatLeavesNothing(limit: Double) {
    let slow = FilterRules(maxAccuracy: 50, maxSpeed: limit, minMove: 5)
    let space = SearchSpace(around: slow, varying: [.speed], for: runs)
    #expect(!space.axes[0].limits.contains { $0 == 0 && $0 != limit })
    #expect(space.axes[0].limits.count > 1)
  }

  @Test func whatTheRunsHaveNothingOfKeepsTheBasesLimit() {
    let bare = [judgedRun(0, route: 0, hasAccuracy: false, sampling: nil)]
    let space = SearchSpace(
      around: .run1, varying: [.accuracy, .speed, .move, .gap], for: bare)
    #expect(space.axes[0].limits == [50])
    #expect(space.axes[1].limits == [12])
    #expect(space.axes[2].limits.count == 7)
    #expect(space.axes[3].limits == [nil])
  }

  @Test func limitsInAnyOrderAreSortedAndEachIsTriedOnce() {
    let space = SearchSpace(
      base: .run1,
      axes: [.init(.move, limits: [3, nil, 1, 3]), .init(.accuracy, limits: [nil, 20])])
    #expect(space.axes[0].limits == [nil, 1, 3, 5])
    #expect(space.axes[1].limits == [20, 50, nil])
  }
}
