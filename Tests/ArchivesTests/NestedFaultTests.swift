import Archives
import Foundation
import Simulation
import TestSupport
import Testing

/// Damage and malice in archives inside archives.
@Suite struct NestedFaultTests {
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

  private func tar(_ contents: [UInt8]...) -> [UInt8] {
    TarBuilder(contents.enumerated().map { TarEntry("\($0)", $1) }).bytes
  }

  // MARK: Depth

  @Test func fourthLevelIsRefused() throws {
    let three = zip("c", zip("b", zip("a", plain)))
    for bytes in [
      zip("d", three), zip("d", three, isDeflated: false), tar(three), gzipped(tar(gzipped(three))),
    ] {
      let found = try folder.inventory(of: bytes)
      #expect(found.codes == [.nestedTooDeep])
      #expect(found.members.isEmpty)
    }
  }

  @Test func depthIsALimit() throws {
    var limits = Limits()
    limits.nestingDepth = 1
    let found = try folder.inventory(
      of: ZipBuilder([Entry("b", zip("a", plain)), Entry("c", plain)]).bytes, limits: limits)
    #expect(found.codes == [.nestedTooDeep])
    #expect(found.faults.first?.member == "b")
    #expect(found.names == ["c"])
  }

  @Test func endlessNestingEndsAtTheLimit() throws {
    var bytes = zip("0", plain)
    for _ in 0..<1000 { bytes = zip("z", bytes, isDeflated: false) }
    let found = try folder.inventory(of: bytes)
    #expect(found.codes == [.nestedTooDeep])
    #expect(found.faults.first?.member == "z!z!z")
  }

  // MARK: Limits

  @Test func entriesAreCountedThroughAllLevels() throws {
    var limits = Limits()
    limits.entries = 5
    let part = ZipBuilder([Entry("1", [1]), Entry("2", [2])]).bytes
    let found = try folder.inventory(
      of: ZipBuilder([Entry("a", part), Entry("b", part), Entry("c", [1])]).bytes, limits: limits)
    #expect(found.names == ["a!1", "a!2", "c"])
    #expect(found.codes == [.tooManyEntries])
    #expect(found.faults.first?.member == "b")
  }

  @Test func bytesAreCountedThroughAllLevels() throws {
    var limits = Limits()
    limits.archiveBytes = 50_000
    let found = try folder.inventory(
      of: ZipBuilder([
        Entry("a", zip("1", plain)), Entry("b", zip("1", plain)), Entry("c", zip("1", plain)),
        Entry("d", plain),
      ]).bytes, limits: limits)
    #expect(found.names == ["a!1", "b!1"])
    #expect(found.codes == [.tooLarge])
  }

  @Test func namesAreCountedThroughAllLevels() throws {
    var limits = Limits()
    limits.directoryBytes = 5000
    let part = ZipBuilder((0..<50).map { Entry("\($0)", [1]) }).bytes
    let found = try folder.inventory(
      of: zip(String(repeating: "n", count: 200), part), limits: limits)
    #expect(found.codes == [.tooManyEntries])
    #expect(found.members.isEmpty)
  }

  @Test func archiveInsideMayBeLargerThanAMember() throws {
    var limits = Limits()
    limits.memberBytes = 10_000
    let part = ZipBuilder((0..<9).map { Entry("\($0)", text(9000)) }).bytes
    let found = try folder.inventory(
      of: ZipBuilder([Entry("part", part), Entry("large", text(10_001))]).bytes, limits: limits)
    #expect(found.members.count == 10)
    #expect(found.codes == [])
    let errors = found.members.map { contents($0, limits: limits).error?.code }
    #expect(errors == Array(repeating: nil, count: 9) + [.tooLarge])
  }

  @Test func bombsInEveryLayerAreRefused() throws {
    let zeros = [UInt8](repeating: 32, count: 4 << 20)
    for bytes in [gzipped(tar(zeros)), zip("t", tar(zeros)), zip("z", gzipped(tar(zeros)))] {
      let found = try folder.inventory(of: bytes)
      #expect(found.codes == [.ratio])
      #expect(found.members.isEmpty)
    }
    #expect(try folder.inventory(of: zip("z", zip("b", zeros))).codes == [.ratio])
  }

  /// Each layer keeps within the ratio, and both together do not.
  @Test func ratiosOfLayersMultiply() throws {
    var limits = Limits()
    limits.ratioFreeBytes = 10_000
    let block = text(60)
    let plain = Array((0..<20_000).map { _ in block }.joined())
    let packed = gzipped(plain)
    #expect(plain.count / packed.count > 100)
    limits.ratio = 2 * plain.count / packed.count
    let members = Array((0..<20).map { _ in packed }.joined())
    let outer = gzipped(TarBuilder([TarEntry("a.gz", members)]).bytes)
    let found = try folder.inventory(of: outer, limits: limits)
    #expect(contents(try #require(found.members.first), limits: limits).error?.code == .ratio)
    let open = TarBuilder([TarEntry("a.gz", packed)]).bytes
    let alone = try folder.inventory(of: open, limits: limits)
    #expect(contents(try #require(alone.members.first), limits: limits).error == nil)
  }

  @Test func manySmallBombsAreCountedTogether() throws {
    let small = zip("s", [UInt8](repeating: 32, count: 1 << 20))
    let found = try folder.inventory(of: ZipBuilder((0..<50).map { Entry("\($0)", small) }).bytes)
    #expect(found.codes == [.ratio])
    #expect(found.members.count < 50)
  }

  @Test func entriesThatShareBytesAreRefusedInsideToo() throws {
    var second = Entry("b", plain)
    second.offset = 0
    let shared = ZipBuilder([Entry("a", plain), second]).bytes
    for isDeflated in [true, false] {
      let found = try folder.inventory(of: zip("z.zip", shared, isDeflated: isDeflated))
      #expect(found.codes == [.overlappingEntries])
      #expect(found.faults.first?.member == "z.zip")
    }
  }

