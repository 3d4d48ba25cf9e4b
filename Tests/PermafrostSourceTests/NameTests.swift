import PermafrostModel
import PermafrostSource
import Testing

/// The meaning of names: scopes, extensions, modules, typealiases.
@Suite struct NameTests {
    private static func schema(_ name: String, _ models: String, _ body: String = "") -> String {
        "enum \(name): VersionedSchema { static let versionIdentifier = Schema.Version(1, 0, 0)\n static var models: [any PersistentModel.Type] { [\(models)] }\n\(body) }\n"
    }

    private static func names(_ project: ProjectDeclarations, _ schema: String, _ entity: String) throws -> [String] {
        let found = try #require(project.schemas.first { $0.name == schema })
        #expect(found.issues.isEmpty, "\(found.issues)")
        return found.model?.known?.entity(named: entity)?.properties.map(\.name) ?? []
    }

    @Test func theInnermostScopeComesFirst() throws {
        let project = try read([
            "A.swift": Self.schema(
                "V1", "Post.self", "@Model class Post { var author: Author? }\n@Model class Author { var nested = 1 }"),
            "B.swift": Self.schema("V2", "Post.self", "@Model class Post { var author: Author? }"),
            "C.swift": "@Model class Author { var live = 1 }",
        ])
        #expect(try Self.names(project, "V1", "Author") == ["nested"])
        #expect(try Self.names(project, "V2", "Author") == ["live"])
    }

    @Test func selfReachesTypealiases() throws {
        let project = try read([
            "A.swift": Self.schema("V1", "Self.Post.self", "@Model class Post { var first = 1 }"),
            "B.swift": Self.schema("V2", "Self.Post.self, Self.Inner.Tag.self"),
            "C.swift":
                "extension V2 { typealias Post = V1.Post\n enum Inner { @Model class Tag { var text = \"\" } } }",
        ])
        #expect(try Self.names(project, "V2", "Post") == ["first"])
        #expect(try Self.names(project, "V2", "Tag") == ["text"])
    }

    @Test func extensionsInOtherFiles() throws {
        let project = try read([
            "A.swift": Self.schema("V1", "Post.self"),
            "B.swift": "extension V1 { @Model class Post { var author: Author? } }",
            "C.swift": "extension V1 { @Model class Author { var kind: Kind } }",
            "D.swift": "extension V1 { enum Kind: String, Codable { case a } }",
            "E.swift": "enum Kind { case wrong }",
        ])
        let schema = try #require(project.schemas.first)
        guard case .attribute(let kind)? = schema.model?.known?.entity(named: "Author")?.property(named: "kind") else {
            Issue.record("\(schema.issues)")
            return
        }
        #expect(kind.elements.map(\.name) == ["kind"])
    }

    /// Verified with the compiler: inside `extension A.B`, members of `A` are not in scope.
    @Test func extensionOfANestedTypeDoesNotSeeTheOuterOne() throws {
        let project = try read([
            "A.swift":
                "enum App { enum Inner {}\n struct Size: Codable { var wrong: Int } }\nstruct Size: Codable { var right: Int }\n"
                + "extension App.Inner { \(Self.schema("V1", "Item.self", "@Model class Item { var size: Size }")) }"
        ])
        guard
            case .attribute(let size)? = project.schemas.first?.model?.known?.entity(named: "Item")?.property(
                named: "size")
        else {
            Issue.record("\(project.schemas)")
            return
        }
        #expect(size.elements.map(\.name) == ["right"])
    }

