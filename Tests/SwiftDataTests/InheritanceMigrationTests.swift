import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// Every change of a hierarchy, migrated in a populated store.
@Suite struct InheritanceMigrationTests {
    /// Fills a store: trips 0, 3, 6 are plain, 1, 4, 7 business and 2, 5, 8 personal. Each traveler's favourite is of
    /// another class.
    private func populate(_ url: URL) throws {
        let context = ModelContext(
            try ModelContainer(for: Schema(Hierarchy.models), configurations: ModelConfiguration(url: url)))
        let travelers = ["x", "y", "z"].map { Hierarchy.Traveler($0) }
        let stops = [Hierarchy.Stop("a"), Hierarchy.Stop("b")]
        for number in 0..<9 {
            let trip =
                switch number % 3 {
                case 0: Hierarchy.Trip(number)
                case 1: Hierarchy.Business(number)
                default: Hierarchy.Personal(number)
                }
            context.insert(trip)
            trip.traveler = travelers[number / 3]
            trip.stops = number < 4 ? stops : [stops[0]]
            (trip as? Hierarchy.Business)?.receipts = [Hierarchy.Receipt(number), Hierarchy.Receipt(-number)]
            if number < 3 { travelers[number].favourite = trip }
        }
        travelers[0].other = stops[1]
        try context.save()
    }

