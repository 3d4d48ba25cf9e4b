// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

// MARK: Where SwiftSyntax comes from

/// The toolchain's own copy of SwiftSyntax, as the folder of its modules and libraries; nil where there is none.
///
/// Every Linux toolchain ships one, so nothing is downloaded there, whether this package is a root checkout or a
/// dependency by path, branch or version. Elsewhere the package `swift-syntax` serves.
///
/// Pointing at the copy takes `-I` and `-L`, which count as unsafe flags: SwiftPM accepts them in versioned dependencies
/// from tools version 6.2 on, hence the first line of this file. (A manifest cannot tell how it is depended on: while
/// SwiftPM resolves versions, `Context.packageDirectory` is `/` for a branch and for a version alike, and what it
/// answers there is cached. So the answer must not depend on it.)
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
    /// Folders that may hold the compiler of this build, best first.
    ///
    /// The modules fit one compiler version alone, so the process that evaluates this manifest (SwiftPM or SourceKit-LSP,
    /// installed beside the compiler that it uses) goes before whatever `PATH` finds.
    var toolFolders: [String] {
        let parent = URL(fileURLWithPath: "/proc/\(getppid())/exe").resolvingSymlinksInPath()
        let path = (Context.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return [parent.deletingLastPathComponent().path] + path
    }
#endif

/// The parts of SwiftSyntax that the command line imports; the linker also needs what these import.
let syntaxProducts = ["SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftDiagnostics", "SwiftOperators"]

let syntaxPackages: [Package.Dependency] =
    toolchainSyntax == nil
    ? [.package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"700.0.0")] : []

let syntaxDependencies: [Target.Dependency] =
    toolchainSyntax == nil ? syntaxProducts.map { .product(name: $0, package: "swift-syntax") } : []

/// What a target needs that imports SwiftSyntax, or a module that does.
let syntaxSwiftSettings: [SwiftSetting] = toolchainSyntax.map { [.unsafeFlags(["-I", $0])] } ?? []

/// What an executable or test target needs that links SwiftSyntax.
///
/// Libraries are named by flags too: Xcode's build engine puts settings of different kinds into an order that changes from
/// call to call, and links again whenever it has changed.
let syntaxLinkerSettings: [LinkerSetting] =
    toolchainSyntax.map { host in
        [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])]
            + syntaxLibraries(syntaxProducts + ["SwiftBasicFormat"])
    } ?? []

func syntaxLibraries(_ names: [String]) -> [LinkerSetting] {
    toolchainSyntax == nil ? [] : [.unsafeFlags(names.map { "-l" + $0 })]
}

// MARK: Compiling the tools

/// How the modules of the command line are compiled for debugging.
///
/// A package's first `swift package freeze` compiles all of them. Without these flags it also writes an index of system modules,
/// SwiftSyntax among them, which editors have from elsewhere. `-wmo` would save more, but Xcode's build engine does not find its
/// output, and a manifest cannot tell the engines apart; `-driver-batch-count 1` saves little, and takes a third longer.
///
/// On Linux alone, as all flags of this manifest.
let toolSettings: [SwiftSetting] =
    toolchainSyntax == nil
    ? []
    : [
        .unsafeFlags(
            ["-index-ignore-system-modules", "-Xfrontend", "-index-ignore-clang-modules"], .when(configuration: .debug))
    ]

// MARK: System libraries

#if os(Linux)
    let systemTargets: [Target] = [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CFileSystem"),
    ]
    let fileSystem: [Target.Dependency] = ["CFileSystem"]
    let digest: [Target.Dependency] = ["COpenSSL"]
    let storage: [Target.Dependency] = ["CSQLite", "CZlib"]
    let macrosOfApple: [String] = []
#else
    let systemTargets: [Target] = [
        .systemLibrary(name: "CZlib")
    ]
    let fileSystem: [Target.Dependency] = []
    let digest: [Target.Dependency] = []
    let storage: [Target.Dependency] = ["CZlib"]
    let macrosOfApple = ["SwiftData"]
