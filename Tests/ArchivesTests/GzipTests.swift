import Archives
import TestSupport
import Testing

@Suite struct GzipTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func contents(of bytes: [UInt8], limits: Limits = Limits()) throws -> (
    bytes: [UInt8], error: ArchiveError?
  ) {
    let found = try folder.inventory(of: bytes, named: "a.b.gpx")
    return ArchivesTests.contents(try #require(found.members.first), limits: limits)
  }

  @Test func gzipIsToldByContentAndNotByName() throws {
    let plain = text(150_000)
    let result = try contents(of: gzipped(plain))
    #expect(result.bytes == plain)
    #expect(result.error == nil)
  }

  @Test(arguments: [100, 65_000, 65_500])
  func streamsBehindEachOtherAreOneText(length: Int) throws {
    let plain = text(length)
    let streams = gzipped(plain) + gzipped(plain) + gzipped([]) + gzipped(plain)
    let result = try contents(of: streams + [0, 0, 0])
    #expect(result.bytes == plain + plain + plain)
    #expect(result.error == nil)
  }

  @Test func cutStreamGivesWhatIsWholeAndThenFails() throws {
    let plain = text(30_000)
    let packed = gzipped(plain)
    let result = try contents(of: Array(packed.prefix(packed.count / 2)))
    #expect(result.error?.code == .truncated)
    #expect(result.error?.byte == packed.count / 2)
    #expect(result.bytes.count > 10_000)
    #expect(plain.starts(with: result.bytes))
  }

  @Test func damagedStreamGivesWhatIsWholeAndThenFails() throws {
    let plain = text(30_000)
    var packed = gzipped(plain)
    packed[packed.count - 5] ^= 0xFF
    let checksum = try contents(of: packed)
    #expect(checksum.error?.code == .checksum)
    #expect(checksum.bytes == plain)
  }

  @Test func bombIsRefusedByWhatComesOut() throws {
    let bomb = gzipped([UInt8](repeating: 32, count: 4 << 20))
    #expect(bomb.count < 5000)
    let result = try contents(of: bomb)
    #expect(result.error?.code == .ratio)
    #expect(result.bytes.count <= 1 << 20)
    var limits = Limits()
    limits.ratio = 2000
    limits.memberBytes = 3 << 20
    #expect(try contents(of: bomb, limits: limits).error?.code == .tooLarge)
  }
}
