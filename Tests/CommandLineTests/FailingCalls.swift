import Foundation
import TestSupport

/// The tool with a library loaded before it (`Tests/Faults/failing_calls.c`), which makes the n-th call of a kind fail.
struct FailingCalls {
  private static let source = SharedMaterial.packageRoot.appending(
    path: "Tests/Faults/failing_calls.c")
  /// A C compiler's name; nil where there is none.
  static let compiler = ["cc", "clang", "gcc"].first { name in
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  let tool: Tool
  private let loaded: String

  /// - Parameter tool: it, its folder's `faulty/library.sqlite` being the library.
  init(_ tool: Tool) throws {
    var tool = tool
    try FileManager.default.createDirectory(
      atPath: tool.path("faulty"), withIntermediateDirectories: true)
    tool.environment["REMEASURE_LIBRARY"] = tool.path("faulty/library.sqlite")
    loaded = tool.path("failing_calls.so")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [Self.compiler ?? "cc", "-shared", "-fPIC", "-O1", "-o", loaded, Self.source.path]
      + ["-ldl", "-lpthread"]
    try process.run()
    process.waitUntilExit()
    self.tool = tool
  }

  /// Runs the tool with its `number`th call among `calls` failing, on files below `faulty`; 0 lets none fail.
  func run(_ words: [String], _ calls: String, number: Int, _ error: String) throws -> Tool.Outcome
  {
    try with(["FAULT_CALLS": calls, "FAULT_NTH": "\(number)", "FAULT_ERROR": error]).run(words)
  }

  /// How many calls of a kind a command makes.
  func count(_ words: [String], _ calls: String) throws -> Int {
    let file = tool.path("calls")
    try? FileManager.default.removeItem(atPath: file)
    _ = try with(["FAULT_CALLS": calls, "FAULT_COUNT": file]).run(words)
    return FileManager.default.contents(atPath: file)?.count ?? 0
  }

  /// What a command wrote, synchronised and said, in order: a kind, the path, and for what it said the text.
  func steps(_ words: [String]) throws -> [(kind: Character, path: String, text: String)] {
    let file = tool.path("trace")
    _ = try with(["FAULT_TRACE": file]).run(words)
    var rest = (FileManager.default.contents(atPath: file) ?? Data())[...]
    var steps: [(Character, String, String)] = []
    while let end = rest.firstIndex(of: 10) {
      let head = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      guard head.count == 4, let kind = head[0].first, let length = Int(head[3]) else { break }
      let bytes = rest[(end + 1)...].prefix(length)
      steps.append((kind, String(head[1]), String(decoding: bytes, as: UTF8.self)))
      rest = rest[(end + 1)...].dropFirst(length)
    }
    return steps
  }

  private func with(_ settings: [String: String]) -> Tool {
    var failing = tool
    failing.environment["LD_PRELOAD"] = loaded
    failing.environment["FAULT_FOLDER"] = tool.path("faulty")
    failing.environment.merge(settings) { $1 }
    return failing
  }
}
