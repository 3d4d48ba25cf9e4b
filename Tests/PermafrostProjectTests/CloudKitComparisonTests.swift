import PermafrostModel
import Testing

@testable import PermafrostProject

/// The differences between the record types of a model and of a container.
@Suite struct CloudKitComparisonTests {
    private static func attribute(
        _ name: String, _ type: AttributeType, isExternal: Bool = false, isEncrypted: Bool = false,
        elements: [Attribute] = []
    ) -> Property {
        .attribute(
            Attribute(
                name: name, type: type, isOptional: true, isExternalStorage: isExternal,
                allowsCloudEncryption: isEncrypted, elements: elements))
    }

    private static func relationship(_ name: String, _ other: String, _ inverse: String, isToMany: Bool) -> Property {
        .relationship(
            Relationship(
                name: name, destination: other, inverse: inverse, isOptional: true, maximumCount: isToMany ? 0 : 1))
    }

    private static let model = SchemaModel(entities: [
        Entity(
            name: "Trip",
            properties: [
                attribute("budget", .decimal), attribute("days", .int64), attribute("name", .string),
                attribute("photo", .binary, isExternal: true),
                attribute(
                    "place", .composite,
                    elements: [
                        Attribute(name: "city", type: .string)
                    ]), attribute("secret", .string, isEncrypted: true), attribute("uuid", .uuid),
                relationship("tags", "Tag", "trips", isToMany: true),
                relationship("stops", "Stop", "trip", isToMany: true),
            ]),
        Entity(name: "Stop", properties: [relationship("trip", "Trip", "stops", isToMany: false)]),
        Entity(name: "Tag", properties: [relationship("trips", "Trip", "tags", isToMany: true)]),
    ])

    private static let receipt = "CD_moveReceipt BYTES, CD_moveReceipt_ckAsset ASSET"

    /// A schema with everything that the model needs.
    private static let complete = """
        DEFINE SCHEMA
            RECORD TYPE CD_Trip (
                "___etag" STRING,
                CD_budget DOUBLE, CD_days INT64, CD_entityName STRING,
                CD_name STRING, CD_name_ckAsset ASSET,
                CD_photo BYTES, CD_photo_ckAsset ASSET,
                CD_secret ENCRYPTED STRING, CD_secret_ckAsset ASSET,
                CD_uuid STRING, \(receipt)
            );
            RECORD TYPE CD_Stop ( CD_entityName STRING, CD_trip STRING, \(receipt) );
            RECORD TYPE CD_Tag ( CD_entityName STRING, \(receipt) );
            RECORD TYPE CDMR ( CD_entityNames STRING, CD_recordNames STRING, CD_relationships STRING );
            RECORD TYPE Users ( roles LIST<INT64> );

        """

    /// Returns the differences, each as a line.
    private static func differences(_ comparison: CloudKitComparison) -> [String] {
        comparison.missingTypes.map { "missing \($0.name)" }
            + comparison.missingFields.map { "missing \($0.type.name).\($0.field.name)" }
            + comparison.otherTypes.map { "\($0.type.name).\($0.field.name) is \($0.deployed.type)" }
            + comparison.missingAssets.map {
                "assets of \($0.type.name): \($0.fields.map(\.name).joined(separator: " "))"
            }
            + comparison.missingReceipts.map { "receipt of \($0.name)" }
            + comparison.surplusTypes.map { "surplus \($0.name)" }
            + comparison.surplusFields.map {
                "surplus \($0.type.name): \($0.fields.map(\.name).joined(separator: " "))"
            }
    }

    private static func differences(_ text: String, isComplete: Bool = true) throws -> [String] {
        differences(
            CloudKitComparison(
                MirroredSchema([.init(model)]), try CloudKitSchemaParser.parse(Array(text.utf8)),
                isComplete: isComplete))
    }

