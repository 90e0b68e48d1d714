import Archives
import Foundation
import TestSupport
import Testing

@Suite struct TarTests {
  let folder: TemporaryFolder
  let plain = text(3000)

  init() throws {
    folder = try TemporaryFolder()
  }

  private func inventory(_ entries: [TarEntry], _ dialect: TarBuilder.Dialect = .ustar) throws
    -> Inventory
  {
    try folder.inventory(of: TarBuilder(entries, dialect).bytes, named: "a.tar")
  }

  @Test(arguments: TarBuilder.Dialect.allCases)
  func everyDialectIsRead(dialect: TarBuilder.Dialect) throws {
    let found = try inventory([TarEntry("in/1.gpx", plain), TarEntry("2.gpx", text(512))], dialect)
    #expect(found.names == ["in/1.gpx", "2.gpx"])
    #expect(found.faults.isEmpty)
    #expect(found.members.map(\.size) == [3000, 512])
    #expect(found.members.map(\.modifiedAt) == [1_600_000_000_000, 1_600_000_000_000])
    #expect(found.members.map { contents($0).bytes } == [plain, text(512)])
  }

  @Test(arguments: TarBuilder.Dialect.allCases, ["g.gpx", "a.tgz"])
  func tarIsToldByContentAndNotByName(dialect: TarBuilder.Dialect, name: String) throws {
    let tar = TarBuilder([TarEntry("a", [1])], dialect).bytes
    #expect(try folder.inventory(of: tar, named: name).names == ["a"])
    #expect(try folder.inventory(of: gzipped(tar), named: name).names == ["a"])
  }

  @Test(arguments: [.ustar, .pax, .gnu] as [TarBuilder.Dialect])
  func longNamesAreWhole(dialect: TarBuilder.Dialect) throws {
    let name = String(repeating: "folder/", count: 20) + "a.gpx"
    let found = try inventory([TarEntry(name, plain), TarEntry("b", [1])], dialect)
    #expect(found.names == [name, "b"])
    #expect(contents(try #require(found.members.first)).bytes == plain)
  }

  @Test func recordsSayMoreThanTheHeader() throws {
    var entry = TarEntry("a", plain)
    entry.records = [
      ("path", "ü.gpx"), ("mtime", "1500000000.25"), ("size", "2000"), ("comment", "a=b\nc"),
    ]
    entry.sizeField = octal(0, 12)
    // What follows 2000 of the 3000 bytes is a block of them, which is no header.
    let found = try inventory([entry], .pax)
    #expect(found.names == ["ü.gpx"])
    #expect(found.members.first?.modifiedAt == 1_500_000_000_250)
    #expect(contents(try #require(found.members.first)).bytes == Array(plain.prefix(2000)))
    #expect(found.codes == [.damagedArchive])
  }

  @Test func sizeInBase256IsRead() throws {
    var entry = TarEntry("a", plain)
    entry.sizeField = [0x80] + [UInt8](repeating: 0, count: 9) + [0x0B, 0xB8]
    #expect(contents(try #require(inventory([entry], .gnu).members.first)).bytes == plain)
  }

  @Test(arguments: [
    [0xFF] + [UInt8](repeating: 0xFF, count: 11), [0x80] + [UInt8](repeating: 0xFF, count: 11),
    Array("00000000009\0".utf8), Array("-0000000001\0".utf8),
  ])
  func sizeThatIsNoneIsDamage(field: [UInt8]) throws {
    var entry = TarEntry("b", plain)
    entry.sizeField = field
    let found = try inventory([TarEntry("a", [1]), entry])
    #expect(found.names == ["a"])
    #expect(found.codes == [.damagedArchive])
    #expect(found.faults.first?.error.byte == 1024 + 124)
  }

  @Test func hugeSizesReachNothingBehindTheEnd() throws {
    var base256 = TarEntry("b", plain)
    base256.sizeField = [0x80, 0, 0, 0, 0x7F] + [UInt8](repeating: 0xFF, count: 7)
    var record = TarEntry("b", plain)
    record.records = [("size", "999999999999999999999999")]
    for entry in [base256, record] {
      let found = try inventory([TarEntry("a", [1]), entry], .pax)
      #expect(found.names == ["a"])
      #expect(found.codes == [.truncated, .truncated])
      #expect(found.faults.map(\.member) == ["b", nil])
    }
  }

