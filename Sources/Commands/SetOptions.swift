internal import Pipelines
internal import RunModel

/// Options and operands that name runs and parameter sets.
enum SetOptions {
  static let parameters = Option<String>(
    "--params", "REF", "measure by this set: run@2, or run for its current version")
  static let all = Switch("--all", "every run of the library")
}

extension CommandContext {
  /// What `--params` names, or nil where it was not given.
  func parameterSets(_ texts: [String], in workspace: Workspace) throws -> [ParameterSet]? {
    texts.isEmpty ? nil : try texts.map(workspace.parameterSet(meant:))
  }
}
