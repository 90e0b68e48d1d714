internal import Archives
internal import Foundation
internal import Hashing
internal import RunFormats
internal import RunModel
internal import RunStore

/// The files of one run's upload, as an import finds them together: `RUN/chunks/NUMBER.json` and
/// `RUN/complete.json`.
struct RecorderUpload: Sendable {
  struct File: Sendable {
    let member: Member
    /// Nil for the message that completes the upload.
    let chunk: Int?
  }

  /// The recorder's own name of the run.
  let name: String
  var files: [File]
}

/// What the path of a file of an upload says.
struct UploadPath {
  let run: String
  let chunk: Int?

  /// Nil for a file that is none by its path.
  init?(_ member: Member) {
    let archive = member.name == nil ? [] : [archiveName(member.file)].compactMap(\.self)
    var names = archive + parts(member.name ?? member.file)
    guard var file = names.popLast() else { return nil }
    if file.hasSuffix(".gz") { file.removeLast(3) }
    guard file.hasSuffix(".json") else { return nil }
    file.removeLast(5)
    if file == "complete" {
      chunk = nil
    } else {
      guard names.popLast() == "chunks", file.allSatisfy({ $0.isASCII && $0.isNumber }),
        let number = Int(file), UploadedChunks.numbers.contains(number)
      else { return nil }
      chunk = number
    }
    guard let run = names.popLast(), !run.isEmpty else { return nil }
    self.run = run
  }
}

/// The names along a path, through archives too.
private func parts(_ path: String) -> [String] {
  path.split { $0 == "/" || $0 == "\\" || $0 == "!" }.map(String.init)
}

/// The name of an archive where it is a run's: nobody would call anything else by 128 bits.
private func archiveName(_ file: String) -> String? {
  parts(file).last.map { String($0.prefix { $0 != "." }) }.flatMap { RunID($0) == nil ? nil : $0 }
}

extension Workspace {
  /// Reads the files of an upload. Each of them that cannot be read costs only itself.
  ///
  /// - Throws: ``Cancelled``, and faults that are not the source's.
  func prepare(_ upload: RecorderUpload, for reading: ImportReading) throws -> RecordedBatch {
    var description = RunDescription()
    description.state = .interrupted
    description.segmentSource = .recorder
    var parts: [RecordedBatch.Part] = []
    var fixCount = 0
    for file in upload.files {
      var part = RecordedBatch.Part(source: Source(file.member))
      do {
        let document = try read(file.member, &part.source, limits: reading.limits)
        fixCount += document.fixes.count
        try checkFixCount(fixCount, limit: reading.maxFixes)
        part.take(document, chunk: file.chunk)
        if document.accuracySource != .none { description.accuracySource = document.accuracySource }
        if let distance = document.deviceDistance {
          description.deviceDistance = distance
          description.deviceDistanceSource = .recorder
        }
      } catch {
        guard part.source.quarantine(error) else { throw error }
      }
      parts.append(part)
    }
    return RecordedBatch(
      run: RunID(recorded: upload.name), description: description,
      parts: parts.remarking(derivedFrom: upload.name))
  }

  private func read(
    _ member: Member, _ source: inout Source, limits: Limits
  ) throws -> RecorderDocument {
    let reader = UploadReader()
    source.digest = try Archives.read(member, limits: limits) { bytes in
      try cancellation.check()
      try reader.read(bytes)
    }
    source.size = reader.size
    do throws(FormatError) {
      let document = try reader.document()
      source.format = Format.recorderUpload.rawValue
      return document
    } catch {
      source.format = error.code == .unreadFormat ? "json" : Format.recorderUpload.rawValue
      throw error
    }
  }
}

extension RecordedBatch.Part {
  fileprivate mutating func take(_ document: RecorderDocument, chunk: Int?) {
    source.state = .imported
    source.readerVersion = readerVersion
    source.diagnostics = document.diagnostics
    fixes = document.fixes
    chunkCount = document.chunkCount
    if document.isChunk { self.chunk = chunk }
  }
}

extension [RecordedBatch.Part] {
  /// Says, where the recorder's name of a run is no 128-bit id, that one was made of it.
  func remarking(derivedFrom name: String) -> Self {
    guard RunID(name) == nil, let first = firstIndex(where: { $0.source.state == .imported })
    else { return self }
    var parts = self
    parts[first].source.diagnostics.append(
      Diagnostic(
        code: "run_id_derived",
        detail: "the recorder's name of the run is no 128-bit id; the id was derived from it"))
    return parts
  }
}
