import Foundation
import PermafrostModel

@testable import PermafrostStore
@testable import PermafrostTesting

/// A single error in a migrated store.
struct Corruption: Sendable, Hashable {
    /// The kinds of corruption.
    enum Kind: String, Sendable, Hashable, CaseIterable {
        case value, valueToNull, nullToValue, compositeElement, blob, newProperty
        case externalFile, missingExternalFile
        case toOneLink, lostToOneLink, newToOneLink, joinRow, lostJoinRow, newJoinRow
        case lostRow, doubledRow, entityNumber
    }

    var kind: Kind
    /// The path that a report must name.
    var path: String
    /// A description for the test's message.
    var text: String
    /// The type of the corrupted attribute; nil if a link or a row was corrupted.
    var type: AttributeType?
}

/// A source of random corruptions: each corrupts one value, link or row in a copy of a migrated store.
struct Corruptor {
    let check: PreservationCheck
    /// The migrated store, which doesn't change.
    let store: URL
    private var generator: DigestGenerator
    /// The number of corrupted values of each type. The rarest type is next.
    private(set) var corruptedTypes: [AttributeType: Int] = [:]
    let entities: [ComparedColumns]

    init(_ check: PreservationCheck, store: URL, seed: UInt64) {
        self.check = check
        self.store = store
        generator = DigestGenerator(state: seed)
        entities = check.after.layout.entityOrder.compactMap { name in
            check.continuity.entitySource[name].map {
                ComparedColumns(
                    name, from: $0, continuity: check.continuity, old: check.before.layout,
                    current: check.after.layout, expectations: check.expectations, defaults: check.defaults)
            }
        }
    }

    /// Corrupts a copy in a folder. Returns nil if the store has nothing of the kind.
    mutating func corrupt(_ kind: Corruption.Kind, in folder: URL) throws -> (Corruption, URL)? {
        let copy = try ScratchStore(of: store, in: folder).url
        let connection = try SQLiteConnection(path: copy.path, mode: .create)
        // A constraint would reject the damage that a careless stage can do if the constraint is added after the stage.
        for row in try connection.rows("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE UNIQUE INDEX%'") {
            if case .text(let name) = row[0] { try connection.execute("DROP INDEX \"\(name)\"") }
        }
        for number in 0..<200 {
            if let done = try attempt(kind, number, connection, copy) { return (done, copy) }
        }
        return nil
    }

    private mutating func attempt(
        _ kind: Corruption.Kind, _ number: Int, _ connection: SQLiteConnection, _ copy: URL
    ) throws -> Corruption? {
        switch kind {
        case .value, .valueToNull, .nullToValue, .compositeElement, .blob: try cell(kind, number, connection)
        case .newProperty: try newProperty(connection)
        case .externalFile, .missingExternalFile: try externalFile(kind, connection, copy)
        case .toOneLink, .lostToOneLink, .newToOneLink: try toOne(kind, connection)
        case .joinRow, .lostJoinRow, .newJoinRow: try join(kind, connection)
        case .lostRow, .doubledRow, .entityNumber: try row(kind, connection)
        }
    }

    private mutating func random(_ bound: Int) -> Int { Int(generator.next() % UInt64(max(1, bound))) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[random(elements.count)]
    }

    private mutating func key(_ connection: SQLiteConnection, _ sql: String) throws -> Int64? {
        let keys = try connection.rows(sql).compactMap { row -> Int64? in
            if case .integer(let key) = row[0] { key } else { nil }
        }
        return pick(keys)
    }

    // MARK: Values

    private mutating func cell(
        _ kind: Corruption.Kind, _ attempt: Int, _ connection: SQLiteConnection
    ) throws -> Corruption? {
        let candidates = entities.flatMap { entity in entity.pairs.map { (entity, $0) } }.filter { _, pair in
            switch kind {
            case .compositeElement: pair.isElement
            case .blob: [.binary, .transformable].contains(pair.after.attribute.type)
            default: !pair.isElement
            }
        }
        let rarest = candidates.map { corruptedTypes[$0.1.after.attribute.type, default: 0] }.min() ?? 0
        // Any type, if the rarest one has no suitable row.
        let isAny = kind != .value || attempt > 50
        guard
            let (entity, pair) = pick(
                candidates.filter { isAny || corruptedTypes[$0.1.after.attribute.type, default: 0] == rarest }),
            let table = check.after.layout.table(of: entity.name)?.name
        else { return nil }
        let column = "\"\(pair.after.column)\""
        let condition = kind == .nullToValue ? "IS NULL" : "IS NOT NULL"
        guard let key = try key(connection, "SELECT Z_PK FROM \(table) WHERE \(column) \(condition)"),
            let old = try connection.rows("SELECT \(column) FROM \(table) WHERE Z_PK = \(key)").first?.first
        else { return nil }
        let new =
            switch kind {
            case .valueToNull: SQLiteValue.null
            case .nullToValue: fresh(pair.after.attribute)
            default: altered(old, pair.after.attribute)
            }
        try connection.prepare("UPDATE \(table) SET \(column) = ? WHERE Z_PK = \(key)").run([new])
        if kind == .value { corruptedTypes[pair.after.attribute.type, default: 0] += 1 }
        return Corruption(
            kind: kind, path: pair.path, text: "row \(key): \(old) became \(new)", type: pair.after.attribute.type)
    }

