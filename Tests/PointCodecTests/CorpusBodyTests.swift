import Foundation
import PointCodec
import RunFormats
import RunModel
import TestSupport
import Testing

/// The real FIT files of the corpus as they are stored.
@Suite(.enabled(if: SharedMaterial.corpus != nil, "the corpus lies outside the checkout"))
struct CorpusBodyTests {
  static let runs: [Fixes] = {
    guard let folder = SharedMaterial.corpus,
      let names = FileManager.default.subpaths(atPath: folder.path)
    else { return [] }
    return names.sorted().filter { $0.lowercased().hasSuffix(".fit") }.flatMap { name -> [Fixes] in
      guard let data = try? Data(contentsOf: folder.appending(path: name)) else { return [] }
      let reader = FileReader()
      guard (try? reader.read([UInt8](data).span)) != nil, let reading = try? reader.finish()
      else { return [] }
      return reading.runs.map(\.fixes).filter { $0.count <= maximumFixesInBody }
    }
  }()

  @Test func realRunsComeBackToTheBitAndAsTheLayoutSays() throws {
    #expect(Self.runs.count > 70)
    for fixes in Self.runs {
      let bodies = encode(fixes)
      #expect(try decode(bodies) == fixes)
      #expect(plainlyDecoded(bodies) == fixes)
    }
  }

  /// The sizes that the library was designed for, in bytes a fix.
  @Test(arguments: [
    (channels: [], limit: 3.5),
    (
      channels: [.elevation, .speed, .deviceDistance, .heartRate, .cadence] as [Channel], limit: 7.5
    ),
  ])
  func realRunsAreSmall(channels: [Channel], limit: Double) {
    var (fixCount, byteCount) = (0, 0)
    for run in Self.runs where channels.allSatisfy({ !run[$0].isEmpty }) {
      let bodies = encode(run.with(only: channels))
      fixCount += run.count
      byteCount += bodies.core.count + (bodies.extra?.count ?? 0)
    }
    #expect(fixCount > 100_000)
    #expect(Double(byteCount) / Double(fixCount) <= limit)
  }
}

extension Fixes {
  fileprivate func with(only channels: [Channel]) -> Fixes {
    var fixes = Fixes(time: time, latitude: latitude, longitude: longitude, segment: segment)
    for channel in channels { fixes[channel] = self[channel] }
    return fixes
  }
}
