import Foundation
import TestSupport
import Testing

/// Each limit refuses with the name of the option that raises it, and the option does.
@Suite struct LimitTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private typealias Entry = ZipBuilder.Entry

  private func zip(_ name: String, _ content: [UInt8]) -> [UInt8] {
    ZipBuilder([Entry(name, content)]).bytes
  }

  /// Refused as such, named, and taken with the option.
  private func check(
    _ bytes: [UInt8], without words: [String] = [], _ option: [String], runs: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    _ = try tool.folder.write(bytes, to: "in.zip")
    let refused = try tool.run(["import", "in.zip"] + words)
    #expect(refused.status == 1, "\(refused)", sourceLocation: sourceLocation)
    #expect(refused.err.contains(option[0]), "\(refused.err)", sourceLocation: sourceLocation)
    let taken = try tool.run(["import", "in.zip", "--json"] + option)
    #expect(taken.status == 0, "\(taken)", sourceLocation: sourceLocation)
    #expect(taken.out.contains("\"runs\":\(runs),"), "\(taken.out)", sourceLocation: sourceLocation)
  }

  /// A track with blanks behind it that pack to nothing.
  private func padded(_ count: Int) -> [UInt8] {
    Array(smallGPX().utf8) + [UInt8](repeating: 32, count: count)
  }

  @Test func bytesOfOneFile() throws {
    try check(
      zip("a.gpx", padded(3000)), without: ["--max-file-size", "2KB"], ["--max-file-size", "9KB"],
      runs: 1)
  }

  @Test func bytesOfAnArchive() throws {
    let entries = (0..<4).map { Entry("\($0).gpx", Array(smallGPX(fixes: 3 + $0).utf8)) }
    try check(
      ZipBuilder(entries).bytes, without: ["--max-archive-size", "100"],
      ["--max-archive-size", "1MB"], runs: 4)
  }

  @Test func ratio() throws {
    try check(zip("a.gpx", padded(4 << 20)), ["--max-ratio", "1100"], runs: 1)
  }

  /// Each layer keeps within the ratio, all together do not.
  @Test func ratioOfABombInsideOthers() throws {
    let inner = zip("a.gpx", padded(20 << 20))
    try check(zip("c.zip", zip("b.zip", inner)), ["--max-ratio", "100000"], runs: 1)
  }

  @Test func depth() throws {
    let deep = zip("d.zip", zip("c.zip", zip("b.zip", zip("a.gpx", Array(smallGPX().utf8)))))
    try check(deep, ["--max-depth", "4"], runs: 1)
  }

  @Test func entries() throws {
    let entries = (0..<6).map { Entry("\($0).gpx", Array(smallGPX(fixes: 3 + $0).utf8)) }
    try check(
      ZipBuilder(entries).bytes, without: ["--max-entries", "5"], ["--max-entries", "6"], runs: 6)
  }

  @Test func aHundredThousandEntriesAreRead() throws {
    let empty = (1..<100_000).map { Entry("\($0)", [], isDeflated: false) }
    let archive = ZipBuilder([Entry("a.gpx", Array(smallGPX().utf8))] + empty)
    var large = archive
    large.isLarge = true
    _ = try tool.folder.write(large.bytes, to: "many.zip")
    let outcome = try tool.run("import", "many.zip", "--json")
    #expect(outcome.out.contains("\"files\":100000,"), "\(outcome.out)\(outcome.err)")
    #expect(outcome.out.contains("\"runs\":1,"))
    large.entries.append(Entry("one more", [], isDeflated: false))
    _ = try tool.folder.write(large.bytes, to: "more.zip")
    #expect(try tool.run("import", "more.zip").err.contains("--max-entries"))
  }

  @Test func overlap() throws {
    var second = Entry("b.gpx", Array(smallGPX().utf8))
    second.offset = 0
    let shared = ZipBuilder([Entry("a.gpx", Array(smallGPX().utf8)), second])
    try check(shared.bytes, ["--allow-overlap"], runs: 1)
  }

  @Test func fixesOfOneRun() throws {
    try check(
      zip("a.gpx", Array(smallGPX(fixes: 9).utf8)), without: ["--max-fixes", "5"],
      ["--max-fixes", "9"], runs: 1)
  }

  @Test(arguments: ["", "0", "MB", "1.5GB", "-1", "12 apples", "99999999999TB"])
  func whatIsNoSizeIsWrongUsage(text: String) throws {
    #expect(try tool.run("import", "x", "--max-file-size=\(text)").status == 64)
  }
}
