import Geodesy
import RunModel
@testable import RunStore
import Testing

@Suite struct ParameterSetTests {
  private let later = Timestamp(milliseconds: noon.milliseconds + 1000)

  @Test func aSetComesBackAsItWasAdded() throws {
    let new = try TemporaryLibrary()
    var rules = FilterRules(maxAccuracy: nil, maxSpeed: 0.1 + 0.2, minMove: nil)
    rules.maxGap = 30
    rules.missingAccuracy = .drop
    rules.earth = .wgs84
    let second = try new.library.addParameterSet(name: "run", rules: rules, note: "a", at: noon)
    let first = try new.library.addParameterSet(name: "trail", rules: rules, note: nil, at: noon)
    #expect(second.reference == ParameterReference("run", 2))
    #expect(first.reference == ParameterReference("trail", 1))
    #expect(try new.library.parameterSet(second.reference) == second)
    #expect(try new.library.parameterSet(first.reference) == first)
    #expect(try new.library.parameterSet(ParameterReference("run", 3)) == nil)
  }

  @Test func whatAVersionHasAlreadyIsNotAddedAgain() throws {
    let new = try TemporaryLibrary()
    let rules = FilterRules(maxAccuracy: 40, maxSpeed: 12, minMove: 0)
    var negative = rules
    negative.minMove = -0.0
    func taken(_ name: String, _ rules: FilterRules) throws -> String {
      let (set, isNew) = try new.library.parameterSet(
        name: name, with: rules, orAddedWith: "a", at: noon)
      return "\(set.reference)\(isNew ? " is new" : "")"
    }
    #expect(try taken("run", rules) == "run@2 is new")
    #expect(try taken("run", negative) == "run@2")
    #expect(try taken("trail", rules) == "trail@1 is new")
    #expect(try taken("run", ParameterSet.builtIn[0].rules) == "run@1")
  }

  @Test(arguments: [
    (Sport.running, "run"), (.unknown, "run"), (.walking, "hike"), (.hiking, "hike"),
    (.cycling, "ride"), (Sport(rawValue: "swimming"), "any"),
  ])
  func everySportHasASetFromTheStart(_ sport: Sport, _ name: String) throws {
    let new = try TemporaryLibrary()
    #expect(try new.library.currentSet(for: sport)?.reference == ParameterReference(name, 1))
    #expect(sport.builtInSetName == name)
  }

  @Test func usingAVersionChangesTheSportsOfItsNameAndIsLogged() throws {
    let new = try TemporaryLibrary()
    let library = new.library
    let set = try library.addParameterSet(
      name: "run", rules: FilterRules(maxAccuracy: 40, maxSpeed: 10, minMove: 4), note: nil,
      at: noon)
    #expect(try library.currentSet(for: .running)?.reference.version == 1)
    #expect(try library.use(set.reference, at: noon) == ["running", "unknown"])
    #expect(try library.use(set.reference, at: later) == [])
    #expect(try library.currentSet(for: .running) == set)
    #expect(try library.earlierSet(for: .running) == ParameterReference("run", 1))
    #expect(try library.earlierSet(for: .cycling) == nil)
    #expect(
      try library.currentSetHistory().suffix(2) == [
        CurrentSet(sport: "running", reference: set.reference, since: noon),
        CurrentSet(sport: "unknown", reference: set.reference, since: noon),
      ])
    try library.use(ParameterReference("run", 1), at: later)
    #expect(try library.currentSet(for: .running)?.reference.version == 1)
    #expect(try library.earlierSet(for: .running) == set.reference)
  }

  @Test func aSportMayGetALineOfItsOwn() throws {
    let new = try TemporaryLibrary()
    let library = new.library
    let rowing = Sport(rawValue: "rowing")
    try library.use(ParameterReference("hike", 1), sports: ["rowing"], at: noon)
    #expect(try library.currentSet(for: rowing)?.reference.name == "hike")
    #expect(try library.earlierSet(for: rowing) == ParameterReference("any", 1))
    try library.use(ParameterReference("ride", 1), sports: [CurrentSet.anyOtherSport], at: later)
    #expect(try library.currentSet(for: rowing)?.reference.name == "hike")
    #expect(try library.earlierSet(for: rowing) == ParameterReference("any", 1))
    #expect(try library.currentSet(for: Sport(rawValue: "skiing"))?.reference.name == "ride")
    #expect(try library.currentSets().count == 7)
  }

  @Test(arguments: [
    ("", 5.0), ("run@2", 5), ("two words", 5), ("läufe", 5), ("run", -1), ("run", .nan),
    ("run", .infinity),
  ])
  func whatCannotBeStoredIsRefused(_ name: String, _ minMove: Double) throws {
    let new = try TemporaryLibrary()
    let rules = FilterRules(maxAccuracy: nil, maxSpeed: nil, minMove: minMove)
    #expect(
      code { _ = try new.library.addParameterSet(name: name, rules: rules, note: nil, at: noon) }
        == .invalidParameterSet)
  }

  @Test func whatCannotBeUsedIsSaid() throws {
    let new = try TemporaryLibrary()
    #expect(
      code { try new.library.use(ParameterReference("run", 2), at: noon) } == .unknownParameterSet)
    let rules = FilterRules(maxAccuracy: 1, maxSpeed: 1, minMove: 1)
    let set = try new.library.addParameterSet(name: "trail", rules: rules, note: nil, at: noon)
    #expect(code { try new.library.use(set.reference, at: noon) } == .noSportUses)
  }
}
