import PermafrostModel
import PermafrostSource
import Testing

/// A version lists a class, and one of its models refers to another class with the same name.
@Suite struct NamesakeTests {
    private static let outside = """
        @Model class Recipe {
            var name = ""
            @Relationship(deleteRule: .cascade) var tags: [Tag] = []
        }
        @Model class Tag { var label = ""; var colour = 0; var owner: Owner? }
        @Model class Owner {}
        """

    @Test func theListedClassIsUsed() throws {
        let schema = try version(
            "[Recipe.self, V1.Tag.self]", "@Model class Tag { var label = \"\"; var recipe: Recipe? }",
            outside: Self.outside)
        let model = try #require(schema.model?.known, "\(schema.issues)")
        #expect(model.entities.map(\.name) == ["Recipe", "Tag"])
        #expect(model.entity(named: "Tag")?.properties.map(\.name).sorted() == ["label", "recipe"])
        #expect(
            schema.assumptions.contains(
                Assumption(entity: "Recipe", property: "tags", .namesake)))
        guard case .namesake("Recipe", "tags", "Tag", let place, "V1.Tag")? = schema.issues.first?.problem else {
            Issue.record("\(schema.issues)")
            return
        }
        #expect(schema.issues.map(\.severity) == [.warning])
        #expect(place.line == 11)
        #expect(schema.issues.first?.location.line == 9)
    }

    /// A class outside the versions refers to a version's class, and an older version lists its own class with the same
    /// name.
    @Test func aClassOfAnotherVersion() throws {
        let project = try read([
            "V1.swift":
                "enum V1: VersionedSchema { static let versionIdentifier = Schema.Version(1, 0, 0)\n static let models: [any PersistentModel.Type] = [Recipe.self, Tag.self]\n @Model class Tag { var label = \"\" } }",
            "V2.swift":
                "enum V2: VersionedSchema { static let versionIdentifier = Schema.Version(2, 0, 0)\n static let models: [any PersistentModel.Type] = [Recipe.self, Tag.self]\n @Model class Tag { var label = \"\"; var colour = 0 } }",
            "Recipe.swift": "typealias Tag = V2.Tag\n@Model class Recipe { var tag: Tag? }",
        ])
        let first = try #require(project.schemas.first { $0.name == "V1" })
        #expect(first.model?.known?.entity(named: "Tag")?.properties.map(\.name) == ["label"])
        #expect(first.issues.count == 1)
        let second = try #require(project.schemas.first { $0.name == "V2" })
        #expect(second.issues.isEmpty)
        #expect(!second.assumptions.contains { $0.shape.rule == .namesake })
    }

    /// A version can't list two classes with the same name, or refer to two such classes that it doesn't list.
    @Test(arguments: ["[V1.Tag.self, Tag2.self]", "[A.self, B.self]"])
    func twoClassesOfOneNameAreRejected(_ models: String) throws {
        let schema = try version(
            models, "@Model class Tag {}\n@Model class A { var tag: V1.Tag? }",
            outside:
                "enum Other { @Model class Tag {} }\ntypealias Tag2 = Other.Tag\n@Model class B { var tag: Other.Tag? }"
        )
        #expect(schema.model == nil)
        #expect(schema.issues.map(\.problem) == [.duplicateEntity("Tag")])
    }
}
