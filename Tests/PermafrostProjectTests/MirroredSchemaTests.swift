import PermafrostModel
import Testing

@testable import PermafrostProject

/// The record types and fields that are derived from models.
@Suite struct MirroredSchemaTests {
    /// Returns the fields of a record type with their type, without the fields that every record type has.
    private static func fields(of type: String, in schema: MirroredSchema) -> [String] {
        let common: Set = ["CD_entityName", "CD_moveReceipt", "CD_moveReceipt_ckAsset"]
        return (schema.recordType(named: type)?.fields ?? []).filter { !common.contains($0.name) }.map {
            "\($0.name) \($0.type?.description ?? "unknown")"
        }
    }

    private static func attribute(_ type: AttributeType, isEncrypted: Bool = false) -> Attribute {
        Attribute(name: "a", type: type, isOptional: true, allowsCloudEncryption: isEncrypted)
    }

    private static let attributes: [(attribute: Attribute, fields: [String], isDocumented: Bool)] = [
        (attribute(.int16), ["CD_a INT64"], false), (attribute(.int32), ["CD_a INT64"], false),
        (attribute(.int64), ["CD_a INT64"], false), (attribute(.boolean), ["CD_a INT64"], false),
        (attribute(.double), ["CD_a DOUBLE"], false), (attribute(.float), ["CD_a DOUBLE"], false),
        (attribute(.decimal), ["CD_a DOUBLE"], false), (attribute(.date), ["CD_a TIMESTAMP"], true),
        (attribute(.string), ["CD_a STRING", "CD_a_ckAsset ASSET"], true),
        (attribute(.binary), ["CD_a BYTES", "CD_a_ckAsset ASSET"], true),
        (attribute(.transformable), ["CD_a BYTES", "CD_a_ckAsset ASSET"], true),
        (attribute(.uuid), ["CD_a STRING", "CD_a_ckAsset unknown"], true),
        (attribute(.uri), ["CD_a STRING", "CD_a_ckAsset unknown"], true),
        (attribute(.composite), ["CD_a unknown", "CD_a_ckAsset unknown"], false),
        (attribute(.string, isEncrypted: true), ["CD_a ENCRYPTED STRING", "CD_a_ckAsset ASSET"], true),
        (attribute(.int64, isEncrypted: true), ["CD_a ENCRYPTED INT64"], false),
        (Attribute(name: "a", type: .string, isTransient: true), [], true),
        (
            Attribute(name: "a", type: .int64, derivation: Attribute.Derivation(expression: "now()")),
            ["CD_a unknown"], false
        ),
    ]

    @Test(arguments: attributes)
    func attributesHaveFields(_ attribute: Attribute, _ fields: [String], _ isDocumented: Bool) throws {
        let entity = Entity(name: "Trip", properties: [.attribute(attribute)])
        let schema = MirroredSchema([.init(SchemaModel(entities: [entity]))])
        #expect(Self.fields(of: "CD_Trip", in: schema) == fields, "\(attribute)")
        guard let first = schema.recordType(named: "CD_Trip")?.fields.first(where: { $0.name == "CD_a" }) else {
            return
        }
        let documented = first.rules.allSatisfy { if case .documented = $0.basis { true } else { false } }
        #expect(documented == isDocumented, "\(attribute)")
    }

    /// Every type has a rule, and everything that isn't documented has a reason.
    @Test(arguments: AttributeType.allCases)
    func everyTypeHasARule(_ type: AttributeType) {
        let mapping = MirroringRule.mapping(of: type)
        #expect(!mapping.rule.name.isEmpty)
        if mapping.type == nil {
            #expect(mapping.asset == nil || type == .composite)
            if case .unknown(let reason) = mapping.rule.basis {
                #expect(!reason.isEmpty)
            } else {
                Issue.record("\(type)")
            }
        }
    }

