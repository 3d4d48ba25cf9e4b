import PermafrostDeclarations
import PermafrostModel
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
        let entity = try #require(schema.model?.entity(named: "Item"), "\(schema.issues)")
        #expect(entity.uniquenessConstraints == [["first"], ["second"], ["second", "first"]])
        #expect(
            entity.indexes.map(\.name) == [
                "SwiftDataIndexOnBinarysecond", "SwiftDataIndexOnBinaryfirstsecond", "SwiftDataIndexOnRTreethird",
            ])
        #expect(entity.indexes.last?.elements == [.init(property: "third", kind: .rTree)])
    }

    @Test func orderOfMembersDoesNotCount() throws {
        let members = ["@Attribute(.unique) var a: Int", "@Attribute(.unique) var b: String", "var c: Bool"]
        func model(_ members: [String]) throws -> SchemaModel? {
            try version("[Item.self]", "@Model class Item {\n\(members.joined(separator: "\n"))\n}").model
        }
        #expect(try model(members) == model(members.reversed()))
    }

    @Test func unknownOptionsAreTold() throws {
        let schema = try version("[Item.self]", "@Model class Item { @Attribute(.shiny) var a: Int }")
        #expect(schema.model != nil)
        #expect(schema.issues.map(\.problem) == [.unknownOption(".shiny")])
        #expect(schema.issues.first?.severity == .warning)
    }
}
