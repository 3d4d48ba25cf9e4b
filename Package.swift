// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

// MARK: SwiftSyntax

/// The folder with the modules and libraries of the toolchain's own copy of SwiftSyntax; nil if it has none.
///
/// Every Linux toolchain includes one, so nothing is downloaded there. On other platforms, the package `swift-syntax`
/// is used. Using the copy requires unsafe flags, which SwiftPM accepts in versioned dependencies since tools version
/// 6.2. (A manifest can't determine the kind of dependency, so the value must not depend on it.)
let toolchainSyntax: String? = {
    #if os(Linux)
        let files = FileManager.default
        return toolFolders.lazy
            .map { URL(fileURLWithPath: $0 + "/swiftc") }
            .filter { files.isExecutableFile(atPath: $0.path) }
            .map { $0.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent() }
            .map { $0.appendingPathComponent("lib/swift/host").path }
            .first { files.fileExists(atPath: $0 + "/SwiftSyntax.swiftmodule") }
    #else
        return nil
    #endif
}()

#if os(Linux)
    /// Folders that may contain this build's compiler, best first. The modules fit only one compiler, so the folder of
    /// the process that evaluates this manifest precedes the folders in `PATH`.
    var toolFolders: [String] {
        let parent = URL(fileURLWithPath: "/proc/\(getppid())/exe").resolvingSymlinksInPath()
        let path = (Context.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return [parent.deletingLastPathComponent().path] + path
    }
#endif

/// The parts of SwiftSyntax that the command line imports. The linker also needs their dependencies.
let syntaxProducts = ["SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftDiagnostics", "SwiftOperators"]

let syntaxPackages: [Package.Dependency] =
    toolchainSyntax == nil
    ? [.package(url: "https://github.com/swiftlang/swift-syntax.git", "600.0.0"..<"700.0.0")] : []

let syntaxDependencies: [Target.Dependency] =
    toolchainSyntax == nil ? syntaxProducts.map { .product(name: $0, package: "swift-syntax") } : []

/// The settings of targets that import SwiftSyntax, directly or through another module.
let syntaxSwiftSettings: [SwiftSetting] = toolchainSyntax.map { [.unsafeFlags(["-I", $0])] } ?? []

/// The settings of executable and test targets that link SwiftSyntax. Libraries are also listed as flags: Xcode's build
/// engine changes the order of different kinds of settings between calls, and links again after each change.
let syntaxLinkerSettings: [LinkerSetting] =
    toolchainSyntax.map { host in
        [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])]
            + syntaxLibraries(syntaxProducts + ["SwiftBasicFormat"])
    } ?? []

func syntaxLibraries(_ names: [String]) -> [LinkerSetting] {
    toolchainSyntax == nil ? [] : [.unsafeFlags(names.map { "-l" + $0 })]
}

/// Whether this build is for `Scripts/stage`. Its product `permafrost-standalone` contains the Swift runtime and
/// Foundation, so that a process loads half as many libraries. The toolchain's SwiftSyntax needs the shared runtime;
/// `Scripts/stage` makes its copies use the executable's. The product has its own name, because it can't use the others.
let isStandalone = Context.environment["PERMAFROST_STANDALONE"] != nil

/// The settings that link the toolchain's static archives. The shared libraries are the archives' dependencies, with the
/// names that the shared Foundation needs too. LLVM's linker accepts the archives in any order.
let standaloneLinkerSettings: [LinkerSetting] = {
    guard isStandalone, let folder = toolchainSyntax.map({ $0 + "/../../swift_static" }),
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder + "/linux")
    else { return [] }
    let archives = files.filter { $0.hasPrefix("lib") && $0.hasSuffix(".a") }.sorted()
    let libraries = (archives + ["libxml2.so.2"]).map { "-l:" + $0 } + ["-lstdc++"]
    return [.unsafeFlags(["-resource-dir", folder, "-use-ld=lld"] + libraries)]
}()

/// The settings of the command line's modules on Linux. Without the last flag, the first use of each generic type, such
/// as the coding container of each `Codable` type, searches all conformances of the process: a third of the
/// instructions of a warm `check`. Without the flags of debug builds, a package's first `swift package freeze` also
/// writes an index of system modules, which editors get from elsewhere.
let toolSettings: [SwiftSetting] =
    toolchainSyntax.map { _ in
        let flags = ["-index-ignore-system-modules", "-Xfrontend", "-index-ignore-clang-modules"]
        return [
            .unsafeFlags(flags, .when(configuration: .debug)),
            .unsafeFlags(["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"]),
        ]
    } ?? []

