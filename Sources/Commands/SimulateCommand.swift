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
  private static let environment = Option<SimulatedSetting>(
    choiceOf: "--environment", "runs with the errors that devices have there")
  private static let routes = Option<Int>(
    "--routes", "N", "on so many courses, taken by turns; a course for each run if not said",
    atLeast: 1)
  private static let races = Option<Int>(
    "--races", "N", "of the courses, so many are certified; none if not said", atLeast: 0)
  private static let format = Option<WrittenFormat>(
    choiceOf: "--format", "the files' format; gpx if not said")
  private static let output = Option<String>("--output", "DIR", "where to write the files")

  static let help = CommandHelp(
    name: "simulate", group: .building, operands: "--output DIR",
    summary: "write runs whose true length is known, from a seed",
    discussion: [
      "Shape, speed, sampling, noise correlated in time, spikes, pauses, and accuracy present or"
        + " absent are drawn from the seed; the second of several runs is that of the next seed, and so on."
        + " Beside the files, truth.csv holds each run's length along WGS 84, where truths are judged, for “truth"
        + " import” once they are imported. It keeps those of earlier runs that stay in the folder.",
      "With --environment the errors are those of a stated model instead: noise with two time constants, cold"
        + " starts, holes, stops, reflections in a canyon, devices that filter; on courses of streets, bends or a"
        + " track, which other runners take on other days with --routes. Who runs on a certified one goes"
        + " half a percent to two further, and truth.csv knows no more of it than the course.",
      "GPX holds every value to the last digit. TCX has none for accuracy and temperature; FIT rounds"
        + " places to 5 mm and accuracy up to whole metres.",
    ],
    options: [
      runs.help, seed.help, minutes.help, named.help, environment.help, routes.help, races.help,
      format.help, output.help,
    ],
    hasUnits: false,
    examples: [
      .init(
        line: "remeasure simulate --runs 100 --seed 7 --output runs", effect: "a hundred runs"),
      .init(
        line: "remeasure simulate --scenario disputed --output runs",
        effect: "10 km that the device overstates"),
      .init(
        line: "remeasure simulate --runs 20 --format fit --output runs",
        effect: "twenty runs as a watch writes them"),
      .init(
        line: "remeasure simulate --runs 40 --routes 8 --environment mixed --output runs",
        effect: "eight courses, five times each, to tune by"),
    ])

  private let count: Int
  private let seed: UInt64
  private let minutes: Int?
  private let scenario: NamedScenario?
  private let routes: SimulatedRoutes?
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
    routes = try Self.courses(arguments, seed: seed)
    if minutes != nil, scenario != nil || routes != nil {
      throw UsageError("--minutes is for random runs only", command: Self.help)
    }
    if routes != nil, scenario != nil {
      throw UsageError("--scenario is one run, without an environment", command: Self.help)
    }
  }

  /// The courses that are asked for; nil where the runs are random ones.
  private static func courses(
    _ arguments: ParsedArguments, seed: UInt64
  ) throws(UsageError) -> SimulatedRoutes? {
    let routes = try arguments.value(Self.routes)
    let races = try arguments.value(Self.races)
    guard let setting = try arguments.value(Self.environment) else {
      guard routes == nil, races == nil else {
        throw UsageError(
          "\(routes == nil ? "--races" : "--routes") needs --environment", command: help)
      }
      return nil
    }
    let runs = try arguments.value(Self.runs)
    guard races ?? 0 <= routes ?? runs ?? 1 else {
      throw UsageError("there are more --races than courses", command: help)
    }
    return SimulatedRoutes(in: setting, routes: routes, races: races ?? 0, seed: seed)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    try posix(folder) {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let earlier = try truthsThere()
    let files = try simulate(in: context)
    let staying = self.staying(earlier, beside: Set(files.map(\.name)))
    let truth = Self.heading + staying.map { $0.line + "\n" }.joined() + files.map(\.truth).joined()
    try write(Self.truths, Array(truth.utf8), context)
    if context.common.json {
      try context.print(JSON.array(files.map(\.json)).line)
    } else {
      try context.print(
        "\(files.count == 1 ? "1 run" : "\(files.count) runs") written to \(folder),"
          + " with the true lengths in truth.csv"
          + (staying.isEmpty
            ? ".\n"
            : ", beside \(staying.count) that \(staying.count == 1 ? "was" : "were") there.\n"))
    }
    return .success
  }

  /// Where the lengths are, in the folder.
  private static let truths = "truth.csv"
  private static let heading = "run,kind,lower_m,upper_m,source\n"
  private static let mostBytes = 1 << 25

  /// A row of a table that an earlier call wrote, and the file that it is about.
  private typealias EarlierTruth = (line: Substring, file: String)

  /// What somebody else knows of runs is not to be replaced.
  private func truthsThere() throws -> [EarlierTruth] {
    let path = "\(folder)/\(Self.truths)"
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let table = String(decoding: try readInput(path, atMost: Self.mostBytes), as: UTF8.self)
    let rows = table.dropFirst(Self.heading.count).split(separator: "\n")
    let truths = rows.compactMap { row -> EarlierTruth? in
      let fields = row.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count == 5 else { return nil }
      let file = fields[4].prefix { $0 != " " }
      return Self.isOurFile(file) ? (row, String(file)) : nil
    }
    guard table.hasPrefix(Self.heading), truths.count == rows.count else {
      throw OutputError(path: path, reason: "this states lengths of other runs; left alone")
    }
    return truths
  }

  /// Those of runs that are in the folder as they were.
  private func staying(_ truths: [EarlierTruth], beside written: Set<String>) -> [EarlierTruth] {
    truths.filter { truth in
      !written.contains(truth.file)
        && FileManager.default.fileExists(atPath: "\(folder)/\(truth.file)")
    }
  }

  private static func isOurFile(_ name: Substring) -> Bool {
    guard let dot = name.lastIndex(of: "."),
      WrittenFormat(rawValue: String(name[name.index(after: dot)...])) != nil
    else { return false }
    let stem = name[..<dot]
    return NamedScenario(rawValue: String(stem)) != nil || stem.wholeMatch(of: /run-\d+/) != nil
  }

  private var runCount: Int { scenario == nil ? count : 1 }

  private func simulate(in context: CommandContext) throws -> [WrittenRun] {
    try concurrentMap(count: runCount, jobs: context.jobs) { index in
      if context.cancellation.isRequested { throw Cancelled() }
      let file =
        scenario.map { SimulatedFile($0, as: format) } ?? routes?.file(index, as: format)
        ?? SimulatedFile(seed: seed &+ UInt64(index), minutes: minutes, as: format)
      try write(file.name, file.bytes, context)
      return WrittenRun(file)
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
  let name: String
  /// A row of a table of truths.
  let truth: String
  let json: JSON

  init(_ file: SimulatedFile) {
    name = file.name
    let (kind, lower, upper) = file.truth
    truth = "\(file.run.hex),\(kind.rawValue),\(lower),\(upper),\(file.source)\n"
    var fields: [(key: String, value: JSON)] = [
      ("file", .text(file.name)), ("run", .text(file.run.hex)),
      ("distance_m", .number(file.trueDistance)),
    ]
    if let setting = file.setting {
      fields.append(("environment", .text(setting.environment)))
      fields.append(("route", .integer(setting.route)))
    }
    json = .object(fields)
  }
}
