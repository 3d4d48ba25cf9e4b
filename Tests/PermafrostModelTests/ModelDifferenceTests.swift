import Testing

@testable import PermafrostModel

/// Every possible change of a model, with the expected kind.
@Suite struct ModelDifferenceTests {
    struct Edit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let aspect: ModelChange.Aspect
        let kind: ModelChange.Kind
        let old: SchemaModel
        let new: SchemaModel

        init(
            _ name: String, _ aspect: ModelChange.Aspect, _ kind: ModelChange.Kind, _ old: SchemaModel,
            _ new: SchemaModel
        ) {
            testDescription = name
            self.aspect = aspect
            self.kind = kind
            self.old = old
            self.new = new
        }
    }

    static func model(_ properties: [Property], edit: (inout Entity) -> Void = { _ in }) -> SchemaModel {
        var entity = Entity(name: "Post", properties: properties)
        edit(&entity)
        return SchemaModel(entities: [entity, Entity(name: "User")], versionIdentifiers: ["1.0.0"])
    }

    static func attribute(
        _ name: String, _ aspect: ModelChange.Aspect, _ kind: ModelChange.Kind,
        base: Attribute = Attribute(name: "x", type: .string), _ change: (inout Attribute) -> Void
    ) -> Edit {
        var changed = base
        change(&changed)
        return Edit(name, aspect, kind, model([.attribute(base)]), model([.attribute(changed)]))
    }

    static func relationship(
        _ name: String, _ aspect: ModelChange.Aspect, _ kind: ModelChange.Kind,
        _ change: (inout Relationship) -> Void
    ) -> Edit {
        let base = Relationship(name: "x", destination: "User")
        var changed = base
        change(&changed)
        return Edit(name, aspect, kind, model([.relationship(base)]), model([.relationship(changed)]))
    }

    static func entity(
        _ name: String, _ aspect: ModelChange.Aspect, _ kind: ModelChange.Kind, _ change: (inout Entity) -> Void
    ) -> Edit {
        let properties: [Property] = ["a", "b"].map { .attribute(Attribute(name: $0, type: .string)) }
        let base = model(properties) {
            $0.uniquenessConstraints = [["a"], ["b"]]
            $0.indexes = [FetchIndex(name: "i", elements: [.init(property: "a")])]
        }
        let changed = model(properties) {
            $0.uniquenessConstraints = [["a"], ["b"]]
            $0.indexes = [FetchIndex(name: "i", elements: [.init(property: "a")])]
            change(&$0)
        }
        return Edit(name, aspect, kind, base, changed)
    }

    static let structure = Attribute(
        name: "x", type: .composite,
        elements: [
            Attribute(name: "a", type: .string), Attribute(name: "b", type: .int64),
            Attribute(name: "c", type: .composite, elements: [Attribute(name: "d", type: .string)]),
        ])

    static let rawEnum = Attribute(
        name: "x", type: .composite, elements: [Attribute(name: "x", type: .string, isOptional: true)],
        isEnumeration: true,
        shape: .enumeration([.init(name: "a", rawValue: "a"), .init(name: "b", rawValue: "b")]))

    static let plainEnum = Attribute(
        name: "x", type: .composite,
        elements: ["a", "b"].map { Attribute(name: $0, type: .string, isOptional: true) }, isEnumeration: true,
        enumerationCases: ["a", "b"])

    static let edits: [Edit] = [
        attribute("type", .type, .identity) { $0.type = .int64 },
        attribute("optional", .optionality, .identity) { $0.isOptional = true },
        attribute("transient", .transience, .identity) { $0.isTransient = true },
        attribute("external", .externalStorage, .identity) { $0.isExternalStorage = true },
        attribute("preserved", .preservationOnDeletion, .identity) { $0.preservesValueOnDeletion = true },
        attribute("hash modifier", .hashModifier, .identity) { $0.versionHashModifier = "2" },
        attribute("spotlight", .spotlight, .silent) { $0.isSpotlightIndexed = true },
        attribute("encryption", .cloudEncryption, .silent) { $0.allowsCloudEncryption = true },
        attribute("default", .defaultValue, .silent) { $0.defaultValue = .string("a") },
        attribute("original name", .renamingIdentifier, .silent) { $0.renamingIdentifier = "y" },
        attribute("transformer", .valueTransformer, .silent) { $0.valueTransformerName = "T" },
        attribute("value class", .valueClass, .silent) { $0.valueClassName = "Array<Int>" },
        attribute("Swift type", .swiftType, .silent) { $0.shape = .scalar("Substring") },
        attribute("user info", .userInfo, .silent) { $0.userInfo = ["a": "b"] },
        attribute("derivation", .derivation, .identity) { $0.derivation = .init(expression: "now()") },
        attribute("element added", .added, .identity, base: structure) {
            $0.elements.append(Attribute(name: "z", type: .string))
        },
        attribute("element removed", .removed, .identity, base: structure) { $0.elements.removeFirst() },
        attribute("element retyped", .type, .identity, base: structure) { $0.elements[0].type = .binary },
        attribute("nested element", .optionality, .identity, base: structure) {
            $0.elements[2].elements[0].isOptional = true
        },
        attribute("element order", .elementOrder, .physical, base: structure) { $0.elements.swapAt(0, 1) },
        attribute("optional composite", .optionality, .silent, base: structure) { $0.isOptional = true },
        attribute("raw case added", .enumerationCase, .silent, base: rawEnum) {
            $0.shape = .enumeration([
                .init(name: "a", rawValue: "a"), .init(name: "b", rawValue: "b"), .init(name: "c", rawValue: "c"),
            ])
        },
        attribute("raw value", .enumerationCase, .silent, base: rawEnum) {
            $0.shape = .enumeration([.init(name: "a", rawValue: "a"), .init(name: "b", rawValue: "B")])
        },
        attribute("case added", .added, .identity, base: plainEnum) {
            $0.elements.append(Attribute(name: "c", type: .string, isOptional: true))
            $0.enumerationCases = ["a", "b", "c"]
        },
        attribute("case order", .elementOrder, .physical, base: plainEnum) {
            $0.elements.swapAt(0, 1)
            $0.enumerationCases = ["b", "a"]
        },
        relationship("destination", .destination, .identity) { $0.destination = "Post" },
        relationship("inverse", .inverse, .identity) { $0.inverse = "posts" },
        relationship("optional relationship", .optionality, .identity) { $0.isOptional = true },
        relationship("minimum", .minimumCount, .identity) { $0.minimumCount = 1 },
        relationship("to-many", .cardinality, .identity) { $0.maximumCount = 0 },
        relationship("ordered", .ordering, .identity) { $0.isOrdered = true },
        relationship("relationship's hash modifier", .hashModifier, .identity) { $0.versionHashModifier = "2" },
        relationship("delete rule", .deleteRule, .silent) { $0.deleteRule = .cascade },
        relationship("relationship's original name", .renamingIdentifier, .silent) { $0.renamingIdentifier = "y" },
        entity("abstract", .abstractness, .identity) { $0.isAbstract = true },
        entity("superentity", .superentity, .identity) { $0.superentity = "User" },
        entity("entity's hash modifier", .hashModifier, .identity) { $0.versionHashModifier = "2" },
        entity("entity's original name", .renamingIdentifier, .silent) { $0.renamingIdentifier = "P" },
        entity("class name", .className, .silent) { $0.className = "PostObject" },
        entity("unique removed", .uniqueness, .identity) { $0.uniquenessConstraints = [["a"]] },
        entity("unique added", .uniqueness, .identity) { $0.uniquenessConstraints.append(["a", "b"]) },
        entity("unique reordered", .uniquenessOrder, .physical) { $0.uniquenessConstraints.reverse() },
        entity("index removed", .index, .physical) { $0.indexes = [] },
        entity("index changed", .index, .physical) { $0.indexes[0].elements[0].isAscending = false },
        entity("property removed", .removed, .identity) { $0.setProperties([$0.properties[0]]) },
        Edit(
            "model added", .added, .identity, model([]),
            SchemaModel(entities: model([]).entities + [Entity(name: "Z")], versionIdentifiers: ["1.0.0"])),
        Edit(
            "version identifier", .versionIdentifier, .silent, model([]),
            SchemaModel(entities: model([]).entities, versionIdentifiers: ["1.0.1"])),
        Edit(
            "configuration", .configuration, .silent, model([]),
            SchemaModel(entities: model([]).entities, configurations: ["c": ["Post"]], versionIdentifiers: ["1.0.0"])),
    ]

    @Test(arguments: edits)
    func everyEditIsFoundWithItsKind(_ edit: Edit) {
        for (old, new) in [(edit.old, edit.new), (edit.new, edit.old)] {
            let difference = ModelDifference(from: old, to: new)
            #expect(difference.changes.map(\.kind).max() == edit.kind)
            let counterpart: ModelChange.Aspect =
                switch edit.aspect {
                case .added: .removed
                case .removed: .added
                default: edit.aspect
                }
            #expect(
                difference.changes.contains { [edit.aspect, counterpart].contains($0.aspect) && $0.kind == edit.kind })
            // The kind matches the hashes.
            #expect((old.versionHashes != new.versionHashes) == (edit.kind == .identity))
            #expect(EncodedModel(old).checksum != EncodedModel(new).checksum)
        }
    }

    @Test func aRenamedCompositeKeepsItsHash() {
        var renamed = Self.structure
        renamed.name = "y"
        let difference = ModelDifference(
            from: Self.model([.attribute(Self.structure)]), to: Self.model([.attribute(renamed)]))
        #expect(difference.changes.map(\.aspect) == [.removed, .added])
        #expect(difference.changes.map(\.kind).max() == .silent)
    }

    @Test func equalModelsDoNotDiffer() {
        for edit in Self.edits { #expect(ModelDifference(from: edit.old, to: edit.old).isEmpty) }
    }
}
