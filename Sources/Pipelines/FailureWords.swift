internal import DistanceEngine
internal import RunStore

/// What kind of failure an error is, for whoever has to tell people and choose an exit status.
package enum FailureKind: Sendable {
  case nothingMatched, badData, inputOutput, interrupted, fault
}

/// An error in one sentence, naming the file or run it is about; never a coordinate.
package struct Failure: Sendable {
  package let kind: FailureKind
  package let sentence: String
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
  default: nil
  }
}

extension Failure {
  fileprivate init(_ error: StoreError) {
    let place = error.place
    switch error.code {
    case .noLibrary:
      self.init(kind: .nothingMatched, sentence: "\(place): \(error.detail)")
    case .notALibrary:
      self.init(kind: .badData, sentence: "\(place) is not a Remeasure library: \(error.detail)")
    case .newerLibrary(let found, let known):
      self.init(
        kind: .badData,
        sentence: "\(place) was made by a newer Remeasure (library version \(found); this one"
          + " knows up to \(known)). Nothing was changed; update the tool.")
    case .busy:
      self.init(kind: .inputOutput, sentence: "\(place) is busy: \(error.detail)")
    case .diskFull:
      self.init(
        kind: .inputOutput,
        sentence: "\(place): the disk is full. What was committed is safe; free some space and"
          + " run the command again.")
    case .readOnly, .inputOutput:
      self.init(kind: .inputOutput, sentence: "\(place): \(error.detail)")
    case .damaged, .missingPoints, .unknown:
      self.init(kind: .badData, sentence: "\(place): \(error.detail)")
    case .software:
      self.init(kind: .fault, sentence: "\(place): \(error.detail)")
    }
  }
}
