import Hashing
import Archives
import Foundation
import Hashing
import RunFormats
import RunModel
import TestSupport
import Testing

/// Every GPX of the corpus of real files against values that other programs found in it.
@Suite(.enabled(if: SharedMaterial.corpus != nil, "the corpus lies outside the checkout"))
struct GPXCorpusTests {
  /// What is no GPX as it lies there, whatever its name, and what the manifest has unpacked by means
  /// that are not offered here.
  static let kindsOfOthers: [String: Recognised] = [
    "jpg.gpx": .unsupported("jpeg"), "c.gpx": .unsupported("bzip2"),
  ]

  static let rows: [CorpusRow] = (try? CorpusRow.all()) ?? []

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
      let digest = try read(member) { piece in try reader.read(piece) }
      #expect(row.sha256 == nil || digest.hex == row.sha256)
      reading = try reader.finish()
    } catch let error as FormatError {
      #expect(oracle.n_pos == 0, "\(error)")
    }
    let fixes = reading?.runs.map(\.fixes) ?? []
    #expect(fixes.reduce(0) { $0 + $1.count } == oracle.n_pos)
    let times = fixes.flatMap(\.time).filter { $0 != Fixes.noTime }
    #expect(times.first == oracle.first_pos_ms)
    #expect(times.last == oracle.last_pos_ms)
    expectPlace(fixes.first, at: 0, oracle.first)
    expectPlace(fixes.last, at: (fixes.last?.count ?? 0) - 1, oracle.last)
    let distance = fixes.reduce(0) { $0 + textbookDistance($1) }
    #expect(abs(distance - (oracle.hav_m ?? 0)) <= max(0.001, distance * 1e-6))
  }

  private func expectPlace(_ fixes: Fixes?, at index: Int, _ place: [String]?) {
    guard let fixes, let place else {
      #expect(fixes == nil && place == nil)
      return
    }
    // The manifest rounds to 7 decimals.
    let written = place.map { Double($0) ?? .nan }
    #expect(abs(fixes.latitude[index] - written[0]) <= 0.51e-7)
    #expect(abs(fixes.longitude[index] - written[1]) <= 0.51e-7)
  }
}

/// The sum of all steps inside segments by the haversine formula of the textbooks, R = 6 371 000 m.
func textbookDistance(_ fixes: Fixes) -> Double {
  var sum = 0.0
  for index in 1..<max(fixes.count, 1) where fixes.segment[index] == fixes.segment[index - 1] {
    let radian = Double.pi / 180
    let north = (fixes.latitude[index] - fixes.latitude[index - 1]) * radian
    let east = (fixes.longitude[index] - fixes.longitude[index - 1]) * radian
    let chord =
      sin(north / 2) * sin(north / 2) + cos(fixes.latitude[index] * radian)
      * cos(fixes.latitude[index - 1] * radian) * sin(east / 2) * sin(east / 2)
    sum += 2 * 6_371_000 * asin(min(1, chord.squareRoot()))
  }
  return sum
}

/// One line of the corpus' manifest.
struct CorpusRow: Decodable, Sendable, CustomTestStringConvertible {
  struct Oracle: Decodable, Sendable {
    let n_pos: Int
    let first_pos_ms: Int64?
    let last_pos_ms: Int64?
    let first: [String]?
    let last: [String]?
    let hav_m: Double?
  }

  let file: String
  let entry: String?
  let format: String
  /// Of the unpacked bytes.
  let sha256: String?
  let oracle: Oracle?

  var testDescription: String { entry ?? file }

  static func all() throws -> [CorpusRow] {
    guard let corpus = SharedMaterial.corpus else { return [] }
    let text = try String(contentsOf: corpus.appending(path: "manifest.jsonl"), encoding: .utf8)
    return try text.split(separator: "\n")
      .map { try JSONDecoder().decode(CorpusRow.self, from: Data($0.utf8)) }
      .filter { $0.format == "gpx" }
  }

  /// The file, or the member of its archive that stands behind the `!`.
  func member() throws -> Member? {
    guard let path = SharedMaterial.corpus?.appending(path: file).path else { return nil }
    let name = entry?.split(separator: "!").dropFirst().first.map(String.init)
    let members = inventory(of: [path]).members
    return members.first { $0.name == name } ?? members.first
  }

  func beginning(of member: Member) throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try read(member) { piece in
      for index in piece.indices where bytes.count < recognitionLength {
        bytes.append(piece[index])
      }
    }
    return bytes
  }
}