#endif

// MARK: Macros

/// The compiler plugin: `@FreezeSchema`, and on Linux the macros of SwiftData. With the toolchain's SwiftSyntax it uses only
/// the message handler.
let macrosPlugin: Target = {
    let products = ["SwiftSyntaxMacros", "SwiftCompilerPlugin"]
    let libraries = ["SwiftSyntaxMacros", "SwiftSyntaxMacroExpansion", "SwiftCompilerPluginMessageHandling"]
    return .macro(
        name: "PermafrostMacrosPlugin",
        dependencies: syntaxDependencies
            + (toolchainSyntax == nil ? products.map { .product(name: $0, package: "swift-syntax") } : []),
        exclude: macrosOfApple,
        swiftSettings: syntaxSwiftSettings,
        linkerSettings: syntaxLinkerSettings + syntaxLibraries(libraries))
}()

// MARK: Tests

/// The class of tests that `Scripts/test` runs, which plans what it needs; nil, for all, where something else builds.
let plannedTests = Context.environment["PERMAFROST_TESTS"].flatMap { $0.isEmpty ? nil : $0 }

/// These use SwiftData's public API alone, so that one text serves the module of this package and the system's.
/// `PlatformBoundTests` in Tests/PermafrostTestSupport lists what does not run everywhere.
let examples: [Target.Dependency] = ["UsersExample", "PostsExample", "TripsExample", "CartographerExample"]

/// A target of tests. All are linked as one program, with what any of them imports.
func tests(_ name: String, _ dependencies: [Target.Dependency], excluding files: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["PermafrostTestSupport"], exclude: files,
        swiftSettings: syntaxSwiftSettings, linkerSettings: syntaxLinkerSettings)
}

// MARK: SwiftData on Linux

#if os(Linux)
    // `import SwiftData` finds a module here as it does on Apple's platforms.
    let swiftDataProducts = ["SwiftData"]
    /// On Apple's platforms the system has the module.
    let swiftData: [Target.Dependency] = ["SwiftData"]
    let swiftDataTargets: [Target] = [
        .target(
            name: "SwiftData",
            dependencies: ["PermafrostMacrosPlugin", "PermafrostModel", "PermafrostStore"]),
        // System calls that tests record, make fail, or end a process at.
        .target(name: "SystemCalls", path: "Tests/SystemCalls"),
        // A process for the tests to kill, and the models that it shares with them.
        .target(name: "SwiftDataCrashModels", dependencies: ["SwiftData"], path: "Tests/SwiftDataCrashModels"),
        .executableTarget(
            name: "SwiftDataCrashWorker", dependencies: ["SwiftDataCrashModels"], path: "Tests/SwiftDataCrashWorker"),
        // The kit of `Verification/`, whose package the Mac runs, so that tests run it against the SwiftData above.
        .executableTarget(
            name: "VerificationKit", dependencies: ["Permafrost", "SwiftData"], path: "Verification/Sources/Verify"),
        tests("PermafrostVerificationTests", ["VerificationKit", "PermafrostCommand"]),
        // Plans that are both compiled and read as source. Some use `#Unique`, which wants a newer system on Apple's platforms.
        tests(
            "PermafrostAgreementTests", ["PermafrostMacros", "PermafrostProject", "PermafrostSource", "SwiftData"] + examples),
        tests(
            "SwiftDataTests",
            ["SwiftData", "PermafrostStore", "PermafrostSource", "SwiftDataCrashModels", "SwiftDataCrashWorker"]
                + examples),
    ]
    let systemCalls: [Target.Dependency] = ["SystemCalls"]
    // What Linux can prove of the build on a Mac.
    let appleCheckTargets: [Target] = [
        .systemLibrary(name: "CIndexStore", path: "AppleCheck/CIndexStore"),
        // Optimised in debug builds too: symbol graphs have a hundred megabytes.
        .target(
            name: "AppleCheck", dependencies: ["CIndexStore"], path: "AppleCheck/Check",
            swiftSettings: [.unsafeFlags(["-O"])]),
        .executableTarget(name: "check-apple", dependencies: ["AppleCheck"], path: "AppleCheck/Tool"),
        tests("AppleCheckTests", ["AppleCheck", "check-apple"]),
    ]
    let benchmarkDependencies: [Target.Dependency] = ["SwiftData", "Permafrost", "PermafrostTesting", "CSQLite"]
    let benchmarkExclusions: [String] = []
