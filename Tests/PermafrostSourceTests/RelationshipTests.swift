import PermafrostModel
import PermafrostSource
import Testing

/// Relationships with their options and inverses.
@Suite struct RelationshipTests {
    /// Returns `Entity.name→Destination/inverse` for each relationship.
    static func sketch(_ model: SchemaModel?) -> [String] {
        (model?.entities ?? []).flatMap { entity in
            entity.relationships.map {
                "\(entity.name).\($0.name)\($0.isOptional ? "?" : "")→\($0.destination)"
                    + ($0.maximumCount == 1 ? "" : "*") + ($0.inverse.map { "/" + $0 } ?? "")
            }
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var body: String
        var expected: [String]
        /// The relationships that frameworks up to version 1419 infer; nil if they are the same.
        var older: [String]?
        /// The properties with an assumed inverse.
        var assumed: Set<String>
        var warnings: Int
        var testDescription: String { body }

        init(
            _ body: String, _ expected: [String], older: [String]? = nil, assumed: Set<String> = [], warnings: Int = 0
        ) {
            self.body = body
            self.expected = expected
            self.older = older
            self.assumed = assumed
            self.warnings = warnings
        }
    }

    @Test(
        arguments: [
            Case("@Model class A { var b: B? }\n@Model class B { var x = 1 }", ["A.b?→B"]),
            Case("@Model class A { var b = B?.none }\n@Model class B { var x = 1 }", ["A.b?→B"]),
            Case("@Model class A { var bs = [B]?.some([]) }\n@Model class B { var x = 1 }", ["A.bs?→B*"]),
            Case("@Model class A { var bs = Optional<[B]>.some([]) }\n@Model class B { var x = 1 }", ["A.bs?→B*"]),
            // A to-one relationship that isn't optional isn't a candidate.
            Case("@Model class A { var b: B? }\n@Model class B { var a: A }", ["A.b?→B", "B.a→A"]),
            Case("@Model class A { var bs: [B] = [] }\n@Model class B { var a: A }", ["A.bs→B*", "B.a→A"]),
            Case(
                "@Model class A { var b: B? }\n@Model class B { var a: A?; var first: A }",
                ["A.b?→B/a", "B.a?→A/b", "B.first→A"]),
            Case(
                "@Model class A { @Relationship(inverse: \\B.a) var b: B? }\n@Model class B { var a: A }",
                ["A.b?→B/a", "B.a→A/b"]),
            // One side has a `@Relationship` without an inverse, so the result depends on the framework.
            Case(
                "@Model class A { @Relationship var b: B? }\n@Model class B { var a: A? }",
                ["A.b?→B", "B.a?→A"], older: ["A.b?→B/a", "B.a?→A/b"], assumed: ["A.b", "B.a"]),
            Case(
                "@Model class A { @Relationship(deleteRule: .cascade) var bs: [B] }\n@Model class B { @Relationship(originalName: \"c\") var a: A? }",
                ["A.bs→B*", "B.a?→A"], older: ["A.bs→B*/a", "B.a?→A/bs"], assumed: ["A.bs", "B.a"]),
            Case(
                "@Model class A { @Relationship var bs: [B] }\n@Model class B { var a: A }",
                ["A.bs→B*", "B.a→A"]),
            Case(
                "@Model class A { @Relationship var b: B?; var c: B? }\n@Model class B { var a: A? }",
                ["A.b?→B", "A.c?→B", "B.a?→A"], assumed: ["A.b", "A.c", "B.a"], warnings: 3),
            Case("@Model class A { var bs: [B] = [] }\n@Model class B { var a: A? }", ["A.bs→B*/a", "B.a?→A/bs"]),
            Case(
                "@Model class A { var bs: Set<B>? }\n@Model class B { var `as`: Array<A>? }",
                ["A.bs?→B*/as", "B.as?→A*/bs"]),
            Case("@Model class A { var bs = [B]() }\n@Model class B {}", ["A.bs→B*"]),
            Case(
                "@Model class A { @Relationship(inverse: \\B.a) var bs: [B]\n var main: B? }\n@Model class B { var a: A? }",
                ["A.bs→B*/a", "A.main?→B", "B.a?→A/bs"]),
            Case(
                "@Model class A { @Relationship(inverse: \\B.a) var bs: [B]\n var main: B? }\n@Model class B { var a: A?; var owner: A? }",
                ["A.bs→B*/a", "A.main?→B/owner", "B.a?→A/bs", "B.owner?→A/main"]),
            Case(
                "@Model class A { var one: B?; var two: B? }\n@Model class B { var a: A? }",
                ["A.one?→B", "A.two?→B", "B.a?→A"], warnings: 3),
            Case(
                "@Model class A { @Relationship(inverse: \\V1.B.a) var b: B? }\n@Model class B { var a: A? }",
                ["A.b?→B/a", "B.a?→A/b"]),
            Case(
                "@Model class A { @Relationship(deleteRule: .cascade, inverse: nil) var b: B? }\n@Model class B { var a: A? }",
                ["A.b?→B", "B.a?→A"], older: ["A.b?→B/a", "B.a?→A/b"], assumed: ["A.b", "B.a"]),
            Case(
                "@Model class A { var parent: A?\n @Relationship(inverse: \\A.parent) var children: [A] }",
                ["A.children→A*/parent", "A.parent?→A/children"]),
            Case(
                "@Model class A { var parent: A?; var children: [A] }",
                ["A.children→A*/parent", "A.parent?→A/children"], assumed: ["A.children", "A.parent"]),
            Case(
                "@Model class A { var parent: A?; @Relationship(deleteRule: .cascade) var children: [A] }",
                ["A.children→A*", "A.parent?→A"], older: ["A.children→A*/parent", "A.parent?→A/children"],
                assumed: ["A.children", "A.parent"]),
            Case("@Model class A { var next: A? }", ["A.next?→A"], assumed: ["A.next"]),
        ])
    func inverses(_ row: Case) throws {
        let schema = try version("[A.self]", row.body)
        #expect(Self.sketch(schema.model?.known) == row.expected)
        let variants = schema.model?.known?.frameworkVariants ?? []
        #expect(variants.map(\.framework) == (row.older == nil ? [] : [.upTo1419]))
        #expect(variants.first.map { Self.sketch(schema.model?.known?.model(of: $0)) } == row.older)
        #expect(Set(schema.assumptions.map { "\($0.entity).\($0.property ?? "")" }) == row.assumed)
        #expect(schema.issues.count == row.warnings)
        #expect(schema.issues.allSatisfy { $0.severity == .warning })
    }

    @Test func options() throws {
        let schema = try version(
            "[A.self]",
            """
            @Model class A {
                @Relationship(deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 5, originalName: "olds",
                    inverse: \\B.a, hashModifier: "m")
                public private(set) var bs: [B]?
                @SwiftData.Relationship(.unique, deleteRule: Schema.Relationship.DeleteRule.deny) var c: C
            }
            @Model class B { var a: A? }
            @Model class C {}
            """)
        let entity = try #require(schema.model?.known?.entity(named: "A"), "\(schema.issues)")
        #expect(
            entity.property(named: "bs")
                == .relationship(
                    Relationship(
                        name: "bs", destination: "B", inverse: "a", isOptional: true, minimumCount: 1, maximumCount: 5,
                        deleteRule: .cascade, renamingIdentifier: "olds", versionHashModifier: "m")))
        #expect(entity.relationships.first { $0.name == "c" }?.deleteRule == .deny)
        #expect(entity.uniquenessConstraints == [["c"]])
    }

