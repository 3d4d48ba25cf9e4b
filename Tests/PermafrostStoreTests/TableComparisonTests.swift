import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Stores whose tables were changed by hand. Every missing part is found, and nothing that a migration leaves is
/// reported.
@Suite struct TableComparisonTests {
    /// A change of a store's tables, and the expected defects.
    struct Change: Sendable, CustomTestStringConvertible {
        let sql: String
        let defects: [TableDefect]
        let extraColumns: [String]

        init(_ sql: String, _ defects: TableDefect..., extraColumns: [String] = []) {
            (self.sql, self.defects, self.extraColumns) = (sql, defects, extraColumns)
        }

        var testDescription: String { sql }
    }

    /// A model with columns and tables of every form.
    static let model = SchemaModel(
        entities: [
            Entity(
                name: "Book",
                properties: [
                    .attribute(Attribute(name: "cover", type: .binary, isOptional: true)),
                    .attribute(Attribute(name: "edition", type: .int16)),
                    .attribute(Attribute(name: "isbn", type: .string)),
                    .attribute(Attribute(name: "price", type: .decimal)),
                    .attribute(Attribute(name: "printed", type: .date)),
                    .attribute(
                        Attribute(
                            name: "size", type: .composite,
                            elements: [
                                Attribute(name: "width", type: .double), Attribute(name: "height", type: .double),
                            ])),
                    .attribute(Attribute(name: "title", type: .string)),
                    .relationship(Relationship(name: "owner", destination: "Person", isOptional: true)),
                    .relationship(
                        Relationship(name: "related", destination: "Book", inverse: "relatedTo", maximumCount: 0)),
                    .relationship(
                        Relationship(name: "relatedTo", destination: "Book", inverse: "related", maximumCount: 0)),
                    .relationship(Relationship(name: "tags", destination: "Tag", inverse: "books", maximumCount: 0)),
                ], uniquenessConstraints: [["isbn"], ["title", "edition"]],
                indexes: [FetchIndex(name: "byTitle", elements: [FetchIndex.Element(property: "title")])]),
            Entity(
                name: "Person",
                properties: [
                    .attribute(Attribute(name: "name", type: .string)),
                    .relationship(
                        Relationship(name: "wishes", destination: "Book", maximumCount: 0, isOrdered: true)),
                ]),
            Entity(
                name: "Pupil", superentity: "Person",
                properties: [.attribute(Attribute(name: "grade", type: .int64, isOptional: true))]),
            Entity(
                name: "Tag",
                properties: [
                    .attribute(Attribute(name: "label", type: .string)),
                    .relationship(Relationship(name: "books", destination: "Book", inverse: "tags", maximumCount: 0)),
                ]),
        ], versionIdentifiers: ["1.0.0"])