#else
    let swiftDataProducts: [String] = []
    let swiftData: [Target.Dependency] = []
    let swiftDataTargets: [Target] = []
    let systemCalls: [Target.Dependency] = []
    let appleCheckTargets: [Target] = []
    let benchmarkDependencies: [Target.Dependency] = ["PermafrostModel"]
    let benchmarkExclusions = ["SwiftData", "Plan"]
#endif

// MARK: Privacy

/// What the library's privacy manifest is to its target. App Store uploads look for it in the bundle of the target that the
/// app links; elsewhere it would give the target a bundle for nothing.
#if os(Linux)
    let privacyManifest: (excluded: [String], resources: [Resource]) = (["PrivacyInfo.xcprivacy"], [])
#else
    let privacyManifest: (excluded: [String], resources: [Resource]) = ([], [.copy("PrivacyInfo.xcprivacy")])
#endif

// MARK: Examples and what is tested with SwiftData

/// Whether this is the build for a simulator, where no process can be started: see the end of this file.
let isForApps = Context.environment["PERMAFROST_APPS_ONLY"] != nil
let migrationWorker: [Target.Dependency] = isForApps ? [] : ["MigrationCrashWorker"]

let exampleTargets: [Target] =
    [
        .target(name: "UsersExample", dependencies: swiftData, path: "Examples/Users"),
        .target(name: "PostsExample", dependencies: ["Permafrost"] + swiftData, path: "Examples/Posts"),
        .target(name: "TripsExample", dependencies: swiftData, path: "Examples/Trips"),
        .target(
            name: "CartographerExample", dependencies: ["Permafrost"] + swiftData, path: "Examples/Cartographer"),
        // A process for the tests to kill, and the models that it shares with them.
        .target(
            name: "MigrationCrashModels",
            dependencies: ["Permafrost", "PermafrostModel", "PermafrostStore"] + swiftData,
            path: "Tests/MigrationCrashModels"),
        .executableTarget(
            name: "MigrationCrashWorker",
            dependencies: ["MigrationCrashModels", "PermafrostModel"] + systemCalls,
            path: "Tests/MigrationCrashWorker"),
        tests(
            "PermafrostTests",
            ["PermafrostMacros", "MigrationCrashModels"] + migrationWorker + examples + swiftData + storage),
        // The examples' own tests, as `permafrost scaffold` writes them.
        tests("ExamplesTests", ["PermafrostTesting"] + examples),
        tests("PermafrostTestingTests", ["PermafrostTesting", "Permafrost"] + examples + swiftData),
        // As an app's module is whose declarations belong to the main actor unless they say otherwise.
        .testTarget(
            name: "SwiftDataIsolationTests", dependencies: swiftData, swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
    ]

// MARK: Fuzzing

/// Whether this is the build of `make fuzz`, in which every file is compiled for libFuzzer.
let isFuzzing = Context.environment["PERMAFROST_FUZZ"] != nil

/// What is linked with libFuzzer. Packages that depend on this one never see it.
let fuzzProducts: [Product] =
    isFuzzing ? [.library(name: "FuzzTargets", type: .static, targets: ["FuzzTargets"])] : []

// MARK: The package

/// The tools of a release as `make artifactbundle` makes them: the commit that a release tags names their archive here, so that
/// the plugins of whoever depends on that version build nothing.
let releasedBundle: (url: String, checksum: String)? = nil

/// The bundle whose tools plugins run; nil where they are built. `PERMAFROST_BUNDLE` names another one (the address of an archive,
/// a `#` and its checksum, or the path of a bundle in this package), or asks by `none` for tools that are built.
let bundle: Target? = {
    let name = "PermafrostBundle"
    switch Context.environment["PERMAFROST_BUNDLE"] {
    case "none": return nil
    case nil, "": return releasedBundle.map { .binaryTarget(name: name, url: $0.url, checksum: $0.checksum) }
    case .some(let wanted):
        let parts = wanted.split(separator: "#", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return .binaryTarget(name: name, path: wanted) }
        return .binaryTarget(name: name, url: parts[0], checksum: parts[1])
    }
}()

/// What each plugin runs, which SwiftPM and Xcode build unless a bundle has it: for the host, beside what is built for the target.
/// No test runs a plugin of this package itself, so that nothing is built twice for one.
let pluginTools: [Target.Dependency] =
    bundle.map { [.target(name: $0.name)] } ?? (plannedTests == nil ? ["PermafrostPluginTool"] : [])

/// A plugin that is run by hand.
///
/// - Parameter reason: why it writes into the package; nil if it doesn't.
func commandPlugin(_ name: String, _ verb: String, _ description: String, writing reason: String? = nil) -> Target {
    .plugin(
        name: name,
        capability: .command(
            intent: .custom(verb: verb, description: description),
            permissions: reason.map { [.writeToPackageDirectory(reason: $0)] } ?? []),
        dependencies: pluginTools)
}

/// A module of the command line that imports SwiftSyntax, or one that does.
func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: syntaxSwiftSettings + toolSettings)
}

