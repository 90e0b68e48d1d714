package import Hashing

/// Where in a source something was found. Never a coordinate on Earth.
package struct Place: Sendable, Equatable {
  /// Offset of the byte, from 0.
  package var byte: Int?
  /// Line of a text format, from 1.
  package var line: Int?

  package init(byte: Int? = nil, line: Int? = nil) {
    self.byte = byte
    self.line = line
  }
}

/// Something noteworthy that did not stop a source from being read.
package struct Diagnostic: Sendable, Equatable {
  /// A stable word for scripts: `points_without_position`.
  package var code: String
  /// How often it occurred.
  package var count: Int
  /// Where it occurred first.
  package var place: Place?
  /// One sentence for people, without coordinates.
  package var detail: String

  package init(code: String, count: Int = 1, place: Place? = nil, detail: String) {
    self.code = code
    self.count = count
    self.place = place
    self.detail = detail
  }
}

extension Diagnostic {
  /// Code: parts of a recorder's upload had not come when the source was read.
  package static let chunksMissing = "chunks_missing"
  /// Code: fixes were there already with other values.
  package static let fixesConflict = "fixes_conflict"
}

/// What became of one file or archive member.
package enum SourceState: String, Sendable, CaseIterable {
  /// Gave at least one run that the library did not have.
  case imported
  /// Its content, or every run in it, was there already.
  case duplicate
  /// Its runs were deleted by the user and stay deleted.
  case deleted
  /// Positions without any time: a plan, not a recording.
  case plannedRoute = "planned_route"
  /// An activity file that holds no position.
  case withoutPositions = "without_positions"
  /// A table of a service's export; what it says stands with the runs.
  case metadata
  /// Not a format that is read.
  case unsupported
  /// Could not be read; the reason and its place are kept.
  case quarantined
}

/// One file or archive member that an import met.
package struct Source: Sendable, Equatable {
  /// The file on disk: itself, or the archive that the member lies in.
  package var file: String
  /// The name inside the archive; nil for a plain file.
  package var member: String?
  /// Bytes after decompression; nil where it could not be read.
  package var size: Int?
  /// Bytes as the file system or the archive has it; of a `.gz` the packed ones.
  package var listedSize: Int?
  /// CRC-32 of a zip's member, by its directory.
  package var crc32: UInt32?
  /// When the file or member was last changed, where known.
  package var modifiedAt: Timestamp?
  /// Digest of the decompressed bytes; nil where they could not be read to the end.
  package var digest: SHA256Digest?
  /// `gpx`; nil where none was recognised.
  package var format: String?
  /// Version of the reader that read it; nil where none did.
  package var readerVersion: Int?
  package var state: SourceState
  /// For a quarantined source: a stable word, and one sentence.
  package var reasonCode: String?
  package var reason: String?
  package var reasonPlace: Place?
  package var diagnostics: [Diagnostic] = []

  package init(file: String, member: String? = nil, state: SourceState) {
    self.file = file
    self.member = member
    self.state = state
  }

  /// True where it says something else of a run than what is kept.
  package var isContradicting: Bool {
    diagnostics.contains { $0.code == Diagnostic.fixesConflict }
  }

  /// How people see it: the file, and the member behind `!`.
  package var displayPath: String { member.map { "\(file)!\($0)" } ?? file }
}