    private mutating func newProperty(_ connection: SQLiteConnection) throws -> Corruption? {
        guard let entity = pick(entities), let table = check.after.layout.table(of: entity.name)?.name,
            let leaf = pick(entity.new.filter { $0.allowed != nil && $0.allowed != [.any] }),
            let key = try key(
                connection, "SELECT Z_PK FROM \(table) WHERE Z_PK IN (SELECT Z_PK FROM \(table))"),
            let old = try connection.rows("SELECT \"\(leaf.column)\" FROM \(table) WHERE Z_PK = \(key)").first?.first
        else { return nil }
        let new = old == .null ? fresh(leaf.attribute) : random(2) == 0 ? .null : altered(old, leaf.attribute)
        try connection.prepare("UPDATE \(table) SET \"\(leaf.column)\" = ? WHERE Z_PK = \(key)").run([new])
        return Corruption(
            kind: .newProperty, path: leaf.path, text: "row \(key): \(old) became \(new)", type: leaf.attribute.type)
    }

    /// Returns a value of the attribute's type.
    private mutating func fresh(_ attribute: PermafrostModel.Attribute) -> SQLiteValue {
        switch attribute.type {
        case .int16, .int32, .int64, .boolean, .undefined, .objectID, .composite: .integer(Int64(random(2)))
        case .double, .float, .date, .decimal: .real(Double(random(1000)) + 0.25)
        case .string, .uri: .text(random(2) == 0 ? "" : "made up")
        case .uuid: .blob(generator.uuid())
        case .binary: .blob(attribute.isExternalStorage ? [1, 2, 3] : [])
        case .transformable: .blob(EncodedValueArchive.archive(of: Array("[]".utf8)))
        }
    }

    /// Returns the value with the smallest possible change.
    private mutating func altered(_ value: SQLiteValue, _ attribute: PermafrostModel.Attribute) -> SQLiteValue {
        switch value {
        case .null: return .integer(1)
        case .integer(let number):
            return .integer(attribute.type == .boolean ? 1 - number : number == .max ? number - 1 : number + 1)
        case .real(let number): return .real(number == .greatestFiniteMagnitude ? 0 : number.nextUp)
        case .text(let text):
            if text.isEmpty { return .text(" ") }
            return .text(random(2) == 0 ? String(text.unicodeScalars.dropLast()) : text + "\u{301}")
        case .blob(let bytes):
            if attribute.type == .transformable, let content = EncodedValueArchive.content(of: bytes), random(3) > 0 {
                let changed = String(decoding: content, as: UTF8.self) == "[]" ? "[1]" : "[]"
                return .blob(EncodedValueArchive.archive(of: Array(changed.utf8)))
            }
            if bytes.isEmpty || random(3) == 0 { return .blob(bytes + [7]) }
            if attribute.type == .transformable { return .blob(Array(bytes.dropLast())) }
            var flipped = bytes
            flipped[random(bytes.count)] ^= UInt8(1 << random(8))
            return .blob(flipped)
        }
    }

    private mutating func externalFile(
        _ kind: Corruption.Kind, _ connection: SQLiteConnection, _ copy: URL
    ) throws -> Corruption? {
        guard let entity = pick(entities), let table = check.after.layout.table(of: entity.name)?.name,
            let pair = pick(entity.pairs.filter(\.after.attribute.isExternalStorage))
        else { return nil }
        let rows = try connection.rows("SELECT \"\(pair.after.column)\" FROM \(table)")
        let files = rows.compactMap { row -> String? in
            guard case .blob(let bytes) = row[0], case .file(let name) = LargeValueCell(bytes) else { return nil }
            return StoreFile(path: copy.path).externalStorage.folder + "/" + name
        }
        guard let file = pick(files) else { return nil }
        if kind == .missingExternalFile {
            try FileManager.default.removeItem(atPath: file)
        } else {
            var bytes = Array(FileManager.default.contents(atPath: file) ?? Data())
            bytes[random(bytes.count)] ^= UInt8(1 << random(8))
            try Data(bytes).write(to: URL(fileURLWithPath: file))
        }
        return Corruption(kind: kind, path: pair.path, text: file, type: .binary)
    }

    // MARK: Links

