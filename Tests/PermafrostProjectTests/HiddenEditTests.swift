import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

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

    // MARK: Names

    /// A file can use the types of a module that another file of its module exports, directly or through a third module.
    @Test(arguments: [
        ["Sources/Posts/Exports.swift": "@_exported import Words"],
        [
            "Sources/Posts/Exports.swift": "@_exported import Middle",
            "Sources/Middle/Exports.swift": "@_exported import Words",
        ],
    ])
    func aTypeOfAnExportedModuleIsCompared(_ exports: [String: String]) throws {
        let files = [
            "Package.swift": Self.manifest.replacing(
                ".testTarget", with: ".target(name: \"Middle\"), .target(name: \"Words\"), .testTarget"),
            "Sources/Middle/Middle.swift": "struct Middle {}",
            "Sources/Words/Words.swift": "public typealias Word = String",
            "Sources/Posts/V1.swift": Self.version("var title: Word"),
        ]
        let project = try Self.project(files.merging(exports) { _, new in new })
        try project.edit("Sources/Words/Words.swift", "String", "String?")
        #expect(try project.check().findings.map(\.code) == ["PF0101"])
    }

    @Test(arguments: [
        ("Sources/Posts/X.swift", "typealias IntegerLiteralType = Double", true),
        ("Sources/Posts/X.swift", "typealias FloatLiteralType = Float", true),
        ("Sources/Posts/X.swift", "typealias BooleanLiteralType = Int", true),
        ("Sources/Posts/X.swift", "private typealias IntegerLiteralType = Double", false),
        ("Tests/Helpers/X.swift", "public typealias IntegerLiteralType = Double", false),
    ])
    func theTypesOfLiteralsAreRead(_ path: String, _ text: String, _ changes: Bool) throws {
        let project = try Self.project([
            "Sources/Posts/V1.swift": Self.version(
                "var title: String; var count = 0; var ratio = 0.5; var done = false")
        ])
        try project.folder.write(text, to: path)
        #expect(try project.check().findings.isEmpty != changes)
    }

    /// Two names with the same characters in different Unicode forms are two names.
    @Test func anotherUnicodeFormIsAnotherName() throws {
        let project = try Self.project([
            "Sources/Posts/V1.swift": Self.version("var title: String; var caf\u{E9}: Int = limit\u{E9}"),
            "Sources/Posts/Limit.swift": "let limit\u{E9} = 3",
        ])
        try project.edit("Sources/Posts/V1.swift", "caf\u{E9}", "cafe\u{301}")
        #expect(try project.check().findings.map(\.code) == ["PF0101", "PF0101"])
        try project.edit("Sources/Posts/V1.swift", "cafe\u{301}", "caf\u{E9}")
        #expect(try project.check().findings.isEmpty)
        try project.edit("Sources/Posts/V1.swift", "limit\u{E9}", "limite\u{301}")
        try project.folder.write("let limite\u{301} = 4", to: "Sources/Posts/Other.swift")
        #expect(try project.check().findings.map(\.code).contains("PF0120"))
    }

    // MARK: Macros

    /// A file that is added, and whether it changes the macros of the class.
    @Test(arguments: [
        ("@Shapes extension V1.Post {}", true), ("#if DEBUG\n#else\n@Shapes extension V1.Post {}\n#endif", true),
        ("@available(iOS 17, *) extension V1.Post {}", false), ("@MainActor extension V1.Post {}", false),
        ("struct Other {}\n@Shapes extension Other {}", false), ("@attached(member) macro Model() = #macro", true),
        ("@attached(peer)\npublic macro\n    Attribute(_ option: Int...) = #macro", true),
        ("@attached(peer) macro Relationship() = #macro", false), ("private macro Model() = #macro", false),
        ("#if os(Linux)\nmacro Model() = #macro\n#endif", false), ("struct Model {}; let macro = 1", false),
        ("macro Shapes() = #macro", false),
    ])
    func aMacroInAnotherFileIsCompared(_ text: String, _ changes: Bool) throws {
        let project = try Self.project(["Sources/Posts/V1.swift": Self.version("@Attribute(.unique) var title: String")]
        )
        try project.folder.write(text, to: "Sources/Posts/X.swift")
        let check = try project.check()
        #expect(check.findings.map(\.code) == (changes ? ["PF0120"] : []))
        #expect(check.findings.allSatisfy { $0.location?.file == "Sources/Posts/V1.swift" })
    }

    @Test func aMacroThatAnotherNameOrModuleHasIsIgnored() throws {
        let project = try Self.project()
        try project.edit("Sources/Posts/V1.swift", "@Model", "@SwiftData.Model")
        try project.folder.write("macro Model() = #macro", to: "Sources/Posts/X.swift")
        try project.folder.write("public macro Model() = #macro", to: "Tests/Helpers/X.swift")
        #expect(try project.check().findings.isEmpty)
        try project.edit("Sources/Posts/V1.swift", "@SwiftData.Model", "@Model")
        let what = try project.check().findings.map(\.what)
        #expect(what.count == 1 && what.allSatisfy { $0.contains("(@Posts.Model instead of none)") })
    }

    /// The strings of keys that a file with a protocol determines, and columns whose keys aren't known to matter.
    @Test(arguments: [
        ("protocol Marked {}\nextension Marked { var stringValue: String { \"x\" } }", ["PF0102"]),
        ("extension Box.CodingKeys { var stringValue: String { \"x\" } }", ["PF0102"]),
        ("protocol Marked {}\nextension Marked { var title: String { \"x\" } }", []),
        ("protocol Other {}\nextension Other { var stringValue: String { \"x\" } }", []),
        ("extension Step { enum WalkCodingKeys: String, CodingKey { case length = \"l\" } }", ["PF0102"]),
        ("extension Step { enum WalkCodingKeys: String, CodingKey { case length } }", []),
    ])
    func keysInAnotherFileAreCompared(_ text: String, _ codes: [String]) throws {
        let types = """

            struct Box: Codable { var size: Int; enum CodingKeys: String, CodingKey, Marked { case size } }
            enum Step: Codable { case walk(length: Int), rest }
            """
        let project = try Self.project([
            "Sources/Posts/V1.swift": Self.version("var title: String; var box: Box?; var step: Step?") + types,
            "Sources/Posts/X.swift": "protocol Marked {}",
        ])
        try project.folder.write(text, to: "Sources/Posts/X.swift")
        let findings = try project.check().findings
        #expect(findings.map(\.code) == codes)
        #expect(findings.allSatisfy { $0.severity == .warning })
    }

    // MARK: Variables

    private static let list = "nonisolated(unsafe) static var models: [any PersistentModel.Type] = [Post.self]"

    @Test(arguments: [
        ("func f() { V1.models.append(Other.self) }", true), ("func f() { V1.models += [Other.self] }", true),
        ("func f() { V1.models[0] = Other.self }", true), ("func f() { g(&V1.models) }", true),
        ("extension V1 { static func f() { models.removeAll() } }", true),
        ("extension V1 { static func f() { Self.models = [] } }", true),
        ("typealias Now = V1\nfunc f() { Now.models.removeLast() }", true),
        ("func f() { let version = V1.self; version.models = [] }", true),
        ("func f(_ version: V1.Type) { version.models = [] }", true),
        ("func f() -> Int { V1.models.count + V1.models.map { _ in 1 }.count }", false),
        ("final class List { var models: [Int] = []\nfunc f() { models.append(1); self.models = [] } }", false),
        ("func f() { var models = [1]; models.append(2) }", false),
    ])
    func aListThatCodeChangesCannotBeRead(_ code: String, _ changes: Bool) throws {
        let project = try Self.project([
            "Sources/Posts/V1.swift": Self.version().replacing(
                "static var models: [any PersistentModel.Type] { [Post.self] }", with: Self.list)
        ])
        try project.folder.write(code, to: "Sources/Posts/Code.swift")
        let check = try project.check()
        #expect(check.findings.map(\.code) == (changes ? ["PF0120"] : []))
        if changes { #expect(check.findings.first?.location?.file == "Sources/Posts/Code.swift") }
    }

    // MARK: Limits

    @Test(arguments: [
        (
            "protocols", "extension P20 { typealias Date = Int }",
            (0..<20).map { "protocol P\($0): P\($0 + 1) {}" } + ["protocol P20 {}"]
        ),
        ("constants", "let c30 = 4", (0..<30).map { "let c\($0) = c\($0 + 1)" }),
        (
            "conditions",
            String(repeating: "#if os(iOS)\n", count: 70) + "extension V1 { typealias Date = Int }\n"
                + String(repeating: "#endif\n", count: 70), []
        ),
    ])
    func aSearchThatReachesItsLimitIsReported(_ name: String, _ text: String, _ chain: [String]) throws {
        let project = try Self.project(["Sources/Posts/Chain.swift": chain.joined(separator: "\n")])
        try project.edit("Sources/Posts/V1.swift", "enum V1: VersionedSchema", "enum V1: VersionedSchema, P0")
        try project.edit("Sources/Posts/V1.swift", "= start", "= c0")
        try project.folder.write(text, to: "Sources/Posts/X.swift")
        #expect(try project.check().findings.map(\.code).contains("PF0120"))
    }

    @Test func aDeepFolderIsReported() throws {
        let project = try Self.project()
        try project.folder.write(Self.shadow, to: "Sources/Posts/" + String(repeating: "d/", count: 70) + "X.swift")
        #expect(try project.check().findings.map(\.code) == ["PF0120"])
    }

    // MARK: Links

    /// The place that a link in a target leads to, the link's name, and the codes of the findings.
    @Test(arguments: [
        ("Shared/X.swift", "Sources/Posts/X.swift", "../../Shared/X.swift", ["PF0101"]),
        ("Shared/X.txt", "Sources/Posts/X.swift", "../../Shared/X.txt", ["PF0101"]),
        (".shared/X.swift", "Sources/Posts/X.swift", "../../.shared/X.swift", ["PF0101"]),
        ("Shared/deep/X.swift", "Sources/Posts/Shared", "../../Shared", ["PF0101"]),
        (".shared/deep/X.swift", "Sources/Posts/Shared", "../../.shared", ["PF0101"]),
        ("Shared/X.swift", "Other/X.swift", "../Shared/X.swift", []),
        ("Shared/X.swift", "Tests/PostsTests/X.swift", "../../Shared/X.swift", []),
        ("Shared/X.swift", "Sources/Posts/X.swift", "../../Nothing.swift", []),
        ("Shared/X.swift", "Sources/Posts/Loop", "..", []),
        ("Shared/X.swift", "Sources/Posts/X.swift", "/etc/hostname", ["PF0120"]),
        ("Shared/X.swift", "Sources/Posts/More", "/etc", ["PF0120"]),
    ])
    func aFileThatATargetLinksToIsRead(_ file: String, _ link: String, _ place: String, _ codes: [String]) throws {
        let project = try Self.project()
        try project.folder.write(Self.shadow, to: file)
        try project.folder.write("", to: link + "x")
        try FileManager.default.createSymbolicLink(atPath: project.folder.path(link), withDestinationPath: place)
        let check = try project.check()
        #expect(check.findings.map(\.code) == codes)
        #expect(check.findings.allSatisfy { $0.code != "PF0120" || $0.severity == .warning })
    }

    /// Xcode compiles the members of a target wherever they are.
    @Test(arguments: ["Pods/X.swift", ".hidden/X.swift", "Carthage/Checkouts/X.swift"])
    func aMemberInASkippedFolderIsReported(_ path: String) throws {
        func text(_ members: [String]) -> String {
            let objects = members.map { path in
                """
                "F\(path)" = {isa = PBXFileReference; path = "\(path)"; sourceTree = SOURCE_ROOT;};
                "B\(path)" = {isa = PBXBuildFile; fileRef = "F\(path)";};
                """
            }
            return """
                // !$*UTF8*$!
                { objects = {
                \(objects.joined(separator: "\n"))
                P = {isa = PBXProject; targets = (T,);};
                T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; buildPhases = (Q,);};
                Q = {isa = PBXSourcesBuildPhase; files = (\(members.map { "\"B\($0)\"" }.joined(separator: ", ")));};
                }; rootObject = P; }
                """
        }
        let members = ["App/V1.swift", "App/Start.swift"]
        let project = try TestProject([
            "App/V1.swift": Self.version(), "App/Start.swift": "let start = 3",
            "App.xcodeproj/project.pbxproj": text(members),
        ])
        try project.freeze()
        try project.folder.write(text(members + [path]), to: "App.xcodeproj/project.pbxproj")
        #expect(try project.check().findings.isEmpty)
        try project.folder.write(Self.shadow, to: path)
        #expect(try project.check().findings.map(\.code) == ["PF0120"])
    }
}
