// swift-tools-version: 6.2
import PackageDescription

// The layers, from the top: a target imports only what stands below it, and each C library has
// exactly one Swift importer. `make lint` checks both. docs/ARCHITECTURE.md tells why.

let isContinuousIntegration = Context.environment["CI"] != nil

let swiftSettings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isContinuousIntegration ? [.treatAllWarnings(as: .error)] : [])

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let collections = Target.Dependency.product(
  name: "OrderedCollections", package: "swift-collections")
let customDump = Target.Dependency.product(
  name: "CustomDump", package: "swift-custom-dump", condition: .when(traits: ["Tests"]))
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let issueReporting = Target.Dependency.product(
  name: "IssueReporting", package: "xctest-dynamic-overlay")
let issueReportingTestSupport = Target.Dependency.product(
  name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")

// Tests draw millions of cells: what they run through is optimised in debug builds, too, checks and all. As whole
// modules: file by file, nothing is inlined or specialised across files. SwiftPM expects an object for each file,
// which only several threads make (docs/decisions/builds-libraries.md).
let optimised: [SwiftSetting] = [
  .unsafeFlags(
    ["-O", "-disable-batch-mode", "-wmo", "-num-threads", "2", "-assert-config", "Debug"],
    .when(configuration: .debug))
]

func layer(
  _ name: String, in folder: String? = nil, _ dependencies: [Target.Dependency],
  _ settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies,
    path: "Sources/" + (folder.map { $0 + "/" } ?? "") + name,
    swiftSettings: swiftSettings + settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: swiftSettings)
}

func system(_ name: String, pkgConfig: String? = nil) -> Target {
  .systemLibrary(name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig)
}

