// swift-tools-version: 6.0
import Foundation
import PackageDescription

// MARK: Where SwiftSyntax comes from

/// The folder of the toolchain that holds SwiftSyntax's modules and libraries, where this build may use them.
///
/// On Linux a root checkout and a `path:` or branch dependency use the toolchain's own copy, so that nothing is
/// downloaded. Finding it takes `-I` and `-L`, which SwiftPM refuses in a versioned dependency: there, and on Apple
/// platforms, the package `swift-syntax` serves.
let toolchainSyntax: String? = {
    #if os(Linux)
        let directory = Context.packageDirectory
        guard directory != "/", !isVersionedCheckout(directory) else { return nil }
        let files = FileManager.default
        for folder in (Context.environment["PATH"] ?? "").split(separator: ":") {
            let compiler = URL(fileURLWithPath: "\(folder)/swiftc")
            guard files.isExecutableFile(atPath: compiler.path) else { continue }
            let host = compiler.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent("lib/swift/host").path
            if files.fileExists(atPath: host + "/SwiftSyntax.swiftmodule") { return host }
        }
        return nil
    #else
        return nil
    #endif
}()

/// Whether SwiftPM checked this package out for a dependency with a version requirement, in which unsafe flags are refused.
func isVersionedCheckout(_ directory: String) -> Bool {
    directory.contains("/checkouts/")
}

let syntaxModules = [
    "SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftDiagnostics", "SwiftOperators", "SwiftBasicFormat",
]

let syntaxDependencies: [Target.Dependency] =
    toolchainSyntax == nil
    ? ["SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftDiagnostics", "SwiftOperators"].map {
        .product(name: $0, package: "swift-syntax")
    } : []

/// What a target needs that imports SwiftSyntax, or a module that does.
let syntaxSwiftSettings: [SwiftSetting] = toolchainSyntax.map { [.unsafeFlags(["-I", $0])] } ?? []

/// What an executable or test target needs that links SwiftSyntax.
let syntaxLinkerSettings: [LinkerSetting] =
    toolchainSyntax.map { host in
        [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])] + syntaxModules.map { .linkedLibrary($0) }
    } ?? []

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
#else
    let systemTargets: [Target] = [
        .systemLibrary(name: "CZlib")
    ]
    let fileSystem: [Target.Dependency] = []
    let digest: [Target.Dependency] = []
    let storage: [Target.Dependency] = ["CZlib"]
#endif

// MARK: The package

let package = Package(
    name: "Permafrost",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .executable(name: "permafrost", targets: ["PermafrostCLI"])
    ],
    dependencies: toolchainSyntax == nil
        ? [.package(url: "https://github.com/swiftlang/swift-syntax.git", "600.0.0"..<"700.0.0")] : [],
    targets: systemTargets + [
        .target(name: "PermafrostModel", dependencies: digest),
        .target(name: "PermafrostStore", dependencies: ["PermafrostModel"] + storage),
        .target(name: "PermafrostFixtures", dependencies: ["PermafrostModel", "PermafrostStore"] + fileSystem),
        .target(name: "PermafrostDeclarations", dependencies: ["PermafrostModel"]),
        .target(
            name: "PermafrostSource", dependencies: ["PermafrostDeclarations"] + syntaxDependencies,
            swiftSettings: syntaxSwiftSettings),
        .executableTarget(
            name: "PermafrostSourceReader", dependencies: ["PermafrostSource"],
            swiftSettings: syntaxSwiftSettings, linkerSettings: syntaxLinkerSettings),
        .target(
            name: "PermafrostProject",
            dependencies: ["PermafrostDeclarations", "PermafrostFixtures", "PermafrostStore"]),
        // The reader is a build-time dependency alone: `permafrost` starts it as a process of its own when sources have
        // changed, and so never loads SwiftSyntax itself.
        .executableTarget(name: "PermafrostCLI", dependencies: ["PermafrostProject"], plugins: ["BuildSourceReader"]),
        .plugin(name: "BuildSourceReader", capability: .buildTool(), dependencies: ["PermafrostSourceReader"]),
        .testTarget(name: "PermafrostModelTests", dependencies: ["PermafrostModel"]),
        .testTarget(name: "PermafrostStoreTests", dependencies: ["PermafrostModel", "PermafrostStore"] + storage),
        .testTarget(
            name: "PermafrostSourceTests", dependencies: ["PermafrostSource"],
            swiftSettings: syntaxSwiftSettings, linkerSettings: syntaxLinkerSettings),
    ],
    swiftLanguageModes: [.v6]
)
