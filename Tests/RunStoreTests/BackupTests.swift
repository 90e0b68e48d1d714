import Foundation
import RunModel
@testable import RunStore
import SQLite
import TestSupport
import Testing

@Suite struct LibraryBackupTests {
  @Test func aBackupIsALibraryOfItsMoment() throws {
    let new = try TemporaryLibrary()
    try new.add([packed(1), packed(2, track(0..<32_800))])
    let path = new.folder.url.appending(path: "b.sqlite").path
    // Written by another connection while the copying is in its middle.
    let other = try Library(at: new.path, access: .readWrite)
    var hasWritten = false
    try new.library.backUp(
      to: path,
      progress: { done, total in
        #expect(done <= total)
        guard !hasWritten else { return }
        hasWritten = true
        #expect(throws: Never.self) { try other.delete([runID(1)], at: noon) }
      })
    #expect(hasWritten)
    #expect(try new.library.runs().count == 1)
    let backup = try Library(at: path, access: .readWrite)
    #expect(try backup.runs().map(\.id).sorted() == [runID(1), runID(2)].sorted())
    #expect(try backup.fileFindings { false } == [])
    #expect(try backup.schemaFindings() == [])
  }

  @Test(arguments: ["", "-wal", "-journal"])
  func whatIsThereIsNotReplaced(suffix: String) throws {
    let new = try TemporaryLibrary()
    let file = try new.folder.write([1, 2, 3], to: "b.sqlite\(suffix)")
    let path = new.folder.url.appending(path: "b.sqlite").path
    #expect(code { try new.library.backUp(to: path) } == .alreadyThere)
    #expect(try Data(contentsOf: file) == Data([1, 2, 3]))
  }

  @Test func aStopLeavesNothing() throws {
    let new = try TemporaryLibrary()
    let path = new.folder.url.appending(path: "b/b.sqlite").path
    try FileManager.default.createDirectory(
      atPath: new.folder.url.appending(path: "b").path, withIntermediateDirectories: true)
    #expect(code { try new.library.backUp(to: path, isStopped: { true }) } == .stopped)
    let folder = new.folder.url.appending(path: "b").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test func aLibraryOfAnEarlierVersionCanBeBackedUp() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "library.sqlite").path
    _ = try Library(at: path, access: .readWrite, migrations: Array(Migration.all.prefix(3)))
    let copy = folder.url.appending(path: "b.sqlite").path
    try Library(at: path, access: .inspection).backUp(to: copy)
    #expect(try Database(path: copy, access: .readOnly).pragma("user_version") == 3)
  }

  @Test func aDamagedFileGivesNoBackup() throws {
    let path: String
    let folder: TemporaryFolder
    do {
      let new = try TemporaryLibrary()
      try new.add([packed(1, incompressible(3000))])
      (path, folder) = (new.path, new.folder)
    }
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    // The number of the next page of a chain.
    for page in stride(from: bytes.count - 8192, to: 8192, by: -8192) { bytes[page + 2] = 0x7F }
    let broken = try folder.write(bytes, to: "broken.sqlite").path
    let copy = folder.url.appending(path: "b.sqlite").path
    let library = try Library(at: broken, access: .inspection)
    #expect(code { try library.backUp(to: copy) } == .damaged)
    #expect(!FileManager.default.fileExists(atPath: copy))
  }
}