/// An executable over the command line.
func executable(_ name: String, path: String? = nil) -> Target {
    .executableTarget(
        name: name, dependencies: ["PermafrostCLI"], path: path, swiftSettings: syntaxSwiftSettings + toolSettings,
        linkerSettings: syntaxLinkerSettings)
}

/// The command line and its plugins.
let toolTargets: [Target] = [
    module("PermafrostSource", ["PermafrostModel"] + syntaxDependencies),
    module("PermafrostProject", ["PermafrostSource", "PermafrostStore"]),
    module("PermafrostCLI", ["PermafrostProject"]),
    // Two thin executables, because a plugin's tool must be a product that bears the name of its target, and `permafrost` can't
    // be a target beside `Permafrost`: file systems without case would mix them up.
    executable("PermafrostCommand"),
    executable("PermafrostPluginTool", path: "Plugins/PluginTool"),
    commandPlugin(
        "Freeze", "freeze", "Freezes a SwiftData schema version as a fixture",
        writing: "The fixture of the frozen version goes there."),
    commandPlugin("CheckSchemas", "check-schemas", "Fails if a frozen SwiftData schema version has drifted"),
    commandPlugin(
        "ScaffoldTests", "scaffold-tests", "Writes drift and migration tests for the frozen versions",
        writing: "The tests go into the test target's folder."),
    commandPlugin(
        "NewVersion", "new-version", "Writes the next version of a SwiftData schema",
        writing: "The version goes beside the others, into the sources."),
    commandPlugin(
        "Adopt", "adopt", "Freezes and declares every shape that an app has shipped, by git tag",
        writing: "The versions go into the sources, beside the models."),
    commandPlugin(
        "InitSchemas", "init-schemas", "Freezes what shipped, and adds what guards it",
        writing: "Fixtures and the files that guard them go there."),
    commandPlugin(
        "PermafrostReading", "permafrost", "Runs a command that reads: check, lint, list, diff, inspect and more"),
    .plugin(name: "DriftGate", capability: .buildTool(), dependencies: pluginTools),
]

