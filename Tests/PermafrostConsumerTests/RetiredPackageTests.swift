import Foundation
import PermafrostTestSupport
import Testing

extension PluginTests {
    /// A package with two plans compiles after each has retired a version, its scaffolded tests pass, and `--undo` restores
    /// every byte.
    @Suite struct RetiredPackageTests {
        /// The user's state folder, which has the journals. A folder in a project isn't used for them.
        private let state: ScratchFolder

        init() throws { state = try ScratchFolder() }

        @Test func theSourcesCompileAndTheStoresAreRejected() throws {
            let folder = try ScratchFolder()
            for (path, text) in TwoPlans.sources { try folder.write(text, to: path) }
            try folder.write("import XCTest\n", to: "Tests/AppTests/Empty.swift")
            try folder.write(Self.manifest, to: "Package.swift")
            try expectSuccess(of: ["freeze", "--all"], in: folder)
            try expectSuccess(of: ["scaffold"], in: folder)
            let before = try sources(folder)
            try expectSuccess(
                of: ["retire", "1.0.0", "--plan", "NotesPlan", "--because", "0.1 % of launches"], in: folder)
            let once = try sources(folder)
            try expectSuccess(of: ["retire", "1.0.0", "--plan", "CachePlan", "--because", "a cache"], in: folder)
            let twice = try sources(folder)
            try expectSuccess(of: ["check"], in: folder)
            try expectSuccess(of: ["scaffold"], in: folder)
            let tests = try sources(folder).filter { $0.key.hasPrefix("Tests/") }
            let expected = tests.values.reduce(0) { count, bytes in
                count + String(decoding: bytes, as: UTF8.self).ranges(of: "    func test").count
            }
            #expect(tests.keys.count { $0.contains("Retired") } == 2)
            let run = try Checkout.swift(["test"], in: folder.url)
            let text = run.output + run.errors
            #expect(run.status == 0, "\(text.suffix(10_000))")
            #expect(text.contains("Executed \(expected) tests, with 0 failures"), "\(text.suffix(2_000))")
            for path in tests.keys where path.contains("Retired") {
                try FileManager.default.removeItem(atPath: folder.path(path))
            }
            #expect(try sources(folder) == twice)
            try expectSuccess(of: ["retire", "--undo"], in: folder)
            #expect(try sources(folder) == once)
            try expectSuccess(of: ["retire", "1.0.0", "--plan", "CachePlan", "--because", "a cache"], in: folder)
            #expect(try sources(folder) == twice)
            #expect(before != once)
        }

        /// Projects that keep versions in different ways, as modules of one package.
        @Test func everyIdiomCompilesWithoutItsOldestVersion() throws {
            let folder = try ScratchFolder()
            let idioms =
                VersionIdiom.all + VersionIdiom.freezeBehind.variations + VersionIdiom.copyForward.variations
            var modules: [String] = []
            for (index, idiom) in idioms.enumerated() {
                let app = try ScratchFolder()
                for (path, text) in idiom.files where path.hasPrefix("Sources/") { try app.write(text, to: path) }
                try app.write("import Permafrost\n", to: "Sources/App/PermafrostUse.swift")
                try expectSuccess(of: ["freeze", "--all"], in: app)
                let retired = try run(["retire", "1.0.0", "--because", "few users"], in: app)
                // RetiredIdiomTests has the projects that can't retire it.
                guard retired.status == 0 else { continue }
                modules.append("App\(index)")
                for (path, bytes) in try app.files(below: "Sources/App") {
                    try folder.write(String(decoding: bytes, as: UTF8.self), to: "App\(index)/\(path)")
                }
            }
            #expect(modules.count >= 10)
            try folder.write(Self.manifest(of: modules), to: "Package.swift")
            let build = try Checkout.swift(["build"], in: folder.url)
            #expect(build.status == 0, "\((build.output + build.errors).suffix(10_000))")
        }

        private static func manifest(of modules: [String]) -> String {
            let targets = modules.map { module in
                """
                        .target(
                            name: "\(module)", dependencies: [.product(name: "Permafrost", package: "Permafrost")],
                            path: "\(module)"),
                """
            }
            return """
                // swift-tools-version: 6.0
                import PackageDescription

                let package = Package(
                    name: "Apps",
                    platforms: [.macOS(.v14)],
                    dependencies: [.package(name: "Permafrost", path: "\(Checkout.root.path)")],
                    targets: [
                \(targets.joined(separator: "\n"))
                    ],
                    swiftLanguageModes: [.v5]
                )

                """
        }

        /// Returns the contents of the package's files, without the build's.
        private func sources(_ folder: ScratchFolder) throws -> [String: Data] {
            try folder.files().filter { path, _ in
                ![".build/", ".cache/", "Package.resolved"].contains { path.hasPrefix($0) }
            }
        }

        private func expectSuccess(of arguments: [String], in folder: ScratchFolder) throws {
            let result = try run(arguments, in: folder)
            #expect(result.status == 0, "\(arguments): \(result)")
        }

        private func run(_ arguments: [String], in folder: ScratchFolder) throws -> CommandResult {
            let tool = BuildFolder.tool.path
            let environment = [
                "PERMAFROST_CACHE_DIR": folder.path(".cache"), "XDG_STATE_HOME": state.path("state"),
            ]
            return try CommandResult.running([tool] + arguments, in: folder.url, environment: environment)
        }

        private static let manifest = """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "App",
                platforms: [.macOS(.v14)],
                dependencies: [.package(name: "Permafrost", path: "\(Checkout.root.path)")],
                targets: [
                    .target(name: "App", dependencies: [.product(name: "Permafrost", package: "Permafrost")]),
                    .testTarget(
                        name: "AppTests",
                        dependencies: ["App", .product(name: "PermafrostTesting", package: "Permafrost")]),
                ],
                swiftLanguageModes: [.v5]
            )

            """
    }
}
