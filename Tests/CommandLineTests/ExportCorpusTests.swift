import Foundation
import TestSupport
import Testing

/// Real files, through a library and an export into another library.
@Suite(.enabled(if: SharedMaterial.corpus != nil, "the corpus is not beside the checkout"))
struct ExportCorpusTests {
  private func filled() throws -> Tool {
    let tool = try Tool()
    try tool.run("import", try #require(SharedMaterial.corpus).path, "--untimed")
    return tool
  }

  /// Files of one content are one source and one run, so that each digest is taken once.
  private func digests(_ tool: Tool) throws -> Set<String> {
    Set(try tool.rows("SELECT hex(points_digest) FROM run"))
  }

  @Test func whatWasExportedAsGPXIsTheSameToTheBit() throws {
    let tool = try filled()
    let outcome = try tool.run("export", "--all", "--output", "out")
    #expect(outcome.status == 0)
    let other = try Tool()
    try other.run("import", tool.path("out"), "--untimed")
    #expect(try digests(tool).count > 200)
    #expect(try digests(other) == digests(tool))
  }

  @Test func aDatabaseOfRowsIsTheSameToTheBit() throws {
    let tool = try filled()
    try tool.run("export", "--all", "--format", "sqlite", "--output", "rows.db")
    let other = try Tool()
    try other.run("import", tool.path("rows.db"))
    let identity = "SELECT run_id, hex(points_digest) FROM run ORDER BY 1"
    #expect(try other.rows(identity) == tool.rows(identity))
  }
}
