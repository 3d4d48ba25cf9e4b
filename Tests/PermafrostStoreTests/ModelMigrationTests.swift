import Foundation
import PermafrostModel
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Migration by inference from models only, without live types, as the command line performs it.
@Suite struct ModelMigrationTests {
    /// Two copies of a store, which are removed when their folder is deallocated.
    private struct Copies {
        let folder: TemporaryFolder
        let before: String
        let after: String

        init(of path: String) throws {
            folder = try TemporaryFolder(for: "test")
            let store = URL(fileURLWithPath: path)
            before = try ScratchStore(of: store, in: folder.url.appendingPathComponent("before")).url.path
            after = try ScratchStore(of: store, in: folder.url.appendingPathComponent("after")).url.path
        }
    }

    private static func report(
        _ copies: Copies, _ destination: SchemaModel, removed: [String] = []
    ) throws -> DataDiff {
        try PreservationCheck(
            before: ComparedStore(path: copies.before), after: ComparedStore(path: copies.after), between: [],
            defaults: DeclaredDefaults(versions: [DeclaredDefaults.Version(declared: destination)]),
            expecting: removed.map { .removed($0, because: "the newer model has it not") }, subject: "test"
        ).run()
    }

    // MARK: Real stores

    /// Pairs of stores of two versions of the same app, with the properties that the newer version removed, and whether
    /// the older store has rows.
    private static let pairs: [(from: String, to: String, removed: [String], hasRows: Bool)] = [
        ("coredata-sample-v1.sqlite", "coredata-sample-v2.sqlite", ["Person.id"], true),
        ("coredata-sample2-v1.sqlite", "coredata-sample2-v2.sqlite", ["Author.siteURL"], true),
        ("swiftdata-users-1.0.0.sqlite", "swiftdata-users-2.0.0.sqlite", [], false),
        (
            "coredata-scout-v1.sqlite", "coredata-scout-v4.sqlite",
            syncedEntities.flatMap { ["\($0).syncAttempts", "\($0).syncStatePrimitive"] }, false
        ),
    ]
    private static let syncedEntities = [
        "SyncableObject", "TrackedObject", "NamedObject", "DeviceObject", "InstallObject", "LaunchObject",
        "CrashObject", "MetricsObject", "IntMetricsObject", "DoubleMetricsObject", "EventObject", "SessionObject",
        "UserActivityObject", "VersionObject",
    ]

    @Test(Conformance.isPresent, arguments: pairs.indices)
    func aRealStoreMigratesToTheNextModel(_ index: Int) throws {
        let pair = Self.pairs[index]
        let copies = try Copies(of: Conformance.path(pair.from))
        let source = try StoreReader(path: copies.before).model()
        let destination = try StoreReader(path: Conformance.path(pair.to)).model()
        try ModelMigration(path: copies.after).run(from: source, to: destination)
        #expect(try FileIntegrity(path: copies.after).problems().isEmpty)
        let reader = try StoreReader(path: copies.after)
        #expect(try reader.metadata().versionHashes == destination.versionHashes)
        #expect(try reader.model().versionHashes == destination.versionHashes)
        let layout = StoreLayout(model: destination)
        for table in layout.tables {
            let columns = Set(try reader.columns(of: table.name).map(\.name))
            #expect(columns.isSuperset(of: table.columns.map(\.name)), "\(table.name)")
        }
        let report = try Self.report(copies, destination, removed: pair.removed)
        #expect(report.passed, "\(report)")
        #expect((report.rows > 0) == pair.hasRows)
    }

    // MARK: Core Data's features that SwiftData lacks

    private static func library(pages: Bool) -> SchemaModel {
        let newer = pages ? [Property.attribute(Attribute(name: "pages", type: .int32, defaultValue: .integer(1)))] : []
        let book = Entity(
            name: "Book",
            properties: [
                .attribute(Attribute(name: "title", type: .string)),
                .relationship(
                    Relationship(name: "authors", destination: "Author", inverse: "books", maximumCount: 0)),
                .attribute(
                    Attribute(
                        name: "touched", type: .date, isOptional: true,
                        derivation: Attribute.Derivation(expression: "now()"))),
            ] + newer)
        let author = Entity(
            name: "Author",
            properties: [
                .attribute(Attribute(name: "name", type: .string)),
                .relationship(
                    Relationship(
                        name: "books", destination: "Book", inverse: "authors", maximumCount: 0, isOrdered: true)),
            ])
        var entities = [author, book]
        // The new entity gets the first number, so the join table gets a different name.
        if pages {
            entities.append(Entity(name: "Aisle", properties: [.attribute(Attribute(name: "row", type: .int16))]))
        }
        return SchemaModel(entities: entities)
    }

