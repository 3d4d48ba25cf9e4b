import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// The rows that stay in a reduced copy of a user's store.
@Suite struct RowSampleTests {
    /// Trips belong to a person, and people have friends and tags. A person's guide is another person.
    private static let model = SchemaModel(
        entities: [
            Entity(
                name: "Person",
                properties: [
                    .attribute(Attribute(name: "name", type: .string, isOptional: true)),
                    .relationship(Relationship(name: "guide", destination: "Person", isOptional: true)),
                    .relationship(
                        Relationship(
                            name: "trips", destination: "Trip", inverse: "owner", isOptional: true, maximumCount: 0)),
                    .relationship(
                        Relationship(
                            name: "tags", destination: "Tag", inverse: "people", isOptional: true, maximumCount: 0)),
                ]),
            Entity(
                name: "Tag",
                properties: [
                    .attribute(Attribute(name: "label", type: .string)),
                    .relationship(
                        Relationship(
                            name: "people", destination: "Person", inverse: "tags", isOptional: true, maximumCount: 0)),
                ]),
            Entity(
                name: "Trip",
                properties: [
                    .attribute(Attribute(name: "length", type: .int64)),
                    .relationship(
                        Relationship(name: "owner", destination: "Person", inverse: "trips", isOptional: true)),
                ]),
        ], versionIdentifiers: ["1.0.0"])

    private let folder: ScratchFolder
    private let path: String
    private let layout = StoreLayout(model: Self.model)

    /// Makes a store with 300 people, 300 trips and 300 tags. Person 7 guides person 250, and person 250 owns trip 299.
    init() throws {
        folder = try ScratchFolder()
        path = folder.path("user.store")
        try StoreWriter(model: Self.model, seed: [1], rowsPerEntity: 0).write(to: path)
        let connection = try SQLiteConnection(path: path, mode: .create)
        let numbers = layout.entityNumbers
        let owner = layout.destinationColumns(of: "Trip", relationship: "owner")?.key ?? ""
        let join = try #require(layout.joinTable(of: "Person", relationship: "tags"))
        try connection.transaction {
            for key in 1...300 {
                // The name of person 123 is the longest, and person 200 has no name.
                let name = key == 200 ? "NULL" : "'\(String(repeating: "n", count: key == 123 ? 500 : 20))\(key)'"
                let guide = key == 250 ? "7" : "NULL"
                try connection.execute(
                    """
                    INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME, ZGUIDE) \
                    VALUES (\(key), \(numbers["Person"] ?? 0), 1, \(name), \(guide));
                    INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZLABEL) \
                    VALUES (\(key), \(numbers["Tag"] ?? 0), 1, 'label \(key)');
                    INSERT INTO ZTRIP (Z_PK, Z_ENT, Z_OPT, ZLENGTH, \(owner)) \
                    VALUES (\(key), \(numbers["Trip"] ?? 0), 1, \(key == 299 ? 9_000_000 : key), \(key == 299 ? 250 : 1));
                    INSERT INTO \(join.name) (\(join.own.column), \(join.other.column)) VALUES (\(key), \(301 - key));
                    """)
            }
        }
    }

    private func sample(_ limit: Int) throws -> RowSample {
        try RowSample(StoreReader(path: path), layout, limit: limit)
    }

    @Test(arguments: [1, 4, 10, 299])
    func isAsLargeAsTheLimit(_ limit: Int) throws {
        let sample = try sample(limit)
        for table in ["ZPERSON", "ZTAG", "ZTRIP"] {
            let count = sample.keys[table]?.count ?? 0
            // Besides the chosen rows: the ends of that many links, owners, and a guide.
            #expect((limit...(3 * limit + 2)).contains(count), "\(table): \(count)")
        }
        #expect(try self.sample(limit).keys == sample.keys)
    }

    @Test func hasAllRowsOfASmallStore() throws {
        #expect(try sample(300).keys.values.allSatisfy { $0 == Set(1...300) })
    }

    @Test func spreadsOverAllRows() throws {
        let trips = try #require(try sample(200).keys["ZTRIP"])
        #expect(trips.count == 200)
        for first in [Int64(1), 101, 201] {
            #expect((65...68).contains(trips.count { (first..<first + 100).contains($0) }), "\(first)")
        }
    }

    /// After a migration, the numbers of a store's entities can differ from a new store's.
    @Test func findsRowsByTheRecordedNumbers() throws {
        let changes = ["Z_PRIMARYKEY", "ZPERSON", "ZTAG", "ZTRIP"].map { "UPDATE \($0) SET Z_ENT = Z_ENT + 10" }
        try SQLiteConnection(path: path, mode: .create).execute(changes.joined(separator: "; "))
        #expect(try sample(10).keys["ZTRIP"]?.count == 10)
    }

    @Test func hasTheEdgesAndEverythingTheyReferTo() throws {
        let sample = try sample(10)
        let people = try #require(sample.keys["ZPERSON"])
        #expect(people.isSuperset(of: [123, 200]))
        #expect(sample.keys["ZTRIP"]?.contains(299) == true)
        // The owner of trip 299, and the owner's guide.
        #expect(people.isSuperset(of: [250, 7]))
    }

    /// The table of a relationship contains only keys and positions.
    @Test func otherColumnsOfRelationshipsAreEmptied() throws {
        let join = try #require(layout.joinTable(of: "Person", relationship: "tags"))
        try SQLiteConnection(path: path, mode: .create).execute(
            "ALTER TABLE \(join.name) ADD COLUMN ZNOTE INTEGER; UPDATE \(join.name) SET ZNOTE = 4711")
        let copy = folder.path("copy.sqlite")
        let summary = try StoreAnonymizer(StoreAnonymizer.open(path), declared: Self.model, .init()).write(to: copy)
        #expect(summary.emptied.map(\.count) == [300])
        #expect(try StoreReader(path: copy).rows("SELECT DISTINCT ZNOTE FROM \(join.name)") == [[.null]])
    }

    @Test func everyLinkOfACopyHasADestination() throws {
        let copy = folder.path("copy/copy.sqlite")
        try FileManager.default.createDirectory(atPath: folder.path("copy"), withIntermediateDirectories: true)
        let summary = try StoreAnonymizer(
            StoreAnonymizer.open(path), declared: Self.model, StoreAnonymizer.Options(rowLimit: 10)
        ).write(to: copy)
        let reader = try StoreReader(path: copy)
        let counts = try reader.rowCounts()
        #expect(summary.rows == ["ZPERSON", "ZTAG", "ZTRIP"].reduce(0) { $0 + (counts[$1] ?? 0) })
        #expect(summary.omittedRows == 900 - summary.rows)
        let owner = try #require(layout.destinationColumns(of: "Trip", relationship: "owner")?.key)
        let join = try #require(layout.joinTable(of: "Person", relationship: "tags"))
        for (table, column, target) in [
            ("ZTRIP", owner, "ZPERSON"), ("ZPERSON", "ZGUIDE", "ZPERSON"), (join.name, join.own.column, "ZPERSON"),
            (join.name, join.other.column, "ZTAG"),
        ] {
            let lost = try reader.rows(
                """
                SELECT COUNT(*) FROM \(table) WHERE \(column) IS NOT NULL \
                AND \(column) NOT IN (SELECT Z_PK FROM \(target))
                """)
            #expect(lost == [[.integer(0)]], "\(table).\(column)")
        }
        #expect((counts[join.name] ?? 0) >= 10)
    }
}
