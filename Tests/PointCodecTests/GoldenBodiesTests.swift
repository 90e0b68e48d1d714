import Foundation
import PointCodec
import RunModel
import TestSupport
import Testing

/// Bodies as they were written on the day the format was published. They must be read for ever, and
/// the same fixes must still give the same bytes.
@Suite struct GoldenBodiesTests {
  static let cases: [(name: String, fixes: Fixes)] = [
    ("empty", Fixes()),
    ("north", .north([0, 3.5, 7, 10], accuracy: [8, nil, -1, 4.5], segments: [0, 0, 1, 1])),
    ("wild-11", .wild(count: 300, seed: 11)),
    ("wild-12", .wild(count: 300, seed: 12)),
    ("thirteen-kilometres", .thirteenKilometres()),
  ]

  private func golden(_ name: String) -> URL {
    SharedMaterial.packageRoot.appending(path: "Tests/PointCodecTests/Golden/\(name)")
  }

  @Test func bodiesAreThoseOfTheGoldenFiles() throws {
    for (name, fixes) in Self.cases {
      let bodies = PointBodies(packing: fixes)
      for (body, ending) in [(bodies.core, "core"), (bodies.extra, "extra")] {
        guard let body else { continue }
        let file = golden("\(name).\(ending)")
        guard let expected = try? Data(contentsOf: file) else {
          try Data(body).write(to: file)
          Issue.record("\(file.lastPathComponent) was missing and has been recorded")
          continue
        }
        #expect(body == Array(expected), "\(file.lastPathComponent)")
      }
    }
  }

  @Test func goldenFilesGiveTheirFixes() throws {
    for (name, fixes) in Self.cases {
      let core = try Data(contentsOf: golden("\(name).core"))
      let extra = try? Data(contentsOf: golden("\(name).extra"))
      let unpacked = try PointBodies.unpack(core: Array(core), extra: extra.map { Array($0) })
      #expect(unpacked == fixes, "\(name)")
    }
  }
}
