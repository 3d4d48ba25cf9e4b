import Foundation
import PermafrostTestSupport

/// A package in a temporary folder with two schema versions, the plan between them, and a test target that uses
/// PermafrostTesting. The folder is deleted when the value is.
///
/// After scaffolding its tests, mutants can be added: modules that differ from the first in one place, each with the
/// same tests. All are built together, and each is tested separately.
final class LibraryPackage {
    /// A mistake: an edit of the sources, and the tests that must fail because of it.
    struct Mutant {
        let name: String
        /// The edited file, the old text and the new text.
        let file: String
        let original: String
        let mutation: String
        /// The names of the tests that fail.
        let failing: Set<String>
        /// Texts in the messages of these tests.
        let words: [String]
    }

    let folder: URL
    var fixtures: URL { folder.appending(path: "Fixtures") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "permafrost \(UUID().uuidString)/Library")
        try write(Self.versionOne, to: "Sources/Library/LibrarySchemaV1.swift")
        try write(Self.versionTwo, to: "Sources/Library/LibrarySchemaV2.swift")
        try write(Self.plan, to: "Sources/Library/LibraryMigrationPlan.swift")
        // A target without files wouldn't load.
        try write("import XCTest\n", to: "Tests/LibraryTests/LibraryTests.swift")
        try writeManifest(adding: [])
    }

    deinit {
        try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
    }

    // MARK: Running

    /// Runs `swift package` with permission to write.
    func swiftPackage(_ arguments: String...) throws -> CommandResult { try swiftPackage(arguments) }

    /// Runs `swift package` with permission to write.
    func swiftPackage(_ arguments: [String]) throws -> CommandResult {
        try Checkout.swiftPackage([PluginTests.allow] + arguments, in: folder)
    }

    /// Runs `swift build --build-tests`.
    func build() throws -> CommandResult {
        try Checkout.swift(["build", "--build-tests"], in: folder)
    }

    /// Runs `swift test` with the existing build.
    func test(_ module: String? = nil) throws -> TestRun {
        let filter = module.map { ["--skip-build", "--filter", "^\($0)\\."] } ?? []
        return TestRun(try Checkout.swift(["test"] + filter, in: folder))
    }

    /// The result of a run of tests.
    struct TestRun {
        let result: CommandResult
        /// Whether each test passed, by name: `Suite.test`.
        let outcomes: [String: Bool]

        fileprivate init(_ result: CommandResult) {
            self.result = result
            let text = result.output + result.errors
            outcomes = Dictionary(
                text.matches(of: /Test Case '(\w+\.\w+)' (passed|failed) \(/).map { (String($0.1), $0.2 == "passed") }
            ) { $0 && $1 }
        }

        var passed: Set<String> { Set(outcomes.filter(\.value).keys) }
        var failed: Set<String> { Set(outcomes.filter { !$0.value }.keys) }
        var text: String { result.output + result.errors }
    }

    // MARK: Files

    /// Returns the contents of the files below a folder, by path relative to it.
    func files(below path: String) throws -> [String: Data] {
        let root = folder.appending(path: path)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).reduce(into: [:]) { files, path in
            let file = root.appending(path: path)
            guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { return }
            files[path] = try Data(contentsOf: file)
        }
    }

    /// Adds the mutants with the scaffolded tests to the package, and a target with tests for Swift Testing if it has a
    /// name.
    func add(_ mutants: [Mutant], swiftTests: String?) throws {
        for mutant in mutants {
            for (path, bytes) in try files(below: "Sources/Library") {
                var text = String(decoding: bytes, as: UTF8.self)
                if path == mutant.file {
                    guard text.contains(mutant.original) else { throw EditFailure(text: mutant.original) }
                    text = text.replacing(mutant.original, with: mutant.mutation)
                }
                try write(text, to: "Sources/\(mutant.name)/\(path)")
            }
            for (path, bytes) in try files(below: "Tests/LibraryTests") {
                let text = String(decoding: bytes, as: UTF8.self)
                    .replacing("@testable import Library\n", with: "@testable import \(mutant.name)\n")
                try write(text, to: "Tests/\(mutant.name)Tests/\(path)")
            }
        }
        try writeManifest(adding: mutants.map(\.name), swiftTests: swiftTests)
    }

    struct EditFailure: Error {
        let text: String
    }

    private func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    private func writeManifest(adding mutants: [String], swiftTests: String? = nil) throws {
        let targets = (["Library"] + mutants).map { name in
            """
                    .target(name: "\(name)", dependencies: [.product(name: "Permafrost", package: "Permafrost")]),
                    .testTarget(
                        name: "\(name)Tests",
                        dependencies: ["\(name)", .product(name: "PermafrostTesting", package: "Permafrost")]),
            """
        }
        let other = swiftTests.map {
            """
                    .testTarget(
                        name: "\($0)",
                        dependencies: ["Library", .product(name: "PermafrostTesting", package: "Permafrost")]),
            """
        }
        try write(
            """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "Library",
                platforms: [.macOS(.v14)],
                dependencies: [.package(name: "Permafrost", path: "\(Checkout.root.path)")],
                targets: [
            \((targets + [other].compactMap(\.self)).joined(separator: "\n"))
                ]
            )

            """, to: "Package.swift")
    }

    // MARK: Sources

    private static let versionOne = """
        import Foundation
        import SwiftData

        enum LibrarySchemaV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Book.self, Person.self] }

            @Model
            final class Book {
                var title: String
                var subtitle: String?
                var pages: Int
                var author: Person?
                var editor: Person?

                init(title: String, pages: Int) {
                    self.title = title
                    self.pages = pages
                }
            }

            @Model
            final class Person {
                var name: String
                @Relationship(inverse: \\Book.author) var written: [Book] = []
                @Relationship(inverse: \\Book.editor) var edited: [Book] = []

                init(name: String) {
                    self.name = name
                }
            }
        }

        """

    private static let versionTwo =
        versionOne
        .replacing("SchemaV1", with: "SchemaV2")
        .replacing("Version(1, 0, 0)", with: "Version(2, 0, 0)")
        .replacing(
            "        var title: String\n", with: "        @Attribute(originalName: \"title\") var name: String\n"
        )
        .replacing("        var author", with: "        var rating: Int = 3\n        var author")
        .replacing("init(title: String, pages", with: "init(name: String, pages")
        .replacing("self.title = title", with: "self.name = name")

    private static let plan = """
        import Foundation
        import SwiftData

        enum LibraryMigrationPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [LibrarySchemaV1.self, LibrarySchemaV2.self] }
            static var stages: [MigrationStage] { [addRating] }

            static var addRating: MigrationStage {
                \(lightweightStage)
            }
        }

        """

    /// The stage in the plan.
    static let lightweightStage = ".lightweight(fromVersion: LibrarySchemaV1.self, toVersion: LibrarySchemaV2.self)"

    /// Returns a stage that also changes the books of the new version.
    static func stage(doing body: String) -> String {
        """
        .custom(
                    fromVersion: LibrarySchemaV1.self, toVersion: LibrarySchemaV2.self, willMigrate: nil,
                    didMigrate: { context in
                        let books = try context.fetch(FetchDescriptor<LibrarySchemaV2.Book>())
                        \(body)
                        try context.save()
                    })
        """
    }
}
