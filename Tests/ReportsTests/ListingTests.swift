import Hashing
import RunModel
import Testing

@testable import Reports

@Suite struct ParameterListingTests {
  private let run = ParameterSet.builtIn[0]
  private var stricter: ParameterSet {
    var rules = run.rules
    rules.maxSpeed = 10.5
    rules.maxGap = 30
    rules.missingAccuracy = .drop
    return ParameterSet(
      reference: ParameterReference("run", 2), rules: rules, note: "tuned",
      createdAt: Timestamp(milliseconds: 1_792_137_600_000))
  }

  @Test func aSetIsShownConstantByConstant() {
    let expected = """
      run@2, current for running, any other sport
      tuned

        engine            1
        accuracy up to    50 m
        speed up to       10.5 m/s
        moves from        5 m
        gaps up to        30 s
        missing accuracy  drop
        earth             sphere
        created           2026-10-16
        digest            \(stricter.digest.hex.prefix(16))…

      """
    let listing = ParameterListing(set: stricter, currentFor: ["running", "*"])
    #expect(listing.text(Layout()) == expected)
    #expect(
      listing.json.line.hasSuffix(
        #","missing_accuracy":"drop","earth":"sphere","current_for":["running","*"],"#
          + #""note":"tuned","created_at":"2026-10-16T08:00:00.000Z"}"# + "\n"))
  }

  @Test func theListHasALineASet() {
    let listings = [
      ParameterListing(set: run, currentFor: []),
      ParameterListing(set: stricter, currentFor: ["running", "*"]),
    ]
    let expected = """
      SET    ACCURACY     SPEED  MOVE   GAP  MISSING   EARTH  CURRENT FOR
      run@1      50 m    12 m/s   5 m   off     keep  sphere  –
      run@2      50 m  10.5 m/s   5 m  30 s     drop  sphere  running, any other sport

      """
    #expect(parameterList(listings, Layout()) == expected)
  }

  @Test func aDifferenceNamesWhatChangedAndNothingElse() {
    let difference = ParameterDifference(from: run, to: stricter)
    let expected = """
      CONSTANT           run@1     run@2
      speed up to       12 m/s  10.5 m/s
      gaps up to           off      30 s
      missing accuracy    keep      drop

      """
    #expect(difference.text(Layout()) == expected)
    #expect(
      difference.json.line == #"{"from":"run@1","to":"run@2","changes":{"#
        + #""max_speed_mps":{"from":12,"to":10.5},"max_gap_s":{"from":null,"to":30},"#
        + #""missing_accuracy":{"from":"keep","to":"drop"}}}"# + "\n")
    #expect(
      difference.sentence.replacing("\u{A0}", with: " ")
        == "run@2: speed up to 10.5 m/s instead of 12 m/s, gaps up to 30 s instead of without limit, "
        + "missing accuracy drop instead of keep.")
    #expect(ParameterDifference(from: run, to: run).sentence == "No constant differs.")
    #expect(
      ParameterDifference(from: run, to: run).text(Layout())
        == "run@1 and run@1 measure alike: no constant differs.\n")
  }
}

@Suite struct ImportRecordTests {
  private let record: ImportRecord = {
    var counts = ImportCounts()
    counts[.imported] = 12
    counts[.duplicate] = 5
    counts[.quarantined] = 2
    counts[.plannedRoute] = 1
    counts.runs = 13
    counts.fixes = 40_123
    return ImportRecord(
      id: 3, state: .finished, startedAt: Timestamp(milliseconds: 1_792_137_600_000),
      endedAt: Timestamp(milliseconds: 1_792_137_619_400), toolVersion: "1",
      paths: ["/home/you/runs", "/home/you/export.zip"], counts: counts)
  }()

  private let sources: [Source] = {
    var broken = Source(file: "export.zip", member: "a\u{202E}.gpx", state: .quarantined)
    broken.reasonCode = "broken_xml"
    broken.reason = "the document ends inside an element"
    broken.reasonPlace = Place(byte: 400, line: 12)
    var odd = Source(file: "odd.gpx", state: .imported)
    odd.diagnostics = [
      Diagnostic(code: "time_goes_back", count: 3, place: Place(byte: 7), detail: "times go back")
    ]
    let plain = Source(file: "plain.gpx", state: .imported)
    return [broken, odd, plain, Source(file: "same.gpx", state: .duplicate)]
  }()

  @Test func anImportEndsWithWhatItBrought() {
    let expected = """
      13 runs imported, 40 123 fixes, 19 s
      5 already here, 2 unreadable, 1 planned route
      Reasons: remeasure imports show 3    Take it back: remeasure undo 3

      """
    #expect(record.text(Layout()) == expected)
  }

  @Test func theReasonsNameTheFileAndThePlace() {
    let text = record.text(sources: sources, Layout())
    let expected = """
      Import 3, 2026-10-16 08:00 UTC, finished, 20 files
      13 runs imported, 40 123 fixes, 19 s
      5 already here, 2 unreadable, 1 planned route

      export.zip!a�.gpx
        unreadable: the document ends inside an element (line 12)

      odd.gpx
        imported
        times go back, 3 times (byte 7)

      """
    #expect(text == expected)
  }

  @Test func theListingHasALineAnImport() {
    let expected = """
      N  STARTED (UTC)     STATE     FILES  RUNS  SAME  UNREADABLE  OF
      3  2026-10-16 08:00  finished     20    13     5           2  runs and 1 more

      FILES: met in all. RUNS: new. SAME: files whose runs were here already.

      """
    #expect(importListing([record], Layout()) == expected)
  }

  @Test func scriptsGetEveryCount() {
    let counts =
      #"{"id":3,"state":"finished","started_at":"2026-10-16T08:00:00.000Z","#
      + #""undone_at":null,"#
      + #""paths":["/home/you/runs","/home/you/export.zip"],"files":20,"#
      + #""imported":12,"duplicates":5,"unsupported":0,"quarantined":2,"planned_routes":1,"#
      + #""without_positions":0,"deleted":0,"metadata":0,"interrupted":0,"runs":13,"copies":0,"fixes":40123,"seconds":19.4"#
    #expect(record.json().line == counts + "}\n")
    let broken =
      #"{"archive":"export.zip","member":"a\u202e.gpx","state":"quarantined","sha256":null,"#
      + #""format":null,"size":null,"code":"broken_xml","#
      + #""reason":"the document ends inside an element","line":12,"byte":400,"diagnostics":[]}"#
    #expect(
      record.json(sources: [sources[0]]).line == counts + ",\"sources\":[\(broken)]}\n")
  }
}
