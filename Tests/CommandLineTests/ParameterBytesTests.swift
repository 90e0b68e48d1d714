import Foundation
import ParameterProperties
import Simulation
import TestSupport
import Testing

/// Whatever bytes are given as parameter sets, what is read of them makes sense.
@Suite struct ParameterBytesTests {
  private static let failCases = SharedMaterial.packageRoot.appending(
    path: "Tests/RunFormatsTests/FailCases")

  private static var foundByFuzzing: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: failCases.path)) ?? []
    return names.filter { $0.hasPrefix("parameters-") }.sorted()
  }

  /// One as `params export` writes it; the digest is sha256sum's of "engine 1", "max_accuracy_m 40.1",
  /// "max_speed_mps off", "min_move_m 3.3333333", "max_gap_s 30.7", "missing_accuracy drop" and
  /// "earth wgs84", each on a line.
  private static let exported = """
    {"name":"run","version":2,"engine":1,"max_accuracy_m":40.1,"max_speed_mps":null,
    "min_move_m":3.3333333,"max_gap_s":30.7,"missing_accuracy":"drop","earth":"wgs84","note":"a",
    "digest":"5cf4489896e9f075396cbc009a9993a1aeae9b86a054bb2a717e233177cf12b7"}
    """

  @Test(arguments: foundByFuzzing)
  func whatAFuzzerFoundHoldsWhatIsPromised(name: String) throws {
    let folder = try TemporaryFolder()
    let bytes = Array(try Data(contentsOf: Self.failCases.appending(path: name)))
    try checkParameters(bytes, at: folder.url.appending(path: "input").path)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func anyMutationIsReadOrRefused(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "input").path
    let documents = [
      Self.exported, "[\(Self.exported),\(Self.exported)]",
      "{\"max_accuracy_m\": 30, \"min_move_m\": null, \"earth\": \"wgs84\"}",
    ].map { Array($0.utf8) }
    for document in documents { #expect(try checkParameters(document, at: path)) }
    var generator = SeededGenerator(seed: seed)
    for round in 0..<300 {
      var bytes = documents[round % documents.count]
      for _ in 0...Int.random(in: 0..<3, using: &generator) { mutate(&bytes, &generator) }
      #expect(throws: Never.self, "seed \(seed), round \(round)") {
        try checkParameters(bytes, at: path)
      }
    }
  }
}
