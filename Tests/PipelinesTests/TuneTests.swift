import DistanceEngine
import Foundation
import Hashing
import Reports
import RunModel
import RunStore
import Simulation
import TestSupport
import Testing
import Tuning

@testable import Pipelines

/// Tuning a library: the same as measuring its runs one by one, whatever the number of threads.
@Suite struct TuneTests {
  private static let now = Timestamp(milliseconds: 1_792_152_000_000)
  private static let routeCount = 5

  /// Run `number` of a course that others follow on other days.
  private static func scenario(_ number: Int, sport: Sport = .running) -> Scenario {
    var scenario = Scenario(seed: UInt64(number))
    let route = number % routeCount
    scenario.shape = route % 2 == 0 ? .loop : .outAndBack(heading: 40 * Double(route))
    scenario.length = 900 + 300 * Double(route)
    scenario.latitude = 47 + 0.1 * Double(route)
    scenario.noise = .correlated(sigma: 2, rho: 0.9)
    scenario.accuracy = .followsNoise
    scenario.startedAt = Timestamp(milliseconds: 1_700_000_000_000 + Int64(number) * 86_400_000)
    scenario.sport = sport
    scenario.name = "Run \(number)"
    return scenario
  }

  private struct World {
    let folder: TemporaryFolder
    let library: Library
    /// Six on each route.
    let runs: [PackedRun]

    init(sport: (Int) -> Sport = { _ in .running }) throws {
      folder = try TemporaryFolder()
      library = try Library(at: folder.url.appending(path: "l.sqlite").path, access: .readWrite)
      runs = (0..<6 * TuneTests.routeCount).map { number in
        PackedRun(
          TuneTests.scenario(number, sport: sport(number)).simulate().recording,
          id: RunID(source: SHA256Digest.of("tune"), ordinal: number))
      }
      let lock = try library.lockForImport()
      let id = try library.beginImport(
        holding: lock, of: [], at: TuneTests.now, toolVersion: "1")
      try library.add(Source(file: "a.gpx", state: .imported), runs: runs, toImport: id)
      try library.finishImport(id, state: .finished, at: TuneTests.now)
    }

    /// States the true lengths of some runs.
    func state(_ numbers: some Sequence<Int>, as kind: TruthKind = .simulated) throws {
      try library.add(
        numbers.map { number in
          let length = TuneTests.scenario(number).length
          return Truth(
            run: runs[number].run.id, kind: kind,
            interval: try TruthInterval(lower: length, upper: length + 2, of: kind), source: nil,
            addedAt: TuneTests.now)
        })
    }

    func workspace(jobs: Int, _ cancellation: Cancellation = Cancellation()) throws -> Workspace {
      try Workspace(
        libraryPath: library.path, writing: true, jobs: jobs, now: { TuneTests.now },
        cancellation: cancellation)
    }

    func tune(
      jobs: Int = 2, _ change: (inout TuningRequest) throws -> Void = { _ in }
    ) throws -> TuningReport {
      var request = TuningRequest()
      try change(&request)
      let workspace = try workspace(jobs: jobs)
      return try workspace.tune(try workspace.tuningTask(request) { _, _ in }) { _, _ in }
    }
  }

