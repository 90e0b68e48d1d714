import Foundation
import SQLite
import TestSupport
import Testing

/// Of a deleted run no path is left under which its file was ever met, nor what it lay with.
@Suite struct ForgottenPathsTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(smallGPX(fixes: 30, name: "Other", latitude: 40), to: "plain/other.gpx")
    #expect(try tool.run("import", "plain").status == 0)
  }

  private func move(_ old: String, to new: String) throws {
    try FileManager.default.createDirectory(
      atPath: tool.path(new.split(separator: "/").dropLast().joined(separator: "/")),
      withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: tool.path(old), toPath: tool.path(new))
  }

  private func zip(to name: String, with others: [ZipBuilder.Entry] = []) throws {
    let run = ZipBuilder.Entry("xyzzymember.gpx", Array(smallGPX(fixes: 50, name: "Mine").utf8))
    let readme = ZipBuilder.Entry("xyzzyreadme.txt", Array("hello".utf8))
    _ = try tool.folder.write(ZipBuilder([run, readme] + others).bytes, to: name)
  }

  private func deleteAndLookForPaths(
    isThere: Bool = false, _ location: SourceLocation = #_sourceLocation
  ) throws {
    func bytes() throws -> Data { try tool.libraryBytes() }
    let marks = Data("xyzzy".utf8)
    #expect(try bytes().range(of: marks) != nil, sourceLocation: location)
    let deleted = try tool.run("delete", "Mine", "--yes")
    #expect(deleted.status == 0, "\(deleted)", sourceLocation: location)
    #expect((try bytes().range(of: marks) != nil) == isThere, sourceLocation: location)
    #expect(try bytes().range(of: Data("plain".utf8)) != nil, sourceLocation: location)
    #expect(try tool.run("verify").status == 0, sourceLocation: location)
    #expect(try tool.run("imports", "--json").status == 0, sourceLocation: location)
    // What is left is known as before.
    let again = try tool.run("import", "plain")
    #expect(
      again.status == 0 && again.out.contains("1 already here"), "\(again)",
      sourceLocation: location)
  }

  @Test(arguments: [1, 2])
  func aFileThatWasMoved(times: Int) throws {
    try tool.write(smallGPX(fixes: 50, name: "Mine"), to: "xyzzy/0.gpx")
    try tool.run("import", "xyzzy/0.gpx")
    for time in 1...times {
      try move("xyzzy/\(time - 1).gpx", to: "xyzzy/\(time).gpx")
      #expect(try tool.run("import", "xyzzy/\(time).gpx").status == 0)
    }
    try deleteAndLookForPaths()
  }

  @Test func aFileThatWasMovedFromFolderToFolder() throws {
    try tool.write(smallGPX(fixes: 50, name: "Mine"), to: "xyzzy/old/0.gpx")
    try tool.run("import", "xyzzy/old/")
    try move("xyzzy/old/0.gpx", to: "xyzzy/new/0.gpx")
    #expect(try tool.run("import", "./xyzzy/new").status == 0)
    try deleteAndLookForPaths()
  }

  @Test func aFileThatCouldNotBeReadAtFirst() throws {
    let whole = smallGPX(fixes: 50, name: "Mine")
    try tool.write("<gpx><trk", to: "xyzzy.gpx")
    #expect(try tool.run("import", "xyzzy.gpx").status != 0)
    try tool.write(whole, to: "xyzzy.gpx")
    #expect(try tool.run("import", "xyzzy.gpx").status == 0)
    try deleteAndLookForPaths()
  }

  @Test(arguments: [false, true])
  func anArchiveOfOneRunAndWhatLiesWithIt(isMoved: Bool) throws {
    try zip(to: "xyzzy/a.zip")
    try tool.run("import", "xyzzy/a.zip")
    if isMoved {
      try move("xyzzy/a.zip", to: "xyzzy/b.zip")
      #expect(try tool.run("import", "xyzzy/b.zip").status == 0)
    }
    try deleteAndLookForPaths()
  }

  /// Another run came from there.
  @Test func anArchiveOfTwoRunsStays() throws {
    let other = smallGPX(fixes: 50, name: "Third", latitude: 30)
    try zip(to: "xyzzy/a.zip", with: [ZipBuilder.Entry("third.gpx", Array(other.utf8))])
    try tool.run("import", "xyzzy/a.zip")
    try deleteAndLookForPaths(isThere: true)
    let paths = try tool.rows("SELECT paths FROM import ORDER BY import_id")
    #expect(paths.contains { $0.hasSuffix("xyzzy/a.zip") }, "\(paths)")
  }
}

/// What was set aside as damaged goes as other runs go, and is told of.
@Suite struct SetAsideTests {
  private let tool: Tool
  private let packed: [Data]

  init() throws {
    tool = try Tool()
    try tool.write(Secrets.gpx(), to: "one.gpx")
    try tool.write(smallGPX(fixes: 20, name: "Two", latitude: 40), to: "two.gpx")
    #expect(try tool.run("import", "two.gpx").status == 0)
    #expect(try tool.run("import", "one.gpx").status == 0)
    try tool.damageRun(named: Secrets.name)
    packed = try tool.packedPieces(
      ofRun: try tool.rows("SELECT run_id FROM run WHERE name LIKE 'X%'")[0])
    #expect(try tool.run("verify", "--repair", "--yes").status == 0)
    #expect(packed.count > 5 && pieces == packed.count)
  }

  private var pieces: Int {
    (try? tool.libraryBytes()).map { bytes in packed.count { bytes.range(of: $0) != nil } } ?? -1
  }

  @Test func itsPointsArePrunedAndItComesBackWhole() throws {
    #expect(try tool.run("prune", "--older-than", "2024-05-01", "--yes").status == 2)
    let asked = try tool.run("prune", "--older-than", "2030")
    #expect(asked.status == 64 && asked.err.contains("set aside"), "\(asked)")
    #expect(pieces == packed.count)
    let pruned = try tool.run("prune", "--older-than", "2030", "--yes")
    #expect(pruned.status == 0 && pruned.out.contains("Pruned 1"), "\(pruned)")
    #expect(pruned.out.contains("set aside as damaged"), "\(pruned)")
    #expect(pieces == 0)
    #expect(try tool.run("prune", "--older-than", "2030", "--yes").status == 2)
    #expect(try tool.run("import", "one.gpx").status == 0)
    #expect(try tool.run("report", Secrets.name).status == 0)
  }

  @Test func itKeepsItsPointsWhereItsAgeIsNotKnown() throws {
    try Database(path: tool.library, access: .readWrite, patience: 10_000).execute(
      "UPDATE set_aside_run SET started_at = 'x'")
    let pruned = try tool.run("prune", "--older-than", "2030", "--yes", "--json")
    #expect(pruned.out == "{\"pruned\":1,\"damaged\":0,\"pruned_set_aside\":0}\n", "\(pruned)")
    #expect(pruned.err.contains("it is not known when they began"), "\(pruned)")
    #expect(pieces == packed.count)
  }

  @Test func undoingItsImportCountsIt() throws {
    let undone = try tool.run("undo", "2", "--yes")
    #expect(undone.out == "Took back import 2: 1 run gone.\n")
  }
}