  @Test func innerArchiveCannotReachTheOuter() throws {
    // Its directory says that it began 400 bytes before its first byte.
    var entry = Entry("a", plain)
    entry.offset = 0xFFFF_FE70
    let found = try folder.inventory(
      of: ZipBuilder([Entry("0", plain), Entry("z", ZipBuilder([entry]).bytes)]).bytes)
    #expect(found.names == ["0", "z!a"])
    #expect(found.codes == [.damagedArchive])
    #expect(found.members.allSatisfy { contents($0).bytes == plain })
  }

  // MARK: Damage

  @Test func cutTarGzipKeepsWhatIsWhole() throws {
    let parts = (0..<20).map { Array(text(100_000)[($0 * 5000)..<(($0 + 1) * 5000)]) }
    let tar = TarBuilder(parts.map { TarEntry("a", $0) }).bytes
    let packed = gzipped(tar)
    for cut in stride(from: 1000, to: packed.count, by: 1500) {
      let found = try folder.inventory(of: Array(packed.prefix(cut)))
      #expect(found.faults.last?.error.code == .truncated)
      #expect(found.faults.last?.error.byte == cut)
      #expect(found.members.count >= cut * 20 / packed.count - 2)
      #expect(found.members.map { contents($0).bytes } == Array(parts.prefix(found.members.count)))
    }
  }

  @Test func tarWhoseStreamIsNotWhatItsChecksumSaysGivesNothing() throws {
    var packed = gzipped(tar(plain, plain))
    packed[packed.count - 6] ^= 1
    let found = try folder.inventory(of: packed)
    #expect(found.codes == [.checksum])
    #expect(found.members.isEmpty)
    var entry = Entry("t", tar(plain))
    entry.checksum = 1
    for isDeflated in [true, false] {
      entry.isDeflated = isDeflated
      let inside = try folder.inventory(of: ZipBuilder([entry, Entry("a", plain)]).bytes)
      #expect(inside.codes == [.checksum])
      #expect(inside.names == ["a"])
    }
  }

  @Test func zipVouchesForItsMembersWhateverIsAround() throws {
    var entry = Entry("z", ZipBuilder([Entry("a", plain), Entry("b", plain)]).bytes)
    entry.checksum = 1
    let found = try folder.inventory(of: ZipBuilder([entry]).bytes)
    #expect(found.codes == [.checksum])
    #expect(found.names == ["z!a", "z!b"])
    for member in found.members { #expect(contents(member).bytes == plain) }
  }

  @Test func damageInsideLeavesTheRestAndWhatIsWhole() throws {
    let inner = ZipBuilder([Entry("x", plain), Entry("y", plain.reversed())]).bytes
    var cut = Entry("cut.zip", inner)
    cut.packed = Array(deflated(inner).dropLast(300))
    let found = try folder.inventory(
      of: ZipBuilder([
        Entry("a", plain), cut, Entry("short.zip", Array(inner.dropLast(30))), Entry("b", plain),
      ]).bytes)
    #expect(found.names == ["a", "cut.zip!x", "short.zip!x", "short.zip!y", "b"])
    #expect(found.members.allSatisfy { contents($0).error == nil })
    #expect(found.codes == [.truncated, .truncated, .damagedArchive])
    #expect(found.faults.map(\.member) == ["cut.zip!y", "cut.zip", "short.zip"])
  }

  // MARK: Mutations

  /// Bytes that hold every kind of archive and both kinds of compression, and are small.
  private var everything: [[UInt8]] {
    let inner = ZipBuilder([Entry("1", text(300)), Entry("2", gzipped(text(100)))]).bytes
    var stored = Entry("z", inner)
    stored.isDeflated = false
    let long = TarEntry(String(repeating: "n", count: 120), text(100))
    let tars = TarBuilder.Dialect.allCases.map {
      TarBuilder([TarEntry("a", inner), long, TarEntry("b", text(600))], $0).bytes
    }
    var streamed = Entry("s", text(200))
    streamed.descriptor = (true, 4)
    let zip = ZipBuilder([streamed, stored, Entry("t", tars[2]), Entry("g", gzipped(tars[3]))])
      .bytes
    return tars + [zip, gzipped(zip)]
      + tars.map { TarBuilder([TarEntry("t", $0), TarEntry("g", gzipped(inner))]).bytes }
  }

  private func mutate(_ bytes: inout [UInt8], with generator: inout SeededGenerator) {
    for _ in 0...Int.random(in: 0..<4, using: &generator) {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[index] =
        [0, 0x30, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)]
        .randomElement(using: &generator) ?? 0
    }
    if Int.random(in: 0..<8, using: &generator) == 0 {
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
    }
  }

  /// Also where the mutation lies inside a stream whose checksum is right.
  @Test(arguments: [UInt64](1...4))
  func mutationsNeverTrapNorGrow(seed: UInt64) throws {
    let samples = everything
    let before = try peakMemory()
    var generator = SeededGenerator(seed: seed)
    for round in 0..<1000 {
      var bytes = samples[round % samples.count]
      mutate(&bytes, with: &generator)
      if round.isMultiple(of: 3) { bytes = gzipped(TarBuilder([TarEntry("m", bytes)]).bytes) }
      let found = try folder.inventory(of: bytes)
      #expect(found.items.count < 100, "seed \(seed), round \(round)")
      for member in found.members { _ = contents(member) }
    }
    #expect(try peakMemory() - before < 128 << 20)
  }

  /// The most bytes that the process has held at once, as Linux counts them.
  private func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(separator: " ").compactMap { Int($0) }.first) << 10
  }
}
