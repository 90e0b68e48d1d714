import RunModel
import ServiceExports
import Simulation
import TestSupport
import Testing

@Suite struct TruthTableTests {
  private static let heading = "run,kind,lower_m,upper_m,source\n"

  private func table(_ text: String) -> TruthTable { TruthTable(Array(text.utf8)) }

  @Test func aTableSaysWhichRunIsHowLong() throws {
    let read = table(
      Self.heading + """
        1a2b3c4d,certified_race,10000,,"Spring 10K, AIMS"
        "Morning, run",measured_course,5000,5005.5,
        latest, Track laps ,1e4,10040,
        """)
    #expect(read.faults.isEmpty)
    #expect(read.ignoredColumns.isEmpty)
    func stated(
      _ line: Int, _ run: String, _ kind: TruthKind, _ lower: Double, _ upper: Double?,
      _ source: String? = nil
    ) throws -> StatedTruth {
      try StatedTruth(
        line: line, run: run, kind: kind,
        interval: TruthInterval(lower: lower, upper: upper, of: kind), source: source)
    }
    #expect(
      read.truths == [
        try stated(2, "1a2b3c4d", .certifiedRace, 10_000, nil, "Spring 10K, AIMS"),
        try stated(3, "Morning, run", .measuredCourse, 5000, 5005.5),
        try stated(4, "latest", .trackLaps, 10_000, 10_040),
      ])
  }

  @Test func columnsGoByTheirNamesInAnyOrder() throws {
    let read = table("\u{FEFF}note,UPPER_M,kind,Run,lower_m,shoes\r\nx,2,map_trace,a,1,y\r\n")
    #expect(read.ignoredColumns == ["note", "shoes"])
    #expect(read.truths.map(\.run) == ["a"])
    #expect(read.truths.map(\.interval.upper) == [2])
    #expect(read.truths.map(\.source) == [nil])
  }

  @Test(arguments: [
    ("a,foot_pod,NaN,5", TruthFault.noNumber(column: "lower_m", "NaN")),
    ("a,foot_pod,5,inf", .noNumber(column: "upper_m", "inf")),
    ("a,foot_pod,,5", .noNumber(column: "lower_m", "")),
    ("a,foot_pod,0x10,20", .noNumber(column: "lower_m", "0x10")),
    ("a,foot_pod,10 000,10 010", .noNumber(column: "lower_m", "10 000")),
    ("a,foot_pod,\"10012,5\",10020", .decimalComma(column: "lower_m", "10012,5")),
    ("a,foot_pod,10012,5,10020,5,x", .tooManyFields(7, expected: 5)),
    ("a,foot_pod,10.02km,10.03km", .unit(column: "lower_m", "10.02km")),
    ("a,foot_pod,10020,10030 m", .unit(column: "upper_m", "10030 m")),
    ("a,foot_pod,10.02,10030", .tooWide(lower: 10.02, upper: 10_030)),
    ("a,foot_pod,-5,5", .noLength(-5)),
    ("a,foot_pod,1e999,", .noLength(.infinity)),
    ("a,foot_pod,10,9", .upsideDown(lower: 10, upper: 9)),
    ("a,foot_pod,10,", .missingUpper(.footPod)),
    ("a,gps,10,11", .notIndependent("gps")),
    ("a,device,10,11", .notIndependent("device")),
    ("a,race,10,11", .unknownKind("race")),
    (",foot_pod,10,11", .noRunNamed),
    ("a", .unknownKind("")),
    ("a,foot_pod,10,11,\(String(repeating: "x", count: 501))", .longSource(most: 500)),
    ("\"a,foot_pod,10,11", .endlessQuote),
  ])
  func aFaultyLineIsToldWithItsNumber(line: String, fault: TruthFault) {
    let read = table(Self.heading + "b,foot_pod,10,11,\n\n" + line)
    #expect(read.faults == [FaultyTruth(line: 4, fault)])
    #expect(read.truths.map(\.run) == ["b"])
  }

  @Test(arguments: [
    ("", TruthFault.noHeader), ("\n\n", .noHeader),
    ("run;kind;lower_m;upper_m\na;foot_pod;1;2", .otherSeparator(";")),
    ("run\tkind\tlower_m\tupper_m", .otherSeparator("\t")),
    ("run,kind,lower_km,upper_km\n", .missingColumns(["lower_m", "upper_m"])),
    ("file,distance_m\n", .missingColumns(["run", "kind", "lower_m", "upper_m"])),
    ("run,kind,lower_m,upper_m,kind\n", .repeatedColumn("kind")),
  ])
  func aTableWithoutItsHeadingSaysNothing(text: String, fault: TruthFault) {
    let read = table(text)
    #expect(read.faults == [FaultyTruth(line: 1, fault)])
    #expect(read.truths.isEmpty)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func noMutationMakesATruthThatIsNone(seed: UInt64) {
    let sound = Array(
      (Self.heading + "1a,certified_race,10000,,\"x, \"\"y\"\"\"\n\"b, c\",foot_pod,5000.5,5010,\n")
        .utf8)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<500 {
      var bytes = sound
      for _ in 0...Int.random(in: 0..<4, using: &generator) { mutate(&bytes, &generator) }
      for truth in TruthTable(bytes).truths {
        let interval = truth.interval
        let isSound =
          interval.lower > 0 && interval.lower.isFinite && !truth.run.isEmpty
          && interval.upper.map { $0 >= interval.lower && $0.isFinite }
            ?? (truth.kind == .certifiedRace)
        #expect(isSound, "seed \(seed), round \(round)")
      }
    }
  }

  @Test func bytesThatAreNoTextAreNoTable() {
    let read = TruthTable((0...255).map { UInt8($0) } + [0, 0xFF, 0x22])
    #expect(!read.faults.isEmpty)
    #expect(read.truths.isEmpty)
  }
}