    static let broken: [Change] = [
        Change("DROP TABLE ZTAG", .missingTable("ZTAG", entity: "Tag")),
        Change("DROP TABLE ZPERSON", .missingTable("ZPERSON", entity: "Person")),
        Change(
            "DROP TABLE Z_1TAGS; DROP TABLE ZTAG", .missingTable("ZTAG", entity: "Tag"),
            .missingJoinTable("Z_1TAGS", relationship: "Book.tags")),
        Change("DROP TABLE Z_1TAGS", .missingJoinTable("Z_1TAGS", relationship: "Book.tags")),
        Change("DROP TABLE Z_1RELATEDTO", .missingJoinTable("Z_1RELATEDTO", relationship: "Book.relatedTo")),
        Change(
            "DROP TABLE Z_1TAGS; CREATE TABLE Z_1TAGS (Z_1BOOKS INTEGER)",
            .missingJoinColumn(table: "Z_1TAGS", relationship: "Book.tags")),
        Change(
            "ALTER TABLE ZBOOK DROP COLUMN ZCOVER", .missingColumn("ZCOVER", table: "ZBOOK", property: "Book.cover")),
        Change(
            "ALTER TABLE ZBOOK DROP COLUMN ZHEIGHT",
            .missingColumn("ZHEIGHT", table: "ZBOOK", property: "Book.size.height")),
        Change(
            "ALTER TABLE ZPERSON DROP COLUMN ZGRADE",
            .missingColumn("ZGRADE", table: "ZPERSON", property: "Pupil.grade")),
        Change(
            "DROP INDEX ZBOOK_ZOWNER_INDEX; ALTER TABLE ZBOOK DROP COLUMN ZOWNER",
            .missingColumn("ZOWNER", table: "ZBOOK", property: "Book.owner")),
        Change(
            "ALTER TABLE ZBOOK DROP COLUMN Z2_OWNER",
            .missingColumn("Z2_OWNER", table: "ZBOOK", property: "Book.owner")),
        Change(
            "DROP INDEX ZBOOK_Z2WISHES_INDEX; ALTER TABLE ZBOOK DROP COLUMN Z2WISHES",
            .missingColumn("Z2WISHES", table: "ZBOOK", property: "Person.wishes")),
        Change(
            "ALTER TABLE ZBOOK DROP COLUMN Z_FOK_2WISHES",
            .missingColumn("Z_FOK_2WISHES", table: "ZBOOK", property: "Person.wishes")),
        Change("ALTER TABLE ZTAG DROP COLUMN Z_OPT", .missingColumn("Z_OPT", table: "ZTAG", property: nil)),
        // A missing column has no index either.
        Change(
            "DROP INDEX Z_Book_UNIQUE_isbn; ALTER TABLE ZBOOK DROP COLUMN ZISBN",
            .missingColumn("ZISBN", table: "ZBOOK", property: "Book.isbn")),
        Change(
            "ALTER TABLE ZTAG DROP COLUMN ZLABEL; ALTER TABLE ZTAG ADD COLUMN ZLABEL INTEGER",
            .otherType("ZLABEL", table: "ZTAG", property: "Tag.label", type: "INTEGER", expected: "VARCHAR")),
        Change(
            "ALTER TABLE ZBOOK DROP COLUMN ZPRINTED; ALTER TABLE ZBOOK ADD COLUMN ZPRINTED TEXT",
            .otherType("ZPRINTED", table: "ZBOOK", property: "Book.printed", type: "TEXT", expected: "TIMESTAMP")),
        Change(
            "ALTER TABLE ZTAG DROP COLUMN ZLABEL; ALTER TABLE ZTAG ADD COLUMN ZLABEL",
            .otherType("ZLABEL", table: "ZTAG", property: "Tag.label", type: "", expected: "VARCHAR")),
        Change(
            "DROP INDEX Z_Book_UNIQUE_isbn",
            .missingUniqueIndex(table: "ZBOOK", entity: "Book", properties: ["isbn"])),
        Change(
            "DROP INDEX Z_Book_UNIQUE_title_edition; CREATE INDEX Z_Book_UNIQUE_title_edition ON ZBOOK (ZTITLE, ZEDITION)",
            .missingUniqueIndex(table: "ZBOOK", entity: "Book", properties: ["title", "edition"])),
        Change(
            "DROP INDEX Z_Book_UNIQUE_isbn; CREATE UNIQUE INDEX partial ON ZBOOK (ZISBN) WHERE ZISBN > ''",
            .missingUniqueIndex(table: "ZBOOK", entity: "Book", properties: ["isbn"])),
        Change(
            "DROP TABLE ZTAG; CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLABEL VARCHAR,"
                + " ZNOTE VARCHAR NOT NULL)", .requiredColumn("ZNOTE", table: "ZTAG")),
    ]

    /// Changes that a migration makes, or that the framework doesn't notice.
    static let sound: [Change] = [
        Change("CREATE TABLE ZOLD (Z_PK INTEGER PRIMARY KEY)"),
        Change("CREATE TABLE Z_1OLD (Z_1A INTEGER, Z_3B INTEGER)"),
        Change("CREATE INDEX old ON ZBOOK (ZTITLE)"),
        Change("CREATE INDEX Z_1TAGS_Z_2TAGS_INDEX ON Z_1TAGS (Z_4TAGS, Z_1BOOKS)"),
        // `#Index` isn't applied to a store that is migrated.
        Change("DROP INDEX Z_Book_byTitle"),
        Change("DROP INDEX ZBOOK_ZOWNER_INDEX"),
        Change("ALTER TABLE ZBOOK ADD COLUMN ZNOTE VARCHAR", extraColumns: ["ZBOOK.ZNOTE"]),
        Change("ALTER TABLE ZBOOK ADD COLUMN ZNOTE VARCHAR NOT NULL DEFAULT ''", extraColumns: ["ZBOOK.ZNOTE"]),
        // Another order of columns, lowercase names, and types with the same conversion.
        Change(
            "DROP TABLE ZTAG; CREATE TABLE ZTAG (zlabel TEXT, Z_OPT INTEGER, Z_ENT INTEGER, Z_PK INTEGER PRIMARY KEY)"),
        // Old frameworks declare uniqueness in the table.
        Change(
            """
            DROP INDEX Z_Book_UNIQUE_isbn; DROP INDEX Z_Book_UNIQUE_title_edition; DROP INDEX Z_Book_byTitle;
            ALTER TABLE ZBOOK DROP COLUMN ZISBN; ALTER TABLE ZBOOK RENAME TO OLD;
            CREATE TABLE ZBOOK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZEDITION INTEGER, ZOWNER INTEGER,
            Z2_OWNER INTEGER, Z2WISHES INTEGER, Z_FOK_2WISHES INTEGER, ZPRICE DECIMAL, ZPRINTED TIMESTAMP, ZWIDTH FLOAT,
            ZHEIGHT FLOAT, ZISBN VARCHAR UNIQUE, ZTITLE VARCHAR, ZCOVER BLOB, CONSTRAINT ZA UNIQUE (ZEDITION, ZTITLE))
            """),
        // Other entity numbers than in a new store.
        Change(
            """
            ALTER TABLE ZBOOK RENAME COLUMN Z2_OWNER TO Z7_OWNER; ALTER TABLE ZBOOK RENAME COLUMN Z2WISHES TO Z7WISHES;
            ALTER TABLE ZBOOK RENAME COLUMN Z_FOK_2WISHES TO Z_FOK_7WISHES; ALTER TABLE Z_1TAGS RENAME TO Z_6TAGS;
            ALTER TABLE Z_6TAGS RENAME COLUMN Z_1BOOKS TO Z_6BOOKS
            """),
        Change("ALTER TABLE Z_1TAGS RENAME TO Z_2BOOKS"),
        Change("ALTER TABLE Z_1RELATEDTO RENAME TO Z_1RELATED"),
    ]

