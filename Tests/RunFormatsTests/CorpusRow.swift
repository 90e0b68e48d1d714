import Archives
import Foundation
import Hashing
import RunModel
import TestSupport
import Testing

@testable import RunFormats

/// Holds the fixes of a file's runs against what other programs found in it.
///
/// - Parameter distance: the raw sum in metres.
func expect(_ fixes: [Fixes], _ oracle: CorpusRow.Oracle, distance: Double) {
  #expect(fixes.reduce(0) { $0 + $1.count } == oracle.n_pos)
  let times = fixes.flatMap(\.time).filter { $0 != Fixes.noTime }
  #expect(times.first == oracle.first_pos_ms)
  #expect(times.last == oracle.last_pos_ms)
  expectPlace(fixes.first, at: 0, oracle.first)
  expectPlace(fixes.last, at: (fixes.last?.count ?? 0) - 1, oracle.last)
  let sum = fixes.reduce(0) { $0 + textbookDistance($1) }
  #expect(abs(sum - distance) <= max(0.001, sum * 1e-6))
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
    /// FIT: broken at the timer's stops by their times.
    let hav_timer_ts_m: Double?
    let device_total: DeviceTotal?
  }

  struct DeviceTotal: Decodable, Sendable {
    let lap_sum_m: Double?
  }

  let file: String
  let entry: String?
  let format: String
  /// Of the unpacked bytes.
  let sha256: String?
  let oracle: Oracle?

  var testDescription: String { entry ?? file }

  static func all(of format: Format) throws -> [CorpusRow] {
    guard let corpus = SharedMaterial.corpus else { return [] }
    let text = try String(contentsOf: corpus.appending(path: "manifest.jsonl"), encoding: .utf8)
    return try text.split(separator: "\n")
      .map { try JSONDecoder().decode(CorpusRow.self, from: Data($0.utf8)) }
      .filter { $0.format == format.rawValue }
  }

  /// The file, or the member of its archive that stands behind the `!`.
  func member() throws -> Member? {
    guard let path = SharedMaterial.corpus?.appending(path: file).path else { return nil }
    let name = entry?.split(separator: "!").dropFirst().first.map(String.init)
    let members = inventory(of: [path]).members
    return members.first { $0.name == name } ?? members.first
  }

  /// Reads the member, and holds its bytes against the manifest's digest.
  func read(_ member: Member, with reader: some FormatReader) throws {
    let digest = try Archives.read(member) { piece in try reader.read(piece) }
    #expect(sha256 == nil || digest.hex == sha256)
  }

  func beginning(of member: Member) throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try Archives.read(member) { piece in
      for index in piece.indices where bytes.count < recognitionLength {
        bytes.append(piece[index])
      }
    }
    return bytes
  }
}
