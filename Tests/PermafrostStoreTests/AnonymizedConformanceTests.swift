import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Anonymized copies of real stores.
@Suite("Anonymizing real stores", Conformance.isPresent)
struct AnonymizedConformanceTests {
    private static func copy(
        of store: String, in folder: ScratchFolder, kept: Set<String> = []
    ) throws -> (path: String, summary: StoreAnonymizer.Summary) {
        let reader = try StoreAnonymizer.open(Conformance.path(store))
        let path = folder.path("copy.sqlite")
        let options = StoreAnonymizer.Options(
            kept: kept, key: ReplacementKey(bytes: Array(store.utf8)))
        return (path, try StoreAnonymizer(reader, options).write(to: path))
    }

    @Test("The model, the layout and the numbers of rows stay", arguments: Conformance.stores())
    func layout(store: String) throws {
        let folder = try ScratchFolder()
        let (path, summary) = try Self.copy(of: store, in: folder)
        let (before, after) = (try StoreReader(path: Conformance.path(store)), try StoreReader(path: path))
        // The copy's model has the form in which every frozen store contains its model.
        #expect(try after.model() == before.model().archived)
        #expect(try after.model().versionHashes == before.model().versionHashes)
        #expect(try after.statements().inQueryOrder() == before.statements().inQueryOrder())
        #expect(
            try after.primaryKeys()
                == before.primaryKeys().filter { $0.entityNumber < TableModel.HistoryEntities.firstNumber })
        let history = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING", "Z_PRIMARYKEY"]
        var (old, new) = (try before.rowCounts(), try after.rowCounts())
        for table in history {
            if table.hasPrefix("A"), new[table] != nil { #expect(new[table] == 0) }
            (old[table], new[table]) = (nil, nil)
        }
        #expect(new == old)
        #expect(summary.rows > 0 || old.values.reduce(0, +) <= 2)
        let (oldData, newData) = (try before.metadata(), try after.metadata())
        #expect(newData.versionHashes == oldData.versionHashes)
        #expect(newData.versionHashesDigest == oldData.versionHashesDigest)
        #expect(newData.versionChecksum == oldData.versionChecksum)
        #expect(newData.versionIdentifiers == oldData.versionIdentifiers)
        #expect(newData.storeUUID != oldData.storeUUID)
        #expect(newData.otherEntries.isEmpty)
        #expect(try after.rows("PRAGMA freelist_count") == [[.integer(0)]])
        #expect(try after.rows("PRAGMA integrity_check") == [[.text("ok")]])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["copy.sqlite"])
    }

    @Test("No text of the original is in the copy", arguments: Conformance.stores())
    func texts(store: String) throws {
        let folder = try ScratchFolder()
        let (path, _) = try Self.copy(of: store, in: folder)
        let originals = try OriginalTexts(Conformance.path(store))
        // The search finds the texts where they are. JSON contains some of them only with escapes.
        let known = try originals.found(inStore: Conformance.path(store))
        #expect(known.count * 10 >= originals.texts.count * 9)
        #expect(try originals.found(inStore: path) == [])
    }

    @Test("NULLs, lengths, duplicates and keys stay", arguments: Conformance.stores())
    func values(store: String) throws {
        let folder = try ScratchFolder()
        let (path, summary) = try Self.copy(of: store, in: folder)
        let (before, after) = (try StoreReader(path: Conformance.path(store)), try StoreReader(path: path))
        let layout = StoreLayout(model: try before.model())
        #expect(summary.emptied == [])
        let anonymizer = try StoreAnonymizer(before, .init())
        for table in layout.tables {
            for name in try before.columns(of: table.name).map(\.name) {
                let column = table.columns.first { $0.name == name }
                let query = "SELECT \(SQLiteConnection.quoted(name)) FROM \(SQLiteConnection.quoted(table.name))"
                let (old, new) = (
                    try before.rows(query + " ORDER BY Z_PK").map { $0[0] },
                    try after.rows(query + " ORDER BY Z_PK").map { $0[0] }
                )
                guard case .attribute(let entity, let names)? = column?.content else {
                    #expect(new == (name == "Z_OPT" ? old.map { _ in .integer(1) } : old), "\(table.name).\(name)")
                    continue
                }
                // A case is drawn for each row.
                let path = anonymizer.path(entity, names)
                guard path.allSatisfy({ $0.enumerationCases == nil }) else { continue }
                let place = Comment(rawValue: "\(table.name).\(name)")
                #expect(new.map { $0 == .null } == old.map { $0 == .null }, place)
                let leaf = path.last
                // An encoded value becomes a sample, with another length. Samples can be equal.
                let isEncoded =
                    leaf?.type == .transformable
                    || leaf?.type == .binary && (leaf?.shape != nil || old.contains(where: Self.mayBeEncoded))
                guard !isEncoded else { continue }
                #expect(new.map(Self.length) == old.map(Self.length), place)
                let pairs = Set(zip(old, new).map { Pair(old: $0, new: $1) })
                // Booleans are drawn. All other values are replaced one by one.
                if column?.type != .boolean {
                    #expect(pairs.count == Set(old).count, place)
                    #expect(Set(new).count == Set(old).count, place)
                }
                // The number of links stays, because the links stay.
                guard leaf?.derivation?.expression.hasPrefix("count:") != true else { continue }
                let kept = KeptValues(path)
                let same = pairs.filter { $0.new == $0.old && Self.mustChange($0.old, column?.type, kept) }
                #expect(same.isEmpty, place)
            }
        }
        for table in layout.joinTables {
            let query = "SELECT * FROM \(SQLiteConnection.quoted(table.name))"
            guard try !before.columns(of: table.name).isEmpty else { continue }
            #expect(try Set(after.rows(query)) == Set(before.rows(query)))
        }
    }