    private func migrated<Result>(
        to types: [any PersistentModel.Type], _ body: (ModelContext, StoreReader) throws -> Result
    ) throws -> Result {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("store.sqlite")
            try populate(url)
            let schema = Schema(types)
            let container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
            try FreshStore.expectEqual(url, schema, altered: nil)
            let reader = try StoreReader(path: url.path)
            #expect(try reader.rows("PRAGMA integrity_check") == [[.text("ok")]])
            #expect(try reader.metadata().versionHashes == schema.model.versionHashes)
            return try body(ModelContext(container), reader)
        }
    }

    private func all<Model: PersistentModel>(
        _ type: Model.Type, by key: KeyPath<Model, String>, _ context: ModelContext
    ) throws -> [Model] {
        try context.fetch(FetchDescriptor<Model>()).sorted { $0[keyPath: key] < $1[keyPath: key] }
    }

    @Test func propertiesMoveUpAndDown() throws {
        try migrated(to: Moved.models) { context, reader in
            let trips = try all(Moved.Trip.self, by: \.name, context)
            #expect(trips.map(\.name) == (0..<9).map { "n\($0)" })
            #expect(trips.map(\.perdiem) == [9, 0.5, 9, 9, 2, 9, 9, 3.5, 9])
            #expect(trips.map { $0.traveler?.name } == ["x", "x", "x", "y", "y", "y", "z", "z", "z"])
            #expect(trips.map(\.receipts.count) == [0, 2, 0, 0, 2, 0, 0, 2, 0])
            #expect(trips.map { ($0 as? Moved.Business)?.days } == [nil, 1, nil, nil, 4, nil, nil, 7, nil])
            #expect(trips.map { ($0 as? Moved.Personal)?.reason } == [nil, nil, "r2", nil, nil, "r5", nil, nil, "r8"])
            let stops = try all(Moved.Stop.self, by: \.place, context)
            #expect(stops.map { Set($0.trips.map(\.name)) } == [["n1", "n4", "n7"], ["n1"]])
            // Values of properties that a row's class no longer has aren't kept in hidden columns.
            #expect(try reader.rows("SELECT COUNT(ZDAYS) FROM ZTRIP") == [[.integer(3)]])
            #expect(try reader.rows("SELECT COUNT(*) FROM Z_2TRIPS") == [[.integer(4)]])
            let travelers = try all(Moved.Traveler.self, by: \.name, context)
            #expect(
                travelers.map { $0.favourite.map { "\(type(of: $0)) \($0.name)" } } == [
                    "Trip n0", "Business n1", "Personal n2",
                ])
        }
    }

    @Test func aParentIsAddedAndAClassRemoved() throws {
        try migrated(to: Regrouped.models) { context, reader in
            let bookings = try all(Regrouped.Booking.self, by: \.name, context)
            #expect(bookings.map(\.name) == ["n0", "n1", "n3", "n4", "n6", "n7"])
            #expect(bookings.map { "\(type(of: $0))" } == ["Trip", "Business", "Trip", "Business", "Trip", "Business"])
            #expect(bookings.allSatisfy { $0.price == 3 })
            let trips = try all(Regrouped.Trip.self, by: \.name, context)
            #expect(trips.map(\.days) == [0, 1, 3, 4, 6, 7])
            #expect(trips.map { $0.traveler?.name } == ["x", "x", "y", "y", "z", "z"])
            #expect(try context.fetchCount(FetchDescriptor<Regrouped.Air>()) == 0)
            #expect(try all(Regrouped.Business.self, by: \.name, context).map(\.perdiem) == [0.5, 2, 3.5])
            // The column next to a key is updated, even if its destination had no subclasses. Links to deleted rows
            // become nil.
            let travelers = try all(Regrouped.Traveler.self, by: \.name, context)
            #expect(
                travelers.map { $0.favourite.map { "\(type(of: $0)) \($0.name)" } } == ["Trip n0", "Business n1", nil])
            #expect(travelers.map { $0.other?.place } == ["b", nil, nil])
            let wrong = try reader.rows(
                """
                SELECT COUNT(*) FROM ZTRAVELER t LEFT JOIN ZBOOKING b ON b.Z_PK = t.ZFAVOURITE
                LEFT JOIN ZSTOP s ON s.Z_PK = t.ZOTHER
                WHERE \(Self.entityColumn("FAVOURITE", reader)) IS NOT b.Z_ENT
                OR \(Self.entityColumn("OTHER", reader)) IS NOT s.Z_ENT
                """)
            #expect(wrong == [[.integer(0)]])
            let stops = try all(Regrouped.Stop.self, by: \.place, context)
            #expect(stops.map(\.trips.count) == [6, 3])
            #expect(try reader.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Booking'") == [[.integer(9)]])
            context.insert(Regrouped.Air("new"))
            try context.save()
            #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Regrouped.Booking>()) == 7)
        }
    }

    private static func entityColumn(_ relationship: String, _ reader: StoreReader) throws -> String {
        let names = try reader.rows("SELECT name FROM pragma_table_info('ZTRAVELER')").compactMap { row in
            if case .text(let name)? = row.first { name } else { nil }
        }
        return "t." + (names.first { $0.hasSuffix("_" + relationship) } ?? "missing")
    }

    @Test func aHierarchyIsSplit() throws {
        try migrated(to: Apart.models) { context, reader in
            #expect(try all(Apart.Trip.self, by: \.name, context).map(\.days) == [0, 3, 6])
            let business = try all(Apart.Business.self, by: \.name, context)
            #expect(business.map(\.name) == ["n1", "n4", "n7"])
            #expect(business.map(\.days) == [1, 4, 7] && business.map(\.perdiem) == [0.5, 2, 3.5])
            #expect(business.map(\.stops.count) == [2, 1, 1])
            let travelers = try all(Apart.Traveler.self, by: \.name, context)
            #expect(travelers.map { $0.trips.map(\.name) } == [["n0"], ["n3"], ["n6"]])
            #expect(travelers.map { $0.favourite?.name } == ["n0", nil, nil])
            #expect(try reader.rows("SELECT COUNT(ZFAVOURITE) FROM ZTRAVELER") == [[.integer(1)]])
            context.insert(Apart.Business("new"))
            try context.save()
        }
    }

    @Test func attributesAreAddedInPlace() throws {
        try migrated(to: Grown.models) { context, reader in
            let trips = try all(Grown.Trip.self, by: \.name, context)
            #expect(trips.map(\.days) == Array(0..<9) && trips.allSatisfy { $0.note == nil })
            #expect(
                trips.map { ($0 as? Grown.Business)?.code }
                    == [nil, "none", nil, nil, "none", nil, nil, "none", nil])
            #expect(try reader.rows("SELECT COUNT(ZLEVEL), COUNT(ZCODE) FROM ZTRIP") == [[.integer(3), .integer(3)]])
            // `ALTER TABLE` left its mark: the table wasn't rebuilt.
            #expect(try reader.statements().contains { $0.name == "ZTRIP" && $0.sql.contains(", ZNOTE VARCHAR)") })
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var types: [any PersistentModel.Type]
        var code: Int
        var text: String
    }

    static let refusals = [
        Refusal(
            testDescription: "hierarchies merge", types: [Merged.Traveler.self, Merged.Stop.self], code: 134190,
            text: "Cannot merge multiple root entity source tables"),
        Refusal(
            testDescription: "now required in a subclass", types: [Demanding.Business.self], code: 134110,
            text: "missing attribute values on mandatory destination attribute: Business.code"),
        Refusal(
            testDescription: "moved up without default", types: [DemandingAll.Business.self], code: 134110,
            text: "missing attribute values on mandatory destination attribute: Trip.perdiem"),
    ]

    @Test(arguments: refusals)
    func rejectedMigrationsLeaveTheStoreUnchanged(_ refusal: Refusal) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("store.sqlite")
            try populate(url)
            let before = try StoreReader(path: url.path)
            let (statements, counts) = (try before.statements(), try before.rowCounts())
            do {
                _ = try ModelContainer(for: Schema(refusal.types), configurations: ModelConfiguration(url: url))
                Issue.record("The store migrated.")
            } catch let error as SwiftDataError {
                #expect(error == .loadIssueModelContainer)
                #expect(error.cause?.code == refusal.code)
                #expect((error.errorDescription ?? "").contains(refusal.text), "\(error.errorDescription ?? "")")
            }
            let after = try StoreReader(path: url.path)
            #expect(try after.statements() == statements)
            #expect(try after.rowCounts() == counts)
        }
    }
}