    @Test func theSchemaIsTheClosure() throws {
        let schema = try version(
            "[A.self]",
            """
            @Model class A { var b: B? }
            @Model class B { var c: [C] }
            @Model class C { var d: D }
            @Model class D {}
            @Model class Unused {}
            """)
        #expect(schema.model?.known?.entities.map(\.name) == ["A", "B", "C", "D"])
    }

    @Test func inheritance() throws {
        let schema = try version(
            "[Dog.self]",
            """
            @Model class Animal: Identifiable { var name = ""; @Relationship(inverse: \\Owner.animals) var owner: Owner? }
            @Model final class Dog: Animal, Sendable { var breed: String }
            @Model class Owner { var animals: [Animal] = [] }
            """)
        let model = try #require(schema.model?.known, "\(schema.issues)")
        #expect(model.entities.map(\.name) == ["Animal", "Dog", "Owner"])
        #expect(model.entity(named: "Dog")?.superentity == "Animal")
        #expect(model.entity(named: "Dog")?.properties.map(\.name) == ["breed"])
        #expect(schema.assumptions.contains(Assumption(entity: "Dog", .inheritance)))
    }

    @Test func problems() throws {
        func problem(_ body: String, outside: String = "") throws -> SourceIssue.Problem? {
            let schema = try version("[A.self]", body, outside: outside)
            #expect(schema.model == nil)
            return schema.issues.first?.problem
        }
        #expect(
            try problem(
                "@Model class A { @Relationship(inverse: \\B.owners) var b: B? }\n@Model class B { var owner: A? }")
                == .unknownName(what: "inverse", name: "owners", near: ["owner"]))
        #expect(
            try problem("@Model class A { @Relationship var b: Bb? }\n@Model class B { var owner: A? }")
                == .unknownName(what: "destination", name: "Bb", near: ["B"]))
        #expect(try problem("@Model class A: B {}\n@Model class B: A {}") == .inheritanceCycle("A"))
        #expect(
            try problem(
                "@Model class A { var x: Other.Post?; var y: Post? }\n@Model class Post {}",
                outside: "enum Other { @Model class Post {} }")
                == .duplicateEntity("Post"))
        #expect(
            try problem("@Model class A { @Relationship(deleteRule: .burn) var b: B? }\n@Model class B {}")
                == .unknownOption("deleteRule: .burn"))
    }
}
