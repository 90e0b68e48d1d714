internal import Foundation
internal import Glibc
internal import Pipelines
internal import Reports
internal import RunModel

/// Writes runs whose true length is known.
struct SimulateCommand: Command {
  private static let runs = Option<Int>("--runs", "N", "how many; 1 if not said", atLeast: 1)
  private static let seed = Option<Int>(
    "--seed", "S", "which; the same seed gives the same files anywhere", atLeast: 0)
  private static let minutes = Option<Int>(
    "--minutes", "M", "how long each run moves, with a fix a second; drawn if not said",
    takes: "a whole number from 1 to 1440"
  ) { Int($0).flatMap { (1...1440).contains($0) ? $0 : nil } }
  private static let named = Option<NamedScenario>(
    choiceOf: "--scenario", "one certain run instead of random ones")
  private static let format = Option<WrittenFormat>(
    choiceOf: "--format", "the files' format; gpx if not said")
  private static let output = Option<String>("--output", "DIR", "where to write the files")

  static let help = CommandHelp(
    name: "simulate", group: .building, operands: "--output DIR",
    summary: "write runs whose true length is known, from a seed",
    discussion: [
      "Shape, speed, sampling, noise correlated in time, spikes, pauses, and accuracy present or"
        + " absent are drawn from the seed; the second of several runs is that of the next seed, and so on."
        + " Beside the files, truth.csv holds each run's length, for “truth import” once they are imported.",
      "GPX holds every value to the last digit. TCX has none for accuracy and temperature; FIT rounds"
        + " places to 5 mm and accuracy up to whole metres.",
    ],
    options: [runs.help, seed.help, minutes.help, named.help, format.help, output.help],
    examples: [
      .init(
        line: "remeasure simulate --runs 100 --seed 7 --output runs", effect: "a hundred runs"),
      .init(
        line: "remeasure simulate --scenario disputed --output runs",
        effect: "10 km that the device overstates"),
      .init(
        line: "remeasure simulate --runs 20 --format fit --output runs",
        effect: "twenty runs as a watch writes them"),
    ])

  private let count: Int
  private let seed: UInt64
  private let minutes: Int?
  private let scenario: NamedScenario?
  private let format: WrittenFormat
  private let folder: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
    guard let folder = try arguments.value(Self.output) else {
      throw UsageError("“simulate” needs --output", command: Self.help)
    }
    self.folder = folder
    format = try arguments.value(Self.format) ?? .gpx
    scenario = try arguments.value(Self.named)
    count = try arguments.value(Self.runs) ?? 1
    seed = UInt64(try arguments.value(Self.seed) ?? 1)
    minutes = try arguments.value(Self.minutes)
    if minutes != nil, scenario != nil {
      throw UsageError("--minutes is for random runs only", command: Self.help)
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw OutputError(path: folder, errno: EACCES)
    }
    let files = try simulate(in: context)
    let truth = "run,kind,lower_m,upper_m,source\n" + files.map(\.truth).joined()
    try write("truth.csv", Array(truth.utf8), context)
    if context.common.json {
      try context.print(JSON.array(files.map(\.json)).line)
    } else {
      try context.print(
        "\(files.count == 1 ? "1 run" : "\(files.count) runs") written to \(folder),"
          + " with the true lengths in truth.csv.\n")
    }
    return .success
  }

  private func simulate(in context: CommandContext) throws -> [WrittenRun] {
    try concurrentMap(count: scenario == nil ? count : 1, jobs: context.jobs) { index in
      if context.cancellation.isRequested { throw Cancelled() }
      let file =
        scenario.map { SimulatedFile($0, as: format) }
        ?? SimulatedFile(seed: seed &+ UInt64(index), minutes: minutes, as: format)
      try write(file.name, file.bytes, context)
      return WrittenRun(file: file.name, run: file.run, distance: file.trueDistance)
    }
  }

  private func write(_ name: String, _ bytes: [UInt8], _ context: CommandContext) throws {
    let sink = try OutputSink("\(folder)/\(name)", in: context)
    try sink.write(bytes)
    try sink.finish()
  }
}

/// A file that was written, without its bytes.
private struct WrittenRun: Sendable {
  let file: String
  let run: RunID
  /// Metres.
  let distance: Double

  /// A row of a table of truths.
  var truth: String {
    "\(run.hex),\(TruthKind.simulated.rawValue),\(distance),\(distance),\(file)\n"
  }

  var json: JSON {
    ["file": .text(file), "run": .text(run.hex), "distance_m": .number(distance)]
  }
}