let package = Package(
  name: "flick",
  products: [
    .executable(name: "flick", targets: ["flick"]),
    // What a simulated process takes for its host; it is preloaded.
    .library(name: "simulatedhost", type: .dynamic, targets: ["CSimulatedHost"]),
  ],
  // A release build disables it, and does not fetch what only tests need.
  traits: [.default(enabledTraits: ["Tests"]), .trait(name: "Tests")],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", exact: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", exact: "1.13.1"),
  ],
  targets: [
    // App
    .executableTarget(
      name: "flick",
      dependencies: [
        "TerminalUI", "NcursesTerminal", "Playback", "LibAV", "Sound", "FeedSources", "FeedCore",
        "Network", "Records", "Files", "Settings", "AppFeature", "Clients", "MediaCore", "Graphics",
        "TerminalCore", "Composable", "Models", "Platform", argumentParser, issueReporting, logging,
      ],
      path: "Sources/App/flick", swiftSettings: swiftSettings),

    // The screen
    layer(
      "TerminalUI", in: "Screen",
      [
        "AppFeature", "Clients", "Composable", "Graphics", "TerminalCore", "Settings", "Models",
        "Platform",
      ]),
    layer(
      "NcursesTerminal", in: "Screen",
      ["TerminalCore", "Graphics", "CNcursesw", "CZlib", "Models", "Platform"], optimised),
    layer("TerminalCore", in: "Screen", ["Graphics", "Models", "Platform"], optimised),
    layer("Graphics", in: "Screen", ["Models"], optimised),

    // Clips
    layer("Playback", in: "Media", ["Clients", "MediaCore", "Models", "Platform"]),
    layer("LibAV", in: "Media", ["MediaCore", "Network", "CLibAV", "Models", "Platform"]),
    layer("Sound", in: "Media", ["MediaCore", "CALSA", "CSonic", "Models", "Platform"]),
    layer("MediaCore", in: "Media", ["Models", "Platform"], optimised),

    // The feed
    layer(
      "FeedSources", in: "Feeds", ["Clients", "FeedCore", "Network", "Models", "Platform"]),
    layer("FeedCore", in: "Feeds", ["Models", "Platform"]),

    // The web, the records, the files, the options
    layer("Network", ["CCurl", "Models", "Platform"]),
    layer("Records", ["Clients", "FeedCore", "CSQLite", "Models", "Platform", grdb]),
    layer(
      "Files",
      [
        "Clients", "FeedCore", "Network", "TerminalCore", "CExempi", "CPango", "Models", "Platform",
      ]),
    layer("Settings", ["Models", "Platform", toml]),

    // What happens
    layer("AppFeature", in: "Features", ["Composable", "Clients", "Models"]),
    layer("Clients", in: "Features", ["Composable", "Models", issueReporting]),

    // What all stand on
    layer("Composable", in: "Base", ["Platform", collections, issueReporting]),
    layer("Models", in: "Base", ["Platform"], optimised),
    layer("Platform", in: "Base", ["CPlatform", "CIntl", "CUchardet", "CUtf8proc"]),

    // System
    .target(
      name: "CPango", path: "Sources/System/CPango", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CPlatform", path: "Sources/System/CPlatform"),
    .target(
      name: "CSQLite", path: "Sources/System/CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    system(
      "CLibAV", pkgConfig: "libavformat libavcodec libswscale libswresample libavutil"),
    // Of the flags in its pkg-config file, SwiftPM says that they are prohibited.
    system("CNcursesw"),
    system("CALSA", pkgConfig: "alsa"),
    system("CCurl", pkgConfig: "libcurl"),
    system("CExempi", pkgConfig: "exempi-2.0"),
    system("CIntl"),
    system("CSonic"),
    system("CUchardet", pkgConfig: "uchardet"),
    system("CUtf8proc", pkgConfig: "libutf8proc"),
    system("CVTerm", pkgConfig: "vterm"),
    system("CZlib", pkgConfig: "zlib"),

    // Tests
    .target(
      name: "ComposableTesting",
      dependencies: [
        "Composable", "Platform", customDump, issueReporting, issueReportingTestSupport,
      ],
      path: "Tests/ComposableTesting", swiftSettings: swiftSettings),
    .target(
      name: "TestSupport",
      dependencies: [
        "Playback", "MediaCore", "TerminalCore", "Graphics", "Clients", "Models", "Platform",
        "CVTerm", "CZlib", grdb,
      ],
      path: "Tests/TestSupport", swiftSettings: swiftSettings + optimised),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .executableTarget(
      name: "bench",
      dependencies: [
        "TestSupport", "AppFeature", "FeedSources", "Network", "Models", "FeedCore", "Playback",
        "LibAV", "Sound", "TerminalUI", "NcursesTerminal", "TerminalCore", "Records", "Files",
        "MediaCore", "Clients", "Composable", "Graphics", "Platform", "CAllocations",
      ],
      path: "Tests/Bench", swiftSettings: swiftSettings),
    .executableTarget(
      name: "corpus-check",
      dependencies: [
        "TestSupport", "Playback", "LibAV", "Clients", "MediaCore", "Models", "Platform",
      ],
      path: "Tests/CorpusCheck", swiftSettings: swiftSettings),
    .target(
      name: "CSimulatedHost", path: "Tests/SimulatedHost", publicHeadersPath: ".",
      cSettings: [.unsafeFlags(["-O2", "-U_FORTIFY_SOURCE"])]),
    .executableTarget(
      name: "simulate",
      dependencies: [
        "TestSupport", "TerminalUI", "TerminalCore", "Graphics", "Models", "Platform",
      ],
      path: "Tests/Simulate", swiftSettings: swiftSettings),
    .executableTarget(
      name: "broken-check", dependencies: ["TestSupport", "Models", "Platform"],
      path: "Tests/BrokenCheck", swiftSettings: swiftSettings),
    tests("PlatformTests", ["Platform", "TestSupport"]),
    tests("ModelsTests", ["Models", "Platform", "TestSupport"]),
    tests(
      "ComposableTests",
      [
        "Composable", "ComposableTesting", "Platform", "TestSupport", collections, issueReporting,
      ]),
    tests(
      "AppFeatureTests",
      ["AppFeature", "Clients", "Composable", "ComposableTesting", "Models", "TestSupport"]),
    tests("GraphicsTests", ["Graphics", "Models", "TestSupport"]),
    tests("TerminalCoreTests", ["TerminalCore", "Graphics", "Models", "Platform", "TestSupport"]),
    tests(
      "TerminalUITests",
      [
        "TerminalUI", "AppFeature", "Clients", "Composable", "ComposableTesting", "Graphics",
        "TerminalCore", "Settings", "Models", "Platform", "TestSupport",
      ]),
    tests(
      "NcursesTerminalTests",
      [
        "NcursesTerminal", "TerminalUI", "AppFeature", "Composable", "TerminalCore", "Graphics",
        "Models", "Platform", "TestSupport",
      ]),
    tests("MediaCoreTests", ["MediaCore", "Network", "Models", "Platform", "TestSupport"]),
    tests(
      "PlaybackTests",
      [
        "Playback", "Clients", "MediaCore", "LibAV", "Network", "Sound", "Models", "Platform",
        "TestSupport",
      ]),
    tests(
      "LibAVTests",
      ["LibAV", "Network", "Sound", "MediaCore", "Models", "Platform", "TestSupport"]),
    tests("FeedCoreTests", ["FeedCore", "Network", "Models", "Platform", "TestSupport"]),
    tests(
      "FeedSourcesTests",
      ["FeedSources", "FeedCore", "Network", "Clients", "Models", "Platform", "TestSupport"]),
    tests("NetworkTests", ["Network", "Models", "Platform", "TestSupport"]),
    tests(
      "FilesTests",
      [
        "Files", "Clients", "FeedCore", "Network", "TerminalCore", "LibAV", "Models", "Platform",
        "TestSupport",
      ]),
    tests(
      "RecordsTests",
      ["Records", "Clients", "FeedCore", "LibAV", "Models", "Platform", "TestSupport"]),
    tests("SettingsTests", ["Settings", "Models", "Platform", "TestSupport"]),
    tests("EndToEndTests", ["TestSupport", "Settings", "Graphics", "Models", "Platform"]),
  ],
  swiftLanguageModes: [.v6]
)
