internal import Archives
internal import RunFormats
internal import RunModel
internal import ServiceExports

extension Member {
  /// The file, and the name in it behind `!`.
  var path: String { name.map { "\(file)!\($0)" } ?? file }

  var fileName: Substring {
    let path = name ?? file
    let start = path.lastIndex { $0 == "/" || $0 == "!" }.map { path.index(after: $0) }
    return path[(start ?? path.startIndex)...]
  }

  /// What is known or not known together: all of an archive, and all plain files.
  var surroundings: String { name == nil ? "" : file }

  /// Looking into a file costs, so that the suffix, which no language changes, says where it is worth it.
  var mayBeTable: Bool {
    let name = fileName.lowercased()
    return [".csv", ".json", ".xml"].contains(where: name.hasSuffix)
  }
}

extension Source {
  init(_ member: Member, state: SourceState, because reason: (code: String, text: String)? = nil) {
    self.init(member)
    self.state = state
    readerVersion = RunFormats.readerVersion
    (reasonCode, self.reason) = (reason?.code, reason?.text)
  }
}

/// Reads a member to its end if it is a table of an export.
///
/// - Returns: nil for anything else. A table that breaks off is quarantined, and what it said until
///   then is used.
/// - Throws: ``Cancelled``.
func readTable(
  _ member: Member, _ limits: Limits, _ cancellation: Cancellation
) throws -> (source: Source, reading: ExportReading)? {
  /// The first bytes say that it is none.
  struct NoTable: Error {}
  var limits = limits
  // Of health data there are gigabytes, which are not kept.
  limits.memberBytes = limits.archiveBytes
  var beginning: [UInt8] = []
  var reader: ExportReader?
  func begin() throws {
    reader = ExportReader(beginning: beginning)
    guard let reader else { throw NoTable() }
    reader.read(beginning.span)
    beginning = []
  }
  var source = Source(member, state: .metadata)
  do {
    var size = 0
    source.digest = try Archives.read(member, limits: limits) { bytes in
      try cancellation.check()
      size += bytes.count
      if let reader { return reader.read(bytes) }
      for index in bytes.indices { beginning.append(bytes[index]) }
      if beginning.count >= ExportReader.beginningLength { try begin() }
    }
    source.size = size
    if reader == nil { try begin() }
  } catch let error as ArchiveError {
    guard reader != nil else { return nil }
    source.quarantine(error)
  } catch is NoTable {
    return nil
  }
  guard let reading = reader?.finish() else { return nil }
  source.format = reading.table.rawValue
  source.diagnostics = reading.diagnostics
  return (source, reading)
}
