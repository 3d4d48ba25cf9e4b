import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

@Suite("Rows decoded with a model")
struct StoreRowsTests {
    @Test("Every row's properties decode to their types", arguments: SampleModels.all)
    func samples(sample: SampleModel) throws {
        let folder = try ScratchFolder()
        let path = folder.path("App.store")
        try StoreWriter(model: sample.model, seed: [7], rowsPerEntity: 5).write(to: path)
        let reader = try StoreReader(path: path)
        let inspection = try StoreInspection(reader)
        #expect(inspection.problems.isEmpty)
        let store = try StoreRows(reader, model: inspection.model)
        for entity in inspection.model.entities {
            let rows = try #require(try store.rows(of: entity.name))
            #expect(rows.columns.missing.isEmpty)
            var (count, last) = (0, Int64.min)
            while try rows.next() {
                count += 1
                #expect(rows.key > last)
                last = rows.key
                for stored in rows.columns.properties {
                    let value = rows.value(of: stored)
                    #expect(Self.fits(value, stored.property), "\(entity.name).\(stored.property.name) = \(value)")
                }
                for value in try store.links(of: entity.name).values(ofRow: rows.key) {
                    guard case .rows = value else {
                        Issue.record("\(value)")
                        continue
                    }
                }
            }
            #expect(count == inspection.rowCounts[entity.name])
        }
    }

    /// Returns whether the property can have the value.
    private static func fits(_ value: StoredValue, _ property: Property) -> Bool {
        if value == .null { return true }
        guard case .attribute(let attribute) = property else {
            if case .row = value { return true }
            return false
        }
        switch (attribute.type, value) {
        case (.boolean, .boolean), (.int16, .integer), (.int32, .integer), (.int64, .integer), (.double, .double),
            (.float, .double), (.decimal, .decimal), (.string, .string), (.date, .date), (.uuid, .uuid), (.uri, .url),
            (.binary, .data), (.binary, .encoded), (.transformable, .encoded), (.transformable, .data):
            return true
        case (.binary, .externalData): return attribute.isExternalStorage
        case (.composite, _) where attribute.isEnumeration:
            switch value {
            case .string, .integer, .double, .enumerationCase, .composite: return true
            default: return false
            }
        case (.composite, .composite(let elements)):
            return elements.map(\.name) == attribute.elements.filter { !$0.isTransient }.map(\.name)
        default: return false
        }
    }

