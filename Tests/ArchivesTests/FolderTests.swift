import Archives
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct FolderTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Each change leaves bytes that would be read without any error.
  @Test(arguments: ["ab", "xyz", "abcd"])
  func whatChangesBetweenFindingAndReadingIsNotRead(text: String) throws {
    let file = try folder.write(Array("abc".utf8), to: "a.gpx")
    let member = try #require(inventory(of: [file.path]).members.first)
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: file.path)
    #expect(contents(member).error?.code == .changed)
    let again = try #require(try member.lookedAtAgain())
    #expect(contents(again).bytes == Array(text.utf8))
  }

  @Test func whatChangesWhileItIsReadIsNotKept() throws {
    let file = try folder.write(text(200_000), to: "a.gpx")
    let member = try #require(inventory(of: [file.path]).members.first)
    var pieces = 0
    let error = #expect(throws: ArchiveError.self) {
      _ = try read(member) { _ in
        pieces += 1
        if pieces == 2 { try Data(text(200_001)).write(to: file, options: []) }
      }
    }
    #expect(error?.code == .changed)
  }

  @Test func whatIsKnownIsListedAndNotOpened() throws {
    let plain = try folder.write([1], to: "a.gpx")
    let zip = try folder.write(ZipBuilder([Entry("b.gpx", [2])]).bytes, to: "c.zip")
    var acquaintance = Acquaintance()
    acquaintance.knowsArchive = { $0.file == zip.path }
    acquaintance.knowsFile = { $0.file == plain.path && $0.size == 1 }
    let found = inventory(of: [folder.url.path], acquaintance: acquaintance)
    #expect(found.members.map(\.file) == [plain.path])
    #expect(found.knownArchives.map(\.file) == [zip.path])
    #expect(found.archives.isEmpty)
    #expect(inventory(of: [folder.url.path]).archives.map(\.file) == [zip.path])
  }

  @Test func aWalkThatIsStoppedEnds() throws {
    for index in 0..<20 { _ = try folder.write([1], to: "\(index).gpx") }
    let asked = Atomic(0)
    let found = inventory(
      of: [folder.url.path],
      isStopped: { asked.wrappingAdd(1, ordering: .relaxed).newValue > 10 })
    #expect((1..<20).contains(found.members.count))
  }

  @Test func foldersAreWalkedByName() throws {
    for name in ["b/2.gpx", "b/1.gpx", "a.gpx", "c.d.2017-10-29.GPX"] {
      _ = try folder.write([1], to: name)
    }
    let found = inventory(of: [folder.url.path])
    let root = folder.url.path
    #expect(
      found.members.map(\.file) == [
        "\(root)/a.gpx", "\(root)/b/1.gpx", "\(root)/b/2.gpx", "\(root)/c.d.2017-10-29.GPX",
      ])
    #expect(found.faults.isEmpty)
    #expect(found.members.allSatisfy { $0.name == nil && $0.size == 1 && $0.modifiedAt != nil })
  }

  @Test func argumentsKeepTheirOrder() throws {
    let (b, a) = (try folder.write([1], to: "b"), try folder.write([1], to: "a"))
    #expect(inventory(of: [b.path, a.path]).members.map(\.file) == [b.path, a.path])
  }

  @Test func whatMacOSLeavesBehindIsPassedOver() throws {
    for name in ["__MACOSX/x.gpx", "._a.gpx", ".DS_Store", "a.gpx"] {
      _ = try folder.write([1], to: name)
    }
    let found = inventory(of: [folder.url.path])
    #expect(found.members.count == 1)
    #expect(found.faults.isEmpty)
  }

  @Test func linksInCirclesEndTheWalk() throws {
    _ = try folder.write([1], to: "in/a.gpx")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "in/up"), withDestinationURL: folder.url)
    let found = inventory(of: [folder.url.path])
    #expect(found.members.count == 1)
    #expect(found.faults.isEmpty)
  }

  @Test func folderNamedLikeAFileIsAFolder() throws {
    _ = try folder.write([1], to: "x.gpx/in.gpx")
    #expect(inventory(of: [folder.url.path]).members.count == 1)
    try FileManager.default.removeItem(at: folder.url.appending(path: "x.gpx/in.gpx"))
    #expect(inventory(of: [folder.url.path]).codes == [.emptyFolder])
  }

  @Test func whatCannotBeReadIsNamed() throws {
    let root = folder.url.path
    #expect(inventory(of: ["\(root)/none.gpx"]).codes == [.notFound])
    #expect(inventory(of: ["\(root)/none/a.gpx"]).codes == [.notFound])
    try FileManager.default.createSymbolicLink(
      atPath: "\(root)/broken.gpx", withDestinationPath: "\(root)/none.gpx")
    let madePipe = unsafe mkfifo("\(root)/pipe.gpx", 0o600) == 0
    #expect(madePipe)
    _ = try folder.write([], to: "zero.zip")
    let found = inventory(of: [root])
    #expect(found.codes == [.brokenLink, .specialFile, .empty])
    #expect(found.members.isEmpty)
  }

  /// It would never end.
  @Test func devicesAreNotOpened() throws {
    #expect(inventory(of: ["/dev/zero"]).codes == [.specialFile])
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "a.gpx").path, withDestinationPath: "/dev/zero")
    #expect(inventory(of: [folder.url.path]).codes == [.specialFile])
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func fileWithoutPermissionIsNamed() throws {
    let file = try folder.write([1], to: "a.gpx")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
    #expect(inventory(of: [file.path]).codes == [.unreadable])
  }

  @Test func fileThatVanishedIsNamedWhenItIsRead() throws {
    let file = try folder.write([1], to: "a.gpx")
    let member = try #require(inventory(of: [file.path]).members.first)
    try FileManager.default.removeItem(at: file)
    #expect(contents(member).error?.code == .notFound)
  }

  @Test func plainFileComesInPieces() throws {
    let bytes = text(200_000)
    let file = try folder.write(bytes, to: "a.gpx")
    let member = try #require(inventory(of: [file.path]).members.first)
    var longest = 0
    _ = try read(member) { longest = max(longest, $0.count) }
    #expect(longest <= 65_536)
    #expect(contents(member).bytes == bytes)
  }

  @Test func largerFileThanAllowedIsRefused() throws {
    let file = try folder.write(text(1001), to: "a.gpx")
    var limits = Limits()
    limits.memberBytes = 1000
    let member = try #require(inventory(of: [file.path]).members.first)
    #expect(contents(member, limits: limits).error?.code == .tooLarge)
  }
}
