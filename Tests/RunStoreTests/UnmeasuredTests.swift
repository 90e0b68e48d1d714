import RunModel
import RunStore
import Testing

@Suite struct UnmeasuredTests {
  private static let run1 = ParameterReference("run", 1)
  private static let ride1 = ParameterReference("ride", 1)
  private static let any1 = ParameterReference("any", 1)

  /// A run, a ride, and one whose sport has no set of its own.
  private func threeSports() throws -> (new: TemporaryLibrary, runs: [PackedRun]) {
    let new = try TemporaryLibrary()
    let runs = [
      packed(1, track(0..<20)), packed(2, track(5..<20), sport: .cycling),
      packed(3, track(9..<20), sport: Sport(rawValue: "rowing")),
    ]
    try new.add(runs, results: [result(runs[0].run, Self.ride1)])
    return (new, runs)
  }

  @Test func whatHasNoResultUnderASetIsMissing() throws {
    let (new, runs) = try threeSports()
    let both = AskedSets.these([Self.run1, Self.ride1])
    #expect(
      try new.library.unmeasuredNames(both)
        == ["Run 1: run@1", "Run 2: ride@1", "Run 2: run@1", "Run 3: ride@1", "Run 3: run@1"])
    try new.library.add([result(runs[1].run, Self.ride1), result(runs[1].run, Self.run1)])
    #expect(try new.library.unmeasuredNames(.these([Self.ride1])) == ["Run 3: ride@1"])
    #expect(try new.library.unmeasured(under: .these([])).isEmpty)
  }

  @Test func eachSportsOwnSetIsAskedOfItsRuns() throws {
    let (new, runs) = try threeSports()
    let uses = try CurrentSets(of: new.library).uses
    #expect(
      try new.library.unmeasuredNames(.bySport(uses))
        == ["Run 1: run@1", "Run 2: ride@1", "Run 3: any@1"])
    try new.library.add([result(runs[2].run, Self.any1)])
    #expect(
      try new.library.unmeasuredNames(.bySport(uses)) == ["Run 1: run@1", "Run 2: ride@1"])
    try new.library.edit(runs[0].run.id, name: nil, sport: .cycling)
    // Its result under the ride's set is there already.
    #expect(try new.library.unmeasuredNames(.bySport(uses)) == ["Run 2: ride@1"])
  }

  @Test func aSportComesWithWhatIsMissing() throws {
    let (new, runs) = try threeSports()
    try new.library.edit(runs[1].run.id, name: nil, sport: .hiking)
    for sets in [
      AskedSets.these([Self.run1]), .bySport(try CurrentSets(of: new.library).uses),
    ] {
      let sports = try new.library.unmeasured(under: sets).map {
        "\(try new.library.run($0.points.run)?.description.name ?? "") \($0.sport.rawValue)"
      }
      #expect(sports.sorted() == ["Run 1 running", "Run 2 hiking", "Run 3 rowing"])
    }
  }

  @Test func onlyTheRunsThatAreNamedAreLookedAt() throws {
    let (new, runs) = try threeSports()
    let named = [runs[1].run.id, runs[2].run.id, runID(99)]
    let found = try new.library.unmeasured(.these(named), under: .these([Self.run1]))
    #expect(Set(found.map(\.points.run)) == Set(named.prefix(2)))
    #expect(found.map(\.points.run) == found.map(\.points.run).sorted())
    #expect(try new.library.runCount(.these(named)) == 2)
    #expect(try new.library.runCount() == 3)
    #expect(try new.library.unmeasured(.these([]), under: .these([Self.run1])).isEmpty)
  }

  @Test(arguments: [1, 2, 3, 7, 256])
  func partsAreTogetherAllInOrder(count: Int) throws {
    let (new, _) = try threeSports()
    for sets in [
      AskedSets.these([Self.run1]), .bySport(try CurrentSets(of: new.library).uses),
    ] {
      let parts = try (0..<count).map {
        try new.library.unmeasured(.part($0, of: count), under: sets)
      }
      #expect(parts.flatMap(\.self) == (try new.library.unmeasured(under: sets)))
      #expect(parts.flatMap(\.self).count == 3)
    }
  }
}
