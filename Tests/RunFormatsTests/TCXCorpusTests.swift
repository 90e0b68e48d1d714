import RunModel
import TestSupport
import Testing

@testable import RunFormats

/// Every TCX of the corpus of real files against values that other programs found in it.
@Suite(.enabled(if: SharedMaterial.corpus != nil, "the corpus lies outside the checkout"))
struct TCXCorpusTests {
  static let rows: [CorpusRow] = (try? CorpusRow.all(of: .tcx)) ?? []

  /// Where the manifest's distance is not that of a recording's own segments, and ours is right:
  /// it breaks at each lap's `Track`, though a lap is no pause; it does not break at points that
  /// mark a pause by holding but a time. The metres are `benchmarks/tcx_distances.py`'s, which shares
  /// nothing with the reader, not even the XML parser; `lap` rows also agree with the manifest's
  /// `hav_joined_m`.
  static let distances: [String: (metres: Double, why: String)] = [
    "gtrnctr-lap_s.tcx": (10_761.392, "laps"),
    "10kUNLP2014-Garmin15.tcx": (10_012.387, "laps"),
    "sup_activity_1.tcx": (1138.433, "laps"),
    "run_garmin.tcx": (2132.706, "laps"),
    "sample.tcx": (10_084.334, "laps"),
    "activity_234721416.tcx": (9994.372, "laps"),
    "crewnerddata.tcx.gz": (10_463.061, "laps"),
    "python-tcxparser/tests/files/no_hr.tcx": (4688.000, "laps"),
    "python-tcxparser/tests/files/test.tcx": (4688.000, "laps"),
    "malformed.tcx": (4688.000, "laps"),
    "2009_01_09_11_13_14.tcx": (253.476, "23 pauses of two empty points; the device says 238.742"),
  ]

  /// Plans, whose points the manifest counts and which are not read.
  static let courses = ["gtrnctr-readcp.tcx", "tcx-courses.tcx"]

  @Test func thereAreFilesToRead() {
    #expect(Self.rows.count == 43 + 1)
  }

  @Test(arguments: rows)
  func fileGivesWhatOtherProgramsFindInIt(row: CorpusRow) throws {
    let member = try #require(try row.member())
    let beginning = try row.beginning(of: member)
    guard let oracle = row.oracle else {
      #expect(row.file.hasSuffix("faketcx.tcx"))
      #expect(recognise(beginning.span) == .unknown)
      return
    }
    #expect(recognise(beginning.span) == .readable(.tcx))
    let reader = TCXReader()
    try row.read(member, with: reader)
    let reading = try reader.finish()
    if Self.courses.contains(where: row.file.hasSuffix) {
      #expect(reading.kind == .noActivity("TCX course"))
      return
    }
    let distance = Self.distances.first { row.file.hasSuffix($0.key) }?.value.metres
    #expect(reading.kind == (oracle.n_pos == 0 ? .withoutPositions : .activity))
    expect(reading.runs.map(\.fixes), oracle, distance: distance ?? oracle.hav_m ?? 0)
    if let total = oracle.device_total?.lap_sum_m, oracle.n_pos > 0 {
      let stated = reading.runs.reduce(0) { $0 + ($1.description.deviceDistance ?? 0) }
      #expect(abs(stated - total) <= 0.001)
    }
  }

  @Test(arguments: [
    ("20090528-202902.tcx", SegmentSource.tracksAndEmptyPoints, 2),
    ("2009_01_09_11_13_14.tcx", .emptyPoints, 24), ("mapmyride_biking.tcx", .tracks, 1),
    ("2013-06-01-183220.TCX.gz", .tracks, 2), ("activity_165850259_multi-session.tcx", .tracks, 1),
  ])
  func segmentsComeFromWhatTheFileHas(name: String, source: SegmentSource, count: Int) throws {
    let row = try #require(Self.rows.first { $0.file.hasSuffix(name) })
    let reader = TCXReader()
    try row.read(try #require(try row.member()), with: reader)
    let run = try #require(try reader.finish().runs.first)
    #expect(run.description.segmentSource == source)
    #expect(run.fixes.segmentCount == count)
  }
}