  @Test func onlyFilesAreRead() throws {
    let kinds: [(Character, String)] = [
      ("1", "hard"), ("2", "soft"), ("3", "char"), ("4", "block"), ("6", "pipe"), ("M", "rest"),
      ("Q", "odd"), ("5", "folder/"), ("g", "global"), ("V", "label"), ("K", "link name"),
    ]
    var entries = kinds.map { flag, name in
      var entry = TarEntry(name, [])
      entry.flag = flag
      return entry
    }
    entries += [TarEntry("v7 folder/", []), TarEntry("zero.zip", []), TarEntry("a.gpx", plain)]
    let found = try inventory(entries)
    #expect(
      found.codes == [
        .specialFile, .specialFile, .specialFile, .specialFile, .specialFile, .splitArchive,
        .unsupportedMethod, .empty,
      ])
    #expect(found.names == ["a.gpx"])
    #expect(contents(try #require(found.members.first)).bytes == plain)
  }

  @Test func sparseFilesAreRefusedAndWhatFollowsIsRead() throws {
    var old = TarEntry("old", [])
    old.flag = "S"
    // Offset 482 of the header: the map goes on in the next block, and there in another.
    old.tail = [UInt8](repeating: 0, count: 482 - 345) + [1]
    old.content = [UInt8](repeating: 0, count: 504) + [1] + [UInt8](repeating: 0, count: 7)
    old.content += [UInt8](repeating: 0, count: 512) + text(1500)
    old.sizeField = octal(1500, 12)
    var new = TarEntry("GNUSparseFile.1/new", text(1500))
    new.records = [("GNU.sparse.major", "1"), ("GNU.sparse.name", "new")]
    let found = try inventory([old, new, TarEntry("a.gpx", plain)], .gnu)
    #expect(found.codes == [.unsupportedMethod, .unsupportedMethod])
    #expect(found.faults.map(\.member) == ["old", "new"])
    #expect(contents(try #require(found.members.first)).bytes == plain)
  }

  @Test func headerWithAWrongChecksumEndsTheWalk() throws {
    var wrong = TarEntry("b", plain)
    wrong.checksum = 1
    let found = try inventory([TarEntry("a", [1]), wrong, TarEntry("c", [1])])
    #expect(found.names == ["a"])
    #expect(found.codes == [.damagedArchive])
    #expect(found.faults.first?.error.byte == 1024)
    #expect(contents(try #require(found.members.first)).bytes == [1])
  }

  @Test func everyCutKeepsWhatIsWholeAndIsNamed() throws {
    let whole = TarBuilder([TarEntry("a", text(600)), TarEntry("b", text(50))])
    let bytes = whole.bytes
    for length in stride(from: 300, to: bytes.count - 512, by: 7) {
      let found = try folder.inventory(of: Array(bytes.prefix(length)), named: "a.tar")
      // A member that is cut is named, and so is the archive.
      let isCutInside = 512..<1112 ~= length || 2048..<2098 ~= length
      #expect(found.codes == (isCutInside ? [.truncated, .truncated] : [.truncated]), "\(length)")
      #expect(found.faults.allSatisfy { $0.error.byte == length })
      #expect(found.members.count == (length < 1112 ? 0 : length < 2098 ? 1 : 2))
      for member in found.members { #expect(contents(member).error == nil) }
    }
  }

  @Test func extendedHeaderThatMakesNoSenseIsDamage() throws {
    for records in ["99 path=a\n", "9 path=a", "x path=a\n", "5 p=n", "-7 p=a\n"] {
      var header = TarEntry("x", Array(records.utf8))
      header.flag = "x"
      let found = try inventory([TarEntry("a", [1]), header, TarEntry("b", [1])], .pax)
      #expect(found.names == ["a"], "\(records)")
      #expect(found.codes == [.damagedArchive], "\(records)")
    }
  }

  @Test(arguments: [
    (Array("../x".utf8), "../x"), (Array("/etc/passwd".utf8), "/etc/passwd"),
    ([0x61, 0x1B, 0x5B, 0x0A, 0x62], "a[b"), ([0x61, 0x81], "a\u{FFFD}"),
    (Array("\u{202E}xpg.evil".utf8), "xpg.evil"),
  ])
  func namesAreLabelsThatNeverFail(raw: [UInt8], shown: String) throws {
    var entry = TarEntry("", plain)
    entry.name = raw
    let found = try inventory([entry])
    #expect(found.names == [shown])
    #expect(contents(try #require(found.members.first)).bytes == plain)
  }

  @Test func whatMacOSAddsIsPassedOver() throws {
    let found = try inventory([
      TarEntry("._a.gpx", [1]), TarEntry("./__MACOSX/a", [1]), TarEntry("in/.DS_Store", [1]),
      TarEntry("in/a.gpx", [1]),
    ])
    #expect(found.names == ["in/a.gpx"])
    #expect(found.faults.isEmpty)
  }

  @Test func archiveWithoutAnythingInItIsNamed() throws {
    var only = TarEntry("folder/", [])
    only.flag = "5"
    #expect(try inventory([only]).codes == [.emptyArchive])
  }

  @Test func limitsHold() throws {
    let tar = TarBuilder([
      TarEntry("a", text(1001)), TarEntry("b", text(900)), TarEntry("c", text(900)),
    ])
    var limits = Limits()
    limits.memberBytes = 1000
    let members = try folder.inventory(of: tar.bytes, limits: limits).members
    #expect(members.map { contents($0, limits: limits).error?.code } == [.tooLarge, nil, nil])
    limits = Limits()
    limits.archiveBytes = 2000
    let sum = try folder.inventory(of: tar.bytes, limits: limits)
    #expect(sum.codes == [.tooLarge])
    #expect(sum.names == ["a", "b"])
    limits = Limits()
    limits.entries = 2
    let many = try folder.inventory(of: tar.bytes, limits: limits)
    #expect(many.codes == [.tooManyEntries])
    #expect(many.names == ["a", "b"])
  }

  @Test func headersAboutHeadersEndAtTheLimit() throws {
    var header = TarEntry("x", paxRecord("path", "a"))
    header.flag = "x"
    var limits = Limits()
    limits.entries = 9999
    let bytes =
      TarBuilder([TarEntry("a", [1])], .pax).bytes.prefix(1024)
      + (0..<10_000).flatMap { _ in TarBuilder([header], .pax).bytes.prefix(1024) }
    let found = try folder.inventory(of: Array(bytes), limits: limits)
    #expect(found.codes == [.tooManyEntries])
    #expect(found.names == ["a"])
  }

  @Test(.enabled(if: SharedMaterial.corpus != nil, "the corpus is not beside the checkout"))
  func realTarIsRead() throws {
    let name = "openstreetmap+openstreetmap-website/test/gpx/fixtures/g.gpx"
    let file = try #require(SharedMaterial.corpus).appending(path: name)
    let found = Archives.inventory(of: [file.path])
    #expect(found.names == ["a.gpx", "b.gpx"])
    #expect(found.members.map { contents($0).bytes.count } == [701, 691])
  }
}