    @Test func theOrderOfARelationshipIsKept() throws {
        let folder = try TemporaryFolder(for: "test")
        let path = folder.url.appendingPathComponent("library.sqlite").path
        let (source, destination) = (Self.library(pages: false), Self.library(pages: true))
        try StoreWriter(model: source, seed: [1]).write(to: path)
        let old = try #require(StoreLayout(model: source).joinTables.first)
        let new = try #require(StoreLayout(model: destination).joinTables.first)
        #expect(old.name != new.name)
        func orders(_ table: JoinTable) throws -> [[SQLiteValue]] {
            let sides = [table.first, table.second].sorted { $0.entity < $1.entity }
            let place = try #require([table.first, table.second].compactMap(\.orderColumn).first)
            return try StoreReader(path: path).rows(
                "SELECT \(sides.map(\.column).joined(separator: ", ")), \(place) FROM \(table.name) ORDER BY 1, 2")
        }
        let place = try #require([old.first, old.second].compactMap(\.orderColumn).first)
        do {
            let connection = try SQLiteConnection(path: path, mode: .create)
            try connection.execute("UPDATE \(old.name) SET \(place) = 1024 - rowid")
        }
        let before = try orders(old)
        #expect(before.count > 3 && Set(before.map { $0[2] }).count == before.count)
        try ModelMigration(path: path).run(from: source, to: destination)
        #expect(try orders(new) == before)
        let reader = try StoreReader(path: path)
        let triggers = try reader.statements().filter { $0.kind == .trigger }
        #expect(Set(triggers) == Set(StoreLayout(model: destination).statements.filter { $0.kind == .trigger }))
        #expect(!triggers.isEmpty)
        #expect(try reader.rows("SELECT DISTINCT ZPAGES FROM ZBOOK") == [[.integer(1)]])
    }

    // MARK: Defaults

    private static let defaults: [(attribute: Attribute, cells: [SQLiteValue]?)] = [
        (Attribute(name: "a", type: .boolean, defaultValue: .boolean(true)), [.integer(1)]),
        (Attribute(name: "a", type: .int16, defaultValue: .integer(-3)), [.integer(-3)]),
        (Attribute(name: "a", type: .double, defaultValue: .integer(2)), [.real(2)]),
        (Attribute(name: "a", type: .decimal, defaultValue: .decimal("1.50")), [.real(1.5)]),
        (Attribute(name: "a", type: .date, defaultValue: .date(7)), [.real(7)]),
        (Attribute(name: "a", type: .string, defaultValue: .string("")), [.text("")]),
        (Attribute(name: "a", type: .binary, defaultValue: .data([1, 2])), [.blob([1, 2])]),
        (
            Attribute(
                name: "a", type: .transformable, defaultValue: .array([.string("x")]),
                valueTransformerName: "NSSecureUnarchiveFromData"),
            [.blob(EncodedValueArchive.archive(of: Array("[\"x\"]".utf8)))]
        ),
        (
            Attribute(
                name: "a", type: .composite,
                elements: [Attribute(name: "x", type: .int64), Attribute(name: "y", type: .string, isOptional: true)]),
            nil
        ),
        (
            Attribute(
                name: "a", type: .composite, defaultValue: .dictionary(["x": .integer(4)]),
                elements: [Attribute(name: "x", type: .int64), Attribute(name: "y", type: .string, isOptional: true)]),
            [.integer(4), .null]
        ),
        (
            Attribute(
                name: "a", type: .composite, defaultValue: .string("draft"),
                elements: [
                    Attribute(name: "draft", type: .string, isOptional: true),
                    Attribute(name: "final", type: .string, isOptional: true),
                ], isEnumeration: true, enumerationCases: ["draft", "final"]),
            [.text("draft"), .null]
        ),
        (
            Attribute(
                name: "a", type: .composite, defaultValue: .string("low"),
                elements: [Attribute(name: "a", type: .string)], isEnumeration: true),
            [.text("low")]
        ),
    ]

    @Test(arguments: defaults.indices)
    func aDefaultFillsItsCells(_ index: Int) {
        let (attribute, cells) = Self.defaults[index]
        #expect(DefaultCells(of: attribute, entity: "E").cells == cells)
    }

    @Test(arguments: [("UUID()", AttributeType.uuid), ("Date.now", .date), ("Settings.standard.name", .string)])
    func aDynamicDefaultHasAFixedValue(_ text: String, _ type: AttributeType) throws {
        let attribute = Attribute(name: "a", type: type, defaultValue: .expression(text))
        let cells = try #require(DefaultCells(of: attribute, entity: "E").cells)
        #expect(cells.count == 1 && cells[0] != .null)
        #expect(cells == DefaultCells(of: attribute, entity: "E").cells)
    }
}