    /// Returns the relationships whose links are compared, with the paths of both ends.
    private func links(toMany: Bool) -> [(paths: [String], entity: String, relationship: PermafrostModel.Relationship)]
    {
        check.after.model.entities.flatMap { entity in
            entity.relationships.filter { $0.isToMany == toMany }.compactMap { relationship in
                let place = ModelContinuity.Place(entity: entity.name, property: relationship.name)
                let inverse = check.after.model.inverse(of: place)
                let paths = [place.path] + (inverse.map { [$0.path] } ?? [])
                let declared = check.expectations.added.union(check.expectations.changed)
                guard !check.expectations.declares(paths, in: declared) else { return nil }
                return (paths, entity.name, relationship)
            }
        }
    }

    private mutating func toOne(_ kind: Corruption.Kind, _ connection: SQLiteConnection) throws -> Corruption? {
        guard let (paths, entity, relationship) = pick(links(toMany: false)),
            let table = check.after.layout.table(of: entity)?.name,
            let destination = check.after.layout.table(of: relationship.destination)?.name,
            let column = check.after.layout.destinationColumns(of: entity, relationship: relationship.name)?.key
        else { return nil }
        let condition = kind == .newToOneLink ? "IS NULL" : "IS NOT NULL"
        guard let key = try key(connection, "SELECT Z_PK FROM \(table) WHERE \(column) \(condition)"),
            let target = try self.key(
                connection,
                """
                SELECT Z_PK FROM \(destination) \
                WHERE Z_PK IS NOT (SELECT \(column) FROM \(table) WHERE Z_PK = \(key))
                """)
        else { return nil }
        let value = kind == .lostToOneLink ? "NULL" : "\(target)"
        try connection.execute("UPDATE \(table) SET \(column) = \(value) WHERE Z_PK = \(key)")
        return Corruption(kind: kind, path: paths.joined(separator: " "), text: "row \(key) refers to \(value)")
    }

    private mutating func join(_ kind: Corruption.Kind, _ connection: SQLiteConnection) throws -> Corruption? {
        guard let (paths, entity, relationship) = pick(links(toMany: true)),
            let join = check.after.layout.joinTable(of: entity, relationship: relationship.name),
            let own = check.after.layout.table(of: entity)?.name,
            let other = check.after.layout.table(of: relationship.destination)?.name
        else { return nil }
        let path = paths.joined(separator: " ")
        if kind == .newJoinRow {
            let absent = """
                SELECT a.Z_PK, b.Z_PK FROM \(own) a, \(other) b WHERE NOT EXISTS \
                (SELECT 1 FROM \(join.name) WHERE \(join.own.column) = a.Z_PK AND \(join.other.column) = b.Z_PK) LIMIT 500
                """
            guard let pair = pick(try connection.rows(absent)) else { return nil }
            try connection.prepare("INSERT INTO \(join.name) (\(join.own.column), \(join.other.column)) VALUES (?, ?)")
                .run(pair)
            return Corruption(kind: kind, path: path, text: "\(pair)")
        }
        guard let row = try key(connection, "SELECT rowid FROM \(join.name)") else { return nil }
        if kind == .lostJoinRow {
            try connection.execute("DELETE FROM \(join.name) WHERE rowid = \(row)")
        } else {
            guard
                let target = try key(
                    connection,
                    """
                    SELECT Z_PK FROM \(other) WHERE Z_PK NOT IN (SELECT \(join.other.column) FROM \(join.name) WHERE \
                    \(join.own.column) = (SELECT \(join.own.column) FROM \(join.name) WHERE rowid = \(row)))
                    """)
            else { return nil }
            try connection.execute("UPDATE \(join.name) SET \(join.other.column) = \(target) WHERE rowid = \(row)")
        }
        return Corruption(kind: kind, path: path, text: "join row \(row) of \(join.name)")
    }

    // MARK: Rows

    private mutating func row(_ kind: Corruption.Kind, _ connection: SQLiteConnection) throws -> Corruption? {
        guard let entity = pick(entities), let table = check.after.layout.table(of: entity.name)?.name,
            let key = try key(connection, "SELECT Z_PK FROM \(table)")
        else { return nil }
        switch kind {
        case .lostRow: try connection.execute("DELETE FROM \(table) WHERE Z_PK = \(key)")
        case .entityNumber: try connection.execute("UPDATE \(table) SET Z_ENT = 99 WHERE Z_PK = \(key)")
        default:
            let columns = try connection.rows("SELECT name FROM pragma_table_info('\(table)')").compactMap { row in
                if case .text(let name) = row[0], name != "Z_PK" { "\"\(name)\"" } else { nil }
            }.joined(separator: ", ")
            try connection.execute(
                """
                INSERT INTO \(table) (Z_PK, \(columns)) \
                SELECT (SELECT MAX(Z_PK) + 1 FROM \(table)), \(columns) FROM \(table) WHERE Z_PK = \(key)
                """)
        }
        return Corruption(kind: kind, path: entity.name, text: "row \(key)")
    }
}
