import Archives
import Foundation
import TestSupport
import Testing

/// Archives inside archives.
@Suite struct NestingTests {
  let folder: TemporaryFolder
  let plain = text(20_000)

  init() throws {
    folder = try TemporaryFolder()
  }

  private func zip(_ name: String, _ content: [UInt8], isDeflated: Bool = true) -> [UInt8] {
    var entry = Entry(name, content)
    entry.isDeflated = isDeflated
    return ZipBuilder([entry]).bytes
  }

  private func tar(_ name: String, _ content: [UInt8]) -> [UInt8] {
    TarBuilder([TarEntry(name, content)]).bytes
  }

  private func expectRead(_ bytes: [UInt8], as name: String) throws {
    let found = try folder.inventory(of: bytes)
    #expect(found.names == [name])
    #expect(found.faults.isEmpty)
    let result = contents(try #require(found.members.first))
    #expect(result.bytes == plain)
    #expect(result.error == nil)
  }

  @Test(arguments: [true, false], [true, false])
  func zipInZipInZipIsRead(isDeflated: Bool, isInnerDeflated: Bool) throws {
    let inner = zip("b.zip", zip("a.fit", plain), isDeflated: isInnerDeflated)
    try expectRead(zip("c.zip", inner, isDeflated: isDeflated), as: "c.zip!b.zip!a.fit")
  }

  @Test func archivesOfAllKindsAreReadInsideOneAnother() throws {
    let packed = gzipped(plain)
    try expectRead(zip("a.gpx.gz", packed), as: "a.gpx.gz")
    try expectRead(tar("a.gpx.gz", packed), as: "a.gpx.gz")
    try expectRead(gzipped(tar("a", plain)), as: "a")
    try expectRead(gzipped(zip("a", plain)), as: "a")
    try expectRead(zip("t.tar", tar("a", plain)), as: "t.tar!a")
    try expectRead(zip("t.tar", tar("a", plain), isDeflated: false), as: "t.tar!a")
    try expectRead(zip("t.tgz", gzipped(tar("a.gz", packed))), as: "t.tgz!a.gz")
    try expectRead(gzipped(tar("z.zip", zip("a", plain))), as: "z.zip!a")
    try expectRead(tar("t.tar", tar("z.zip", zip("a", plain))), as: "t.tar!z.zip!a")
  }

  @Test func archiveInsideIsToldByContentAndNotByName() throws {
    try expectRead(zip("b.fit", zip("a.fit", plain)), as: "b.fit!a.fit")
    try expectRead(tar("b", gzipped(tar("a", plain))), as: "b!a")
    try expectRead(zip("a.zip", plain), as: "a.zip")
  }

  @Test(arguments: [10, 3_000, 100_000])
  func tarInSeveralGzipStreamsIsOne(cut: Int) throws {
    let tar = TarBuilder([
      TarEntry("a", text(90_000)), TarEntry("b", text(90_000)),
    ]).bytes
    let streams = gzipped(Array(tar.prefix(cut))) + gzipped([]) + gzipped(Array(tar.dropFirst(cut)))
    let found = try folder.inventory(of: streams + [0, 0, 0])
    #expect(found.names == ["a", "b"])
    #expect(found.faults.isEmpty)
    for member in found.members { #expect(contents(member).bytes == text(90_000)) }
  }

  @Test func orderIsThatOfTheArchivesAndMembersStandAlone() throws {
    let part = ZipBuilder([Entry("1.fit", [1]), Entry("2.fit", [2])]).bytes
    let found = try folder.inventory(
      of: ZipBuilder([
        Entry("0.fit", [0]), Entry("P1.zip", part), Entry("3.fit", [3]),
        Entry("P2.tgz", gzipped(tar("4.fit", [4]))),
      ]).bytes)
    #expect(found.names == ["0.fit", "P1.zip!1.fit", "P1.zip!2.fit", "3.fit", "P2.tgz!4.fit"])
    #expect(found.members.reversed().map { contents($0).bytes } == [[4], [3], [2], [1], [0]])
  }

  @Test func membersAreReadByManyAtOnce() async throws {
    let entries = (0..<40).map { TarEntry("\($0)", text(20_000 + $0)) }
    let found = try folder.inventory(of: gzipped(TarBuilder(entries).bytes))
    let lengths = await withTaskGroup(of: Int.self) { group in
      for member in found.members { group.addTask { contents(member).bytes.count } }
      return await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(lengths == Set(20_000..<20_040))
  }

  @Test func membersOutliveTheInventory() throws {
    let member = try #require(folder.inventory(of: gzipped(tar("a", plain))).members.first)
    #expect(contents(member).bytes == plain)
  }

  @Test func nothingIsLeftInTheTemporaryFolder() throws {
    let temporary = folder.url.appending(path: "temporary")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    let file = try folder.write(gzipped(tar("../../a", plain)), to: "a.tgz")
    let found = inventory(of: [file.path], temporaryFolder: temporary.path)
    #expect(contents(try #require(found.members.first)).bytes == plain)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
  }

  @Test func archiveThatCannotBeUnpackedForWantOfAPlaceIsNamed() throws {
    let file = try folder.write(
      ZipBuilder([
        Entry("t.tgz", gzipped(tar("a", plain))), Entry("b", plain),
      ]).bytes, to: "a.zip")
    let found = inventory(of: [file.path], temporaryFolder: folder.url.path + "/none")
    #expect(found.codes == [.noTemporarySpace])
    #expect(found.faults.first?.member == "t.tgz")
    #expect(found.names == ["b"])
  }

  @Test func emptyArchivesInsideAreNamedAndOthersStay() throws {
    let found = try folder.inventory(
      of: ZipBuilder([
        Entry("zero.zip", []), Entry("none.zip", ZipBuilder().bytes), Entry("a.gpx", plain),
        Entry("junk.zip", zip("__MACOSX/._a.gpx", plain)), Entry("._b.zip", zip("a", plain)),
      ]).bytes)
    #expect(found.codes == [.empty, .emptyArchive, .emptyArchive])
    #expect(found.faults.map(\.member) == ["zero.zip", "none.zip", "junk.zip"])
    #expect(found.names == ["a.gpx"])
  }

  @Test func controlsInNamesAreDroppedOnEveryLevel() throws {
    try expectRead(
      zip("../\u{1B}[2Jz.zip", gzipped(tar("/\u{7}a", plain))), as: "../[2Jz.zip!/a")
  }
}
