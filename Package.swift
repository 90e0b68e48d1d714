// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

/// A Debian library as Swift sees it: a module map and a shim, no logic.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// One room of the house and the rooms it may look into.
func room(
  _ name: String, _ below: [String], in folder: String = "Sources", readme: Bool = false,
  excluding: [String] = [], resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: below.map { .byName(name: $0) }, path: "\(folder)/\(name)",
    exclude: (readme ? ["README.md"] : []) + excluding, resources: resources,
    swiftSettings: settings)
}

func suite(
  _ name: String, _ rooms: [String], excluding: [String] = [], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: (["TestSupport"] + rooms).map { .byName(name: $0) },
    path: "Tests/\(name)", exclude: excluding, resources: resources,
    swiftSettings: settings)
}

// From the ground up: a room's arrows point only to rooms above it in this list.
// ArchitectureTests holds every `import` against the same table.
let rooms: [Target] = [
  system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
  system("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
  system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
  system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
  .target(name: "CKernels", path: "Sources/CKernels"),
  room("Hashing", ["CCrypto"]),
  room("Geodesy", ["CKernels"]),
  room("RunModel", ["Geodesy", "Hashing"]),
  room("Archives", ["CZlib", "Hashing"]),
  room("SQLite", ["CSQLite"]),
  room("RunFormats", ["RunModel", "SQLite", "CLibXML2"], readme: true),
  room("ServiceExports", ["RunModel"]),
  room("PointCodec", ["RunModel", "Hashing", "CZlib"], readme: true),
  room("DistanceEngine", ["RunModel", "Geodesy"], readme: true),
  room("RunAnalysis", ["RunModel", "Geodesy", "DistanceEngine"], readme: true),
  room("Tuning", ["RunModel", "Geodesy", "DistanceEngine"], readme: true),
  room("Simulation", ["RunModel", "Geodesy"], readme: true),
  room("RunStore", ["RunModel", "Geodesy", "Hashing", "PointCodec", "SQLite"], readme: true),
  room("Reports", ["RunModel", "Geodesy", "Hashing", "RunAnalysis", "Tuning"], readme: true),
  room(
    "Pages", ["RunModel", "RunAnalysis", "Tuning", "Reports"], readme: true,
    excluding: ["Pictures"],
    resources: [.embedInCode("Web")]),
  room(
    "Pipelines",
    [
      "RunModel", "Hashing", "Archives", "RunFormats", "ServiceExports", "PointCodec",
      "DistanceEngine", "RunAnalysis", "Tuning", "Simulation", "RunStore", "Reports", "Pages",
    ]),
  room(
    "DistanceBenchmark",
    [
      "RunModel", "Geodesy", "PointCodec", "DistanceEngine", "Simulation", "Reports", "Pipelines",
    ], in: "benchmarks"),
  room("Commands", ["RunModel", "Geodesy", "Reports", "Pages", "Pipelines", "DistanceBenchmark"]),
  .executableTarget(
    name: "remeasure", dependencies: ["Commands"], path: "Sources/remeasure",
    swiftSettings: settings),
]

let tests: [Target] = [
  .target(
    name: "TestSupport", dependencies: ["RunModel", "Hashing", "Simulation", "SQLite", "CZlib"],
    path: "Tests/TestSupport",
    swiftSettings: settings),
  .target(
    name: "ReaderProperties",
    dependencies: [
      "TestSupport", "RunModel", "Geodesy", "Hashing", "Archives", "RunFormats", "ServiceExports",
      "PointCodec", "DistanceEngine",
    ],
    path: "Tests/ReaderProperties", exclude: ["README.md"], swiftSettings: settings),
  .target(
    name: "ParameterProperties", dependencies: ["ReaderProperties", "Commands", "RunModel"],
    path: "Tests/ParameterProperties", swiftSettings: settings),
  suite("ArchitectureTests", []),
  suite("GeodesyTests", ["Geodesy", "Simulation"]),
  suite("RunModelTests", ["RunModel", "Hashing"]),
  suite("ArchivesTests", ["Archives", "Simulation", "Hashing"]),
  suite(
    "RunFormatsTests",
    ["RunFormats", "Archives", "Simulation", "RunModel", "Hashing", "ReaderProperties"],
    excluding: ["FailCases", "Reference"]),
  suite("ServiceExportsTests", ["ServiceExports", "RunModel", "Simulation"]),
  suite(
    "PointCodecTests", ["PointCodec", "RunFormats", "RunModel", "Hashing", "Simulation"],
    resources: [.copy("Golden")]),
  suite(
    "DistanceEngineTests", ["DistanceEngine", "RunAnalysis", "RunModel", "Geodesy", "Simulation"]),
  suite(
    "RunAnalysisTests",
    ["RunAnalysis", "DistanceEngine", "RunModel", "Geodesy", "Hashing", "RunFormats", "Simulation"]),
  suite(
    "TuningTests", ["Tuning", "DistanceEngine", "RunModel", "Hashing", "Geodesy", "Simulation"]),
  suite("SimulationTests", ["Simulation", "RunModel", "Geodesy"]),
  suite(
    "RunStoreTests",
    [
      "RunStore", "SQLite", "PointCodec", "Simulation", "Geodesy", "RunModel", "Hashing",
    ]),
  suite(
    "ReportsTests",
    [
      "Reports", "RunModel", "Hashing", "Geodesy", "DistanceEngine", "RunAnalysis", "Tuning",
      "Simulation",
    ]),
  suite(
    "PagesTests",
    [
      "Pages", "Reports", "RunModel", "RunAnalysis", "Tuning", "DistanceEngine", "Simulation",
      "Hashing",
    ]),
  suite(
    "PipelinesTests",
    [
      "Pipelines", "RunStore", "Simulation", "RunFormats", "RunModel", "Hashing", "DistanceEngine",
      "Tuning", "Reports",
    ]),
  suite(
    "DistanceBenchmarkTests",
    ["DistanceBenchmark", "Geodesy", "PointCodec", "Pipelines", "RunModel", "Reports"]),
  suite(
    "CommandLineTests", ["remeasure", "ParameterProperties", "Simulation", "SQLite", "RunModel"],
    excluding: ["Expected"]),
]

/// The suites named in `REMEASURE_SUITES` and what they share, for work on a few rooms: building all of them takes
/// minutes.
let chosenTests =
  Context.environment["REMEASURE_SUITES"].map { names in
    tests.filter { !$0.isTest || names.split(separator: ",").contains($0.name[...]) }
  } ?? tests

/// A program of libFuzzer's for all readers: its `main` is the library's, so Swift must make none. Only `.ci/fuzz` asks
/// for it: it links with nothing but `--sanitize=fuzzer`.
let fuzzers: [Target] =
  Context.environment["REMEASURE_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "Fuzzer",
      dependencies: ["ParameterProperties", "ReaderProperties", "RunFormats", "TestSupport"],
      path: "Tests/Fuzzing/Fuzzer",
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])])
  ]

let package = Package(
  name: "remeasure",
  products: [.executable(name: "remeasure", targets: ["remeasure"])],
  targets: rooms + chosenTests + fuzzers)