// MARK: Platforms

#if os(Linux)
    /// Returns the first elements on Linux, and the others on other platforms.
    func onLinux<Element>(_ elements: [Element], elsewhere others: [Element] = []) -> [Element] { elements }
#else
    func onLinux<Element>(_ elements: [Element], elsewhere others: [Element] = []) -> [Element] { others }
#endif

let systemTargets: [Target] =
    [.systemLibrary(name: "CZlib", pkgConfig: onLinux(["zlib"]).first, providers: [.apt(["zlib1g-dev"])])]
    + onLinux([
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CFileSystem"),
    ])
let storage: [Target.Dependency] = ["CZlib"] + onLinux(["CSQLite"])
/// The dependency of `import SwiftData`: a module of this package on Linux, and the system's on Apple's platforms.
let swiftData: [Target.Dependency] = onLinux(["SwiftData"])

/// The compiler plugin: `@FreezeSchema`, and on Linux the macros of SwiftData. With the toolchain's SwiftSyntax, it
/// only uses the message handler.
let macrosPlugin: Target = {
    let products = ["SwiftSyntaxMacros", "SwiftCompilerPlugin"]
    let libraries = ["SwiftSyntaxMacros", "SwiftSyntaxMacroExpansion", "SwiftCompilerPluginMessageHandling"]
    return .macro(
        name: "PermafrostMacrosPlugin",
        dependencies: syntaxDependencies
            + (toolchainSyntax == nil ? products.map { .product(name: $0, package: "swift-syntax") } : []),
        exclude: onLinux([], elsewhere: ["SwiftData"]),
        swiftSettings: syntaxSwiftSettings,
        linkerSettings: syntaxLinkerSettings + syntaxLibraries(libraries))
}()

/// The test class of `Scripts/test`, which only plans the targets it needs; nil, for all tests, in other builds.
let plannedTests = Context.environment["PERMAFROST_TESTS"].flatMap { $0.isEmpty ? nil : $0 }

/// The examples. They only use SwiftData's public API, so that the same code works with this package's module and the
/// system's. `PlatformBoundTests` in Tests/PermafrostTestSupport lists the tests that don't run everywhere.
let examples: [Target.Dependency] = ["UsersExample", "PostsExample", "TripsExample", "CartographerExample"]

/// Returns a test target. All tests are linked into one program, with everything that any of them imports.
func tests(
    _ name: String, _ dependencies: [Target.Dependency], excluding files: [String] = [],
    settings: [SwiftSetting] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["PermafrostTestSupport"], exclude: files,
        swiftSettings: syntaxSwiftSettings + settings, linkerSettings: syntaxLinkerSettings)
}

let seedPrograms: [Target.Dependency] =
    ["Permafrost", "PermafrostTesting", "PermafrostInspect", "PermafrostFreezeRay"] + swiftData

/// Returns a target in `Tests` that several test targets share.
func support(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/" + name)
}

let swiftDataTargets: [Target] = onLinux([
    .target(name: "SwiftData", dependencies: ["PermafrostMacrosPlugin", "PermafrostModel", "PermafrostStore"]),
    support("SystemCalls"),  // System calls that tests can record, make fail, or end the process at.
    support("SwiftDataCrashModels", ["SwiftData"]),  // A process for the tests to kill.
    .executableTarget(
        name: "SwiftDataCrashWorker", dependencies: ["SwiftDataCrashModels"], path: "Tests/SwiftDataCrashWorker"),
    // The kit of `Verification/`. On a Mac it is a separate package; tests run it against this package's SwiftData.
    .executableTarget(
        name: "VerificationKit", dependencies: ["Permafrost", "SwiftData"], path: "Verification/Sources/Verify"),
    tests("PermafrostVerificationTests", ["VerificationKit", "PermafrostCommand"]),
    // Plans that are both compiled and read as source. Some use `#Unique`, which needs newer Apple systems.
    tests(
        "PermafrostAgreementTests",
        ["PermafrostMacros", "PermafrostProject", "PermafrostSource", "SwiftData"] + examples),
    tests(
        "SwiftDataTests",
        ["SwiftData", "PermafrostStore", "PermafrostFixtures", "PermafrostSource", "PermafrostTesting"]
            + ["SwiftDataCrashModels", "SwiftDataCrashWorker"] + examples),
])

