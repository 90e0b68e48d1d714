internal import Foundation

/// Finds what can be read below some paths: files, folders with all that is in them, and the
/// members of zip archives, which are told by content.
///
/// Nothing is unpacked. What macOS leaves behind (`__MACOSX`, `._*`, `.DS_Store`) is passed over
/// unless it is asked for by name.
package func inventory(of paths: [String], limits: Limits = Limits()) -> Inventory {
  var walk = Walk(limits: limits)
  for path in paths { walk.visit(path, depth: 0) }
  return walk.inventory
}

private struct Walk {
  let limits: Limits
  var inventory = Inventory()
  /// Folders seen, so that a link into itself ends the walk.
  private var folders: Set<FileStatus.Identity> = []

  init(limits: Limits) {
    self.limits = limits
  }

  mutating func visit(_ path: String, depth: Int) {
    do throws(ArchiveError) {
      let status = try FileStatus(path: path)
      switch status.kind {
      case .file: try visitFile(path, status)
      case .folder: try visitFolder(path, status, depth: depth)
      case .special: throw ArchiveError(.specialFile, "it is no file but a pipe or a device")
      }
    } catch {
      // A byte that is no UTF-8 came as this character, under which there is no file.
      let isOddlyNamed = error.code == .notFound && path.contains("\u{FFFD}")
      inventory.fail(
        path,
        isOddlyNamed ? ArchiveError(.nameNotUTF8, "its name is not UTF-8; rename it") : error)
    }
  }

  private mutating func visitFolder(_ path: String, _ status: FileStatus, depth: Int)
    throws(ArchiveError)
  {
    guard folders.insert(status.identity).inserted else { return }
    guard depth < limits.folderDepth else {
      throw ArchiveError(.folderTooDeep, "folders are nested deeper than \(limits.folderDepth)")
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw ArchiveError(.unreadable, "the folder cannot be listed")
    }
    let visible = names.filter { !isJunk($0) }.sorted()
    if visible.isEmpty, depth == 0 || path.lowercased().hasSuffix(".gpx") {
      throw ArchiveError(.emptyFolder, "it is a folder, and there is nothing in it")
    }
    for name in visible {
      visit(path.hasSuffix("/") ? path + name : "\(path)/\(name)", depth: depth + 1)
    }
  }

  private mutating func visitFile(_ path: String, _ status: FileStatus) throws(ArchiveError) {
    guard status.size > 0 else { throw ArchiveError(.empty, "the file is empty") }
    let file = try OpenFile(path: path)
    guard isZip(try file.read(at: 0, count: 4)) else {
      inventory.items.append(.member(Member(file: path, status: status)))
      return
    }
    let entries = try ZipDirectory(of: file, size: status.size, limits: limits).entries
    let files = entries.filter { !$0.isFolder && !isJunk($0) }
    if files.isEmpty { throw ArchiveError(.emptyArchive, "there is nothing in the archive") }
    for entry in files {
      if let error = entry.fault(limits) {
        inventory.fail(path, member: entry.name, error)
      } else {
        inventory.items.append(.member(Member(file: path, entry: entry)))
      }
    }
  }
}

private func isJunk(_ name: String) -> Bool {
  name == "__MACOSX" || name == ".DS_Store" || name.hasPrefix("._")
}

private func isJunk(_ entry: ZipEntry) -> Bool {
  entry.name.split { $0 == "/" || $0 == "\\" }.contains { isJunk(String($0)) }
}

/// True where bytes begin as a zip with members does, or an empty one.
func isZip(_ bytes: some Sequence<UInt8>) -> Bool {
  bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
}

extension ZipEntry {
  /// Why a member is not read, as far as the directory tells.
  fileprivate func fault(_ limits: Limits) -> ArchiveError? {
    if isLink { return ArchiveError(.specialFile, byte: offset, "it is a link, not a file") }
    if isEncrypted { return ArchiveError(.encrypted, byte: offset, "it is encrypted") }
    if method == nil {
      return ArchiveError(.unsupportedMethod, byte: offset, "it is packed by a method not known")
    }
    if size == 0 { return ArchiveError(.empty, byte: offset, "the file is empty") }
    if size > limits.memberBytes { return tooLarge(limits, byte: offset) }
    if limits.isRatioExceeded(output: size, input: packedSize) {
      return ArchiveError(
        .ratio, byte: offset, "it unpacks to more than \(limits.ratio) times its size")
    }
    return nil
  }
}

func tooLarge(_ limits: Limits, byte: Int? = nil) -> ArchiveError {
  ArchiveError(.tooLarge, byte: byte, "it holds more than \(limits.memberBytes) bytes")
}
