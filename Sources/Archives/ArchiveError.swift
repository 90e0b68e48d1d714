/// Why a file, an archive or one of its members could not be read.
package struct ArchiveError: Error, Equatable {
  /// The raw value is a stable word for scripts.
  package enum Code: String, Sendable, CaseIterable {
    case notFound = "not_found"
    case unreadable
    /// Its name on disk is not UTF-8, so that it cannot be asked for by it.
    case nameNotUTF8 = "name_not_utf8"
    /// A pipe, a socket, a device: nothing that holds a file's bytes.
    case specialFile = "special_file"
    case brokenLink = "broken_link"
    /// Its size or time is not what it was when it was found.
    case changed
    case empty
    case emptyFolder = "empty_folder"
    case folderTooDeep = "folder_too_deep"
    case emptyArchive = "empty_archive"
    /// The directory of a zip, or a header of a tar, is not there or contradicts itself.
    case damagedArchive = "archive_damaged"
    /// One part of a zip that was split.
    case splitArchive = "archive_split"
    /// An archive inside an archive inside an archive, and so on.
    case nestedTooDeep = "nested_too_deep"
    case tooManyEntries = "too_many_entries"
    /// Members that share bytes, as only a bomb has them.
    case overlappingEntries = "entries_overlap"
    case encrypted
    case unsupportedMethod = "unsupported_method"
    case tooLarge = "too_large"
    /// Unpacks to so much more than it is that it can only be a bomb.
    case ratio = "compression_ratio"
    case truncated
    case damagedData = "data_damaged"
    case checksum = "checksum_mismatch"
    /// There is no place to unpack an archive that lies packed inside another.
    case noTemporarySpace = "no_temporary_space"
    /// Whoever asked wants no more of it.
    case stopped
  }

  package let code: Code
  /// Offset in the file on disk, or in the innermost archive that the member lies in; nil where there
  /// is no place to point at.
  package let byte: Int?
  /// One sentence for people.
  package let detail: String

  package init(_ code: Code, byte: Int? = nil, _ detail: String) {
    self.code = code
    self.byte = byte
    self.detail = detail
  }
}
