internal import Archives
internal import DistanceEngine
internal import RunFormats
internal import RunStore

/// What kind of failure an error is, for whoever has to tell people and choose an exit status.
package enum FailureKind: Sendable {
  case nothingMatched, usage, badData, inputOutput, interrupted, fault
}

/// An error in one sentence, naming the file or run it is about; never a coordinate.
package struct Failure: Sendable {
  package let kind: FailureKind
  package let sentence: String
  /// True where the library is not what was written.
  package var isDamage = false
}

/// Says what went wrong in a flow of ``Workspace``; nil for an error from elsewhere.
package func failure(for error: any Error) -> Failure? {
  switch error {
  case is Cancelled:
    Failure(kind: .interrupted, sentence: "stopped; what was finished is kept")
  case let error as UnknownEngine:
    Failure(
      kind: .badData,
      sentence: "engine version \(error.version) is newer than this tool knows")
  case let error as StoreError:
    Failure(error)
  case let error as ArchiveError:
    Failure(kind: .inputOutput, sentence: error.detail)
  case let error as FormatError:
    Failure(kind: .badData, sentence: error.detail)
  default: nil
  }
}

extension Failure {
  fileprivate init(_ error: StoreError) {
    let place = error.place.map { "\($0): " } ?? ""
    switch error.code {
    case .notFound:
      self.init(
        kind: .nothingMatched, sentence: "\(place)there is no library yet; an import makes one")
    case .notALibrary:
      self.init(kind: .badData, sentence: "\(place)this is not a Remeasure library; left alone")
    case .newerLibrary(let found, let known):
      self.init(
        kind: .badData,
        sentence: "\(place)made by a newer Remeasure (library version \(found); this one knows up"
          + " to \(known)). Nothing was changed; update the tool.")
    case .diskFull:
      self.init(
        kind: .inputOutput,
        sentence: "\(place)the disk is full. What was committed is safe; free some space and run"
          + " the command again.")
    case .alteredLibrary:
      self.init(
        kind: .badData,
        sentence:
          "\(place)\(error.detail). It was not used, as that could change what the library says. See:"
          + " remeasure verify")
    case .alreadyThere, .cannotOpen, .importRunning, .busy, .readOnly, .inputOutput:
      self.init(kind: .inputOutput, sentence: place + error.detail)
    case .damaged:
      self.init(kind: .badData, sentence: place + error.detail, isDamage: true)
    case .olderLibrary, .invalidParameterSet, .otherParameterSet, .builtUpon:
      self.init(kind: .badData, sentence: place + error.detail)
    case .unknownImport, .unknownParameterSet, .pruned:
      self.init(kind: .nothingMatched, sentence: place + error.detail)
    case .noSportUses:
      self.init(
        kind: .usage, sentence: "\(place)no sport uses a set of this name; say which with --sport")
    case .wrongQuery:
      self.init(kind: .usage, sentence: error.detail)
    case .stopped:
      self.init(kind: .interrupted, sentence: error.detail)
    case .internal:
      self.init(kind: .fault, sentence: place + error.detail)
    }
  }
}
