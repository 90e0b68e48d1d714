import Foundation
import ReaderProperties
import TestSupport
import Testing

/// Inputs that a fuzzer made and that showed a fault: none does any more.
@Suite struct FailCaseTests {
  static let folder = SharedMaterial.packageRoot.appending(path: "Tests/RunFormatsTests/FailCases")

  /// The part of a name before the first hyphen is the reader.
  static func files(of readers: String...) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { name in readers.contains { name.hasPrefix("\($0)-") } }.sorted()
  }

  static func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  @Test(arguments: files(of: "gpx", "tcx", "fit", "polar"))
  func aReadingHoldsWhatIsPromised(name: String) throws {
    try checkReading(of: Self.bytes(of: name), isThorough: true)
  }

  @Test(arguments: files(of: "archives"))
  func anArchiveHoldsWhatIsPromised(name: String) throws {
    let temporary = try TemporaryFolder()
    try checkArchive(Self.bytes(of: name), at: temporary.url.appending(path: "input").path)
  }

  @Test(arguments: files(of: "bodies"))
  func aBodyHoldsWhatIsPromised(name: String) throws {
    try checkBodies(Self.bytes(of: name))
  }

  @Test(arguments: files(of: "uploads"))
  func anUploadHoldsWhatIsPromised(name: String) throws {
    try checkUpload(Self.bytes(of: name))
  }

  @Test(arguments: files(of: "recorder"))
  func aRecordersDatabaseHoldsWhatIsPromised(name: String) throws {
    let temporary = try TemporaryFolder()
    try checkRecorderDatabase(
      Self.bytes(of: name), at: temporary.url.appending(path: "input").path)
  }

  @Test(arguments: files(of: "exports"))
  func aTableOfAServiceHoldsWhatIsPromised(name: String) throws {
    try checkExport(Self.bytes(of: name))
  }

  @Test(arguments: files(of: "truths"))
  func aTableOfTruthsHoldsWhatIsPromised(name: String) throws {
    try checkTruths(Self.bytes(of: name))
  }

  @Test func everyFileIsThatOfAReader() throws {
    let all = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let read = Self.files(
      of: "gpx", "tcx", "fit", "polar", "uploads", "recorder", "exports", "truths", "parameters",
      "archives", "bodies")
    #expect(read.count == all.count)
  }
}