    private static func relationship(_ name: String, to other: String, _ inverse: String?, isToMany: Bool) -> Property {
        .relationship(
            Relationship(
                name: name, destination: other, inverse: inverse, isOptional: true, maximumCount: isToMany ? 0 : 1))
    }

    /// Returns a model of two entities with a relationship and its inverse.
    private static func model(_ isToMany: Bool, _ isInverseToMany: Bool, hasInverse: Bool = true) -> SchemaModel {
        SchemaModel(entities: [
            Entity(
                name: "A",
                properties: [relationship("b", to: "B", hasInverse ? "a" : nil, isToMany: isToMany)]),
            Entity(
                name: "B", properties: hasInverse ? [relationship("a", to: "A", "b", isToMany: isInverseToMany)] : []),
        ])
    }

    private static let pairs = ["CD_entityNames STRING", "CD_recordNames STRING", "CD_relationships STRING"]

    @Test(arguments: [
        ("one to one", model(false, false), ["CD_b STRING"], ["CD_a STRING"], []),
        ("one to many", model(true, false), [], ["CD_a STRING"], []),
        ("many to one", model(false, true), ["CD_b STRING"], [], []),
        ("many to many", model(true, true), [], [], pairs),
        ("to many without an inverse", model(true, true, hasInverse: false), ["CD_b unknown"], [], []),
    ])
    func relationshipsHaveFields(
        _ about: String, _ model: SchemaModel, _ first: [String], _ second: [String], _ pairs: [String]
    ) {
        let schema = MirroredSchema([.init(model)])
        #expect(Self.fields(of: "CD_A", in: schema) == first, "\(about)")
        #expect(Self.fields(of: "CD_B", in: schema) == second, "\(about)")
        #expect(
            schema.recordType(named: "CDMR").map { $0.fields.map { "\($0.name) \($0.type?.description ?? "")" } } ?? []
                == pairs, "\(about)")
    }

    @Test func aHierarchyHasOneRecordType() {
        func entity(_ name: String, _ parent: String?, _ attribute: String, _ type: AttributeType) -> Entity {
            Entity(
                name: name, isAbstract: parent == nil, superentity: parent,
                properties: [.attribute(Attribute(name: attribute, type: type))])
        }
        let model = SchemaModel(entities: [
            entity("Post", nil, "title", .date), entity("ImagePost", "Post", "size", .int64),
            entity("VideoPost", "ImagePost", "length", .double), entity("TextPost", "Post", "size", .date),
        ])
        let schema = MirroredSchema([.init(model)])
        #expect(schema.recordTypes.map(\.name) == ["CD_Post"])
        #expect(
            Self.fields(of: "CD_Post", in: schema)
                == ["CD_length DOUBLE", "CD_size unknown", "CD_title TIMESTAMP"])
        // A subset of the entities keeps the root's name and the inherited properties.
        let part = MirroredSchema([.init(model, entities: ["VideoPost"])])
        #expect(
            Self.fields(of: "CD_Post", in: part) == ["CD_length DOUBLE", "CD_size INT64", "CD_title TIMESTAMP"])
    }

    @Test func modelsOfOneContainerAreMerged() {
        func model(_ entity: String, _ attribute: String) -> SchemaModel {
            SchemaModel(entities: [
                Entity(name: entity, properties: [.attribute(Attribute(name: attribute, type: .date))])
            ])
        }
        let schema = MirroredSchema([
            .init(model("A", "a")), .init(model("A", "b"), index: 1), .init(model("B", "c"), index: 1),
            .init(model("C", "d"), entities: [], index: 2),
        ])
        #expect(schema.recordTypes.map(\.name) == ["CD_A", "CD_B"])
        #expect(Self.fields(of: "CD_A", in: schema) == ["CD_a TIMESTAMP", "CD_b TIMESTAMP"])
        #expect(schema.recordType(named: "CD_A")?.fields.map(\.origin.model) == [0, 1, 0, 0, 0])
    }
}
