import PermafrostModel
import Testing

/// A model with a name for the test output.
struct SampleModel: Sendable, CustomTestStringConvertible {
    var name: String
    var model: SchemaModel
    var testDescription: String { name }
}

/// Models that together contain every form of property, relationship and constraint.
enum SampleModels {
    static let all = [empty, scalars, values, relationships, selfReferences, constraints, inheritance, coreData, names]

    static let empty = SampleModel(name: "no entities", model: SchemaModel(versionIdentifiers: ["1.0.0"]))

    /// Every storage type, required and optional, with defaults and options.
    static let scalars = SampleModel(
        name: "scalars",
        model: SchemaModel(
            entities: [
                Entity(
                    name: "Everything",
                    properties: AttributeType.allCases
                        .filter { ![.undefined, .objectID, .composite, .transformable].contains($0) }
                        .flatMap { type -> [Property] in
                            let required = Attribute(
                                name: type.name + "Required", type: type, defaultValue: defaults[type])
                            let optional = Attribute(name: type.name + "Optional", type: type, isOptional: true)
                            return [.attribute(required), .attribute(optional)]
                        } + [
                            .attribute(
                                Attribute(name: "photo", type: .binary, isOptional: true, isExternalStorage: true)),
                            .attribute(Attribute(name: "kept", type: .string, preservesValueOnDeletion: true)),
                            .attribute(Attribute(name: "found", type: .string, isSpotlightIndexed: true)),
                            .attribute(Attribute(name: "secret", type: .string, allowsCloudEncryption: true)),
                            .attribute(Attribute(name: "fleeting", type: .int64, isTransient: true)),
                            .attribute(
                                Attribute(
                                    name: "moved", type: .string, renamingIdentifier: "was", versionHashModifier: "v2")),
                            .attribute(Attribute(name: "small", type: .int16, shape: .scalar("UInt8"))),
                            .attribute(Attribute(name: "made", type: .date, defaultValue: .expression("Date.now"))),
                            .attribute(Attribute(name: "free", type: .string, defaultValue: .expression("makeName()"))),
                        ])
            ], versionIdentifiers: ["1.0.0"]))

    private static let defaults: [AttributeType: DefaultValue] = [
        .int16: .integer(-3), .int32: .integer(0), .int64: .integer(.max), .boolean: .boolean(true),
        .double: .integer(2), .float: .double(0.5), .decimal: .decimal("10.110"), .string: .string("Grüße"),
        .date: .double(5), .binary: .data([1, 2, 3]), .uuid: .expression("UUID()"),
        .uri: .string("https://example.invalid/"),
    ]

    /// Structs, enums and collections.
    static let values = SampleModel(
        name: "values",
        model: SchemaModel(
            entities: [
                Entity(
                    name: "Holder",
                    properties: [
                        ("mode", mode), ("maybeMode", .optional(mode)), ("rank", rank), ("side", side),
                        ("maybeSide", .optional(side)), ("shape", shape), ("author", author),
                        ("maybeAuthor", .optional(author)), ("tags", .array(.scalar("String"))),
                        ("ids", .optional(.array(.scalar("UUID")))), ("authors", .array(author)),
                        ("lookup", .dictionary(key: .scalar("String"), value: .scalar("Int"))),
                        ("letters", .set(.scalar("String"))), ("place", .opaque("Measurement")),
                    ].map { .attribute(AttributeMapping(name: $0.0, type: $0.1).attribute) })
            ], versionIdentifiers: ["2.1.0"]))

