import PermafrostTestSupport
import Testing

/// Edits of a frozen version that are in another file, or that only some builds compile.
@Suite struct HiddenEditTests {
    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Posts", platforms: [.iOS(.v17)],
            targets: [
                .target(name: "Posts"), .target(name: "Helpers", path: "Tests/Helpers"),
                .testTarget(name: "PostsTests"),
            ])
        """

    private static func version(_ title: String = "var title: String") -> String {
        """
        import Foundation
        import SwiftData
        enum V1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Post.self] }
            @Model final class Post {
                \(title)
                var at: Date
                var step: Int = start
                init(title: String) { self.title = title; at = .now }
            }
        }
        """
    }

    private static func project(_ more: [String: String] = [:]) throws -> TestProject {
        let files = [
            "Package.swift": manifest, "Sources/Posts/V1.swift": version(),
            "Sources/Posts/Start.swift": "let start = 3",
            "Tests/Helpers/Helper.swift": "struct Helper {}", "Tests/PostsTests/Tests.swift": "struct Tests {}",
        ]
        let project = try TestProject(files.merging(more) { _, new in new })
        try project.freeze()
        #expect(try project.check().findings.isEmpty)
        return project
    }

    /// A name that hides Foundation's makes a property optional.
    private static let shadow = "import Foundation\nextension V1 { typealias Date = Foundation.Date? }"

    @Test(arguments: [
        ("Sources/Posts/X.swift", true), ("Sources/Posts/Pods/X.swift", true),
        ("Sources/Posts/node_modules/X.swift", true), ("Sources/Posts/checkouts/deep/X.swift", true),
        ("Sources/Posts/ModelTests/X.swift", true), ("Sources/Posts/Test/X.swift", true),
        ("Sources/Posts/Package.swift", true), ("Sources/Posts/Package@swift-models.swift", true),
        ("Sources/Posts/Kit/X.swift", true), ("Sources/Posts/.hidden/X.swift", false),
        ("Sources/Posts/Try.playground/X.swift", false), ("Pods/X.swift", false), ("Sources/Pods/X.swift", false),
        ("Tests/PostsTests/X.swift", false), ("Tests/Helpers/X.swift", false), ("Other/X.swift", false),
    ])
    func aFileCountsIfATargetCompilesIt(_ path: String, _ isCompiled: Bool) throws {
        let project = try Self.project(["Sources/Posts/Kit/Package.swift": "import PackageDescription"])
        try project.folder.write(Self.shadow, to: path)
        let codes = try project.check().findings.map(\.code)
        #expect(codes == (isCompiled ? ["PF0101"] : []))
    }

    @Test(arguments: [
        "let first = 1, start = 3", "  let start = 3", "let // the first\n    start = 3",
        "let/* the first */start = 3", "let first = 1,\n    start = 3", "let `start` = 3",
    ])
    func aConstantIsFoundInEachFormOfItsDeclaration(_ declaration: String) throws {
        let project = try Self.project(["Sources/Posts/Start.swift": declaration])
        try project.folder.write(declaration.replacing("3", with: "4"), to: "Sources/Posts/Start.swift")
        #expect(try !project.check().findings.isEmpty)
    }

    @Test(arguments: [
        "extension VersionedSchema { typealias Date = Foundation.Date? }",
        "extension VersionedSchema { static var start: Int { 9 } }",
    ])
    func anExtensionOfAForeignProtocolIsRead(_ text: String) throws {
        let project = try Self.project()
        try project.folder.write("import Foundation\nimport SwiftData\n" + text, to: "Sources/Posts/X.swift")
        #expect(try !project.check().findings.isEmpty)
    }

    /// The condition, and whether the most common build satisfies it.
    @Test(arguments: [
        ("canImport(Sentry)", true), ("canImport(Foundation, _version: 99999)", true), ("swift(>=6)", true),
        ("swift(<6)", false), ("compiler(>=6.2)", true), ("compiler(<99)", false), ("hasFeature(NoSuchFeature)", true),
        ("hasAttribute(nosuchattribute)", true), ("arch(arm64)", true), ("arch(x86_64)", false),
        ("targetEnvironment(macCatalyst)", false), ("DEBUG", false), ("DEBUG && LEAN", false),
        ("LEAN && !DEBUG", false), ("DEBUG || LEAN", false),
    ])
    func aBranchThatSomeBuildsCompileIsCompared(_ condition: String, _ isUsual: Bool) throws {
        let (usual, other) = ("var title: String", "var title: String?")
        let project = try Self.project()
        try project.folder.write(
            Self.version("#if \(condition)\n\(isUsual ? usual : other)\n#else\n\(isUsual ? other : usual)\n#endif"),
            to: "Sources/Posts/V1.swift")
        #expect(try project.check().findings.map(\.code) == ["PF0101"])
    }

    @Test(arguments: [
        "swift(>=5.9)", "compiler(>=5.5)", "canImport(Helpers)", "canImport(SwiftData)",
        "!targetEnvironment(simulator)",
    ])
    func aConditionThatEveryBuildSatisfiesHasNoEffect(_ condition: String) throws {
        let project = try Self.project()
        try project.folder.write(
            Self.version("#if \(condition)\nvar title: String\n#else\nvar title: String?\n#endif"),
            to: "Sources/Posts/V1.swift")
        #expect(try project.check().findings.isEmpty)
    }

    @Test func nestedConditionsAreCombined() throws {
        let project = try Self.project()
        try project.folder.write(
            Self.version(
                "#if DEBUG\n#if LEAN\nvar title: String?\n#else\nvar title: String\n#endif\n#else\nvar title: String\n#endif"
            ),
            to: "Sources/Posts/V1.swift")
        #expect(try project.check().findings.map(\.code) == ["PF0101"])
    }

    @Test func independentConditionsAreNotCombined() throws {
        let project = try Self.project()
        let conditions = (1...12).map { "#if F\($0)\nextension V1.Post { var dump\($0): String { title } }\n#endif" }
        let wide =
            "#if " + (1...9).map { "G\($0)" }.joined(separator: " || ")
            + "\nextension V1.Post { var all: Int { 1 } }\n#endif"
        try project.folder.write((conditions + [wide]).joined(separator: "\n"), to: "Sources/Posts/X.swift")
        #expect(try project.check().findings.isEmpty)
    }

    @Test func tooManyConditionsAreReported() throws {
        let project = try Self.project()
        let flags = (1...8).map { "F\($0)" }.joined(separator: " && ")
        try project.folder.write(
            Self.version("#if \(flags)\nvar title: String?\n#else\nvar title: String\n#endif"),
            to: "Sources/Posts/V1.swift")
        #expect(try project.check().findings.map(\.code).contains("PF0120"))
    }
}
