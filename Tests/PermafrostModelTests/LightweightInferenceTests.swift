import Testing

@testable import PermafrostModel

/// The classification of each change that a migration must handle, one change at a time.
@Suite struct LightweightInferenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rule: ClassifiedChange.Rule
        let old: SchemaModel
        let new: SchemaModel
    }

    private static func model(_ properties: [Property], unique: [[String]] = [], isAbstract: Bool = false)
        -> SchemaModel
    {
        SchemaModel(entities: [
            Entity(
                name: "Post", isAbstract: isAbstract,
                properties: [.attribute(Attribute(name: "base", type: .string))] + properties,
                uniquenessConstraints: unique),
            Entity(name: "User"), Entity(name: "Tag"),
        ])
    }

    private static func attribute(
        _ name: String, _ rule: ClassifiedChange.Rule, from old: Attribute?, to new: Attribute?
    ) -> Case {
        func properties(_ attribute: Attribute?) -> [Property] { attribute.map { [.attribute($0)] } ?? [] }
        return Case(testDescription: name, rule: rule, old: model(properties(old)), new: model(properties(new)))
    }

    private static func relationship(
        _ name: String, _ rule: ClassifiedChange.Rule, from old: Relationship?, to new: Relationship?
    ) -> Case {
        func properties(_ relationship: Relationship?) -> [Property] { relationship.map { [.relationship($0)] } ?? [] }
        return Case(testDescription: name, rule: rule, old: model(properties(old)), new: model(properties(new)))
    }

    private static func text(_ change: (inout Attribute) -> Void = { _ in }) -> Attribute {
        var attribute = Attribute(name: "x", type: .string)
        change(&attribute)
        return attribute
    }

    private static func author(_ change: (inout Relationship) -> Void = { _ in }) -> Relationship {
        var relationship = Relationship(name: "x", destination: "User", isOptional: true)
        change(&relationship)
        return relationship
    }

    private static func address(_ elements: Attribute..., default value: DefaultValue? = nil) -> Attribute {
        Attribute(name: "x", type: .composite, defaultValue: value, elements: elements)
    }

    private static let street = Attribute(name: "street", type: .string)
    private static let zip = Attribute(name: "zip", type: .string)
    private static let floor = Attribute(name: "floor", type: .int64, isOptional: true)

    private static func mode(_ cases: String...) -> Attribute {
        Attribute(
            name: "x", type: .composite, elements: cases.map { Attribute(name: $0, type: .string, isOptional: true) },
            isEnumeration: true, enumerationCases: cases)
    }

    private static func rawMode(_ cases: String...) -> Attribute {
        Attribute(
            name: "x", type: .composite, elements: [Attribute(name: "x", type: .string, isOptional: true)],
            isEnumeration: true, shape: .enumeration(cases.map { .init(name: $0, rawValue: $0) }))
    }

    /// Returns an attribute for an array of structs, which is stored as a single encoded value.
    private static func encoded(_ fields: [(String, ValueShape)]) -> Attribute {
        Attribute(
            name: "x", type: .binary,
            shape: .array(.structure(fields.map { ValueShape.Field(name: $0.0, shape: $0.1) })))
    }

    static let cases: [Case] = [
        attribute("an optional attribute", .addedOptional, from: nil, to: text { $0.isOptional = true }),
        attribute(
            "a required one with a default", .addedWithDefault, from: nil, to: text { $0.defaultValue = .string("") }),
        attribute("a required one without", .addedWithoutDefault, from: nil, to: text()),
        attribute(
            "a required one made anew", .addedWithGeneratedDefault, from: nil,
            to: text { $0.defaultValue = .expression("UUID()") }),
        attribute("one that is not stored", .changedBehaviour, from: nil, to: text { $0.isTransient = true }),
        attribute("one gone", .removedProperty, from: text(), to: nil),
        attribute("required to optional", .becameOptional, from: text(), to: text { $0.isOptional = true }),
        attribute(
            "optional to required", .becameRequiredWithoutDefault, from: text { $0.isOptional = true }, to: text()),
        attribute(
            "optional to required with a default", .becameRequiredWithDefault,
            from: text {
                $0.isOptional = true
                $0.defaultValue = .string("")
            }, to: text { $0.defaultValue = .string("") }),
        attribute("another type", .changedType, from: text(), to: text { $0.type = .int64 }),
        attribute("a wider integer", .widenedInteger, from: text { $0.type = .int16 }, to: text { $0.type = .int64 }),
        attribute("a narrower integer", .changedType, from: text { $0.type = .int64 }, to: text { $0.type = .int16 }),
        attribute("a scalar to a struct", .changedType, from: text(), to: address(street)),
        attribute("a default", .changedBehaviour, from: text(), to: text { $0.defaultValue = .string("a") }),
        attribute("external storage", .changedIdentityOnly, from: text(), to: text { $0.isExternalStorage = true }),
        attribute("stored no more", .becameTransient, from: text(), to: text { $0.isTransient = true }),
        attribute("stored from now on", .becameStored, from: text { $0.isTransient = true }, to: text()),
        attribute("a hash modifier", .changedIdentityOnly, from: text(), to: text { $0.versionHashModifier = "2" }),
        attribute("a struct's new optional element", .addedOptional, from: address(street), to: address(street, floor)),
        attribute(
            "a struct's new required element", .addedWithoutDefault, from: address(street), to: address(street, zip)),
        attribute(
            "a struct's new required element with a default", .addedFieldWithDefault,
            from: address(street, default: .dictionary(["street": .string("a"), "zip": .string("1")])),
            to: address(street, zip, default: .dictionary(["street": .string("a"), "zip": .string("1")]))),
        attribute("a struct's lost element", .removedProperty, from: address(street, floor), to: address(street)),
        attribute("a new struct of required elements", .addedWithoutDefault, from: nil, to: address(street)),
        attribute("a new struct of optional elements", .addedOptional, from: nil, to: address(floor)),
        attribute("an enum's new case", .addedEnumerationCase, from: rawMode("a"), to: rawMode("a", "b")),
        attribute("an enum's lost case", .removedEnumerationCase, from: rawMode("a", "b"), to: rawMode("a")),
        attribute(
            "an array of another type", .changedEncodedShape,
            from: Attribute(name: "x", type: .transformable, shape: .array(.scalar("String"))),
            to: Attribute(name: "x", type: .transformable, shape: .array(.scalar("Int")))),
        attribute(
            "an encoded struct's new optional field", .changedBehaviour, from: encoded([("a", .scalar("Int"))]),
            to: encoded([("a", .scalar("Int")), ("b", .optional(.scalar("Int")))])),
        attribute(
            "an encoded struct's lost field", .changedBehaviour,
            from: encoded([("a", .scalar("Int")), ("b", .scalar("Int"))]), to: encoded([("a", .scalar("Int"))])),
        attribute(
            "an encoded struct's new required field", .changedEncodedShape, from: encoded([("a", .scalar("Int"))]),
            to: encoded([("a", .scalar("Int")), ("b", .scalar("Int"))])),
        attribute(
            "an encoded struct's field of another type", .changedEncodedShape, from: encoded([("a", .scalar("Int"))]),
            to: encoded([("a", .scalar("String"))])),
        attribute(
            "another Swift type of a number", .changedBehaviour, from: Attribute(name: "x", type: .int16),
            to: Attribute(name: "x", type: .int16, shape: .scalar("UInt8"))),
        relationship("an optional to-one", .addedRelationship, from: nil, to: author()),
        relationship(
            "a to-many", .addedRelationship, from: nil,
            to: author {
                $0.maximumCount = 0
                $0.isOptional = false
            }),
        relationship("a required to-one", .addedRequiredToOne, from: nil, to: author { $0.isOptional = false }),
        relationship("one gone", .removedProperty, from: author(), to: nil),
        relationship(
            "to-one to to-many", .toOneBecameToMany, from: author { $0.inverse = "xs" },
            to: author {
                $0.maximumCount = 0
                $0.inverse = "xs"
            }),
        relationship(
            "to-one to to-many without an inverse", .toOneBecameExclusiveToMany, from: author(),
            to: author { $0.maximumCount = 0 }),
        relationship("to-many to to-one", .toManyBecameToOne, from: author { $0.maximumCount = 0 }, to: author()),
        relationship(
            "ordered", .changedOrdering, from: author { $0.maximumCount = 0 },
            to: author {
                $0.maximumCount = 0
                $0.isOrdered = true
            }),
        relationship("another destination", .changedDestination, from: author(), to: author { $0.destination = "Tag" }),
        relationship("a delete rule", .changedBehaviour, from: author(), to: author { $0.deleteRule = .cascade }),
        relationship("required to-one", .addedRequiredToOne, from: author(), to: author { $0.isOptional = false }),
        relationship(
            "counts", .changedCounts, from: author { $0.maximumCount = 0 }, to: author { $0.maximumCount = 5 }),
        Case(testDescription: "unique", rule: .addedUniqueness, old: model([]), new: model([], unique: [["base"]])),
        Case(
            testDescription: "unique no more", rule: .removedUniqueness, old: model([], unique: [["base"]]),
            new: model([])),
        Case(testDescription: "abstract", rule: .changedAbstractness, old: model([]), new: model([], isAbstract: true)),
        Case(
            testDescription: "a model", rule: .addedModel, old: SchemaModel(entities: [Entity(name: "A")]),
            new: SchemaModel(entities: [Entity(name: "A"), Entity(name: "B")])),
        Case(
            testDescription: "a model gone", rule: .removedModel,
            old: SchemaModel(entities: [Entity(name: "A"), Entity(name: "B")]),
            new: SchemaModel(entities: [Entity(name: "A")])),
        Case(
            testDescription: "a parent that had rows of its own", rule: .mergedHierarchies,
            old: SchemaModel(entities: [Entity(name: "A"), Entity(name: "B")]),
            new: SchemaModel(entities: [Entity(name: "A"), Entity(name: "B", superentity: "A")])),
        Case(
            testDescription: "another parent of the same hierarchy", rule: .changedInheritance,
            old: SchemaModel(entities: [
                Entity(name: "A"), Entity(name: "B", superentity: "A"), Entity(name: "C", superentity: "A"),
            ]),
            new: SchemaModel(entities: [
                Entity(name: "A"), Entity(name: "B", superentity: "A"), Entity(name: "C", superentity: "B"),
            ])),
    ]

    @Test(arguments: cases)
    func theRuleAndTheVerdictAreAsExpected(_ row: Case) throws {
        let inference = LightweightInference(from: row.old, to: row.new)
        #expect(inference.changes.map(\.rule) == [row.rule], "\(inference.changes.map(\.change))")
        #expect(inference.verdict == row.rule.verdict)
        #expect(inference.questions.isEmpty)
    }

    /// Returns an entity with the given properties, which are strings.
    private static func entity(
        _ name: String, below parent: String? = nil, isAbstract: Bool = false, _ properties: String...
    ) -> Entity {
        Entity(
            name: name, isAbstract: isAbstract, superentity: parent,
            properties: properties.map { .attribute(Attribute(name: $0, type: .string)) })
    }

    struct HierarchyCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old: [Entity]
        let new: [Entity]
        let rules: [ClassifiedChange.Rule]
    }

    static let hierarchies: [HierarchyCase] = [
        HierarchyCase(
            testDescription: "up to a new parent", old: [entity("A", "x")],
            new: [entity("A", below: "P"), entity("P", "x")],
            rules: [.addedModel, .changedInheritance, .movedProperty]),
        HierarchyCase(
            testDescription: "up by two levels", old: [entity("A", "x")],
            new: [entity("A", below: "P"), entity("P", below: "Q"), entity("Q", "x")],
            rules: [.addedModel, .addedModel, .changedInheritance, .movedProperty]),
        HierarchyCase(
            testDescription: "up to a parent whose other child had none",
            old: [
                entity("P"), entity("A", below: "P", "x"), entity("B", below: "P"),
            ],
            new: [entity("P", "x"), entity("A", below: "P"), entity("B", below: "P")],
            rules: [.addedWithoutDefault, .movedProperty]),
        HierarchyCase(
            testDescription: "down from an abstract parent to each child",
            old: [
                entity("P", isAbstract: true, "x"), entity("A", below: "P"), entity("B", below: "P"),
            ],
            new: [entity("P", isAbstract: true), entity("A", below: "P", "x"), entity("B", below: "P", "x")],
            rules: [.movedProperty, .movedProperty, .movedProperty]),
        HierarchyCase(
            testDescription: "down from an abstract parent to one child",
            old: [
                entity("P", isAbstract: true, "x"), entity("A", below: "P"), entity("B", below: "P"),
            ],
            new: [entity("P", isAbstract: true), entity("A", below: "P", "x"), entity("B", below: "P")],
            rules: [.movedProperty, .removedProperty]),
        HierarchyCase(
            testDescription: "down from a parent with rows of its own",
            old: [entity("P", "x"), entity("A", below: "P")],
            new: [entity("P"), entity("A", below: "P", "x")], rules: [.movedProperty, .removedProperty]),
        HierarchyCase(
            testDescription: "two models under a new parent", old: [entity("A", "x"), entity("B", "x")],
            new: [entity("A", below: "P"), entity("B", below: "P"), entity("P", "x")],
            rules: [.addedModel, .mergedHierarchies, .movedProperty, .movedProperty]),
        HierarchyCase(
            testDescription: "two hierarchies at depth",
            old: [
                entity("A"), entity("B", below: "A"), entity("C"), entity("D", below: "C"),
            ],
            new: [entity("P"), entity("A", below: "P"), entity("B", below: "A"), entity("D", below: "B")],
            rules: [.addedModel, .mergedHierarchies, .removedModel]),
        HierarchyCase(
            testDescription: "a child that moves into another hierarchy",
            old: [entity("A", "x"), entity("P", "y"), entity("B", below: "P", "z")],
            new: [entity("A", "x"), entity("P", "y"), entity("B", below: "A", "z")], rules: [.mergedHierarchies]),
        HierarchyCase(
            testDescription: "an abstract parent that is removed",
            old: [entity("P", isAbstract: true, "x"), entity("A", below: "P")], new: [entity("A", "x")],
            rules: [.changedInheritance, .movedProperty, .removedAbstractModel]),
        HierarchyCase(
            testDescription: "an abstract parent that is removed with a value",
            old: [entity("P", isAbstract: true, "x"), entity("A", below: "P")], new: [entity("A")],
            rules: [.changedInheritance, .removedAbstractModel, .removedProperty]),
        HierarchyCase(
            testDescription: "an abstract parent that is replaced by one with its properties",
            old: [entity("P", isAbstract: true, "x"), entity("A", below: "P")],
            new: [entity("Q", isAbstract: true, "x"), entity("A", below: "Q")],
            rules: [.addedModel, .changedInheritance, .removedAbstractModel]),
        HierarchyCase(
            testDescription: "a child that leaves its parent", old: [entity("P", "x"), entity("A", below: "P", "y")],
            new: [entity("P", "x"), entity("A", "x", "y")], rules: [.changedInheritance, .movedProperty]),
    ]

    /// A moved property keeps its values. Merged hierarchies are a single change, without changes for lost values.
    @Test(arguments: hierarchies) func theVerdictsOfHierarchiesAreAsExpected(_ row: HierarchyCase) {
        let inference = LightweightInference(
            from: SchemaModel(entities: row.old), to: SchemaModel(entities: row.new))
        let rules = inference.changes.map(\.rule).sorted { $0.rawValue < $1.rawValue }
        #expect(rules == row.rules.sorted { $0.rawValue < $1.rawValue }, "\(inference.changes)")
        #expect(inference.questions.isEmpty)
    }

    /// Rows without a value for a new property in a constraint are never equal.
    @Test(arguments: [(true, false), (false, true)])
    func aNewUniquePropertyWithoutValues(_ isOptional: Bool, _ hasDefault: Bool) {
        let new = Self.text {
            $0.isOptional = isOptional
            $0.defaultValue = hasDefault ? .string("") : nil
        }
        let inference = LightweightInference(
            from: Self.model([]), to: Self.model([.attribute(new)], unique: [["x"]]))
        #expect(
            Set(inference.changes.map(\.rule))
                == (isOptional ? [.addedOptional, .addedSatisfiedUniqueness] : [.addedWithDefault, .addedUniqueness]))
    }

    /// The names of a merge are the topmost entities that had no common parent.
    @Test func aMergeNamesTheEntitiesThatMove() {
        let inference = LightweightInference(
            from: SchemaModel(entities: [Self.entity("A"), Self.entity("P"), Self.entity("B", below: "P")]),
            to: SchemaModel(entities: [Self.entity("A"), Self.entity("P"), Self.entity("B", below: "A")]))
        #expect(inference.changes.map(\.change.before) == ["A, B"])
    }

    struct UniqueCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var old: [Entity]
        var new: [Entity]
        let rule: ClassifiedChange.Rule?
    }

    /// Returns an entity with optional texts, which may be unique.
    private static func page(
        _ properties: [String], of name: String = "A", below parent: String? = nil, unique: [[String]] = [],
        required: [String] = [], original: [String: String] = [:]
    ) -> Entity {
        Entity(
            name: name, superentity: parent,
            properties: properties.map {
                .attribute(
                    Attribute(
                        name: $0, type: .string, isOptional: !required.contains($0),
                        defaultValue: required.contains($0) ? .string("") : nil, renamingIdentifier: original[$0]))
            }, uniquenessConstraints: unique)
    }

    @Test(arguments: [
        UniqueCase(
            testDescription: "an older constraint implies it", old: [page(["x", "y"], unique: [["x"]])],
            new: [page(["x", "y"], unique: [["x"], ["y", "x"]])], rule: .addedSatisfiedUniqueness),
        UniqueCase(
            testDescription: "an older constraint has more properties", old: [page(["x", "y"], unique: [["x", "y"]])],
            new: [page(["x", "y"], unique: [["x"]])], rule: .addedUniqueness),
        UniqueCase(
            testDescription: "an older constraint under an older name", old: [page(["x", "y"], unique: [["x"]])],
            new: [page(["z", "y"], unique: [["y", "z"]], original: ["z": "x"])], rule: .addedSatisfiedUniqueness),
        UniqueCase(
            testDescription: "rows without a value get equal ones", old: [page(["x", "y"], unique: [["x"]])],
            new: [page(["x", "y"], unique: [["x", "y"]], required: ["x"])], rule: .addedUniqueness),
        UniqueCase(
            testDescription: "rows without a value get equal ones under an older constraint",
            old: [page(["x"], unique: [["x"]])], new: [page(["x"], unique: [["x"]], required: ["x"])],
            rule: .filledUniqueProperty),
        UniqueCase(
            testDescription: "a required property under an older constraint",
            old: [page(["x"], unique: [["x"]], required: ["x"])],
            new: [page(["x", "y"], unique: [["x"]], required: ["x"])], rule: nil),
        UniqueCase(
            testDescription: "a new parent's constraint", old: [page(["x"])],
            new: [page(["x"], of: "P", unique: [["x"]]), page([], below: "P")], rule: .addedUniqueness),
        UniqueCase(
            testDescription: "a new parent's constraint that its child had", old: [page(["x"], unique: [["x"]])],
            new: [page(["x"], of: "P", unique: [["x"]]), page([], below: "P")], rule: nil),
        UniqueCase(
            testDescription: "a new parent's constraint that each of two children had",
            old: [
                page([], of: "P"), page(["x"], of: "A", below: "P", unique: [["x"]]),
                page(["x"], of: "B", below: "P", unique: [["x"]]),
            ],
            new: [
                page([], of: "P"), page(["x"], of: "Q", below: "P", unique: [["x"]]), page([], of: "A", below: "Q"),
                page([], of: "B", below: "Q"),
            ], rule: .addedUniqueness),
        UniqueCase(
            testDescription: "a new parent's constraint on a new property", old: [page(["y"])],
            new: [page(["x"], of: "P", unique: [["x"]]), page(["y"], below: "P")], rule: nil),
        UniqueCase(
            testDescription: "a new model's constraint", old: [page(["x"])],
            new: [page(["x"]), page(["x"], of: "B", unique: [["x"]])], rule: nil),
    ])
    func aConstraintIsRatedByTheOldRows(_ row: UniqueCase) {
        let inference = LightweightInference(
            from: SchemaModel(entities: row.old), to: SchemaModel(entities: row.new))
        let rules = inference.changes.filter { $0.change.aspect == .uniqueness && $0.change.after != nil }.map(\.rule)
        #expect(rules == [row.rule].compactMap(\.self), "\(inference.changes)")
    }

    /// A migration creates an index only if it rebuilds the entity's table.
    @Test(arguments: [
        (nil, ClassifiedChange.Rule.changedTables), ("Post", .rebuiltTables),
        ("User", .maybeRebuiltTables),
    ])
    func anIndex(_ rehashed: String?, _ rule: ClassifiedChange.Rule) throws {
        let old = Self.model([])
        let entities = old.entities.map { entity in
            Entity(
                name: entity.name, properties: entity.properties,
                indexes: entity.name == "Post" ? [FetchIndex(name: "byBase", elements: [.init(property: "base")])] : [],
                versionHashModifier: entity.name == rehashed ? "2" : nil)
        }
        let inference = LightweightInference(from: old, to: SchemaModel(entities: entities))
        #expect(inference.changes.first { $0.change.aspect == .index }?.rule == rule, "\(inference.changes)")
        #expect(inference.changes.count == (rehashed == nil ? 1 : 2))
    }

    @Test func equalModelsNeedNothing() {
        let model = Self.model([.attribute(Self.text())])
        #expect(LightweightInference(from: model, to: model).changes.isEmpty)
        #expect(LightweightInference(from: model, to: model).verdict == nil)
    }

    @Test func anEnumWithoutRawValuesThatGainsACaseGainsAColumn() {
        let inference = LightweightInference(
            from: Self.model([.attribute(Self.mode("a"))]), to: Self.model([.attribute(Self.mode("a", "b"))]))
        #expect(inference.verdict == .lightweight)
        #expect(inference.changes.contains { $0.rule == .addedOptional && $0.change.element == ["b"] })
    }

    @Test func anOriginalNameIsARename() {
        var renamed = Self.text { $0.renamingIdentifier = "x" }
        renamed.name = "y"
        let inference = LightweightInference(
            from: Self.model([.attribute(Self.text())]), to: Self.model([.attribute(renamed)]))
        #expect(inference.changes.map(\.rule) == [.renamed])
        #expect(inference.changes.first?.change.before == "x")
        #expect(inference.changes.first?.change.after == "y")
        #expect(inference.verdict == .lightweight)
        renamed.type = .int64
        let retyped = LightweightInference(
            from: Self.model([.attribute(Self.text())]), to: Self.model([.attribute(renamed)]))
        #expect(retyped.changes.map(\.rule) == [.renamed, .changedType])
        #expect(retyped.changes.last?.change.property == "y")
    }

    @Test func aRenameOverAPropertyThatStaysDropsIt() {
        // `a` is renamed to `b`, so no property continues the old `b`.
        func attribute(_ name: String, was original: String? = nil) -> Property {
            .attribute(Attribute(name: name, type: .string, renamingIdentifier: original))
        }
        let inference = LightweightInference(
            from: Self.model([attribute("a"), attribute("b")]), to: Self.model([attribute("b", was: "a")]))
        #expect(Set(inference.changes.map(\.rule)) == [.renamed, .removedProperty])
        #expect(inference.verdict == .losesData)
        #expect(inference.questions.isEmpty)
    }

    /// Returns a model with texts, each with its original name.
    private static func texts(_ properties: KeyValuePairs<String, String?>) -> SchemaModel {
        model(properties.map { .attribute(Attribute(name: $0.key, type: .string, renamingIdentifier: $0.value)) })
    }

    /// A property that is renamed twice has the same original name in both versions.
    @Test func aSecondRenameWithTheFirstNameKeepsTheValues() {
        let versions = [["a": nil], ["b": "a"], ["c": "a"]].map(Self.texts)
        for (old, new) in [(0, 1), (1, 2), (0, 2)] {
            let inference = LightweightInference(from: versions[old], to: versions[new])
            #expect(inference.changes.map(\.rule) == [.renamed], "\(old) to \(new)")
            #expect(inference.questions.isEmpty)
        }
        #expect(versions[1].originalName(afterRenaming: "b", of: "Post") == "a")
        #expect(versions[0].originalName(afterRenaming: "a", of: "Post") == "a")
        #expect(Self.texts(["a": nil, "b": "a"]).originalName(afterRenaming: "b", of: "Post") == "b")
    }

    @Test func aNewPropertyWithTheOldNameOfARenamedOneIsAdded() {
        let model = Self.texts(["a": nil, "b": "a"])
        let inference = LightweightInference(from: model, to: Self.texts(["a": nil, "b": "a", "n": nil]))
        #expect(inference.changes.map(\.change.property) == ["n"], "\(inference.changes)")
    }

    @Test func aModelThatIsRenamedTwiceKeepsItsRows() {
        func model(_ name: String, was original: String?) -> SchemaModel {
            SchemaModel(entities: [
                Entity(
                    name: name, properties: [.attribute(Attribute(name: "x", type: .string))],
                    renamingIdentifier: original)
            ])
        }
        let inference = LightweightInference(from: model("B", was: "A"), to: model("C", was: "A"))
        #expect(inference.changes.map(\.rule) == [.renamed], "\(inference.changes)")
    }

    @Test func aRenamedModelKeepsItsLinksAndConstraints() {
        func model(_ user: String, was original: String?) -> SchemaModel {
            SchemaModel(entities: [
                Entity(
                    name: user,
                    properties: [
                        .attribute(Attribute(name: "name", type: .string)),
                        .relationship(
                            Relationship(name: "posts", destination: "Post", inverse: "author", maximumCount: 0)),
                    ], uniquenessConstraints: [["name"]], renamingIdentifier: original),
                Entity(
                    name: "Post",
                    properties: [
                        .relationship(
                            Relationship(name: "author", destination: user, inverse: "posts", isOptional: true))
                    ]),
            ])
        }
        let inference = LightweightInference(from: model("User", was: nil), to: model("Writer", was: "User"))
        #expect(inference.changes.map(\.rule) == [.renamed], "\(inference.changes.map(\.change))")
    }

    @Test func aPossibleRenameIsAQuestionAndNeverAssumed() {
        func attribute(_ name: String, _ type: AttributeType = .string) -> Property {
            .attribute(Attribute(name: name, type: type, isOptional: true))
        }
        let inference = LightweightInference(
            from: Self.model([attribute("title"), attribute("size", .int64)]),
            to: Self.model([attribute("heading"), attribute("label"), attribute("date", .date)]))
        #expect(
            inference.questions == [RenameQuestion(entity: "Post", oldName: "title", candidates: ["heading", "label"])])
        #expect(inference.changes.count { $0.rule == .removedProperty } == 2)
        #expect(inference.verdict == .losesData)
    }

    @Test func aPossibleRenameOfAModelIsAQuestion() {
        func model(_ name: String) -> SchemaModel {
            SchemaModel(entities: [Entity(name: name, properties: [.attribute(Attribute(name: "a", type: .string))])])
        }
        let inference = LightweightInference(from: model("User"), to: model("Person"))
        #expect(inference.questions == [RenameQuestion(entity: nil, oldName: "User", candidates: ["Person"])])
    }

    @Test func likenessIsOneForEqualModelsAndDecreasesWithDifferences() {
        let base = Self.model([.attribute(Self.text())])
        #expect(base.likeness(to: base) == 1)
        let near = base.likeness(to: Self.model([.attribute(Self.text { $0.isOptional = true })]))
        let far = base.likeness(to: SchemaModel(entities: [Entity(name: "Post")]))
        #expect(1 > near && near > far && far > 0)
        #expect(base.likeness(to: SchemaModel(entities: [Entity(name: "Other")])) == 0)
        #expect(SchemaModel().likeness(to: SchemaModel()) == 1)
    }
}
