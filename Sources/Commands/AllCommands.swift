/// Every command, in the order that help lists them.
let allCommands: [any Command.Type] = [
  ImportCommand.self, RunsCommand.self, ExplainCommand.self, ReportCommand.self, ReplayCommand.self,
  ExportCommand.self,
  RecomputeCommand.self, ParamsListCommand.self, ParamsShowCommand.self, ParamsAddCommand.self,
  ParamsUseCommand.self, ParamsDiffCommand.self, ParamsExportCommand.self, ParamsImportCommand.self,
  CompareCommand.self, TuneCommand.self, ImportsCommand.self,
  ImportsShowCommand.self, UndoCommand.self, DuplicatesCommand.self, RoutesCommand.self,
  EditCommand.self,
  DeleteCommand.self, PruneCommand.self, PrivacyZonesListCommand.self, PrivacyZonesAddCommand.self,
  PrivacyZonesRemoveCommand.self, VerifyCommand.self, BackupCommand.self, StatsCommand.self,
  SQLCommand.self, BenchCommand.self,
  TruthListCommand.self, TruthAddCommand.self, TruthImportCommand.self, TruthRemoveCommand.self,
  SimulateCommand.self, EvaluateCommand.self, DemoCommand.self, CompletionsCommand.self,
  ManCommand.self,
]
