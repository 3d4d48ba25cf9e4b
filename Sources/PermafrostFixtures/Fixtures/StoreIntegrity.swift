import PermafrostModel
import PermafrostStore

/// The problems with a store's pages, rows and keys. The rows are checked against a model.
///
/// The check runs SQLite's `integrity_check`. If SQLite finds no problems, the check compares the tables with the model's.
/// If no part is missing, it also verifies that:
/// - every row belongs to an entity of its table, has a key that was assigned, and has been saved at least once
/// - every required attribute has a value, and every value has its property's type
/// - every link points to a row
package struct StoreIntegrity: Sendable, Hashable {
    /// The problems, as clauses without a period. Empty if none were found. At most ``limit`` problems are reported.
    package private(set) var problems: [String] = []

    /// The maximum number of reported problems.
    package static let limit = 8

    /// Checks a store.
    ///
    /// - Throws: `StoreError` if SQLite can't continue reading.
    package init(_ reader: StoreReader, model: SchemaModel) throws(StoreError) {
        try checkPages(reader)
        guard problems.isEmpty else { return }
        let tables = TableComparison(try StoredTables(reader), model: model, entities: [])
        for defect in tables.defects { add(defect.text) }
        guard !tables.defects.contains(where: \.isMissingPart) else { return }
        let rows = try StoreRows(reader, model: model)
        let highest = Dictionary(try reader.primaryKeys().map { ($0.name, $0) }) { first, _ in first }
        var found = FoundKeys()
        for table in rows.layout.tables {
            let entities = table.entities.filter { model.entity(named: $0)?.isAbstract == false }
            try checkEntities(of: table.name, entities.compactMap { highest[$0]?.entityNumber }, reader)
            for entity in entities {
                try check(
                    entity, isOnly: entities.count == 1, rows, highestKey: highest[table.rootEntity]?.highestKey ?? 0,
                    &found)
            }
        }
        for link in found.links where !found.isSound(link, in: try rows.columns(of: link.destination)?.table) {
            try checkLinks(link.subject, from: link.table, link.column, to: link.destination, rows, reader)
        }
        for join in rows.joinTables { try check(join, rows, reader) }
    }

    private mutating func add(_ problem: String) {
        if problems.count < Self.limit, !problems.contains(problem) { problems.append(problem) }
    }

    private mutating func checkPages(_ reader: StoreReader) throws(StoreError) {
        for case .text(let line) in try reader.rows("PRAGMA integrity_check(\(Self.limit))").compactMap(\.first)
        where line != "ok" {
            add("SQLite's integrity check failed: \(line)")
        }
    }

    private mutating func checkEntities(
        of table: String, _ numbers: [Int], _ reader: StoreReader
    ) throws(StoreError) {
        let list = numbers.map(String.init).joined(separator: ", ")
        let strangers = try reader.rows(
            "SELECT Z_PK FROM \(SQLiteConnection.quoted(table)) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(list)) LIMIT 1")
        if case .integer(let key)? = strangers.first?.first {
            add("row \(key) of \(table) doesn't belong to any entity of the table")
        }
    }

    /// Checks an entity's rows.
    ///
    /// - Parameter isOnly: whether the table contains rows of only this entity.
    private mutating func check(
        _ entity: String, isOnly: Bool, _ rows: StoreRows, highestKey: Int, _ keys: inout FoundKeys
    ) throws(StoreError) {
        guard let found = try rows.rows(of: entity) else { return }
        let toOne = found.columns.properties.filter(\.property.isRelationship)
        var linked = [KeyRange](repeating: KeyRange(), count: toOne.count)
        let table = found.columns.table
        while try found.next() {
            keys.tables[table, default: KeyRange()].add(found.key)
            if found.key < 1 || found.key > highestKey {
                add("row \(found.key) of \(entity) has a key that was never assigned (the highest is \(highestKey))")
            }
            if found.saveCount < 1 { add("row \(found.key) of \(entity) has the save count \(found.saveCount)") }
            for index in found.columns.properties.indices where !found.isKnownValid(propertyAt: index) {
                let property = found.columns.properties[index]
                let value = found.value(of: property)
                if value == .null, !property.property.isOptional, !property.property.isRelationship {
                    add("\(entity).\(property.property.name) of row \(found.key) has no value")
                } else if !value.isSound {
                    add(
                        "\(entity).\(property.property.name) of row \(found.key) has a value that isn't valid for the property's type"
                    )
                }
            }
            for (place, property) in toOne.enumerated() {
                if let key = found.key(of: property) { linked[place].add(key) }
            }
        }
        for (property, range) in zip(toOne, linked) {
            guard case .relationship(let relationship) = property.property else { continue }
            keys.links.append(
                FoundKeys.Link(
                    subject: "\(entity).\(relationship.name)", table: table,
                    column: found.columns.columns[property.columns.lowerBound], destination: relationship.destination,
                    keys: isOnly ? range : nil))
        }
    }

    private mutating func check(_ join: JoinTable, _ rows: StoreRows, _ reader: StoreReader) throws(StoreError) {
        for (own, other) in [(join.first, join.second), (join.second, join.first)] {
            try checkLinks(
                "\(own.entity).\(own.relationship)", from: join.name, other.column, to: other.entity, rows, reader)
        }
    }

    private mutating func checkLinks(
        _ subject: String, from table: String, _ column: String, to entity: String, _ rows: StoreRows,
        _ reader: StoreReader
    ) throws(StoreError) {
        guard let destination = try rows.columns(of: entity)?.table else { return }
        let (table, column) = (SQLiteConnection.quoted(table), SQLiteConnection.quoted(column))
        let lost = try reader.rows(
            """
            SELECT \(column) FROM \(table) WHERE \(column) IS NOT NULL
            AND \(column) NOT IN (SELECT Z_PK FROM \(SQLiteConnection.quoted(destination))) LIMIT 1
            """)
        if let key = lost.first?.first { add("\(subject) refers to row \(key.text), which doesn't exist") }
    }
}

extension StoredValue {
    /// Whether the value is valid for its property's type. Invalid values are, for example, invalid UTF-8, an infinite
    /// number, and a large value whose file is missing.
    fileprivate var isSound: Bool {
        switch self {
        case .unexpected: false
        // Invalid UTF-8 is read as U+FFFD.
        case .string(let text), .url(let text), .decimal(let text), .encoded(let text):
            !text.unicodeScalars.contains("\u{FFFD}")
        case .double(let number), .date(let number): number.isFinite
        case .externalData(_, let bytes): bytes != nil
        case .composite(let elements): elements.allSatisfy(\.value.isSound)
        case .null, .boolean, .integer, .uuid, .data, .enumerationCase, .row, .rows: true
        }
    }
}

extension Property {
    fileprivate var isRelationship: Bool { if case .relationship = self { true } else { false } }
}

extension SQLiteValue {
    fileprivate var text: String {
        switch self {
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): "\"\(text)\""
        case .blob(let bytes): "of \(bytes.count) bytes"
        case .null: "NULL"
        }
    }
}
