import PermafrostModel
import PermafrostSource
import Testing

/// The forms of declarations of schemas and their versions.
@Suite struct SchemaFormTests {
    private static let members = """
        static let versionIdentifier = Schema.Version(1, 2, 3)
        static var models: [any PersistentModel.Type] { [Item.self] }
        """
    private static let item = "@Model class Item { var name = \"\" }"

    @Test(arguments: ["FreezeSchema", "FreezeRay.Freeze", "Freeze", "Permafrost.FreezeSchema"])
    func frozenName(_ attribute: String) throws {
        let text = "@\(attribute)(version: \"7.0.0\") enum V1: VersionedSchema { \(Self.members) }\n\(Self.item)"
        #expect(try read(["V.swift": text]).schemas.map(\.version) == ["7.0.0"])
    }

    @Test(arguments: [
        ("enum V1: VersionedSchema { $ }", "V1"), ("struct V1: VersionedSchema { $ }", "V1"),
        ("final class V1: VersionedSchema { $ }", "V1"),
        ("public enum V1: Sendable, SwiftData.VersionedSchema { $ }", "V1"),
        ("@MainActor enum V1: @preconcurrency VersionedSchema { $ }", "V1"),
        ("enum V1 { $ }\nextension V1: VersionedSchema {}", "V1"),
        ("enum V1 {}\nextension V1: @retroactive VersionedSchema { $ }", "V1"),
        ("enum App { enum V1: VersionedSchema { $ } }", "App.V1"),
        (
            "struct App {}\nextension App { enum Schemas {} }\nextension App.Schemas { enum V1: VersionedSchema { $ } }",
            "App.Schemas.V1"
        ),
        ("protocol AppSchema: VersionedSchema {}\nenum V1: AppSchema { $ }", "V1"),
        ("typealias VS = VersionedSchema & Sendable\nenum V1: VS { $ }", "V1"),
        ("protocol AppSchema: VersionedSchema {}\nextension AppSchema { $ }\nenum V1: AppSchema {}", "V1"),
        ("enum V1\n  : VersionedSchema\r\n{\t$ }", "V1"),
        ("enum `V1`: VersionedSchema { $ }", "V1"), ("enum Schéma: VersionedSchema { $ }", "Schéma"),
        ("#if canImport(SwiftData)\nenum V1: VersionedSchema { $ }\n#endif", "V1"),
        ("\u{FEFF}enum V1: VersionedSchema { $ }", "V1"), ("actor V1: VersionedSchema { $ }", "V1"),
    ])
    func conformance(_ template: String, _ name: String) throws {
        let text = template.replacing("$", with: Self.members)
        for files in [
            ["Sources/App/V1.swift": text, "Sources/App/Item.swift": Self.item],
            ["V.swift": text + "\n" + Self.item],
        ] {
            let project = try read(files)
            #expect(project.issues.isEmpty, "\(project.issues)")
            #expect(project.schemas.map(\.name) == [name])
            let schema = try #require(project.schemas.first)
            #expect(schema.issues.isEmpty, "\(schema.issues)")
            #expect(schema.version == "1.2.3")
            #expect(schema.model?.known?.entities.map(\.name) == ["Item"])
            #expect(schema.model?.known?.versionIdentifiers == ["1.2.3"])
            #expect(schema.variants.isEmpty)
        }
    }

    @Test func conformanceInOtherFiles() throws {
        let project = try read([
            "Sources/Kit/Base.swift": "public protocol Base: VersionedSchema {}",
            "Sources/App/A.swift": "enum V1 { static let versionIdentifier = number }",
            "Sources/App/B.swift": "extension V1: Base {}",
            "Sources/App/C.swift": "extension V1 { static var models: [any PersistentModel.Type] { [Item.self] } }",
            "Sources/App/D.swift": "let number = Schema.Version(2, 0, 0)", "Sources/App/E.swift": Self.item,
            "Sources/App/F.swift": "struct Unrelated { var body: Int { 1 } }",
        ])
        let schema = try #require(project.schemas.first)
        #expect(schema.issues.isEmpty, "\(schema.issues)")
        #expect(schema.version == "2.0.0")
        #expect(schema.module == "App")
        #expect(project.fileCount == 7)
        #expect(project.parsedFileCount == 6)
    }

