import Archives
import Foundation
import Hashing
import Simulation
import TestSupport

typealias Entry = ZipBuilder.Entry
typealias TarEntry = TarBuilder.Entry

/// What a member holds, and the error that came behind it.
func contents(_ member: Member, limits: Limits = Limits()) -> (bytes: [UInt8], error: ArchiveError?)
{
  var bytes: [UInt8] = []
  do {
    let digest = try read(member, limits: limits) { piece in
      for index in piece.indices { bytes.append(piece[index]) }
    }
    var hasher = SHA256Hasher()
    hasher.update(bytes.span)
    guard digest == hasher.finish() else { return (bytes, ArchiveError(.checksum, "digest")) }
    return (bytes, nil)
  } catch {
    return (bytes, error as? ArchiveError)
  }
}

/// Text that compresses, of some length.
func text(_ count: Int) -> [UInt8] {
  var generator = SeededGenerator(seed: 7)
  return (0..<count).map { _ in UInt8.random(in: 97...112, using: &generator) }
}

extension TemporaryFolder {
  /// What is found in one file of these bytes.
  func inventory(of bytes: [UInt8], named name: String = "a.zip", limits: Limits = Limits()) throws
    -> Inventory
  {
    Archives.inventory(of: [try write(bytes, to: name).path], limits: limits)
  }
}

extension Inventory {
  var codes: [ArchiveError.Code] { faults.map(\.error.code) }
  var names: [String?] { members.map(\.name) }
}