    private struct Pair: Hashable {
        let old: SQLiteValue
        let new: SQLiteValue
    }

    /// The number of a text's bytes and characters, or the number of a blob's bytes.
    private static func length(_ value: SQLiteValue) -> [Int] {
        switch value {
        case .text(let text): [text.utf8.count, text.utf16.count]
        case .blob(let bytes): [bytes.count]
        case .null, .integer, .real: []
        }
    }

    /// Returns whether a value looks like JSON or a keyed archive, so that it is replaced by an empty one.
    private static func mayBeEncoded(_ value: SQLiteValue) -> Bool {
        guard case .blob(let bytes) = value, let first = bytes.first else { return false }
        return [UInt8(ascii: "["), UInt8(ascii: "{")].contains(first) || bytes.starts(with: Array("bplist".utf8))
    }

    private static func mustChange(_ value: SQLiteValue, _ type: AttributeType?, _ kept: KeptValues) -> Bool {
        switch value {
        case .text(let text): text.contains { $0.isLetter || $0.isNumber } && !kept.texts.contains(text)
        case .blob(let bytes): bytes.count > 8 && !kept.bytes.contains(bytes)
        case .real(let number):
            type == .date
                ? !NumberReplacement.fixedDates.contains(number) : number != 0 && !kept.reals.contains(number)
        case .integer(let number):
            ![.boolean, .date].contains(type) && number != 0 && !kept.integers.contains(number)
        case .null: false
        }
    }

    @Test("Dates keep their distances in seconds, and no fraction", arguments: Conformance.stores())
    func dates(store: String) throws {
        let folder = try ScratchFolder()
        let (path, _) = try Self.copy(of: store, in: folder)
        let (before, after) = (try StoreReader(path: Conformance.path(store)), try StoreReader(path: path))
        for table in StoreLayout(model: try before.model()).tables {
            for column in table.columns where column.type == .date {
                let name = SQLiteConnection.quoted(column.name)
                let query = "SELECT \(name) FROM \(SQLiteConnection.quoted(table.name)) WHERE \(name) > 1 ORDER BY Z_PK"
                let (old, new) = (try before.rows(query), try after.rows(query.replacing("> 1", with: "IS NOT NULL")))
                func numbers(_ rows: [[SQLiteValue]]) -> [Double] {
                    rows.compactMap {
                        switch $0[0] {
                        case .real(let real): real
                        case .integer(let integer): Double(integer)
                        default: nil
                        }
                    }
                }
                guard old.count == new.count else { continue }
                let pairs = Array(zip(numbers(old), numbers(new)))
                #expect(Set(pairs.map { $1.rounded(.down) - $0.rounded(.down) }).count <= 1, "\(column.name)")
                for (old, new) in pairs {
                    let fraction = old - old.rounded(.down)
                    #expect(old != new)
                    #expect(fraction == 0 || fraction != new - new.rounded(.down), "\(column.name) \(old)")
                }
            }
        }
    }

    // MARK: Migrations

    /// A store, and the model that it is migrated to: another store's, or its own with a required attribute that has no
    /// default, or its own with a unique attribute.
    private static func destinations(of store: String) throws -> [SchemaModel] {
        let own = try StoreReader(path: Conformance.path(store)).model()
        let next = [
            "coredata-sample-v1.sqlite": "coredata-sample-v2.sqlite",
            "coredata-sample2-v1.sqlite": "coredata-sample2-v2.sqlite",
            "swiftdata-users-1.0.0.sqlite": "swiftdata-users-2.0.0.sqlite",
            "coredata-scout-v1.sqlite": "coredata-scout-v4.sqlite",
        ][store]
        var models = try next.map { [try StoreReader(path: Conformance.path($0)).model()] } ?? []
        for isUnique in [false, true] {
            models.append(
                SchemaModel(
                    entities: own.entities.map { entity in
                        var entity = entity
                        let text = entity.attributes.first { $0.type == .string }
                        if isUnique {
                            if let text { entity.uniquenessConstraints.append([text.name]) }
                        } else {
                            entity.setProperties(
                                entity.properties + [.attribute(Attribute(name: "addedValue", type: .string))])
                        }
                        return entity
                    }, configurations: own.configurations, versionIdentifiers: ["9.9.9"]))
        }
        return models
    }

    @Test("Migrations end as with the original", arguments: Conformance.stores())
    func migrations(store: String) throws {
        for (index, destination) in try Self.destinations(of: store).enumerated() {
            let folder = try ScratchFolder()
            let original = try ScratchStore(
                of: URL(filePath: Conformance.path(store)), in: folder.url.appending(path: "original")
            ).url.path
            let copy = folder.url.appending(path: "copy")
            try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
            let reader = try StoreAnonymizer.open(Conformance.path(store))
            let anonymized = copy.appending(path: "copy.sqlite").path
            _ = try StoreAnonymizer(reader, .init()).write(to: anonymized)
            let results = try [original, anonymized].map { path -> [String] in
                let source = try StoreReader(path: path).model()
                do { try ModelMigration(path: path).run(from: source, to: destination) } catch {
                    let error = try #require(error as? CoreDataError)
                    return ["\(error.code)", error.text]
                }
                let counts = try StoreInspection(StoreReader(path: path)).rowCounts
                return counts.keys.sorted().map { "\($0) \(counts[$0] ?? 0)" }
            }
            #expect(results[0] == results[1], "destination \(index)")
        }
    }
}