/// The build's check for Apple platforms. Optimized in debug builds too: symbol graphs have about a hundred megabytes.
let appleCheckTargets: [Target] = onLinux([
    .systemLibrary(name: "CIndexStore", path: "AppleCheck/CIndexStore"),
    .target(
        name: "AppleCheck", dependencies: ["CIndexStore"], path: "AppleCheck/Check",
        swiftSettings: [.unsafeFlags(["-O"])]),
    .executableTarget(name: "check-apple", dependencies: ["AppleCheck"], path: "AppleCheck/Tool"),
    tests("AppleCheckTests", ["AppleCheck", "check-apple"]),
])

/// Whether this build is for a simulator, where processes can't be started. See the end of this file.
let isForApps = Context.environment["PERMAFROST_APPS_ONLY"] != nil

let exampleTargets: [Target] =
    ["Users", "Posts", "Trips", "Cartographer"].map {
        .target(name: $0 + "Example", dependencies: ["Permafrost"] + swiftData, path: "Examples/" + $0)
    } + [
        support(
            "MigrationCrashModels",
            ["Permafrost", "PermafrostModel", "PermafrostStore", "PermafrostFixtures"] + swiftData),
        .executableTarget(
            name: "MigrationCrashWorker",
            dependencies: ["MigrationCrashModels", "PermafrostModel"] + onLinux(["SystemCalls"]),
            path: "Tests/MigrationCrashWorker"),
        tests(
            "PermafrostTests",
            ["PermafrostMacros", "PermafrostFreezing", "MigrationCrashModels"]
                + (isForApps ? [] : ["MigrationCrashWorker"])
                + examples + swiftData + storage),
        // The examples' own tests, as `permafrost scaffold` writes them.
        tests("ExamplesTests", ["PermafrostTesting"] + examples),
        support("CollidingNames"),  // Types and functions of an app, with the names of Permafrost's.
        tests("PermafrostTestingTests", ["PermafrostTesting", "Permafrost", "CollidingNames"] + examples + swiftData),
        // Programs that use Permafrost with the names of Strata and FreezeRay, in both language modes.
        tests("SeedProgramsTests", seedPrograms, excluding: ["__Snapshots__", "FreezeRay"]),
        tests(
            "SeedProgramsSwift5Tests", seedPrograms, excluding: ["__Snapshots__", "FreezeRay"],
            settings: [.swiftLanguageMode(.v5)]),
        // An app's module whose declarations belong to the main actor by default.
        .testTarget(
            name: "SwiftDataIsolationTests", dependencies: swiftData, swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
    ]

/// The library that `make fuzz` links with libFuzzer. Packages that depend on this one never see it.
let fuzzProducts: [Product] =
    Context.environment["PERMAFROST_FUZZ"] == nil
    ? [] : [.library(name: "FuzzTargets", type: .static, targets: ["FuzzTargets"])]

/// The bundle whose tools plugins run, or nil if the tools are built. `PERMAFROST_BUNDLE` sets the path of a bundle in
/// this package, for tests.
///
/// A binary target never has an address here: SwiftPM would download the tools for every app that only links the
/// library. The package `permafrost-plugins` has the address (Distribution/permafrost-plugins).
let bundle: Target? = Context.environment["PERMAFROST_BUNDLE"].flatMap { path in
    path.isEmpty ? nil : .binaryTarget(name: "PermafrostBundle", path: path)
}

/// The tool of the plugins. If there is no bundle, SwiftPM and Xcode build it for the host, in addition to the target's
/// build. Tests never run this package's own plugins, so that nothing is built twice for a test.
let pluginTools: [Target.Dependency] =
    bundle.map { [.target(name: $0.name)] } ?? (plannedTests == nil ? ["PermafrostPluginTool"] : [])

/// The command plugins: name, verb, description, and the reason for writing to the package, nil if they don't.
let commandPlugins: [(name: String, verb: String, description: String, reason: String?)] = [
    ("Freeze", "freeze", "Freezes a SwiftData schema version as a fixture", "Writes the fixture."),
    ("CheckSchemas", "check-schemas", "Fails if a frozen SwiftData schema version has drifted", nil),
    ("ScaffoldTests", "scaffold-tests", "Writes drift and migration tests for frozen versions", "Writes the tests."),
    ("NewVersion", "new-version", "Writes the next version of a SwiftData schema", "Adds the version."),
    ("Adopt", "adopt", "Freezes and declares every shipped schema from git tags", "Adds the versions."),
    ("InitSchemas", "init-schemas", "Freezes the shipped schemas and sets up checks", "Writes fixtures and checks."),
    ("ShipVersion", "ship-version", "Records the release that a frozen version shipped in", "Records the release."),
    ("WriteSkill", "write-skill", "Writes a skill for agents that work with frozen versions", "Writes the skill."),
    ("PermafrostReading", "permafrost", "Runs a read-only command: check, lint, list, diff, inspect and more", nil),
]

/// The settings for the modules that only the command line uses, in release builds on Linux. Optimizing for size takes
/// a quarter less time to compile, and commands execute as many instructions, to within 3 %.
let sizeSettings: [SwiftSetting] =
    toolchainSyntax.map { _ in [.unsafeFlags(["-Osize", "-gnone"], .when(configuration: .release))] } ?? []

/// Returns a module of the command line that imports SwiftSyntax, directly or through another module.
func module(_ name: String, _ dependencies: [Target.Dependency], excluding files: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: files,
        swiftSettings: syntaxSwiftSettings + toolSettings + sizeSettings)
}

