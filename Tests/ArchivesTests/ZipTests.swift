import Archives
import Simulation
import TestSupport
import Testing

@Suite struct ZipTests {
  let folder: TemporaryFolder
  let plain = text(100_000)

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [true, false])
  func membersAreReadWhateverTheirPacking(isDeflated: Bool) throws {
    let entry = Entry("activities/1.gpx", plain, isDeflated: isDeflated)
    let found = try folder.inventory(of: ZipBuilder([Entry("0.gpx", [7]), entry]).bytes)
    #expect(found.names == ["0.gpx", "activities/1.gpx"])
    #expect(found.members.last?.size == plain.count)
    #expect(found.members.last?.crc32.map(Int.init) == checksum(plain))
    let result = contents(try #require(found.members.last))
    #expect(result.bytes == plain)
    #expect(result.error == nil)
  }

  @Test func zipIsToldByContentAndNotByName() throws {
    let found = try folder.inventory(of: ZipBuilder([Entry("a", [1])]).bytes, named: "g.gpx")
    #expect(found.names == ["a"])
  }

  @Test func gzipInsideIsReadThrough() throws {
    let zip = ZipBuilder([Entry("a.gpx.gz", gzipped(plain))])
    let found = try folder.inventory(of: zip.bytes)
    #expect(contents(try #require(found.members.first)).bytes == plain)
  }

  @Test func directoryOf64BitsIsRead() throws {
    var zip = ZipBuilder([Entry("a.gpx", plain)])
    zip.isLarge = true
    #expect(contents(try #require(folder.inventory(of: zip.bytes).members.first)).bytes == plain)
  }

  @Test func bytesInFrontAndCommentBehindDoNotMatter() throws {
    var zip = ZipBuilder([Entry("a.gpx", plain)])
    zip.comment = Array("PK\u{5}\u{6} comment".utf8)
    let front = ZipBuilder([Entry("old.gpx", [1])]).bytes
    let found = try folder.inventory(of: front + zip.bytes)
    #expect(found.names == ["a.gpx"])
    #expect(contents(try #require(found.members.first)).bytes == plain)
  }

  @Test func foldersAndWhatMacOSAddsArePassedOver() throws {
    let found = try folder.inventory(
      of: ZipBuilder([
        Entry("in/", []), Entry("__MACOSX/in/._a.gpx", [1]), Entry("in/._a.gpx", [1]),
        Entry("in\\.DS_Store", [1]), Entry("in/a.gpx", [1]),
      ]).bytes)
    #expect(found.names == ["in/a.gpx"])
    #expect(found.faults.isEmpty)
  }

  /// 0x81 is ü in code page 437; in UTF-8 it cannot stand alone.
  @Test(arguments: [
    ([UInt8]("R".utf8) + [0x81] + Array("gen.gpx".utf8), 0, "Rügen.gpx"),
    ([0xC3, 0xBC, 0x2E], 0, "ü."), ([0xC3, 0xBC, 0x2E], 0x800, "ü."),
    ([0x61, 0x81], 0x800, "a\u{FFFD}"), ([0x61, 0x1B, 0x5B, 0x0A, 0x62], 0, "a[b"),
    (Array("../\u{202E}xpg.evil".utf8), 0x800, "../xpg.evil"),
  ])
  func namesAreLabelsThatNeverFail(raw: [UInt8], flags: Int, shown: String) throws {
    var entry = Entry("", plain)
    entry.name = raw
    entry.flags = flags
    let found = try folder.inventory(of: ZipBuilder([entry]).bytes)
    #expect(found.names == [shown])
    #expect(contents(try #require(found.members.first)).error == nil)
  }

  @Test func timeIsKnownWhereItHasAZone() throws {
    var entry = Entry("a.gpx", [1])
    // 1 600 000 000 = 0x5F5E1000
    entry.extra = [0x55, 0x54, 5, 0, 1, 0x00, 0x10, 0x5E, 0x5F]
    let found = try folder.inventory(of: ZipBuilder([entry, Entry("b.gpx", [1])]).bytes)
    #expect(found.members.map(\.modifiedAt) == [1_600_000_000_000, nil])
  }

  @Test func membersThatCannotBeReadAreNamedAndOthersStay() throws {
    var encrypted = Entry("e.gpx", [1])
    encrypted.flags = 1
    var packed = Entry("m.gpx", [1])
    packed.method = 14
    var link = Entry("l.gpx", [1])
    link.externalAttributes = 0xA1FF << 16
    let zip = ZipBuilder([encrypted, packed, link, Entry("z.gpx", []), Entry("a.gpx", [1])])
    let found = try folder.inventory(of: zip.bytes)
    #expect(found.codes == [.encrypted, .unsupportedMethod, .specialFile, .empty])
    #expect(found.faults.map(\.member) == ["e.gpx", "m.gpx", "l.gpx", "z.gpx"])
    #expect(found.names == ["a.gpx"])
  }

  @Test func contentThatIsNotWhatTheDirectorySaysIsRefused() throws {
    var wrong = Entry("crc.gpx", plain)
    wrong.checksum = 1
    var short = Entry("long.gpx", plain)
    short.size = plain.count - 1
    var long = Entry("short.gpx", plain)
    long.size = plain.count + 1
    var cut = Entry("cut.gpx", plain)
    cut.packed = Array(deflated(plain).dropLast(1000))
    let found = try folder.inventory(of: ZipBuilder([wrong, short, long, cut]).bytes)
    let results = found.members.map { contents($0) }
    #expect(results.map { $0.error?.code } == [.checksum, .checksum, .checksum, .truncated])
    #expect(results[0].bytes == plain)
    #expect(results[3].bytes.count > 90_000)
    #expect(plain.starts(with: results[3].bytes))
  }

  @Test func entriesThatShareBytesAreRefused() throws {
    var second = Entry("b.gpx", plain)
    second.offset = 0
    let quoted = try folder.inventory(of: ZipBuilder([Entry("a.gpx", plain), second]).bytes)
    #expect(quoted.codes == [.overlappingEntries])
    #expect(quoted.members.isEmpty)
    second.offset = 1000
    let shifted = try folder.inventory(of: ZipBuilder([Entry("a.gpx", plain), second]).bytes)
    #expect(shifted.codes == [.damagedArchive])
  }

  /// Fields by their places in a record of the directory and in the end record (APPNOTE 4.3.12, 4.3.16).
  @Test(arguments: [
    (record: [0x50, 0x4B, 1, 2] as [UInt8], at: [20], value: 0xFFFF_FFFF, largeSizes: 0),
    ([0x50, 0x4B, 1, 2], [42], 7, 0), ([0x50, 0x4B, 1, 2], [24], 0xFFFF_FFFE, 0),
    ([0x50, 0x4B, 5, 6], [16], 0, 0), ([0x50, 0x4B, 1, 2], [20, 24], 0xFFFF_FFFF, Int.max),
  ])
  func oneWrongNumberIsDamageAndNoBomb(
    record: [UInt8], at places: [Int], value: Int, largeSizes: Int
  ) throws {
    var last = Entry("b.gpx", plain)
    if largeSizes > 0 {
      last.extra = [1, 0, 16, 0] + littleEndian(largeSizes, 8) + littleEndian(largeSizes, 8)
    }
    var bytes = ZipBuilder([Entry("a.gpx", plain), last]).bytes
    let start = try #require(
      bytes.indices.reversed().first { bytes[$0...].starts(with: record) })
    for place in places {
      bytes.replaceSubrange(start + place..<start + place + 4, with: littleEndian(value, 4))
    }
    let found = try folder.inventory(of: bytes)
    #expect(found.codes == [.damagedArchive])
    #expect(found.names.contains("a.gpx"))
  }

  @Test func bombsAreRefused() throws {
    let bomb = Entry("bomb.gpx", [UInt8](repeating: 32, count: 4 << 20))
    #expect(try folder.inventory(of: ZipBuilder([bomb]).bytes).codes == [.ratio])
    var lying = bomb
    lying.size = 1000
    let found = try folder.inventory(of: ZipBuilder([lying]).bytes)
    #expect(contents(try #require(found.members.first)).bytes.count <= 1 << 20)
    #expect(contents(try #require(found.members.first)).error?.code == .checksum)
    var limits = Limits()
    limits.memberBytes = 1000
    let small = ZipBuilder([Entry("a", text(1001)), Entry("b", text(900))])
    // Whoever reads a member decides how much of it.
    let members = try folder.inventory(of: small.bytes, limits: limits).members
    #expect(members.map { contents($0, limits: limits).error?.code } == [.tooLarge, nil])
    limits.archiveBytes = 1500
    #expect(try folder.inventory(of: small.bytes, limits: limits).codes == [.tooLarge])
    limits = Limits()
    limits.entries = 1
    #expect(try folder.inventory(of: small.bytes, limits: limits).codes == [.tooManyEntries])
  }

  @Test func archiveWithoutAnythingInItIsNamed() throws {
    #expect(try folder.inventory(of: ZipBuilder().bytes).codes == [.emptyArchive])
  }

  private static let descriptors: [(isSigned: Bool, width: Int)?] = [
    nil, (true, 4), (false, 4), (true, 8), (false, 8),
  ]

  @Test(arguments: 0..<5)
  func everyCutKeepsWhatIsWholeAndIsNamed(descriptor: Int) throws {
    var entries = [Entry("a.gpx", text(50)), Entry("b.gpx", text(60))]
    for index in entries.indices { entries[index].descriptor = Self.descriptors[descriptor] }
    let bytes = ZipBuilder(entries).bytes
    let ends = [ZipBuilder([entries[0]]), ZipBuilder(entries)].map {
      $0.bytes.count - $0.entries.count * 51 - 22
    }
    for length in 4..<bytes.count {
      let found = try folder.inventory(of: Array(bytes.prefix(length)))
      #expect(found.codes.last == .damagedArchive, "cut to \(length) bytes")
      let whole = ends.count { $0 <= length }
      #expect(found.names == Array(["a.gpx", "b.gpx"].prefix(whole)), "cut to \(length) bytes")
      #expect(
        found.members.map { contents($0).bytes } == Array([text(50), text(60)].prefix(whole)))
    }
  }

  @Test func cutMemberIsNamed() throws {
    let bytes = ZipBuilder([Entry("a.gpx", plain), Entry("b.gpx", plain)]).bytes
    let found = try folder.inventory(of: Array(bytes.dropLast(300)))
    #expect(found.names == ["a.gpx"])
    #expect(found.codes == [.truncated, .damagedArchive])
    #expect(found.faults.map(\.member) == ["b.gpx", nil])
    #expect(found.faults.first?.error.byte == bytes.count - 300)
  }

  @Test func whatHasNoDirectoryIsHeldAgainstItsChecksumAllTheSame() throws {
    var wrong = Entry("a.gpx", plain)
    wrong.checksum = 1
    let told = try folder.inventory(of: Array(ZipBuilder([wrong]).bytes.dropLast(10)))
    #expect(contents(try #require(told.members.first)).error?.code == .checksum)
    wrong.descriptor = (true, 4)
    let measured = try folder.inventory(of: Array(ZipBuilder([wrong]).bytes.dropLast(10)))
    #expect(measured.codes == [.checksum, .damagedArchive])
  }

  @Test func damagedArchivesNeverTrap() throws {
    let whole = ZipBuilder([Entry("a.gpx", text(300)), Entry("b.gpx", text(50))])
    var large = whole
    large.isLarge = true
    var generator = SeededGenerator(seed: 20)
    for round in 0..<400 {
      var bytes = round.isMultiple(of: 2) ? whole.bytes : large.bytes
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        let index = Int.random(in: 4..<bytes.count, using: &generator)
        bytes[index] =
          [0, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &generator)]
          .randomElement(using: &generator) ?? 0
      }
      let found = try folder.inventory(of: bytes)
      for member in found.members { _ = contents(member) }
    }
  }
}
