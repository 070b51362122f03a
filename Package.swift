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
let asyncAlgorithms = Target.Dependency.product(
  name: "AsyncAlgorithms", package: "swift-async-algorithms")
let collections = Target.Dependency.product(
  name: "OrderedCollections", package: "swift-collections")
let customDump = Target.Dependency.product(name: "CustomDump", package: "swift-custom-dump")
let issueReporting = Target.Dependency.product(
  name: "IssueReporting", package: "xctest-dynamic-overlay")
let issueReportingTestSupport = Target.Dependency.product(
  name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")

// Tests draw millions of cells: what they run through is optimised in debug builds, too, checks and all, which
// halves their time.
let optimised: [SwiftSetting] = [
  .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
]

func layer(
  _ name: String, in folder: String, _ dependencies: [Target.Dependency] = [],
  _ settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(folder)/\(name)",
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
  products: [.executable(name: "flick", targets: ["flick"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", exact: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", exact: "1.13.1"),
  ],
  targets: [
    // App
    .executableTarget(
      name: "flick",
      dependencies: [
        "TerminalUI", "NcursesTerminal", "Playback", "LibAV", "ALSAAudio", "TimeStretch",
        "FeedSources", "WebFeeds", "Web", "TextCoding", "Ledger", "Desktop", "SettingsFile",
        "FileOutput",
        "FeedCore",
        "AppFeature", "Clients", "MediaCore", "WebCore", "Settings", "CellGraphics", "TerminalCore",
        "Composable", "Models", "Wording", "Platform",
        argumentParser, issueReporting, logging,
      ],
      path: "Sources/App/flick", swiftSettings: swiftSettings),

    // Shells
    layer(
      "TerminalUI", in: "Shells",
      [
        "AppFeature", "Clients", "Composable", "CellGraphics", "TerminalCore", "Settings", "Models",
        "Wording", "Platform",
      ]),
    layer(
      "NcursesTerminal", in: "Shells",
      [
        "TerminalCore", "CellGraphics", "PixelGraphics", "CNcursesw", "CZlib", "Models", "Platform",
      ], optimised),
    layer("Playback", in: "Shells", ["Clients", "MediaCore", "Models", "Platform"]),
    layer("LibAV", in: "Shells", ["MediaCore", "WebCore", "CLibAV", "Models", "Platform"]),
    layer("Web", in: "Shells", ["WebCore", "CCurl", "Models", "Platform"]),
    layer("TextCoding", in: "Shells", ["CUchardet", "Models"]),
    layer("ALSAAudio", in: "Shells", ["MediaCore", "CALSA", "Models", "Platform"]),
    layer("TimeStretch", in: "Shells", ["MediaCore", "CSonic"]),
    layer("FeedSources", in: "Shells", ["Clients", "FeedCore", "Models", "Wording", "Platform"]),
    layer("WebFeeds", in: "Shells", ["FeedCore", "WebCore", "Models", "Platform"]),
    layer("Desktop", in: "Shells", ["Clients", "Models", "Platform"]),
    layer(
      "FileOutput", in: "Shells",
      ["Clients", "FeedCore", "TerminalCore", "Models", "Wording", "Platform"]),
    layer("Ledger", in: "Shells", ["Clients", "FeedCore", "Models", "Wording", "Platform"]),
    layer("SettingsFile", in: "Shells", ["Settings", "Models", "Wording", toml]),

    // Features
    layer("AppFeature", in: "Features", ["Composable", "Clients", "Models"]),

    // Clients
    .target(
      name: "Clients", dependencies: ["Composable", "Models", issueReporting],
      path: "Sources/Clients", swiftSettings: swiftSettings),

    // Pure
    layer("MediaCore", in: "Pure", ["Models", "Platform"]),
    layer("FeedCore", in: "Pure", ["Models", "Wording"]),
    layer("WebCore", in: "Pure", ["Models"]),
    layer("CellGraphics", in: "Pure", ["Models"], optimised),
    layer("PixelGraphics", in: "Pure", ["CellGraphics", "Models"], optimised),
    layer("TerminalCore", in: "Pure", ["CellGraphics", "Models", "Wording"], optimised),
    layer("Settings", in: "Pure", ["Models", "Wording"]),

    // Base
    layer("Composable", in: "Base", ["Platform", collections, issueReporting]),
    layer("Models", in: "Base", ["Wording"], optimised),
    layer("Wording", in: "Base", ["CIntl"]),
    layer("Platform", in: "Base", ["CPlatform"]),

    // System
    .target(name: "CPlatform", path: "Sources/System/CPlatform"),
    system(
      "CLibAV", pkgConfig: "libavformat libavcodec libswscale libswresample libavutil"),
    // Of the flags in its pkg-config file, SwiftPM says that they are prohibited.
    system("CNcursesw"),
    system("CALSA", pkgConfig: "alsa"),
    system("CCurl", pkgConfig: "libcurl"),
    system("CIntl"),
    system("CSonic"),
    system("CUchardet", pkgConfig: "uchardet"),
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
        "MediaCore", "TerminalCore", "CellGraphics", "Clients", "Models", "Wording", "Platform",
        "CVTerm", "CZlib",
      ],
      path: "Tests/TestSupport", swiftSettings: swiftSettings + optimised),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .executableTarget(
      name: "bench",
      dependencies: [
        "TestSupport", "AppFeature", "FeedSources", "WebFeeds", "Web", "TextCoding", "FeedCore",
        "Playback",
        "LibAV", "ALSAAudio", "TimeStretch", "TerminalUI", "NcursesTerminal", "TerminalCore",
        "FileOutput", "MediaCore", "Clients", "Composable", "CellGraphics", "Models", "Platform",
        "CAllocations",
      ],
      path: "Tests/Bench", swiftSettings: swiftSettings),
    .executableTarget(
      name: "corpus-check",
      dependencies: [
        "TestSupport", "Playback", "LibAV", "Clients", "MediaCore", "Models", "Platform",
      ],
      path: "Tests/CorpusCheck", swiftSettings: swiftSettings),
    .executableTarget(
      name: "broken-check", dependencies: ["TestSupport", "Models", "Platform"],
      path: "Tests/BrokenCheck", swiftSettings: swiftSettings),
    tests("WordingTests", ["Wording", "TestSupport"]),
    tests("ModelsTests", ["Models", "Wording", "TestSupport"]),
    tests(
      "ComposableTests",
      [
        "Composable", "ComposableTesting", "Platform", "TestSupport", asyncAlgorithms, collections,
        issueReporting,
      ]),
    tests(
      "AppFeatureTests",
      ["AppFeature", "Clients", "Composable", "ComposableTesting", "Models", "TestSupport"]),
    tests("CellGraphicsTests", ["CellGraphics", "Models", "TestSupport"]),
    tests("PixelGraphicsTests", ["PixelGraphics", "CellGraphics", "Models", "TestSupport"]),
    tests("TerminalCoreTests", ["TerminalCore", "CellGraphics", "Models", "TestSupport"]),
    tests(
      "TerminalUITests",
      [
        "TerminalUI", "AppFeature", "Clients", "Composable", "ComposableTesting", "CellGraphics",
        "TerminalCore", "Models", "Wording", "TestSupport",
      ]),
    tests(
      "NcursesTerminalTests",
      [
        "NcursesTerminal", "TerminalUI", "AppFeature", "Composable", "TerminalCore", "CellGraphics",
        "PixelGraphics", "Models", "Platform", "TestSupport",
      ]),
    tests("MediaCoreTests", ["MediaCore", "Web", "Models", "Platform", "TestSupport"]),
    tests(
      "PlaybackTests",
      [
        "Playback", "Clients", "MediaCore", "LibAV", "Web", "ALSAAudio", "TimeStretch", "Models",
        "Platform", "TestSupport",
      ]),
    tests(
      "LibAVTests",
      [
        "LibAV", "Web", "WebCore", "TextCoding", "ALSAAudio", "MediaCore", "Models", "Platform",
        "TestSupport",
      ]),
    tests("FeedCoreTests", ["FeedCore", "Web", "Models", "TestSupport"]),
    tests(
      "FeedSourcesTests",
      [
        "FeedSources", "FeedCore", "Web", "TextCoding", "Clients", "Models", "Platform",
        "TestSupport",
      ]),
    tests(
      "WebFeedsTests",
      [
        "WebFeeds", "Web", "WebCore", "TextCoding", "FeedCore", "Models", "Platform", "TestSupport",
      ]),
    tests("TextCodingTests", ["TextCoding", "Models", "TestSupport"]),
    tests("WebCoreTests", ["WebCore", "Models", "TestSupport"]),
    tests("WebTests", ["Web", "WebCore", "Models", "Platform", "TestSupport"]),
    tests(
      "LedgerTests",
      ["Ledger", "FeedCore", "Clients", "Models", "Platform", "TestSupport"]),
    tests(
      "FileOutputTests",
      [
        "FileOutput", "Clients", "FeedCore", "TerminalCore", "LibAV", "Models", "Platform",
        "TestSupport",
      ]),
    tests("DesktopTests", ["Desktop", "Clients", "Models", "Platform", "TestSupport"]),
    tests("SettingsTests", ["Settings", "TestSupport"]),
    tests("SettingsFileTests", ["SettingsFile", "Settings", "Models", "TestSupport"]),
    tests("EndToEndTests", ["TestSupport", "Settings", "CellGraphics", "Models", "Platform"]),
  ],
  swiftLanguageModes: [.v6]
)
