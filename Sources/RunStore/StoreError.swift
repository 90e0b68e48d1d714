internal import PointCodec
internal import RunModel
package import SQLite

/// Why the library could not do what it was asked.
package struct StoreError: Error, Sendable {
  package enum Code: Sendable, Equatable {
    /// There is no file to read.
    case noLibrary
    /// The file is no SQLite database, or one that something else made.
    case notALibrary
    /// A newer version of the tool made it.
    case newerLibrary(found: Int, known: Int)
    /// Another process is importing, or holds the file for too long.
    case busy
    case diskFull
    case readOnly
    case inputOutput
    /// Something stored is not what was written.
    case damaged
    /// The stored run lacks the points before these.
    case missingPoints(Range<Int>)
    /// No run, or no parameter set, of that name.
    case unknown
    /// A fault of this program.
    case software
  }

  package let code: Code
  /// The file, or the run, that it is about.
  package let place: String
  package let detail: String
  package let cause: SQLiteError?

  package init(_ code: Code, place: String, detail: String, cause: SQLiteError? = nil) {
    self.code = code
    self.place = place
    self.detail = detail
    self.cause = cause
  }

  init(_ error: SQLiteError, path: String) {
    let code: Code =
      if error.isFull {
        .diskFull
      } else if error.isBusy {
        .busy
      } else if error.isReadOnly {
        .readOnly
      } else if error.isCorrupt {
        .damaged
      } else if error.isInputOutput {
        .inputOutput
      } else {
        .software
      }
    self.init(code, place: path, detail: error.message, cause: error)
  }

  init(_ error: CodecError, run: RunID, firstSeq: Int) {
    self.init(
      .damaged, place: "run \(run.short)",
      detail: "points from \(firstSeq) on, byte \(error.byte): \(error.detail)")
  }
}