/// Returns an executable with the command line.
func executable(_ name: String, path: String? = nil, linkerSettings: [LinkerSetting] = []) -> Target {
    .executableTarget(
        name: name, dependencies: ["PermafrostCLI"], path: path, swiftSettings: syntaxSwiftSettings + toolSettings,
        linkerSettings: syntaxLinkerSettings + linkerSettings)
}

/// The command line and its plugins.
let toolTargets: [Target] =
    [
        module("PermafrostSource", ["PermafrostModel"] + syntaxDependencies),
        module("PermafrostProject", ["PermafrostSource", "PermafrostFixtures"], excluding: ["Texts/skill.md"]),
        module("PermafrostCLI", ["PermafrostProject"], excluding: ["Texts/page.css", "Texts/page.js"]),
        // There are two thin executables because a plugin's tool must be a product with the name of its target.
        executable("PermafrostCommand", linkerSettings: standaloneLinkerSettings),
        executable("PermafrostPluginTool", path: "Plugins/PluginTool"),
        .plugin(name: "DriftGate", capability: .buildTool(), dependencies: pluginTools),
    ]
    + commandPlugins.map { plugin in
        .plugin(
            name: plugin.name,
            capability: .command(
                intent: .custom(verb: plugin.verb, description: plugin.description),
                permissions: plugin.reason.map { [.writeToPackageDirectory(reason: $0)] } ?? []),
            // Without this dependency, a plugin can announce the build. Xcode only runs tools that are declared here.
            dependencies: onLinux(bundle == nil ? [] : pluginTools, elsewhere: pluginTools))
    }