    @Test(arguments: [
        ("static let versionIdentifier = Schema.Version(1, 0, 0)", "1.0.0"),
        ("static var versionIdentifier: Schema.Version = .init(1, 0, 0)", "1.0.0"),
        ("static var versionIdentifier: Schema.Version { .init(2, 0, 1) }", "2.0.1"),
        ("static var versionIdentifier: Schema.Version { return Schema.Version(10, 0, 0) }", "10.0.0"),
        ("static let versionIdentifier = SwiftData.Schema.Version(1, 1, 0)", "1.1.0"),
        ("static let versionIdentifier = Schema.Version.init(1, 0, 0)", "1.0.0"),
        ("static let number = 3\nstatic let versionIdentifier = Schema.Version(number, 0, 0)", "3.0.0"),
        ("static let versionIdentifier = Versions.first", "4.0.0"),
        ("static var versionIdentifier: Schema.Version { Versions.make() }", "5.0.0"),
        (
            "static var versionIdentifier: Schema.Version { Self.own }\n private static let own = Schema.Version(6, 0, 0)",
            "6.0.0"
        ),
        ("static let versionIdentifier: Schema.Version = .started", "7.0.0"),
        ("static var versionIdentifier: Schema.Version { get { Schema.Version(1, 0, 0) } }", "1.0.0"),
    ])
    func versionIdentifiers(_ member: String, _ expected: String) throws {
        let project = try read([
            "V.swift": "enum V1: VersionedSchema { \(member)\n static var models: [any PersistentModel.Type] { [] } }",
            "Versions.swift":
                "enum Versions { static let first = Schema.Version(4, 0, 0)\n static func make() -> Schema.Version { Schema.Version(5, 0, 0) } }",
            "Extension.swift": "extension Schema.Version { static let started = Schema.Version(7, 0, 0) }",
        ])
        let schema = try #require(project.schemas.first)
        #expect(schema.issues.isEmpty, "\(schema.issues)")
        #expect(schema.version == expected)
        #expect(schema.versionIdentifier == expected)
    }

    @Test(arguments: [
        "@FreezeSchema(version: \"2.0.0-beta\")", "@FreezeSchema(\"2.0.0-beta\")",
        "@Permafrost.FreezeSchema(version: \"2.0.0-beta\")",
        "@MainActor\n@FreezeSchema(\n version: Names.beta)\n",
    ])
    func frozenNames(_ attribute: String) throws {
        let project = try read([
            "V.swift":
                "\(attribute) enum V1: VersionedSchema { \(Self.members) }\n\(Self.item)\nenum Names { static let beta = \"2.0.0-beta\" }"
        ])
        let schema = try #require(project.schemas.first)
        #expect(schema.issues.isEmpty)
        #expect(schema.version == "2.0.0-beta")
        #expect(schema.versionIdentifier == "1.2.3")
    }

    @Test(arguments: [
        "", "static let versionIdentifier = Schema.Version(major, 0, 0)",
        "static var versionIdentifier: Schema.Version { fetch() }",
    ])
    func anUnevaluableVersionIsReported(_ member: String) throws {
        let project = try read([
            "V.swift": "enum V1: VersionedSchema {\n\(member)\n static var models: [any PersistentModel.Type] { [] } }"
        ])
        let schema = try #require(project.schemas.first)
        #expect(schema.version == nil)
        guard case .notEvaluable(let what, _)? = schema.issues.first?.problem else {
            Issue.record("\(schema.issues)")
            return
        }
        #expect(what == (member.isEmpty ? "V1.versionIdentifier" : "versionIdentifier"))
    }

    @Test func places() throws {
        let project = try read([
            "Sources/App/V.swift":
                "enum V1: VersionedSchema {\n  static let versionIdentifier = Schema.Version(1, 0, 0)\n  static let models: [any PersistentModel.Type] = [Item.self]\n}\n",
            "Sources/App/Item.swift":
                "import SwiftData\n\n/// é\n@Model\nfinal class Item {\n\tvar a = 1, b = 2\r\n    @Attribute(.unique)\n    var c: String\n    var other: Other?\n}\n@Model class Other {}",
        ])
        let schema = try #require(project.schemas.first)
        #expect(schema.location.description == "Sources/App/V.swift:1:6")
        #expect(schema.versionLocation.description == "Sources/App/V.swift:2:14")
        #expect(schema.places.parts.entities["Item"]?.description == "Sources/App/Item.swift:5:13")
        #expect(
            schema.places.parts.properties["Item"]?.mapValues { "\($0.line):\($0.column)" } == [
                "a": "6:6", "b": "6:13", "c": "8:9", "other": "9:9",
            ])
        #expect(schema.places.parts.entities["Other"]?.line == 11)
    }
}
