internal import Pipelines
internal import Reports
internal import RunModel

/// What to tell people about an error, and what to end the process with.
func wording(of error: any Error) -> (message: String, status: ExitStatus) {
  switch error {
  case let error as UsageError:
    let help = error.command.map { "remeasure \($0.name) --help" } ?? "remeasure --help"
    return ("\(error.message)\nSee: \(help)", .usage)
  case let error as SelectionError:
    return (error.sentence, .nothingMatched)
  case let error as NoRuns:
    let source = error.source
    return ("\(source.displayPath): \(source.complaint)", .badData)
  case let error as OutputError:
    return (error.sentence, .inputOutput)
  case let error as WrongResults:
    return (error.sentence, .software)
  case let error as InputError:
    return (error.sentence, error.status)
  default:
    guard let failure = failure(for: error) else {
      return ("an unexpected fault: \(error)", .software)
    }
    return (failure.sentence, failure.kind.status)
  }
}

/// True where a file cannot be read as the library that it was.
func isDamage(_ error: any Error) -> Bool {
  failure(for: error)?.isDamage ?? false
}

extension FailureKind {
  fileprivate var status: ExitStatus {
    switch self {
    case .nothingMatched: .nothingMatched
    case .usage: .usage
    case .badData: .badData
    case .inputOutput: .inputOutput
    case .interrupted: .interrupted
    case .fault: .software
    }
  }
}

extension SelectionError {
  var sentence: String {
    switch self {
    case .noRun(let text, let names):
      let offer = didYouMean(names.map(visibleText))
      return "“\(visibleText(text))” is no run's name, day or beginning of an id"
        + (offer.isEmpty ? ". See: remeasure runs" : offer)
    case .deleted(let run):
      return "run \(run.id.short) was deleted meanwhile"
    case .ambiguous(let text, let runs):
      let names = runs.prefix(8).map { run in
        let start = run.localStart.map { " \($0.date) \($0.hourMinute)" } ?? ""
        return "\n  \(run.id.short)\(start) \(visibleText(run.description.name ?? ""))"
      }
      let more = runs.count > 8 ? "\n  … and \(runs.count - 8) more" : ""
      return "“\(visibleText(text))” fits \(runs.count) runs; name one by its id:"
        + names.joined() + more
    case .onlyRecording(let run):
      return "run \(run.id.short) is the only recording of its activity. See: remeasure duplicates"
    case .pruned(let run):
      return
        "the points of run \(run.id.short) were pruned; only its sums are left. See: remeasure report"
        + " \(run.id.short)"
    case .ambiguousSet(let text, let references):
      let names = references.map(\.description).joined(separator: " and ")
      return "“\(visibleText(text))” could be \(names): both are current; name the version"
    case .noFix(let seq, let count):
      return "there is no fix \(seq): the run has \(count), counted from 0"
    case .noParameterSet(let text):
      return "there is no parameter set “\(visibleText(text))”. See: remeasure params list"
    }
  }
}

/// A file of ours that is given as input and makes no sense.
package struct InputError: Error {
  package let sentence: String
  var status = ExitStatus.badData
}
