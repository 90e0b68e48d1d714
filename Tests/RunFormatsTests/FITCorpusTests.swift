import Foundation
import RunModel
import TestSupport
import Testing

@testable import RunFormats

/// Every FIT file of the corpus of real files against values that other programs found in it.
@Suite(.enabled(if: SharedMaterial.corpus != nil, "the corpus lies outside the checkout"))
struct FITCorpusTests {
  static let rows: [CorpusRow] = (try? CorpusRow.all(of: .fit)) ?? []
  static let references = (try? FITReferenceRun.all()) ?? [:]

  /// Courses are to be followed, and nobody ran them: no activity. The manifest counts their points.
  static let courses: Set<String> = [
    "fitwrite-track.fit", "stagesLink_28832.fit", "testFit.fit", "Berlin (0,9 km).fit",
    "cptr001.fit", "cptr002.fit", "invalid_truncated.fit",
  ]

  /// The header says that no data follow, and 86 000 bytes of messages do. The manifest's reader
  /// believes it, as do the others it asked; the reference puts the size right and finds what we find.
  static let withoutDataSize = "empty-activities.fit"

  /// Where the manifest's sum is another than ours, which the reference has too.
  static let otherDistances: [String: String] = [
    "garmin-oregon-700.fit": lastStop, "SigmaRox11_1.fit": lastStop,
    "apple_watch.fit": "it breaks at stops; a segment opens with the first fix from the start on",
    "MultiSport-2019-11-24.fit": joined, "activity-large-fenxi2-multisport.fit": joined,
    "sample_mulitple_header.fit": joined, "triathlon_summary_first.fit": joined,
  ]
  private static let lastStop = "it breaks at the last stop, which opens no segment"
  private static let joined = "it joins the sessions; each is a run of its own"

  /// Recordings that break off: all others are whole.
  static let interrupted: Set<String> = [
    "nick.fit", "lezyne_super_gps-garmin_fit-sample-bad-endian.fit", withoutDataSize,
  ]

  @Test func thereAreFilesToRead() {
    #expect(Self.rows.count > 100)
    #expect(Self.references.count > 90)
  }

  @Test(arguments: rows)
  func fileGivesWhatTheReferenceFindsInIt(row: CorpusRow) throws {
    let reading = try read(row)
    let expected = Self.references[row.sha256 ?? ""] ?? []
    let runs = reading?.runs ?? []
    try #require(runs.count == expected.count)
    for (run, expected) in zip(runs, expected) {
      let fixes = run.fixes
      let times = fixes.time.filter { $0 != Fixes.noTime }
      #expect(fixes.count == expected.fixes)
      #expect(fixes.segmentCount == expected.segments)
      #expect(times.first == expected.first)
      #expect(times.last == expected.last)
      #expect(run.description.deviceDistance == expected.deviceDistance)
      let distance = textbookDistance(fixes.places)
      #expect(abs(distance - expected.raw) <= max(0.001, expected.raw * 1e-6))
    }
  }

  @Test(arguments: rows)
  func fileGivesWhatTheManifestSaysOrIsListed(row: CorpusRow) throws {
    let reading = try read(row)
    let oracle = try #require(row.oracle)
    let runs = reading?.runs ?? []
    if Self.courses.contains(row.name) {
      #expect(reading?.kind == .noActivity("FIT course"))
      return
    }
    #expect(runs.contains { $0.description.state == .interrupted } == row.isInterrupted)
    guard row.name != Self.withoutDataSize else { return }
    let references = Self.references[row.sha256 ?? ""] ?? []
    let ours = references.reduce(0) { $0 + $1.raw }
    let isOther = Self.otherDistances[row.name] != nil
    expect(runs.map(\.fixes), oracle, distance: isOther ? ours : oracle.hav_timer_ts_m ?? 0)
    #expect(!isOther || abs(ours - (oracle.hav_timer_ts_m ?? 0)) > 0.001)
  }

  /// Nil where the file is refused, which it may be only where it holds nothing.
  private func read(_ row: CorpusRow) throws -> Reading? {
    let member = try #require(try row.member())
    let beginning = try row.beginning(of: member)
    guard recognise(beginning.span) == .readable(.fit) else {
      #expect(row.oracle?.n_pos == 0)
      return nil
    }
    let reader = FITReader()
    try row.read(member, with: reader)
    return try reader.finish()
  }
}

extension CorpusRow {
  fileprivate var name: String { URL(filePath: entry ?? file).lastPathComponent }
  fileprivate var isInterrupted: Bool { FITCorpusTests.interrupted.contains(name) }
}

extension Fixes {
  /// Those whose position is a place; the steps of the raw distance join across the others.
  fileprivate var places: Fixes {
    var places = Fixes()
    for index in 0..<count where !isInvalidPosition(at: index) {
      places.append(
        time: time[index], latitude: latitude[index], longitude: longitude[index],
        segment: segment[index])
    }
    return places
  }
}