    /// Edits of the complete schema, and the differences that they make.
    private static let edits: [(old: String, new: String, differences: [String])] = [
        ("DEFINE SCHEMA", "DEFINE SCHEMA -- nothing else", []),
        ("RECORD TYPE CD_Tag", "RECORD TYPE CD_Label", ["missing CD_Tag", "surplus CD_Label"]),
        ("RECORD TYPE CDMR", "RECORD TYPE Pairs", ["missing CDMR"]),
        ("CD_days INT64, ", "", ["missing CD_Trip.CD_days"]),
        ("CD_entityName STRING, CD_trip", "CD_trip", ["missing CD_Stop.CD_entityName"]),
        ("CD_trip STRING", "CD_trip REFERENCE", ["CD_Stop.CD_trip is REFERENCE"]),
        ("CD_days INT64", "CD_days DOUBLE", ["CD_Trip.CD_days is DOUBLE"]),
        ("CD_days INT64", "CD_days LIST<INT64>", ["CD_Trip.CD_days is LIST<INT64>"]),
        ("CD_days INT64", "CD_days NUMBER", []),
        ("CD_days INT64", "CD_days NUMBER PREFERRED AS INT64", []),
        ("CD_days INT64", "CD_days NUMBER PREFERRED AS DOUBLE", ["CD_Trip.CD_days is NUMBER PREFERRED AS DOUBLE"]),
        ("CD_name STRING", "CD_name NUMBER", ["CD_Trip.CD_name is NUMBER"]),
        // Only a number is documented for decimals.
        ("CD_budget DOUBLE", "CD_budget INT64", []),
        ("CD_budget DOUBLE", "CD_budget STRING", ["CD_Trip.CD_budget is STRING"]),
        ("ENCRYPTED STRING", "STRING", ["CD_Trip.CD_secret is STRING"]),
        ("CD_name STRING", "CD_name ENCRYPTED STRING", ["CD_Trip.CD_name is ENCRYPTED STRING"]),
        (", CD_name_ckAsset ASSET", "", ["assets of CD_Trip: CD_name_ckAsset"]),
        ("CD_name_ckAsset ASSET", "CD_name_ckAsset STRING", ["CD_Trip.CD_name_ckAsset is STRING"]),
        ("CD_photo BYTES, ", "", ["assets of CD_Trip: CD_photo"]),
        (
            "CD_photo BYTES, CD_photo_ckAsset ASSET,", "",
            ["missing CD_Trip.CD_photo", "assets of CD_Trip: CD_photo_ckAsset"]
        ),
        (
            "CD_trip STRING, CD_moveReceipt BYTES, CD_moveReceipt_ckAsset ASSET", "CD_trip STRING",
            ["receipt of CD_Stop"]
        ),
        ("CD_trip STRING", "CD_trip STRING, CD_note STRING, note STRING", ["surplus CD_Stop: CD_note"]),
        // No source says which fields a composite or the asset of a UUID has.
        ("CD_uuid STRING", "CD_uuid STRING, CD_uuid_ckAsset ASSET", []),
        ("CD_uuid STRING", "CD_uuid STRING, CD_place BYTES, CD_place_city STRING, CD_city STRING", []),
        // CloudKit's own record types and those of the app itself are ignored.
        (
            "RECORD TYPE Users",
            "RECORD TYPE \"cloudkit.share\" (a STRING); RECORD TYPE Log (CD_a STRING); RECORD TYPE Users", []
        ),
    ]

    @Test(arguments: edits)
    func differencesAreFound(_ old: String, _ new: String, _ expected: [String]) throws {
        try #require(Self.complete.contains(old))
        #expect(try Self.differences(Self.complete.replacing(old, with: new, maxReplacements: 1)) == expected)
    }

    /// Entities with the same root share a record type. If one of them doesn't use external storage, its records need the
    /// plain field.
    @Test(arguments: [[true, false], [false, true], [true, true]])
    func entitiesOfARecordTypeNeedTheFieldsOfEach(_ isExternal: [Bool]) throws {
        let model = SchemaModel(
            entities: [Entity(name: "Item", isAbstract: true)]
                + zip(["Film", "Photo"], isExternal).map { name, isExternal in
                    Entity(
                        name: name, superentity: "Item",
                        properties: [Self.attribute("data", .binary, isExternal: isExternal)])
                })
        let text = "DEFINE SCHEMA RECORD TYPE CD_Item (CD_data_ckAsset ASSET, CD_entityName STRING, \(Self.receipt));"
        let comparison = CloudKitComparison(
            MirroredSchema([.init(model)]), try CloudKitSchemaParser.parse(Array(text.utf8)))
        let isNeeded = isExternal.contains(false)
        #expect(Self.differences(comparison) == [isNeeded ? "missing CD_Item.CD_data" : "assets of CD_Item: CD_data"])
        if isNeeded {
            let entity = isExternal[0] ? "Photo" : "Film"
            #expect(comparison.missingFields.map(\.field.origin.entity) == [entity])
        }
    }

    @Test func aPartOfTheModelsHasNoSurplusTypes() throws {
        let text = Self.complete.replacing(
            "RECORD TYPE Users", with: "RECORD TYPE CD_Other (a STRING); RECORD TYPE Users")
        #expect(try Self.differences(text) == ["surplus CD_Other"])
        #expect(try Self.differences(text, isComplete: false) == [])
    }

    @Test func theSchemaOfAnotherContainerIsDisjoint() throws {
        let mirrored = MirroredSchema([.init(Self.model)])
        let comparison = CloudKitComparison(mirrored, try CloudKitSchemaParser.parse(Array("DEFINE SCHEMA".utf8)))
        #expect(comparison.isDisjoint)
        #expect(comparison.missingTypes.count == 4)
        let complete = CloudKitComparison(mirrored, try CloudKitSchemaParser.parse(Array(Self.complete.utf8)))
        #expect(!complete.isDisjoint)
    }

    @Test func unknownFieldsHaveTheirState() throws {
        let comparison = CloudKitComparison(
            MirroredSchema([.init(Self.model)]), try CloudKitSchemaParser.parse(Array(Self.complete.utf8)))
        let trip = try #require(comparison.mirrored.recordType(named: "CD_Trip"))
        let states = Dictionary(grouping: trip.fields) { comparison.state(of: $0, in: trip) }
        #expect(states[.unknown]?.map(\.name) == ["CD_place", "CD_place_ckAsset", "CD_uuid_ckAsset"])
        #expect(states[.missing] == nil)
        #expect(states[.otherType] == nil)
    }
}