    @Test(arguments: broken + sound)
    func missingPartsAreFound(_ change: Change) throws {
        let folder = try ScratchFolder()
        let path = folder.path("App.sqlite")
        try StoreWriter(model: Self.model, seed: [1], rowsPerEntity: 2).write(to: path)
        do { try SQLiteConnection(path: path, mode: .create).execute(change.sql) }
        let inspection = try StoreInspection(StoreReader(path: path))
        #expect(inspection.defects == change.defects)
        #expect(
            inspection.problems
                == change.defects.map { .defect($0) }
                + (change.extraColumns.isEmpty ? [] : [.extraColumns(change.extraColumns)]))
    }

    @Test func everyDefectIsTested() {
        #expect(Set(Self.broken.flatMap(\.defects).map(\.text)).count >= 20)
        #expect(Self.broken.allSatisfy { !$0.defects.isEmpty } && Self.sound.allSatisfy { $0.defects.isEmpty })
    }

    @Test(arguments: SampleModels.all)
    func aNewStoreIsSound(_ sample: SampleModel) throws {
        let folder = try ScratchFolder()
        let path = folder.path("App.sqlite")
        try StoreWriter(model: sample.model, seed: [1], rowsPerEntity: 2).write(to: path)
        #expect(try StoreInspection(StoreReader(path: path)).problems == [])
    }

    @Test(Conformance.isPresent, arguments: Conformance.stores())
    func aRealStoreIsSound(_ store: String) throws {
        let inspection = try StoreInspection(StoreReader(path: Conformance.path(store)))
        #expect(inspection.problems == [])
        #expect(!inspection.isModelReduced)
    }

    /// A store with the entities of only one configuration has only their tables.
    @Test func aConfigurationHasItsOwnTables() throws {
        let folder = try ScratchFolder()
        let path = folder.path("App.sqlite")
        let part = SchemaModel(
            entities: Self.model.entities.filter { ["Person", "Pupil"].contains($0.name) }.map { entity in
                var entity = entity
                entity.setProperties(entity.attributes.map { .attribute($0) })
                return entity
            })
        try StoreWriter(model: part, seed: [1], rowsPerEntity: 2).write(to: path)
        let stored = try StoredTables(StoreReader(path: path))
        let entities: Set = ["Person", "Pupil"]
        #expect(TableComparison(stored, model: Self.model, entities: entities).defects == [])
        #expect(TableComparison(stored, model: Self.model, entities: []).defects.count == 4)
    }

    /// The tables aren't compared with a model that the metadata contradicts.
    @Test func aContradictoryModelCacheIsNotCompared() throws {
        let folder = try ScratchFolder()
        let path = folder.path("App.sqlite")
        try StoreWriter(model: Self.model, seed: [1], rowsPerEntity: 2).write(to: path)
        var other = Self.model.entities[0]
        other.setProperties(other.properties + [.attribute(Attribute(name: "more", type: .string, isOptional: true))])
        let newer = SchemaModel(entities: [other] + Self.model.entities.dropFirst())
        do {
            let connection = try SQLiteConnection(path: path, mode: .create)
            try connection.prepare("UPDATE Z_MODELCACHE SET Z_CONTENT = ?").run([.blob(ModelArchive.encode(newer))])
        }
        let inspection = try StoreInspection(StoreReader(path: path))
        #expect(inspection.problems == [.modelOfOtherHashes(entities: ["Book"])])
        #expect(inspection.comparingTables(with: Self.model).problems == inspection.problems)
        #expect(
            inspection.comparingTables(with: newer).defects
                == [.missingColumn("ZMORE", table: "ZBOOK", property: "Book.more")])
    }
}