let package = Package(
    name: "Permafrost",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .executable(name: "permafrost", targets: ["PermafrostCommand"]),
        .library(name: "Permafrost", targets: ["Permafrost"] + swiftDataProducts),
        .library(name: "PermafrostMacros", targets: ["PermafrostMacros"]),
        .library(name: "PermafrostTesting", targets: ["PermafrostTesting"]),
    ] + toolTargets.filter { $0.type == .plugin }.map { .plugin(name: $0.name, targets: [$0.name]) } + fuzzProducts,
    dependencies: syntaxPackages,
    targets: systemTargets + [
        .target(name: "PermafrostModel", dependencies: digest, swiftSettings: toolSettings),
        .target(
            name: "PermafrostStore", dependencies: ["PermafrostModel"] + fileSystem + storage,
            swiftSettings: toolSettings),
        .target(
            name: "Permafrost",
            dependencies: ["PermafrostModel", "PermafrostStore"] + swiftData,
            exclude: privacyManifest.excluded, resources: privacyManifest.resources),
        macrosPlugin,
        .target(name: "PermafrostMacros", dependencies: ["Permafrost", "PermafrostMacrosPlugin"]),
        .target(
            name: "PermafrostTesting", dependencies: ["Permafrost", "PermafrostModel", "PermafrostStore"] + swiftData),
        .executableTarget(
            name: "PermafrostBenchmarks", dependencies: syntaxDependencies + benchmarkDependencies, path: "Benchmarks",
            exclude: benchmarkExclusions,
            swiftSettings: syntaxSwiftSettings, linkerSettings: syntaxLinkerSettings),
        tests("PermafrostModelTests", ["PermafrostModel"], excluding: ["VersionHashes.json"]),
        tests("PermafrostStoreTests", ["PermafrostStore"] + storage, excluding: ["RealStores.json"]),
        tests("PermafrostSourceTests", ["PermafrostSource", "PermafrostStore"]),
        tests("PermafrostProjectTests", ["PermafrostProject", "PermafrostSource"]),
        tests(
            "PermafrostCommandTests", ["PermafrostCLI", "PermafrostCommand", "PermafrostModel", "PermafrostStore"],
            excluding: ["Golden/NextVersionDiffs.md", "Golden/Outputs", "Installed/complete.zsh"]),
        tests("PermafrostPluginTests", ["PermafrostCommand"]),
        tests("PermafrostConsumerTests", ["PermafrostCommand"]),
        .target(name: "PermafrostTestSupport", dependencies: systemCalls, path: "Tests/PermafrostTestSupport"),
        .target(
            name: "FuzzTargets", dependencies: ["PermafrostModel", "PermafrostStore", "PermafrostSource"],
            path: "Fuzz/Targets", swiftSettings: syntaxSwiftSettings),
        tests("FuzzTargetsTests", ["FuzzTargets"], excluding: ["Corpus"]),
    ] + [bundle].compactMap { $0 } + toolTargets + exampleTargets + swiftDataTargets
        + appleCheckTargets,
    swiftLanguageModes: [.v6]
)

// MARK: While testing

if let plannedTests {
    let ofApple: Set = [
        "CIndexStore", "AppleCheck", "check-apple", "AppleCheckTests", "VerificationKit", "PermafrostVerificationTests",
    ]
    package.targets.removeAll { target in
        if target.name == "PermafrostPluginTool" { return true }
        return plannedTests == "apple"
            ? target.type == .test && !ofApple.contains(target.name) : ofApple.contains(target.name)
    }
}

// MARK: In a simulator

// `xcodebuild test` builds every target of the package's scheme for the simulator's platform, where no process can be started.
// What starts some, or cannot be linked with an app, is left out then: see Scripts/test-simulator.
if isForApps {
    let modules: Set = [
        "Permafrost", "PermafrostMacros", "PermafrostModel", "PermafrostStore", "PermafrostTesting",
        "PermafrostTestSupport", "PermafrostModelTests", "PermafrostStoreTests", "SwiftData", "PermafrostMacrosPlugin",
        "UsersExample", "PostsExample", "TripsExample", "CartographerExample", "MigrationCrashModels",
        "PermafrostTests", "ExamplesTests",
        "PermafrostTestingTests", "SwiftDataIsolationTests",
    ]
    let system = Set(systemTargets.map(\.name))
    package.targets.removeAll { !modules.contains($0.name) && !system.contains($0.name) }
    package.products.removeAll { !["Permafrost", "PermafrostTesting"].contains($0.name) }
}
