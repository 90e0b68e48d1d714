import Hashing
import RunModel
import RunStore
import SQLite
import Testing

@Suite struct ResultTests {
  private let run1 = ParameterReference("run", 1)
  private let ride1 = ParameterReference("ride", 1)

  @Test func aResultComesBackToTheBitAndIsNeverOverwritten() throws {
    let new = try TemporaryLibrary()
    let run = packed(1)
    try new.add([run])
    let first = result(run.run, distance: 0.1 + 0.2)
    #expect(try new.library.add([first, result(run.run, ride1)]) == 2)
    #expect(try new.library.add([result(run.run, distance: 9)]) == 0)
    #expect(
      try new.library.result(of: runID(1), under: run1, pointsDigest: run.run.pointsDigest)
        == first)
    #expect(
      try new.library.result(of: runID(1), under: run1, pointsDigest: SHA256Digest.of("")) == nil)
    #expect(try new.library.results(of: runID(1)).map(\.parameters) == [ride1, run1])
  }

  @Test func aResultOfAnUnknownSetIsRefused() throws {
    let new = try TemporaryLibrary()
    let run = packed(1)
    try new.add([run])
    let stray = result(run.run, ParameterReference("nobody", 1))
    #expect(code { try new.library.add([stray]) } == .internal)
  }

  @Test func aResultOfARunThatWasDeletedMeanwhileIsPassedOver() throws {
    let new = try TemporaryLibrary()
    let runs = [packed(1), packed(2)]
    try new.add(runs)
    try Library(at: new.path, access: .readWrite).delete([runID(1)], at: noon)
    #expect(try new.library.add(runs.map { result($0.run) }) == 1)
    #expect(try new.library.results(of: runID(1)).isEmpty)
    #expect(try new.library.results(of: runID(2)).count == 1)
  }

  @Test func aTamperedResultIsDamage() throws {
    let new = try TemporaryLibrary()
    let run = packed(1)
    try new.add([run], results: [result(run.run)])
    try Database(path: new.path, access: .readWrite).execute(
      "DROP TRIGGER result_is_not_changed; UPDATE result SET distance_m = 1000.5")
    #expect(code { _ = try new.library.results(of: runID(1)) } == .damaged)
  }

  @Test func twoLibrariesOnOneFileSeeEachOthersWork() throws {
    let new = try TemporaryLibrary()
    let other = try Library(at: new.path, access: .readWrite)
    try new.add([packed(1)])
    #expect(try other.runs().count == 1)
    try other.delete([runID(1)], at: noon)
    #expect(try new.library.runs().isEmpty)
  }
}