    @Test func typealiasesAndOtherVersions() throws {
        let project = try read([
            "A.swift": Self.schema(
                "V1", "Tag.self, Post.self", "@Model class Tag { var one = 1 }\n@Model class Post { var tag: Tag? }"),
            "B.swift": Self.schema("V2", "V1.Tag.self, Note.self", "@Model class Note { var tag: V1.Tag? }"),
            "C.swift": Self.schema("V3", "Current.self, Live.self", "typealias Current = V2.Note"),
            "D.swift": "typealias Live = V4.Deep.Item\ntypealias V4 = Deepest",
            "E.swift": "enum Deepest { enum Deep { @Model class Item { var x = 1 } } }",
        ])
        #expect(project.schemas.flatMap(\.issues).isEmpty)
        #expect(
            project.schemas.map { $0.model?.known?.entities.map(\.name) ?? [] } == [
                ["Post", "Tag"], ["Note", "Tag"], ["Item", "Note", "Tag"],
            ])
    }

    @Test func aTypealiasThatMoves() throws {
        func model(_ target: String) throws -> SchemaModel? {
            try read([
                "A.swift": Self.schema("V1", "Item.self"), "B.swift": "typealias Item = \(target).Item",
                "C.swift": "enum S1 { @Model class Item { var a = 1 } }\nenum S2 { @Model class Item { var b = 1 } }",
            ]).schemas.first?.model?.known
        }
        #expect(try model("S1")?.entity(named: "Item")?.properties.map(\.name) == ["a"])
        #expect(try model("S2")?.entity(named: "Item")?.properties.map(\.name) == ["b"])
    }

    @Test func modules() throws {
        let files = [
            "Sources/App/Schema.swift": "import Core\n" + Self.schema("V1", "Item.self, Core.Item2.self"),
            "Sources/App/Item.swift": "@Model class Item { var app = 1 }",
            "Sources/Core/Item.swift": "@Model public class Item { var core = 1 }",
            "Sources/Core/Item2.swift": "@Model public class Item2 { var core: Item? }",
        ]
        let project = try read(files)
        // Item2 refers to Core's Item, so there are two entities with this name.
        #expect(
            project.schemas.first?.issues.map(\.problem) == [
                .namesake(
                    model: "Item2", property: "core", meant: "Item",
                    place: SourceLocation(file: "Sources/Core/Item.swift", line: 1, column: 21), listed: "Item")
            ])
        var single = files
        single["Sources/Core/Item2.swift"] = "@Model public class Item2 { var core: Int }"
        #expect(try Self.names(try read(single), "V1", "Item") == ["app"])
    }

    @Test func ambiguousAcrossModules() throws {
        var files = [
            "Sources/App/Schema.swift": Self.schema("V1", "Item.self"),
            "Sources/Core/Item.swift": "@Model public class Item { var core = 1 }",
            "Sources/Kit/Item.swift": "@Model public class Item { var kit = 1 }",
        ]
        let schema = try #require(try read(files).schemas.first)
        #expect(schema.model == nil)
        guard case .ambiguousName(name: "Item", let candidates)? = schema.issues.first?.problem else {
            Issue.record("\(schema.issues)")
            return
        }
        #expect(candidates.map(\.file) == ["Sources/Core/Item.swift", "Sources/Kit/Item.swift"])
        files["Sources/App/Schema.swift"] = "import Kit\n" + Self.schema("V1", "Item.self")
        #expect(try Self.names(try read(files), "V1", "Item") == ["kit"])
    }

    @Test func privateTypesOfOtherFilesAreNotSeen() throws {
        let project = try read([
            "A.swift": Self.schema("V1", "Item.self"),
            "B.swift": "@Model class Item { var mode: Mode }\nprivate enum Mode: Int { case a }",
            "C.swift": "private struct Mode { var x: Int }", "D.swift": "fileprivate class Item {}",
        ])
        let schema = try #require(project.schemas.first)
        #expect(schema.issues.isEmpty)
        let property = schema.model?.known?.entity(named: "Item")?.property(named: "mode")
        guard case .attribute(let mode)? = property else {
            Issue.record("\(String(describing: property))")
            return
        }
        #expect(mode.isEnumeration)
    }

    @Test func twoAppsInOneFolder() throws {
        var files: [String: String] = [:]
        for app in ["One", "Two"] {
            files["Samples/\(app)/Schema.swift"] = Self.schema("\(app)V1", "Item.self")
            files["Samples/\(app)/Models/Item.swift"] = "@Model class Item { var kind: Kind }"
            files["Samples/\(app)/Models/Kind.swift"] = "struct Kind: Codable { var \(app.lowercased()): Int }"
        }
        let project = try read(files)
        #expect(project.schemas.flatMap(\.issues).isEmpty)
        let elements = project.schemas.map { schema -> [String] in
            guard case .attribute(let kind)? = schema.model?.known?.entity(named: "Item")?.property(named: "kind")
            else {
                return []
            }
            return kind.elements.map(\.name)
        }
        #expect(elements == [["one"], ["two"]])
    }

    @Test func aProjectTypeHidesAFrameworkOne() throws {
        let project = try read([
            "Sources/App/A.swift": Self.schema(
                "V1", "Item.self", "@Model class Item { var date: Date; var data: Foundation.Data; var url: URL }"),
            "Sources/App/B.swift": "struct Date: Codable { var day: Int }",
            "Sources/Other/C.swift": "struct URL: Codable { var text: String }",
        ])
        let entity = try #require(project.schemas.first?.model?.known?.entity(named: "Item"))
        #expect(entity.attributes.map(\.type) == [.binary, .composite, .uri])
    }

    @Test func aLiveClassSharedByVersions() throws {
        let project = try read([
            "A.swift": Self.schema("V1", "Item.self") + Self.schema("V2", "Item.self, Tag.self"),
            "B.swift": "@Model class Item { var x = 1 }", "C.swift": "@Model class Tag {}",
        ])
        #expect(project.schemas.map { $0.places.parts.entities["Item"]?.file } == ["B.swift", "B.swift"])
    }
}