    private static let mode = SwiftType.enumeration(
        .init(
            name: "Mode", rawType: "String",
            cases: [.init(name: "grid", rawValue: "grid"), .init(name: "list", rawValue: "rows")]))
    private static let rank = SwiftType.enumeration(
        .init(
            name: "Rank", rawType: "Int",
            cases: [.init(name: "low", rawValue: "1"), .init(name: "high", rawValue: "10")]))
    private static let side = SwiftType.enumeration(
        .init(name: "Side", cases: [.init(name: "left"), .init(name: "right"), .init(name: "both")]))
    private static let shape = SwiftType.enumeration(
        .init(
            name: "Shape",
            cases: [
                .init(name: "point"),
                .init(name: "circle", associatedValues: [.init(name: "_0", type: .scalar("Double"))]),
            ]))
    private static let author = SwiftType.structure(
        .init(
            name: "Author",
            members: [
                .init(name: "first", type: .scalar("String")), .init(name: "last", type: .optional(.scalar("String"))),
                .init(name: "born", type: .scalar("Date")), .init(name: "works", type: .array(.scalar("String"))),
                .init(name: "role", type: mode),
                .init(
                    name: "address",
                    type: .structure(.init(name: "Address", members: [.init(name: "city", type: .scalar("String"))]))),
            ]))

    /// Every kind of relationship, with counts and delete rules.
    static let relationships = SampleModel(
        name: "relationships",
        model: SchemaModel(
            entities: [
                Entity(
                    name: "Album",
                    properties: [
                        .attribute(Attribute(name: "title", type: .string)),
                        .relationship(many("songs", "Song", "album", rule: .cascade)),
                        .relationship(one("cover", "Cover", "album", optional: false)),
                        .relationship(many("genres", "Genre", "albums")),
                        .relationship(many("notes", "Note", nil)),
                        .relationship(one("label", "Label", nil)),
                    ]),
                Entity(
                    name: "Song",
                    properties: [
                        .attribute(Attribute(name: "title", type: .string)),
                        .relationship(one("album", "Album", "songs", optional: false)),
                        .relationship(many("moods", "Mood", "songs", minimum: 1, maximum: 3)),
                    ]),
                Entity(name: "Cover", properties: [.relationship(one("album", "Album", "cover", optional: false))]),
                Entity(name: "Genre", properties: [.relationship(many("albums", "Album", "genres"))]),
                Entity(name: "Note", properties: [.attribute(Attribute(name: "text", type: .string))]),
                Entity(name: "Label", properties: [.attribute(Attribute(name: "name", type: .string))]),
                Entity(name: "Mood", properties: [.relationship(many("songs", "Song", "moods", maximum: 4))]),
            ], configurations: ["Local": ["Note"], "Main": ["Album", "Song"]], versionIdentifiers: ["1.0.0"]))

    static let selfReferences = SampleModel(
        name: "self-references",
        model: SchemaModel(
            entities: [
                Entity(
                    name: "Person",
                    properties: [
                        .relationship(one("parent", "Person", "children")),
                        .relationship(many("children", "Person", "parent")),
                        .relationship(one("next", "Person", "previous")),
                        .relationship(one("previous", "Person", "next")),
                        .relationship(one("spouse", "Person", "spouse")),
                        .relationship(many("friends", "Person", "friends")),
                        .relationship(many("follows", "Person", "followers")),
                        .relationship(many("followers", "Person", "follows")),
                    ])
            ], versionIdentifiers: ["1.0.0"]))

    /// Unique values of small types, compound constraints, and constraints with relationships.
    static let constraints = SampleModel(
        name: "constraints",
        model: SchemaModel(
            entities: [
                Entity(
                    name: "Flag",
                    properties: [
                        .attribute(Attribute(name: "isOn", type: .boolean)),
                        .attribute(Attribute(name: "note", type: .string)),
                    ],
                    uniquenessConstraints: [["isOn"]]),
                Entity(
                    name: "Setting",
                    properties: [.attribute(AttributeMapping(name: "mode", type: mode).attribute)],
                    uniquenessConstraints: [["mode"]]),
                Entity(
                    name: "Seat",
                    properties: [
                        .attribute(Attribute(name: "row", type: .int16)),
                        .attribute(Attribute(name: "isAisle", type: .boolean)),
                        .attribute(Attribute(name: "code", type: .string)), .relationship(one("guest", "Guest", nil)),
                    ],
                    uniquenessConstraints: [["row", "isAisle"], ["code"], ["guest"], ["row", "guest"]],
                    indexes: [
                        FetchIndex(name: "SwiftDataIndexOnBinarycode", elements: [.init(property: "code")]),
                        FetchIndex(
                            name: "SwiftDataIndexOnBinaryrowguest",
                            elements: [.init(property: "row"), .init(property: "guest", isAscending: false)]),
                    ]),
                Entity(
                    name: "Guest",
                    properties: [.attribute(Attribute(name: "level", type: .int16, shape: .scalar("Int8")))],
                    uniquenessConstraints: [["level"]]),
            ], versionIdentifiers: ["1.0.0"]))

