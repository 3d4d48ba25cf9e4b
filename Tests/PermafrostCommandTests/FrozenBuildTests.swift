import Foundation
import PermafrostTestSupport
import Testing

/// `permafrost check` of a frozen version whose declaration is unchanged, while other code or a build setting changes
/// what the app compiles.
@Suite struct FrozenBuildTests {
    private static let source = """
        import SwiftData

        struct Tag: Codable { var word: String }
        enum Mode: String, Codable { case a, b = "caf\u{e9}" }

        enum V1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Walk.self, Dog.self] }

            @Model final class Walk {
                #if BETA
                var count: String = ""
                #else
                var count: Int = 0
                #endif
                var title: String = "caf\u{e9}"
                var mode: Mode = Mode.a
                var tags: [Tag] = []
                @Relationship(inverse: \\Dog.walk) var dogs: [Dog] = []
                init() {}
            }

            @Model final class Dog {
                var walk: Walk?
                init() {}
            }
        }

        enum V2: VersionedSchema {
            static let versionIdentifier = Schema.Version(2, 0, 0)
            static var models: [any PersistentModel.Type] { [Walk.self, Dog.self] }

            @Model final class Walk {
                var tags: [Tag] = []
                @Relationship(inverse: \\Dog.walk) var dogs: [Dog] = []
                init() {}
            }

            @Model final class Dog {
                var walk: Walk?
                init() {}
            }
        }

        #if NEWER
        extension Tag { init(from decoder: Decoder) throws { word = "" } }
        #endif

        enum Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
            static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
        }
        """

    private static func manifest(_ settings: String, _ rest: String = "") -> String {
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "App",
            targets: [.target(name: "App"\(settings.isEmpty ? "" : ", swiftSettings: \(settings)"))]
        )
        \(rest)
        """
    }

    static let settings = [
        "[.define(\"BETA\")]", "[.define(\"BETA\", .when(configuration: .release))]", "[.unsafeFlags([\"-DBETA\"])]",
        "[.unsafeFlags([\"-D\", \"BETA\"])]", "[\"BETA\"].map { .define($0) }", "[.define(\"NEWER\")]",
    ]

    private static func frozen(_ manifest: String) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(manifest, to: "Package.swift")
        try folder.write(source, to: "Sources/App/Models.swift")
        let freeze = try Tool.run("freeze", "--all", in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0, "\(check)")
        return folder
    }

    /// The check can't know which configuration the app is built with, so it fails in both directions.
    @Test(arguments: settings) func aSettingThatSetsAFlag(_ setting: String) throws {
        for (old, new) in [("", setting), (setting, "")] {
            let folder = try Self.frozen(Self.manifest(old))
            try folder.write(Self.manifest(new), to: "Package.swift")
            let check = try Tool.run("check", in: folder)
            #expect(check.status == 2, "\(check)")
            let text = check.output + check.errors
            #expect(text.contains("has #if conditions on flags"), "\(check)")
            #expect(try Tool.run("freeze", "1.0.0", "--force", in: folder).status == 0)
            #expect(try Tool.run("freeze", "2.0.0", "--force", in: folder).status == 0)
            #expect(try Tool.run("check", in: folder).status == 0)
        }
    }

    @Test func aStatementThatSetsAFlag() throws {
        let folder = try Self.frozen(Self.manifest(""))
        try folder.write(
            Self.manifest("", "for target in package.targets { target.swiftSettings = [.define(\"BETA\")] }"),
            to: "Package.swift")
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 2, "\(check)")
    }

    @Test(arguments: ["[.define(\"OTHER\")]", "[.enableUpcomingFeature(\"BareSlashRegexLiterals\")]"])
    func aSettingOfNoCondition(_ setting: String) throws {
        let folder = try Self.frozen(Self.manifest(""))
        try folder.write(Self.manifest(setting), to: "Package.swift")
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0, "\(check)")
    }

    /// An edit, and what the check prints.
    static let edits: [(name: String, old: String, new: String, status: Int32, words: String)] = [
        ("code under a flag", "word = \"\"", "word = \"-\"", 0, "under `#if NEWER` Tag changed"),
        ("code under another flag", "#if NEWER", "#if NEWEST", 0, "under `#if NEWEST` Tag changed"),
        (
            "another version's class", "var walk: Walk?", "var walk: V2.Walk?", 2,
            "The destination of Dog.walk is V2.Walk"
        ),
        (
            "another version's class by an alias", "var walk: Walk?", "typealias Walk = V2.Walk; var walk: Walk?", 2,
            "The destination of Dog.walk is V2.Walk"
        ),
        (
            "a raw value's Unicode form", "b = \"caf\u{e9}\"", "b = \"cafe\u{301}\"", 1,
            "Mode.b changed to another Unicode form of case b"
        ),
        (
            "a default's Unicode form", "title: String = \"caf\u{e9}\"", "title: String = \"cafe\u{301}\"", 1,
            "the default of Walk.title changed to another Unicode form"
        ),
    ]

    @Test(arguments: edits.map(\.name)) func anEdit(_ name: String) throws {
        let edit = try #require(Self.edits.first { $0.name == name })
        let folder = try Self.frozen(Self.manifest(""))
        let range = try #require(Self.source.range(of: edit.old, options: .literal))
        try folder.write(
            Self.source.replacingCharacters(in: range, with: edit.new), to: "Sources/App/Models.swift")
        let check = try Tool.run("check", in: folder)
        #expect(check.status == edit.status, "\(check)")
        #expect((check.output + check.errors).contains(edit.words), "\(check)")
    }
}