  @Test func theReportIsThatOfMeasuringRunByRunAndSetBySet() throws {
    let world = try World()
    try world.state(0..<20)
    let report = try world.tune()
    let runs = report.finding.judgements.map(\.run)
    var search = try TuningSearch(
      runs,
      in: SearchSpace(
        around: ParameterSet.builtIn[0].rules, varying: [.accuracy, .speed, .move], for: runs),
      seed: 1)
    while !search.wanted.isEmpty {
      let sets = search.wanted
      search.take(
        try runs.map { judged in
          let fixes = try world.library.fixes(of: judged.run)
          return try sets.map { Outcome(try measure(fixes, under: $0)) }
        })
    }
    #expect(search.finding == report.finding)
    #expect(
      try report.distances
        == runs.map {
          try measure(
            world.library.fixes(of: $0.run), under: ParameterSet.builtIn[0].rules
          ).distance
        })
  }

  @Test func aRunThatIsDeletedMeanwhileIsSaidToBe() throws {
    let world = try World()
    try world.state(0..<20)
    let workspace = try world.workspace(jobs: 2)
    let task = try workspace.tuningTask(TuningRequest()) { _, _ in }
    let gone = world.runs[3].run
    try workspace.delete([gone.id])
    do {
      _ = try workspace.tune(task) { _, _ in }
      Issue.record("a run was tuned by that is not there")
    } catch SelectionError.deleted(let run) {
      #expect(run.id == gone.id)
    }
  }

  @Test func theBytesAreTheSameForAnyNumberOfJobs() throws {
    let world = try World()
    try world.state(0..<20)
    let reports = try [1, 2, 5].map { try world.tune(jobs: $0).json.line }
    #expect(reports[1] == reports[0] && reports[2] == reports[0])
  }

  @Test func runsOfUnknownLengthTakePartOnTheRoutesOfJudgedOnes() throws {
    let world = try World()
    // Ten runs on the first two routes and on the third; the other two have no truth.
    try world.state((0..<20).filter { $0 % Self.routeCount < 3 })
    let finding = try world.tune().finding
    #expect(finding.routeCount == 3)
    #expect(finding.judged.count == 12)
    #expect(finding.judgements.count == 18)
    #expect(finding.judgements.map(\.run.route) == (0..<18).map { $0 / 6 })
    let starts = finding.judgements.map { $0.run.run.startedAt?.milliseconds ?? 0 }
    for route in 0..<3 {
      let ofRoute = Array(starts[route * 6..<route * 6 + 6])
      #expect(ofRoute == ofRoute.sorted())
    }
  }

  @Test func onlyTheRoutesThatAreAskedForAreJudged() throws {
    let world = try World()
    try world.state(0..<20)
    let report = try world.tune { $0.routes = (0..<3).map { world.runs[$0 + 5].run } }
    #expect(report.finding.routeCount == 3)
    #expect(report.finding.judged.count == 12)
    #expect(report.account.otherRoutes == 8)
  }

  @Test func severalStatementsOfOneRunAreTakenTogether() throws {
    let world = try World()
    try world.state(0..<12)
    try world.library.add([
      Truth(
        run: world.runs[0].run.id, kind: .mapTrace,
        interval: try TruthInterval(lower: 901, upper: 950, of: .mapTrace), source: nil,
        addedAt: Self.now),
      Truth(
        run: world.runs[1].run.id, kind: .mapTrace,
        interval: try TruthInterval(lower: 600, upper: 700, of: .mapTrace), source: nil,
        addedAt: Self.now),
    ])
    let report = try world.tune()
    let first = try #require(
      report.finding.judgements.first { $0.run.run.id == world.runs[0].run.id })
    #expect(first.run.interval == (try TruthInterval(lower: 901, upper: 902, of: .mapTrace)))
    #expect(first.run.kinds == [.mapTrace, .simulated])
    #expect(report.account.contradicted == 1)
    #expect(report.finding.judged.count == 11)
  }

  @Test func ofSeveralSportsOneIsAskedForOrASet() throws {
    let world = try World { $0 < 15 ? .running : .cycling }
    try world.state(0..<30)
    #expect(throws: TuningError.self) { try world.tune() }
    let running = try world.tune { $0.sport = .running }
    #expect(running.base.reference == ParameterReference("run", 1))
    #expect(running.account.otherSports == 15)
    #expect(running.finding.judgements.count == 15)
    let all = try world.tune { $0.base = ParameterSet.builtIn[2] }
    #expect(all.base.reference == ParameterReference("ride", 1))
    #expect(all.finding.judged.count == 30)
  }

  @Test func tooFewTruthsOrRoutesAreRefusedWithTheirNumbers() throws {
    let world = try World()
    try world.state(0..<7)
    #expect {
      try world.tune()
    } throws: { error in
      guard case TuningError.tooLittle(let truths, let routes, _) = error else { return false }
      return truths == 7 && routes == 5
    }
  }

  @Test(arguments: [1, 3]) func aStopEndsItInEitherPart(jobs: Int) throws {
    let world = try World()
    try world.state(0..<20)
    let cancellation = Cancellation()
    let workspace = try world.workspace(jobs: jobs, cancellation)
    let task = try workspace.tuningTask(TuningRequest()) { _, _ in }
    #expect(throws: Cancelled.self) {
      try workspace.tune(task) { done, _ in if done > 0 { cancellation.request() } }
    }
    #expect(throws: Cancelled.self) { try workspace.tuningTask(TuningRequest()) { _, _ in } }
  }

  @Test func aRunThatIsDeletedMeanwhileEndsIt() throws {
    let world = try World()
    try world.state(0..<20)
    let workspace = try world.workspace(jobs: 2)
    let task = try workspace.tuningTask(TuningRequest()) { _, _ in }
    try world.library.delete([world.runs[3].run.id], at: Self.now)
    #expect(throws: SelectionError.self) { try workspace.tune(task) { _, _ in } }
  }

  /// A finding as if a search had ended with these rules and this gain.
  private func found(_ rules: FilterRules, gain: Double, from report: TuningReport) -> TuningReport
  {
    let finding = report.finding
    return TuningReport(
      finding: TuningFinding(
        base: finding.base, best: rules, routeCount: finding.routeCount, setCount: finding.setCount,
        judgements: finding.judgements, baseFigures: finding.baseFigures,
        unseenFigures: finding.unseenFigures,
        gain: TuningFinding.Estimate(value: gain, lower: gain, upper: gain),
        constants: finding.constants, surfaces: finding.surfaces),
      base: report.base, candidate: report.candidate, account: report.account,
      routes: report.routes, distances: report.distances, seed: report.seed)
  }

  @Test func onlyWhatIsBetterAndNewIsSavedUnlessAskedFor() throws {
    let world = try World()
    try world.state(0..<20)
    let report = try world.tune()
    let workspace = try world.workspace(jobs: 1)
    var rules = report.base.rules
    #expect(
      try workspace.save(found(rules, gain: 1, from: report), evenInDoubt: true).saving
        == .baseIsBest)
    rules.minMove = 3
    let doubtful = found(rules, gain: -1, from: report)
    #expect(try workspace.save(doubtful, evenInDoubt: false).saving == .inDoubt)
    #expect(try workspace.newestSet(named: "run")?.reference.version == 1)
    let second = ParameterReference("run", 2)
    #expect(try workspace.save(doubtful, evenInDoubt: true).saving == .saved(second))
    #expect(try workspace.save(doubtful, evenInDoubt: true).saving == .known(second))
    rules.minMove = 4
    let better = found(rules, gain: 1, from: report)
    #expect(
      try workspace.save(better, evenInDoubt: false).saving == .saved(ParameterReference("run", 3)))
    let newest = try #require(try workspace.newestSet(named: "run"))
    #expect(newest.rules == rules && newest.note == better.note)
    #expect(try workspace.currentSet(for: .running).reference == ParameterReference("run", 1))
  }
}
