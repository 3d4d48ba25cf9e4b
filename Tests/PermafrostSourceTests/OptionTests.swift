import PermafrostModel
import PermafrostSource
import Testing

/// Options of `@Attribute`, and constraints and indexes.
@Suite struct OptionTests {
    @Test func attributeOptions() throws {
        func options(_ text: String, _ type: String = "Data") throws -> Attribute {
            try attribute("\(text) var value: \(type)", outside: "enum Names { static let old = \"older\" }")
        }
        #expect(try options("@Attribute(.externalStorage)").isExternalStorage)
        #expect(try options("@Attribute(.externalStorage, .preserveValueOnDeletion)").preservesValueOnDeletion)
        #expect(try options("@Attribute(.spotlight)").isSpotlightIndexed)
        #expect(try options("@Attribute(.allowsCloudEncryption)").allowsCloudEncryption)
        #expect(try options("@Attribute(.ephemeral)").isTransient)
        #expect(try options("@Attribute(originalName: \"old\")").renamingIdentifier == "old")
        #expect(try options("@Attribute(originalName: \"value\")").renamingIdentifier == nil)
        #expect(try options("@Attribute(originalName: Names.old)").renamingIdentifier == "older")
        #expect(
            try options("@Attribute(.externalStorage, originalName: \"o\",\n hashModifier: \"m\")").versionHashModifier
                == "m")
        #expect(try options("@SwiftData.Attribute(Schema.Attribute.Option.externalStorage)").isExternalStorage)
        #expect(try options("@Attribute").defaultValue == nil)
    }

    @Test func transformers() throws {
        let named = try attribute("@Attribute(.transformable(by: \"ColorTransformer\")) var value: UIColor")
        #expect(named.type == .transformable)
        #expect(named.valueTransformerName == "ColorTransformer")
        #expect(named.valueClassName == "UIColor")
        let typed = try attribute("@Attribute(.transformable(by: App.ColorTransformer.self)) var value: UIColor?")
        #expect(typed.valueTransformerName == "ColorTransformer")
        #expect(typed.isOptional)
        let byName = try attribute(
            "@Attribute(.transformable(by: T.name.rawValue)) var value: UIColor",
            outside: "class T: ValueTransformer { static let name = NSValueTransformerName(rawValue: "
                + "String(describing: T.self)) }")
        #expect(byName.valueTransformerName == "T")
        let structure = try attribute(
            "@Attribute(.transformable(by: T.self)) var value: P", outside: "struct P: Codable { var x: Int }")
        #expect(structure.elements.isEmpty)
        #expect(structure.shape == .structure([.init(name: "x", shape: .scalar("Int"))]))
    }

    @Test(arguments: [
        ("Kind.tags.rawValue", "TagsTransformer"), ("\"Tags\" + \"Transformer\"", "TagsTransformer"),
        ("Kind.name", "TagsTransformer"), ("Kind.name.rawValue", "TagsTransformer"),
        ("Kind.described.rawValue", "TagsTransformer"), ("NSStringFromClass(TagsTransformer.self)", "TagsTransformer"),
        ("NSValueTransformerName(\"TagsTransformer\").rawValue", "TagsTransformer"),
    ])
    func transformerNames(_ expression: String, _ name: String) throws {
        let kind = """
            enum Kind: String {
                case tags = "TagsTransformer"
                static let name = NSValueTransformerName("TagsTransformer")
                static let described = NSValueTransformerName(rawValue: String(describing: TagsTransformer.self))
            }
            """
        let found = try attribute("@Attribute(.transformable(by: \(expression))) var value: [String]", outside: kind)
        #expect(found.valueTransformerName == name)
    }

    @Test func anUnknownTransformerIsAWarning() throws {
        let schema = try version(
            "[Item.self]", "@Model class Item { @Attribute(.transformable(by: make())) var value: Point }",
            outside: "struct Point: Codable { var x = 1 }")
        #expect(schema.issues.map(\.problem) == [.notEvaluable(what: "transformable", expression: "make()")])
        #expect(schema.issues.map(\.severity) == [.warning])
        guard case .attribute(let value)? = schema.model?.known?.entity(named: "Item")?.property(named: "value") else {
            throw Unexpected.relationship
        }
        #expect(value.type == .transformable)
        #expect(value.valueTransformerName == "make()")
    }

    @Test func severalAttributesAddUp() throws {
        let value = try attribute(
            "@Attribute(.externalStorage, originalName: \"old\")\n@Attribute(.spotlight)\nvar value: Data?")
        #expect(value.isExternalStorage)
        #expect(value.isSpotlightIndexed)
        #expect(value.renamingIdentifier == "old")
    }

    /// `#if canImport(SwiftData)` around attributes and macros, for sources that other platforms compile too.
    @Test func attributesInConditionalCompilation() throws {
        let project = try read([
            "Item.swift": """
            enum V1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Item.self] }
            }
            #if canImport(SwiftData)
            @Model
            #endif
            final class Item {
                #if canImport(SwiftData)
                #Unique<Item>([\\.name], [])
                #endif
                #if canImport(SwiftData)
                @Attribute(.externalStorage)
                #endif
                var data: Data?
                var name: String
                #if canImport(SwiftData)
                #if canImport(Foundation)
                @Relationship(deleteRule: .cascade)
                #endif
                #else
                @Transient
                #endif
                var parts: [Part] = []
                #if os(watchOS)
                @Transient
                #endif
                var note: String?
            }
            #if canImport(Glibc)
            class Part {}
            #else
            @Model class Part {}
            #endif
            """
        ])
        let schema = try #require(project.schemas.first)
        #expect(schema.issues.isEmpty, "\(schema.issues)")
        let item = try #require(schema.model?.known?.entity(named: "Item"))
        #expect(item.properties.map(\.name) == ["data", "name", "note", "parts"])
        #expect(item.uniquenessConstraints == [["name"]])
        guard case .attribute(let data)? = item.property(named: "data"),
            case .relationship(let parts)? = item.property(named: "parts")
        else { throw Unexpected.relationship }
        #expect(data.isExternalStorage)
        #expect(parts.deleteRule == .cascade)
        #expect(schema.variants.map(\.condition) == ["os(watchOS)"])
        #expect(schema.variants.first?.content?.known?.entity(named: "Item")?.property(named: "note") == nil)
    }

    /// The elements of a preserved composite are preserved, too. A preserved composite inside another is rejected.
    @Test(arguments: [
        ("Mode", true), ("State", true), ("Point?", true), ("Holder", false), ("Choice", false), ("Int", true),
    ])
    func preservedComposite(_ type: String, _ isStorable: Bool) throws {
        let schema = try version(
            "[Item.self]", "@Model class Item { @Attribute(.preserveValueOnDeletion) var value: \(type) }",
            outside: """
                enum Mode: String, Codable { case a }
                enum State: Codable { case on, off }
                enum Choice: Codable { case one(Int), other }
                struct Point: Codable { var x = 1; var mode = Mode.a }
                struct Holder: Codable { var point = Point() }
                """)
        #expect(
            schema.issues.map(\.problem) == (isStorable ? [] : [.preservedComposite(model: "Item", property: "value")]))
        guard isStorable else { return }
        guard case .attribute(let value)? = schema.model?.known?.entity(named: "Item")?.property(named: "value") else {
            throw Unexpected.relationship
        }
        #expect(value.preservesValueOnDeletion)
        #expect(value.leaves.allSatisfy { $0.preservesValueOnDeletion })
        #expect(schema.assumptions == [Assumption(entity: "Item", property: "value", .preservedOnDeletion)])
    }

    @Test func relationshipOnAValue() throws {
        let schema = try version(
            "[Item.self]",
            "@Model class Item { @Relationship(deleteRule: .cascade) var images: [Data] = []\n@Relationship var point: Point? }",
            outside: "struct Point: Codable { var x = 1 }")
        #expect(schema.issues.isEmpty, "\(schema.issues)")
        let item = try #require(schema.model?.known?.entity(named: "Item"))
        guard case .attribute(let images)? = item.property(named: "images"),
            case .attribute(let point)? = item.property(named: "point")
        else { throw Unexpected.relationship }
        #expect(images.type == .transformable)
        #expect(point.type == .composite)
        #expect(schema.assumptions.map(\.property) == ["images", "point"])
        let opaque = try version("[Item.self]", "@Model class Item { @Relationship var other: Elsewhere? }")
        #expect(opaque.issues.map(\.problem) == [.unknownName(what: "destination", name: "Elsewhere", near: [])])
    }

    @Test func inverseThroughAnOptional() throws {
        let found = try property(
            "@Relationship(inverse: \\Part.item?) var value: [Part]",
            outside: "@Model class Part { var item: V1.Item? }")
        guard case .relationship(let parts) = found else { throw Unexpected.relationship }
        #expect(parts.inverse == "item")
    }

    @Test func deleteRuleWithoutALabel() throws {
        let found = try property(
            "@Relationship(.cascade, inverse: \\Part.item) var value: [Part]",
            outside: "@Model class Part { var item: V1.Item? }")
        guard case .relationship(let parts) = found else { throw Unexpected.relationship }
        #expect(parts.deleteRule == .cascade)
        #expect(parts.inverse == "item")
    }

    @Test func constraints() throws {
        let schema = try version(
            "[Item.self]",
            """
            @Model class Item {
                #Unique<Item>([\\.first], [\\Item.second, \\V1.Item.first])
                #Index<Item>([\\.second], .binary([\\.first, \\.second]), .rtree([\\.third]))
                @Attribute(.unique) var second: String
                @Attribute(.unique) var first: String
                var third: Double
            }
            """)
        let entity = try #require(schema.model?.known?.entity(named: "Item"), "\(schema.issues)")
        #expect(entity.uniquenessConstraints == [["first"], ["second"], ["second", "first"]])
        #expect(
            entity.indexes.map(\.name) == [
                "SwiftDataIndexOnBinarysecond", "SwiftDataIndexOnBinaryfirstsecond", "SwiftDataIndexOnRTreethird",
            ])
        #expect(entity.indexes.last?.elements == [.init(property: "third", kind: .rTree)])
    }

    @Test func theOrderOfMembersDoesNotMatter() throws {
        let members = ["@Attribute(.unique) var a: Int", "@Attribute(.unique) var b: String", "var c: Bool"]
        func model(_ members: [String]) throws -> SchemaModel? {
            try version("[Item.self]", "@Model class Item {\n\(members.joined(separator: "\n"))\n}").model?.known
        }
        #expect(try model(members) == model(members.reversed()))
    }

    @Test func unknownOptionsAreReported() throws {
        let schema = try version("[Item.self]", "@Model class Item { @Attribute(.shiny) var a: Int }")
        #expect(schema.model == nil)
        #expect(schema.issues.map(\.problem) == [.unknownOption(".shiny")])
        #expect(schema.issues.first?.severity == .error)
    }
}
