internal import Foundation

/// Finds what can be read below some paths: files, folders with all that is in them, and the
/// members of archives, which are told by content and may lie in one another.
///
/// Nothing is unpacked under its name. Only an archive that lies compressed inside another, or in
/// gzip, is unpacked to a nameless temporary file that lives as long as the inventory and the members
/// in it. What macOS leaves behind (`__MACOSX`, `._*`, `.DS_Store`) is passed over unless it is asked
/// for by name.
///
/// - Parameters:
///   - temporaryFolder: nil for the system's: `TMPDIR`, else `/var/tmp`.
///   - acquaintance: what is listed without being opened.
///   - isStopped: once true, the walk ends soon, and what was found is not all.
package func inventory(
  of paths: [String], limits: Limits = Limits(), temporaryFolder: String? = nil,
  acquaintance: Acquaintance = Acquaintance(),
  isStopped: @escaping @Sendable () -> Bool = { false }
) -> Inventory {
  var walk = Walk(
    acquaintance: acquaintance, isStopped: isStopped,
    unfolder: Unfolder(
      limits: limits, temporaryFolder: temporaryFolder, acquaintance: acquaintance,
      isStopped: isStopped),
    folderDepth: limits.folderDepth)
  for path in paths { walk.visit(path, depth: 0) }
  return walk.inventory
}

private struct Walk {
  let acquaintance: Acquaintance
  let isStopped: @Sendable () -> Bool
  var unfolder: Unfolder
  let folderDepth: Int
  var inventory = Inventory()
  /// Folders seen, so that a link into itself ends the walk.
  var folders: Set<FileStatus.Identity> = []

  mutating func visit(_ path: String, depth: Int) {
    guard !isStopped() else { return }
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
    guard depth < folderDepth else {
      throw ArchiveError(.folderTooDeep, "folders are nested deeper than \(folderDepth)")
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
    let (file, mark) = (Member(file: path, status: status), FileMark(path, status))
    if acquaintance.knowsArchive(mark) {
      inventory.knownArchives.append(mark)
    } else if acquaintance.knowsFile(mark) {
      inventory.items.append(.member(file))
    } else {
      let (start, archives) = (inventory.items.count, inventory.archives.count)
      let region = try file.openArchive()
      unfolder.unfold(file, in: region, into: &inventory)
      guard inventory.archives.count > archives else { return }
      do throws(ArchiveError) { try file.checkUnchanged(region) } catch {
        inventory.items.removeSubrange(start...)
        inventory.archives.removeLast()
        throw error
      }
    }
  }
}

/// True for the name of a file or folder that macOS makes for itself.
func isJunk(_ name: String) -> Bool {
  name == "__MACOSX" || name == ".DS_Store" || name.hasPrefix("._")
}
