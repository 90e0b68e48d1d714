internal import Foundation

/// Keeps the content of archives that lie compressed inside something, where no place but the
/// beginning can be read: unpacked once, into one temporary file for all, which has no name and is
/// gone with the last member that lies in it.
struct Spool {
  private let folder: String
  private var file: OpenFile?
  private var end = 0

  /// - Parameter folder: nil for the one of `TMPDIR`, else `/var/tmp`, which unlike `/tmp` is no
  ///   memory by another name.
  init(folder: String?) {
    let named = folder ?? ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    self.folder = named.isEmpty ? "/var/tmp" : named
  }

  /// Takes in all that a source has.
  ///
  /// - Returns: where it lies now; with what damage, if any, it broke off.
  /// - Throws: where nothing is kept, for want of space or because limits are exceeded.
  mutating func keep(
    _ source: any ByteSource, budget: inout Budget
  ) throws(ArchiveError) -> Unpacked {
    let file = try openFile()
    let start = end
    var fault: ArchiveError?
    do throws(ArchiveError) {
      while true {
        let piece = try source.next()
        if piece.isEmpty { break }
        try budget.take(unpackedBytes: piece.count)
        try file.write(piece, at: end, in: folder)
        end += piece.count
      }
    } catch {
      guard error.isDamage else {
        file.cut(to: start)
        end = start
        throw error
      }
      fault = error
    }
    return Unpacked(region: ByteRegion(file: file, range: start..<end), fault: fault)
  }

  private mutating func openFile() throws(ArchiveError) -> OpenFile {
    if let file { return file }
    let new = try OpenFile(temporaryIn: folder)
    file = new
    return new
  }
}

/// The bytes of an archive, to be read at any place.
struct Unpacked {
  let region: ByteRegion
  /// Why there are no more.
  var fault: ArchiveError?
}

extension ArchiveError {
  /// True where what came before the fault can be used.
  fileprivate var isDamage: Bool { [.truncated, .damagedData, .checksum].contains(code) }
}
