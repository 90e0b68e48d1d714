import Foundation
import Hashing
import PointCodec
import RunModel
import TestSupport
import Testing

@Suite struct GoldenBodyTests {
  /// Each with its digest, as a reader written in Python from the README alone found it in the files.
  static let cases: [(name: String, fixes: Fixes, digest: String)] = [
    ("empty", Fixes(), "7e37c7a0b6e549453cfff6f20800d0705a073f2a372db75103415c7b299e59e9"),
    (
      "seven-places", SyntheticFixes.run(count: 300, seed: 11, channels: Set(Channel.allCases)),
      "f821de1c13c0754a70d4a402eae00666ff125a0e30b770e0a37acf7fc53c2e87"
    ),
    (
      "semicircles", SyntheticFixes.run(count: 257, seed: 12, coordinates: .semicircles),
      "9365a89eced5170c3865463ced02e8f83ba9e01c2c0d005a0453782da3537b2f"
    ),
    (
      "full-doubles",
      SyntheticFixes.run(count: 130, seed: 13, coordinates: .fullDoubles, channels: [.accuracy]),
      "9300883cff930a21d7d01b30cf6413398716cf222dd64fbce9565cb205e9305b"
    ),
    (
      "anything", SyntheticFixes.anything(count: 200, seed: 14),
      "f06af244851d48dc093fcc1a2c598ef767935c24ab8f77a1c87d6587e20c5afe"
    ),
    (
      "exceptions", SyntheticFixes.runWithOddPlaces(count: 400, seed: 15),
      "d24551c9c1bb7967befd62f30d87b21184b900a0976007d63a7cce212200af86"
    ),
    (
      "unknown-times",
      Fixes(
        time: [Fixes.noTime, Fixes.noTime], latitude: [0, -0.0], longitude: [.nan, 1],
        segment: [0, 7]),
      "c9a9aea363360f2c32cb39e75dfca4b1a25e513de8b605d88c379c5813789dfa"
    ),
  ]

  @Test(arguments: cases.indices)
  func bodiesAreReadAndWrittenAsTheyAlwaysWere(_ index: Int) throws {
    let (name, fixes, digest) = Self.cases[index]
    let bodies = encode(fixes)
    let golden = PointBodies(
      core: try #require(try golden("\(name).core", else: bodies.core)),
      extra: try golden("\(name).extra", else: bodies.extra))
    #expect(bodies == golden)
    #expect(try decode(golden) == fixes)
    #expect(pointsDigest(fixes).hex == digest)
  }

  /// The file's bytes; where it is absent it is written, and the test fails.
  private func golden(_ name: String, else bytes: [UInt8]?) throws -> [UInt8]? {
    let file = SharedMaterial.packageRoot.appending(path: "Tests/PointCodecTests/Golden/\(name)")
    if FileManager.default.fileExists(atPath: file.path) {
      return [UInt8](try Data(contentsOf: file))
    }
    guard let bytes else { return nil }
    try Data(bytes).write(to: file)
    Issue.record("\(name) was absent and is written now")
    return bytes
  }
}
