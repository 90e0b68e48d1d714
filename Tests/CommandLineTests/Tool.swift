import Foundation
import SQLite
import TestSupport

/// The built binary, as a user meets it.
struct Tool {
  struct Outcome {
    let status: Int32
    let out: String
    let err: String
  }

  let folder: TemporaryFolder
  var environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    environment = [
      "REMEASURE_LIBRARY": folder.url.appending(path: "library.sqlite").path,
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "COLUMNS": "80",
      "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  static let binary: URL = {
    #if DEBUG
      let configuration = "debug"
    #else
      let configuration = "release"
    #endif
    return SharedMaterial.packageRoot.appending(path: ".build/\(configuration)/remeasure")
  }()

  var library: String { environment["REMEASURE_LIBRARY"] ?? "" }

  func path(_ name: String) -> String { folder.url.appending(path: name).path }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try folder.write(Array(text.utf8), to: name).path
  }

  /// What a script runs in the background ignores Ctrl-C, and hands that on to all that it starts.
  private static let heardSignals: Void = {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }()

  /// A process that is running; whoever starts it ends it.
  func start(
    _ words: [String], input: Pipe? = nil, out: Pipe? = nil, err: Pipe? = nil
  ) throws -> Process {
    _ = Self.heardSignals
    let process = Process()
    process.executableURL = Self.binary
    process.arguments = words
    process.environment = environment
    process.currentDirectoryURL = folder.url
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = out ?? FileHandle.nullDevice
    process.standardError = err ?? FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Runs to the end and returns all that was printed.
  @discardableResult
  func run(_ words: String...) throws -> Outcome { try run(words) }

  @discardableResult
  func run(_ words: [String]) throws -> Outcome {
    // Files, not pipes: one pipe could fill while the other is being read.
    let (out, err) = (path("stdout.txt"), path("stderr.txt"))
    for file in [out, err] { try Data().write(to: URL(filePath: file)) }
    let process = Process()
    process.executableURL = Self.binary
    process.arguments = words
    process.environment = environment
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: out)
    process.standardError = FileHandle(forWritingAtPath: err)
    try process.run()
    process.waitUntilExit()
    func text(_ file: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    }
    return Outcome(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      out: try text(out), err: try text(err))
  }

  /// Runs a script in which `remeasure` is the tool.
  func shell(_ script: String) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script.replacing("remeasure", with: "'\(Self.binary.path)'")]
    process.environment = environment
    process.currentDirectoryURL = folder.url
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  /// Past the rule that keeps fixes from being changed.
  func damageRun(named name: String) throws {
    let raw = try Database(path: library, access: .readWrite, patience: 10_000)
    let rule = try raw.rows(
      "SELECT sql FROM sqlite_schema WHERE name = 'point_chunk_is_not_changed'"
    ) { $0.text(0) ?? "" }
    try raw.execute(
      """
      DROP TRIGGER point_chunk_is_not_changed;
      UPDATE point_chunk SET core = CAST(substr(core, 1, 30) || x'A5' || substr(core, 32) AS BLOB)
      WHERE run_id = (SELECT run_id FROM run WHERE name = '\(name)')
      """)
    try raw.execute(rule[0])
  }

  /// One JSON object a line.
  func objects(_ words: String...) throws -> [[String: Any]] {
    try run(words).out.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return object as? [String: Any] ?? [:]
    }
  }
}

/// A small GPX file of so many fixes, one a second, 10 m apart.
func smallGPX(fixes: Int = 3, name: String = "Small", latitude: Double = 46) -> String {
  let points = (0..<fixes).map { index in
    let second = index % 60 < 10 ? "0\(index % 60)" : "\(index % 60)"
    return """
      <trkpt lat="\(latitude + Double(index) * 0.0001)" lon="8">\
      <time>2024-05-01T10:0\(index / 60):\(second)Z</time></trkpt>
      """
  }
  return """
    <?xml version="1.0"?>
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
    <trk><name>\(name)</name><type>running</type><trkseg>
    \(points.joined(separator: "\n"))
    </trkseg></trk></gpx>
    """
}
