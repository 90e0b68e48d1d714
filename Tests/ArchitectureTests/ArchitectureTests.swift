import Foundation
import Testing
import TestSupport

/// The walls of the house. A transitive import compiles undeclared, so the sources are read instead.
@Suite struct ArchitectureTests {
  /// What each room may import: other rooms, and modules of the system.
  static let rooms: [String: Set<String>] = [
    "CKernels": [],
    "Hashing": ["CCrypto"],
    "Geodesy": ["CKernels", "Glibc"],
    "RunModel": ["Geodesy", "Hashing"],
    "Archives": ["CZlib", "Hashing", "Glibc", "Foundation"],
    "RunFormats": ["RunModel", "SQLite", "CLibXML2", "FoundationEssentials"],
    "ServiceExports": ["RunModel", "Foundation"],
    "PointCodec": ["RunModel", "Hashing", "CZlib"],
    "DistanceEngine": ["RunModel", "Geodesy"],
    "RunAnalysis": ["RunModel", "Geodesy", "DistanceEngine"],
    "Tuning": ["RunModel", "Geodesy", "DistanceEngine"],
    "Simulation": ["RunModel", "Geodesy"],
    "SQLite": ["CSQLite", "Glibc"],
    "RunStore": [
      "RunModel", "Geodesy", "Hashing", "PointCodec", "SQLite", "Synchronization", "Glibc",
    ],
    "Reports": ["RunModel", "Geodesy", "Hashing", "RunAnalysis", "Tuning"],
    "Pages": ["RunModel", "RunAnalysis", "Tuning", "Reports"],
    "Pipelines": [
      "RunModel", "Hashing", "Archives", "RunFormats", "ServiceExports", "PointCodec",
      "DistanceEngine", "RunAnalysis", "Tuning", "Simulation", "RunStore", "Reports", "Pages",
      "Dispatch", "Synchronization", "Foundation",
    ],
    "DistanceBenchmark": [
      "RunModel", "Geodesy", "PointCodec", "DistanceEngine", "Simulation", "Reports", "Pipelines",
      "Foundation",
    ],
    "Commands": [
      "RunModel", "Geodesy", "Reports", "Pages", "Pipelines", "DistanceBenchmark", "Foundation",
      "Glibc", "Synchronization",
    ],
    "remeasure": ["Commands", "Foundation"],
  ]

  /// Where `unsafe` may stand: a room's folder or a single file.
  static let unsafePlaces = [
    "Hashing/SHA256.swift", "Geodesy/Kernels.swift", "Archives/Bytes/", "RunFormats/XML/",
    "RunFormats/FIT/FITFraming.swift",
    "PointCodec/Checksum.swift", "PointCodec/BitPacking+Reading.swift", "SQLite/",
    "Commands/Terminal.swift", "Commands/OutputSink.swift", "Commands/Interrupt.swift",
    "Commands/Streams.swift", "Commands/ProcessWords.swift",
  ]

  struct SourceFile {
    let room: String
    let path: String
    let lines: [String]
  }

  static func sources() throws -> [SourceFile] {
    let root = SharedMaterial.packageRoot
    return try ["Sources", "benchmarks"].flatMap { top -> [SourceFile] in
      let folder = root.appending(path: top)
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      return try names.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") }.map { name in
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return SourceFile(
          room: String(name.prefix { $0 != "/" }), path: name,
          lines: text.components(separatedBy: "\n"))
      }
    }.filter { rooms.keys.contains($0.room) }
  }

  @Test func everyImportIsInTheTable() throws {
    let pattern = /^(?:(?:package|public|internal|private|fileprivate|@\w+) )*import (?:\w+ )?(\w+)/
    for file in try Self.sources() {
      let allowed = try #require(Self.rooms[file.room])
      for line in file.lines {
        guard let match = line.firstMatch(of: pattern) else { continue }
        #expect(allowed.contains(String(match.1)), "\(file.path) imports \(match.1)")
      }
    }
  }

  @Test func everyRoomIsInTheTable() throws {
    let folder = SharedMaterial.packageRoot.appending(path: "Sources")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    for name in names where !name.hasPrefix("C") || name.hasPrefix("Co") {
      #expect(Self.rooms.keys.contains(name), "\(name) is no room")
    }
  }

  @Test func theTableHasNoCircle() {
    var above: [String: Set<String>] = [:]
    func below(_ room: String, seen: Set<String>) -> Set<String> {
      if let known = above[room] { return known }
      #expect(!seen.contains(room), "\(room) reaches itself")
      guard !seen.contains(room) else { return [] }
      let direct = Self.rooms[room] ?? []
      let all = direct.union(direct.flatMap { below($0, seen: seen.union([room])) })
      above[room] = all
      return all
    }
    for room in Self.rooms.keys { #expect(!below(room, seen: []).contains(room)) }
  }

  @Test func unsafeStandsOnlyBehindItsDoors() throws {
    for file in try Self.sources() where file.path.hasSuffix(".swift") {
      let isUnsafe = file.lines.contains {
        $0.contains(/\bunsafe\b(?!-)/) && !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
      }
      guard isUnsafe else { continue }
      #expect(Self.unsafePlaces.contains { file.path.hasPrefix($0) }, "\(file.path)")
    }
  }

  @Test func onlyOneFileCallsDispatch() throws {
    let files = try Self.sources().filter { file in
      file.lines.contains { $0.contains(/import Dispatch\b/) }
    }
    #expect(files.map(\.path) == ["Pipelines/ConcurrentMap.swift"])
  }

  @Test(arguments: [".swift", ".c", ".js", ".css", ".py"])
  func noFileIsLongerThanFiveHundredLines(ending: String) throws {
    let root = SharedMaterial.packageRoot
    for top in ["Sources", "Tests", "benchmarks"] {
      let folder = root.appending(path: top)
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where name.hasSuffix(ending) {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        let count = text.components(separatedBy: "\n").count
        #expect(count <= 500, "\(top)/\(name) has \(count) lines")
      }
    }
  }

  @Test func kernelsStaySmall() throws {
    // Distances; and what has to be found for many fixes side by side, which Swift compiles for the oldest
    // processor only.
    let walls = ["CKernels/haversine.c": 150, "CKernels/leaps.c": 90]
    let kernels = try Self.sources().filter { $0.room == "CKernels" }
    #expect(Set(kernels.map(\.path)) == Set(walls.keys))
    for kernel in kernels {
      #expect(kernel.lines.count <= walls[kernel.path] ?? 0, "\(kernel.path)")
    }
  }
}
