internal import Foundation
internal import Pipelines
internal import Reports
internal import RunModel

/// Answers why a run has the distance that it has.
struct ExplainCommand: Command {
  private static let claim = Option<StatedDistance>(
    "--claim", "LENGTH", "what somebody says it is: 10.02km, 6.2mi or 10020m",
    takes: "a length above zero with its unit, such as 10.02km, 6.2mi or 10020m",
    read: StatedDistance.init(written:))

  static let help = CommandHelp(
    name: "explain", group: .daily, operands: "RUN | FILE",
    summary: "show why a run has its distance, and what would give the one that others claim",
    discussion: [
      "Rules are switched off and limits moved, one and two at a time, segments joined, gaps cut,"
        + " the Earth exchanged, heights added, fixes thinned, and each fault that stands out in the recording is"
        + " mended alone: what comes nearest to the claim is"
        + " named. Without --claim, the claims are the device's own total and the services'. A claim counts"
        + " as explained where something comes within 0.1 %, a metre, or half of its last digit.",
      "A FILE needs no library, and nothing is kept of it.",
    ],
    options: [claim.help, SetOption.parameters.help],
    examples: [
      .init(line: "remeasure explain latest", effect: "why the newest run is as long as it is"),
      .init(
        line: "remeasure explain 2019-04-14 --claim 10.82km", effect: "where 10.82 km come from"),
      .init(line: "remeasure explain run.fit", effect: "a file, without importing it"),
    ])

  private let operand: String
  private let claim: StatedDistance?
  private let parameters: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    operand = try arguments.onlyOperand("run or file")
    claim = try arguments.value(Self.claim)
    parameters = try arguments.value(SetOption.parameters)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    if FileManager.default.fileExists(atPath: operand) {
      return try explainFile(in: context)
    } else if operand.contains("/") {
      throw InputError(
        sentence: "there is no file “\(visibleText(operand))”", status: .nothingMatched)
    } else {
      let workspace = try context.workspace()
      let asked = try workspace.assignments(
        runs: [try run(in: workspace)],
        parameters: try parameters.map { [try workspace.parameterSet(meant: $0)] })
      for assignment in asked {
        if let explanation = try workspace.explain(assignment, claim: claim) {
          try show(explanation, in: context)
        }
      }
    }
    return .success
  }

  private func run(in workspace: Workspace) throws -> Run {
    do { return try workspace.run(meant: operand) } catch SelectionError.noRun(_, let names) {
      let offer = didYouMean(names.map(visibleText))
      throw InputError(
        sentence:
          "there is no file “\(visibleText(operand))” and no run of that name, day or beginning of an id"
          + (offer.isEmpty ? ". See: remeasure runs" : offer), status: .nothingMatched)
    }
  }

  /// The library's sets where there is a library, else those that every library begins with.
  private func explainFile(in context: CommandContext) throws -> ExitStatus {
    let workspace = context.isLibraryThere ? try context.workspace() : nil
    var separator = ""
    let faulty = try Pipelines.explainFile(
      operand, claim: claim, jobs: context.jobs, cancellation: context.cancellation
    ) { sport in
      let current = try workspace?.currentSet(for: sport) ?? builtInSet("\(sport.builtInSetName)@1")
      let asked = try parameters.map { try workspace?.parameterSet(meant: $0) ?? builtInSet($0) }
      let set = asked ?? current
      return (set, isCurrent: set.reference == current.reference)
    } each: { explanation in
      try context.print(separator)
      try show(explanation, in: context)
      separator = context.common.json ? "" : "\n"
    }
    for source in faulty {
      context.remark("remeasure: \(visibleText(source.displayPath)): \(source.complaint)")
    }
    return faulty.isEmpty ? .success : .someInputFailed
  }

  private func builtInSet(_ name: String) throws -> ParameterSet {
    let set = ParameterSet.builtIn.first {
      $0.reference.description == name || $0.reference.name == name
    }
    guard let set else { throw SelectionError.noParameterSet(name) }
    return set
  }

  private func show(_ explanation: Explanation, in context: CommandContext) throws {
    if context.common.json {
      var stream = PieceStream(context.print)
      explanation.json.write(to: &stream)
      stream.write("\n")
      try stream.flush()
    } else {
      try context.print(explanation.text(context.layout))
    }
  }
}