    @Test("Links can be read from both ends", Conformance.isPresent, arguments: Conformance.stores())
    func linksAgree(store: String) throws {
        let reader = try StoreReader(path: Conformance.path(store))
        let model = try reader.model()
        let rows = try StoreRows(reader, model: model)
        var compared = 0
        for entity in model.entities {
            for relationship in entity.relationships where relationship.isToMany {
                guard let name = relationship.inverse,
                    case .relationship(let inverse)? = model.properties(of: relationship.destination)
                        .first(where: { $0.name == name })
                else { continue }
                let forth = try Self.pairs(entity.name, relationship, rows, model)
                let back = try Self.pairs(relationship.destination, inverse, rows, model)
                // A truncated list has no pairs for the part that was left out.
                guard let forth, let back else { continue }
                #expect(forth == Set(back.map { [$0[1], $0[0]] }), "\(entity.name).\(relationship.name)")
                compared += forth.count
            }
        }
        if store.hasPrefix("swiftdata-c") { #expect(compared > 0) }
    }

    /// Returns the keys of both ends of each link, including rows of subentities. Returns nil if some were left out.
    private static func pairs(
        _ entity: String, _ relationship: Relationship, _ store: StoreRows, _ model: SchemaModel
    ) throws -> Set<[Int64]>? {
        var pairs: Set<[Int64]> = []
        for member in model.family(of: entity) {
            guard let rows = try store.rows(of: member.name) else { continue }
            let links = try store.links(of: member.name)
            while try rows.next() {
                let own = rows.columns.properties.map { ($0.property.name, rows.value(of: $0)) }
                let linked = zip(links.relationships.map(\.name), try links.values(ofRow: rows.key))
                for (name, value) in own + linked where name == relationship.name {
                    switch value {
                    case .row(_, let key): pairs.insert([rows.key, key])
                    case .rows(_, let keys, let isCut):
                        guard !isCut else { return nil }
                        for key in keys { pairs.insert([rows.key, key]) }
                    default: continue
                    }
                }
            }
        }
        return pairs
    }

    @Test("A to-one relationship has the subentity of its destination row")
    func subentityOfDestination() throws {
        let folder = try ScratchFolder()
        let path = folder.path("App.store")
        let model = SampleModels.inheritance.model
        try StoreWriter(model: model, seed: [7], rowsPerEntity: 4).write(to: path)
        let reader = try StoreReader(path: path)
        let store = try StoreRows(reader, model: reader.model())
        var keys: [String: Set<Int64>] = [:]
        var numbers: [String: Int64] = [:]
        for entity in ["Trip", "BusinessTrip"] {
            let rows = try #require(try store.rows(of: entity))
            numbers[entity] = rows.columns.number
            while try rows.next() { keys[entity, default: []].insert(rows.key) }
        }
        let columns = try #require(StoreLayout(model: model).destinationColumns(of: "Stop", relationship: "trip"))
        let (key, number) = (try #require(keys["BusinessTrip"]?.min()), try #require(numbers["BusinessTrip"]))
        try SQLiteConnection(path: path, mode: .create).execute(
            "UPDATE ZBASE SET \(columns.key) = \(key), \(try #require(columns.entity)) = \(number) WHERE Z_PK = "
                + "(SELECT MIN(Z_PK) FROM ZBASE WHERE \(columns.key) IS NOT NULL)")
        let stops = try #require(try store.rows(of: "Stop"))
        let trip = try #require(stops.columns.properties.first { $0.property.name == "trip" })
        var named: Set<String> = []
        while try stops.next() {
            guard case .row(let entity, let key) = stops.value(of: trip) else { continue }
            #expect(keys[entity]?.contains(key) == true, "\(entity) \(key)")
            named.insert(entity)
        }
        #expect(named == ["Trip", "BusinessTrip"])
    }

    @Test("External data is in the cell or in its own file")
    func externalData() throws {
        let folder = try ScratchFolder()
        let model = SchemaModel(entities: [
            Entity(
                name: "Photo",
                properties: [
                    .attribute(Attribute(name: "image", type: .binary, isOptional: true, isExternalStorage: true))
                ])
        ])
        let path = folder.path("App.store")
        try StoreWriter(model: model, seed: [1], rowsPerEntity: 0).write(to: path)
        let name = "0F0E0D0C-0B0A-0908-0706-050403020100"
        let files = folder.path(".App_SUPPORT/_EXTERNAL_DATA")
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        try Data(count: 500).write(to: URL(fileURLWithPath: files + "/" + name))
        let writer = try SQLiteConnection(path: path, mode: .create)
        let insert = try writer.prepare("INSERT INTO ZPHOTO VALUES (?, 1, 1, ?)")
        let gone = "AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE"
        let cells: [([UInt8], StoredValue)] = [
            ([1, 10, 20], .data([10, 20])), ([2] + Array(name.utf8) + [0], .externalData(file: name, bytes: 500)),
            ([2] + Array(gone.utf8) + [0], .externalData(file: gone, bytes: nil)),
            (
                [2] + Array("../../etc/passwd".utf8) + [0],
                .unexpected(.blob([2] + Array("../../etc/passwd".utf8) + [0]))
            ),
            ([9, 9], .unexpected(.blob([9, 9]))), ([], .data([])),
        ]
        for (index, cell) in cells.enumerated() { try insert.run([.integer(Int64(index)), .blob(cell.0)]) }
        let reader = try StoreReader(path: path)
        let rows = try #require(try StoreRows(reader, model: try reader.model()).rows(of: "Photo"))
        var found: [StoredValue] = []
        while try rows.next() { found.append(rows.value(of: rows.columns.properties[0])) }
        #expect(found == cells.map(\.1))
        #expect(try StoreInspection(reader).externalData == ExternalStorage.Count(files: 1, bytes: 500))
    }

    @Test("Cells with a different type than the model's are reported as unexpected")
    func unexpected() throws {
        let folder = try ScratchFolder()
        let path = folder.path("App.store")
        let types: [AttributeType] = [.boolean, .int64, .double, .date, .string, .uuid, .binary, .decimal, .uri]
        let model = SchemaModel(entities: [
            Entity(name: "A", properties: types.map { .attribute(Attribute(name: $0.name, type: $0)) })
        ])
        try StoreWriter(model: model, seed: [1], rowsPerEntity: 1).write(to: path)
        let writer = try SQLiteConnection(path: path, mode: .create)
        for column in ["BOOLEAN", "INT64", "DOUBLE", "DATE", "STRING", "URI", "DECIMAL"] {
            try writer.execute("UPDATE ZA SET Z\(column) = x'FF'")
        }
        try writer.execute("UPDATE ZA SET ZUUID = 'no', ZBINARY = 5")
        let reader = try StoreReader(path: path)
        let rows = try #require(try StoreRows(reader, model: model).rows(of: "A"))
        #expect(try rows.next())
        for stored in rows.columns.properties {
            guard case .unexpected = rows.value(of: stored) else {
                Issue.record("\(stored.property.name): \(rows.value(of: stored))")
                continue
            }
        }
    }

    @Test("Missing columns are reported")
    func missingColumns() throws {
        let folder = try ScratchFolder()
        let path = folder.path("App.store")
        func model(_ names: [String]) -> SchemaModel {
            SchemaModel(entities: [
                Entity(name: "A", properties: names.map { .attribute(Attribute(name: $0, type: .string)) })
            ])
        }
        try StoreWriter(model: model(["one"]), seed: [1], rowsPerEntity: 1).write(to: path)
        let reader = try StoreReader(path: path)
        let columns = try #require(try StoreRows(reader, model: model(["one", "two"])).columns(of: "A"))
        #expect(columns.properties.map(\.property.name) == ["one"])
        #expect(columns.missing == ["two"])
        let other = SchemaModel(entities: [Entity(name: "B")])
        #expect(try StoreRows(reader, model: other).rows(of: "B") == nil)
    }
}
