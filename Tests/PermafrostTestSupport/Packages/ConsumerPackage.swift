import Foundation

#if os(Linux) || os(macOS)
    /// A package in a temporary folder that depends on this checkout, as an app's package would.
    ///
    /// Its one target declares a SwiftData schema. A command plugin's run builds the plugin and its tools, never the
    /// package's own targets, so only a gated package depends on the library that has SwiftData. The folder is deleted
    /// when the value is.
    package final class ConsumerPackage {
        /// The kind of dependency on this checkout. `path` comes last, so that the tests that follow find the
        /// tools built.
        package enum Dependency: String, CaseIterable {
            case branch, version, path

            /// Returns the dependency's declaration in a manifest.
            fileprivate func declaration() throws -> String {
                switch self {
                case .path: ".package(name: \"Permafrost\", path: \"\(Checkout.root.path)\")"
                case .branch: ".package(url: \"\(try Checkout.repository.get().absoluteString)\", branch: \"main\")"
                case .version: ".package(url: \"\(try Checkout.repository.get().absoluteString)\", from: \"1.0.0\")"
                }
            }
        }

        /// The option that allows a plugin to write.
        package static let allow = "--allow-writing-to-package-directory"

        /// The paths of version 1.0.0's files, relative to the fixture tree's root.
        package static let frozen = Set(
            [
                "App-1_0_0.sqlite", "schema-1_0_0.json", "schema-1_0_0.sql", "schema-1_0_0.sha256",
                "export_metadata.txt",
            ].map { "1.0.0/\($0)" })

        package let folder: URL
        package let engine: BuildEngine
        package var schema: URL { folder.appending(path: "Sources/App/AppSchemaV1.swift") }
        package var fixtures: URL { folder.appending(path: "Fixtures") }

        /// Creates the package with one kind of dependency on this checkout.
        ///
        /// - Parameters:
        ///   - isGated: whether the target has the plugin `DriftGate`.
        ///   - engine: the build system for `swift package` and `swift build`.
        package init(dependingBy dependency: Dependency = .path, isGated: Bool = false, engine: BuildEngine = .native)
            throws
        {
            self.engine = engine
            // The path contains a space, as many real ones do.
            folder = FileManager.default.temporaryDirectory.appending(path: "permafrost \(UUID().uuidString)/App")
            try FileManager.default.createDirectory(
                at: schema.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Self.manifest(dependency: dependency.declaration(), isGated: isGated)
                .write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
            try Self.declaration.write(to: schema, atomically: true, encoding: .utf8)
        }

        deinit {
            try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
        }

        /// Runs `swift package` without a terminal, as a build machine does.
        package func swiftPackage(_ arguments: String...) throws -> CommandResult {
            try Checkout.swiftPackage(arguments, in: folder, engine: engine)
        }

        /// Runs `swift build`.
        package func build() throws -> CommandResult {
            try Checkout.swift(["build"] + engine.option, in: folder)
        }

        /// Returns the time when `DriftGate` last passed. The plugin writes a file then.
        package func gatePassed() throws -> Date {
            let stamp = "plugins/outputs/app/App/destination/DriftGate/PermafrostDriftGate.swift"
            return try Checkout.scratch.appending(path: stamp).resourceValues(forKeys: [.contentModificationDateKey])
                .contentModificationDate ?? .distantPast
        }

        /// Replaces text in the schema's declaration.
        package func edit(_ text: String, to replacement: String) throws {
            let source = try String(contentsOf: schema, encoding: .utf8)
            guard source.contains(text) else { throw EditFailure(text: text) }
            try source.replacing(text, with: replacement).write(to: schema, atomically: true, encoding: .utf8)
        }

        package struct EditFailure: Error {
            let text: String
        }

        /// Returns the contents of every file in the fixture tree, keyed by the path relative to the tree's root; empty
        /// if there is no tree.
        package func frozenFiles() throws -> [String: Data] {
            let paths = try? FileManager.default.subpathsOfDirectory(atPath: fixtures.path)
            return try (paths ?? []).reduce(into: [:]) { files, path in
                let file = fixtures.appending(path: path)
                guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { return }
                files[path] = try Data(contentsOf: file)
            }
        }

        private static func manifest(dependency: String, isGated: Bool) -> String {
            let gate =
                isGated
                ? """
                , dependencies: [.product(name: "Permafrost", package: "Permafrost")],
                                plugins: [.plugin(name: "DriftGate", package: "Permafrost")]
                """ : ""
            return """
                // swift-tools-version: 6.0
                import PackageDescription

                let package = Package(
                    name: "App",
                    platforms: [.macOS(.v14)],
                    dependencies: [\(dependency)],
                    targets: [.target(name: "App"\(gate))]
                )
                """
        }

        private static let declaration = """
            import Foundation
            import SwiftData

            enum AppSchemaV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Note.self] }

                @Model
                final class Note {
                    var title: String
                    var stars: Int = 0
                    var editedAt: Date?

                    init(title: String) {
                        self.title = title
                    }
                }
            }
            """
    }
#endif