    static let inheritance = SampleModel(
        name: "inheritance",
        model: SchemaModel(
            entities: [
                Entity(
                    name: "Trip",
                    properties: [
                        .attribute(Attribute(name: "name", type: .string)),
                        .relationship(many("stops", "Stop", "trip")),
                    ], uniquenessConstraints: [["name"]]),
                Entity(
                    name: "BusinessTrip", superentity: "Trip",
                    properties: [.attribute(Attribute(name: "name2", type: .string, isOptional: true))]),
                Entity(
                    name: "Base", isAbstract: true, properties: [.attribute(Attribute(name: "number", type: .int64))]),
                Entity(
                    name: "Stop", superentity: "Base",
                    properties: [.relationship(one("trip", "Trip", "stops", optional: false))],
                    uniquenessConstraints: [["trip", "number"]]),
                Entity(name: "Pause", superentity: "Base"),
            ], versionIdentifiers: ["1.0.0"]))

    /// Features that only Core Data models have.
    static let coreData = SampleModel(
        name: "Core Data",
        model: SchemaModel(
            entities: [
                Entity(
                    name: "Book",
                    properties: [
                        .attribute(
                            Attribute(
                                name: "count", type: .int64, isOptional: true,
                                derivation: .init(expression: "count:(pages)"))),
                        .attribute(
                            Attribute(
                                name: "changed", type: .date, isOptional: true, derivation: .init(expression: "now()"))),
                        .attribute(
                            Attribute(
                                name: "cover", type: .transformable, valueClassName: "Cover",
                                valueTransformerName: "CoverTransformer")),
                        .relationship(
                            {
                                var pages = many("pages", "Page", "book")
                                pages.isOrdered = true
                                return pages
                            }()),
                        .fetched(FetchedProperty(name: "similar", entity: "Book", predicate: "count == 3")),
                    ], className: "Library.Book", userInfo: ["owner": "someone"]),
                Entity(
                    name: "Page", properties: [.relationship(one("book", "Book", "pages"))],
                    renamingIdentifier: "Sheet",
                    versionHashModifier: "2"),
            ], versionIdentifiers: ["1", "2"]))

    /// Names with characters outside ASCII, names that differ only in case, and long names.
    static let names = SampleModel(
        name: "names",
        model: SchemaModel(
            entities: [
                Entity(
                    name: "Straße",
                    properties: [
                        .attribute(Attribute(name: "größe", type: .double)),
                        .attribute(Attribute(name: "Name", type: .string)),
                        .attribute(Attribute(name: "name", type: .string)),
                        .attribute(Attribute(name: "日本", type: .string)),
                        .attribute(Attribute(name: String(repeating: "long", count: 40), type: .boolean)),
                    ], uniquenessConstraints: [["Name", "name"]])
            ], versionIdentifiers: ["1.0.0"]))

    static func one(_ name: String, _ destination: String, _ inverse: String?, optional: Bool = true) -> Relationship {
        Relationship(name: name, destination: destination, inverse: inverse, isOptional: optional)
    }

    static func many(
        _ name: String, _ destination: String, _ inverse: String?, minimum: Int = 0, maximum: Int = 0,
        rule: Relationship.DeleteRule = .nullify
    ) -> Relationship {
        Relationship(
            name: name, destination: destination, inverse: inverse, minimumCount: minimum, maximumCount: maximum,
            deleteRule: rule)
    }
}
