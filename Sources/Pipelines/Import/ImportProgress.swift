/// What an import tells while it goes on.
package enum ImportProgress: Sendable {
  /// What is there: kinds of exports in words, all files, and how many of them are not read again.
  case found(headlines: [ExportHeadline], files: Int, known: Int)
  case committed(ImportPace)
}

/// How far an import has come, and how far it has to go.
package struct ImportPace: Sendable, Equatable {
  /// Files and members that are stored, those that were known among them.
  package internal(set) var committed = 0
  package let total: Int
  /// Of what really has to be read: bytes as the file system or the archive has them.
  package internal(set) var bytesRead = 0
  package let bytesToRead: Int

  init(total: Int, bytesToRead: Int) {
    self.total = total
    self.bytesToRead = bytesToRead
  }
}
