import Foundation
import Testing

/// The table of defences in Tests/ReaderProperties/README.md names tests that are there.
@Suite struct DefenceTests {
  @Test func everyDefenceNamesATestThatIsThere() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let table = try String(
      contentsOf: root.appending(path: "ReaderProperties/README.md"), encoding: .utf8)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    let sources = try paths.filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOf: root.appending(path: $0), encoding: .utf8)
    }
    let named = table.matches(of: /`([A-Za-z]+Tests)\.([A-Za-z0-9]+)`/)
    #expect(named.count > 50)
    for (whole, suite, test) in named.map(\.output) {
      let isThere = sources.contains {
        $0.contains("struct \(suite) {") && $0.contains("func \(test)(")
      }
      #expect(isThere, "\(whole)")
    }
  }
}
