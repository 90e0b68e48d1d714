import Foundation
import RunModel
import TestSupport
import Testing

@testable import RunFormats

/// Every GPX of the corpus of real files against values that other programs found in it.
@Suite(.enabled(if: SharedMaterial.corpus != nil, "the corpus lies outside the checkout"))
struct GPXCorpusTests {
  /// What is no GPX as it lies there, whatever its name, and what the manifest has unpacked by means
  /// that are not offered here.
  static let kindsOfOthers: [String: Recognised] = [
    "jpg.gpx": .unsupported("jpeg"), "c.gpx": .unsupported("bzip2"),
  ]

  static let rows: [CorpusRow] = (try? CorpusRow.all(of: .gpx)) ?? []

  @Test func thereAreFilesToRead() {
    #expect(Self.rows.count > 90)
  }

  @Test(arguments: rows)
  func fileGivesWhatOtherProgramsFindInIt(row: CorpusRow) throws {
    let member = try #require(try row.member())
    let beginning = try row.beginning(of: member)
    if let other = Self.kindsOfOthers[URL(filePath: row.file).lastPathComponent] {
      #expect(recognise(beginning.span) == other)
      return
    }
    let oracle = try #require(row.oracle)
    #expect(recognise(beginning.span) == .readable(.gpx))
    let reader = GPXReader()
    var reading: Reading?
    do {
      try row.read(member, with: reader)
      reading = try reader.finish()
    } catch let error as FormatError {
      #expect(oracle.n_pos == 0, "\(error)")
    }
    expect(reading?.runs.map(\.fixes) ?? [], oracle, distance: oracle.hav_m ?? 0)
  }
}