let package = Package(
    name: "Permafrost",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        // Xcode names folders after products and targets, so names may not differ only by case, as `permafrost` would.
        .executable(name: isStandalone ? "permafrost-standalone" : "permafrost-cli", targets: ["PermafrostCommand"]),
        .library(name: "Permafrost", targets: ["Permafrost"] + onLinux(["SwiftData"])),
        .library(name: "PermafrostMacros", targets: ["PermafrostMacros"]),
        .library(name: "PermafrostTesting", targets: ["PermafrostTesting"]),
        .library(name: "PermafrostInspect", targets: ["PermafrostInspect"]),
        .library(name: "PermafrostFreezeRay", targets: ["PermafrostFreezeRay"]),
    ] + toolTargets.filter { $0.type == .plugin }.map { .plugin(name: $0.name, targets: [$0.name]) } + fuzzProducts,
    dependencies: syntaxPackages,
    targets: systemTargets + [
        .target(name: "PermafrostModel", dependencies: onLinux(["COpenSSL"]), swiftSettings: toolSettings),
        .target(
            name: "PermafrostStore", dependencies: ["PermafrostModel"] + storage + onLinux(["CFileSystem"]),
            swiftSettings: toolSettings),
        // The code for fixtures, which an app that links `Permafrost` doesn't compile.
        .target(
            name: "PermafrostFixtures", dependencies: ["PermafrostModel", "PermafrostStore"],
            swiftSettings: toolSettings),
        .target(
            name: "Permafrost", dependencies: ["PermafrostModel", "PermafrostStore"] + swiftData,
            // App Store uploads expect it in the bundle of the target that the app links.
            exclude: onLinux(["PrivacyInfo.xcprivacy"]),
            resources: onLinux([], elsewhere: [.copy("PrivacyInfo.xcprivacy")])),
        macrosPlugin,
        .target(name: "PermafrostMacros", dependencies: ["Permafrost", "PermafrostMacrosPlugin"]),
        .target(name: "PermafrostInspect", dependencies: ["PermafrostModel", "PermafrostStore"]),
        // Freezing and drift of live types, without XCTest, so that an app's target can use FreezeRay's names.
        .target(
            name: "PermafrostFreezing",
            dependencies: ["Permafrost", "PermafrostModel", "PermafrostFixtures"] + swiftData),
        .target(
            name: "PermafrostFreezeRay",
            dependencies: ["Permafrost", "PermafrostFreezing", "PermafrostMacrosPlugin"] + swiftData),
        .target(
            name: "PermafrostTesting",
            dependencies: [
                "Permafrost", "PermafrostFreezing", "PermafrostModel", "PermafrostStore", "PermafrostFixtures",
            ]
                + swiftData),
        .executableTarget(
            name: "PermafrostBenchmarks",
            dependencies: syntaxDependencies + ["PermafrostModel", "PermafrostFixtures", "PermafrostTesting"]
                + swiftData + storage,
            path: "Benchmarks", exclude: onLinux([], elsewhere: ["SwiftData", "Plan"]),
            swiftSettings: syntaxSwiftSettings, linkerSettings: syntaxLinkerSettings),
        tests("PermafrostModelTests", ["PermafrostModel"], excluding: ["VersionHashes.json"]),
        tests(
            "PermafrostStoreTests", ["PermafrostStore", "PermafrostFixtures"] + storage, excluding: ["RealStores.json"]),
        tests("PermafrostFixturesTests", ["PermafrostFixtures"]),
        tests("PermafrostSourceTests", ["PermafrostSource", "PermafrostFixtures"]),
        tests("PermafrostProjectTests", ["PermafrostProject", "PermafrostSource"]),
        tests(
            "PermafrostCommandTests",
            ["PermafrostCLI", "PermafrostCommand", "PermafrostProject", "MigrationCrashWorker"],
            excluding: ["Golden/NextVersionDiffs.md", "Golden/Outputs", "Golden/Reviews", "Installed/complete.zsh"]),
        tests("PermafrostPluginTests", ["PermafrostCommand"]),
        tests("PermafrostConsumerTests", ["PermafrostCommand"]),
        support("PermafrostTestSupport", ["PermafrostStore", "PermafrostFixtures"] + onLinux(["SystemCalls"])),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "PermafrostModel", "PermafrostStore", "PermafrostFixtures", "PermafrostSource", "PermafrostProject",
            ],
            path: "Fuzz/Targets", swiftSettings: syntaxSwiftSettings),
        tests("FuzzTargetsTests", ["FuzzTargets"], excluding: ["Corpus"]),
    ] + toolTargets + exampleTargets + swiftDataTargets + appleCheckTargets + [bundle].compactMap { $0 },
    swiftLanguageModes: [.v6]
)

if let plannedTests {
    let ofApple = Set(appleCheckTargets.map(\.name) + ["VerificationKit", "PermafrostVerificationTests"])
    package.targets.removeAll { target in
        if target.name == "PermafrostPluginTool" { return true }
        return plannedTests == "apple"
            ? target.type == .test && !ofApple.contains(target.name) : ofApple.contains(target.name)
    }
}

// `xcodebuild test` builds every target of the package's scheme for the simulator's platform, where processes can't be
// started. Targets that start processes, or that can't be linked with an app, are excluded: see Scripts/test-simulator.
if isForApps {
    let modules: Set = [
        "Permafrost", "PermafrostMacros", "PermafrostModel", "PermafrostStore", "PermafrostFixtures",
        "PermafrostFreezing", "PermafrostTesting", "PermafrostTestSupport", "PermafrostModelTests",
        "PermafrostStoreTests", "PermafrostFixturesTests", "SwiftData", "PermafrostMacrosPlugin",
        "UsersExample", "PostsExample", "TripsExample", "CartographerExample", "MigrationCrashModels",
        "PermafrostTests", "ExamplesTests", "CollidingNames", "PermafrostTestingTests", "SwiftDataIsolationTests",
    ]
    let system = systemTargets.map(\.name)
    package.targets.removeAll { !modules.contains($0.name) && !system.contains($0.name) }
    package.products.removeAll { !["Permafrost", "PermafrostTesting"].contains($0.name) }
}
