/// The differences between two stores' schemas and row counts.
package struct SchemaComparison: Sendable, Hashable {
    /// The two versions of a statement that differs between the stores.
    package struct Change: Sendable, Hashable {
        package var old: DDLStatement
        package var new: DDLStatement
    }

    /// A table whose row counts differ between the stores. A count is nil if the store doesn't have the table, or if
    /// its rows can't be counted.
    package struct RowCount: Sendable, Hashable {
        package var table: String
        package var old: Int?
        package var new: Int?
    }

    /// The tables, indexes and triggers that only the old store has, in the order of ``StoreInspection/statements``.
    package let removed: [DDLStatement]
    /// The tables, indexes and triggers that only the new store has, in the order of ``StoreInspection/statements``.
    package let added: [DDLStatement]
    /// The tables, indexes and triggers with different statements in the two stores, in the order of the old store's
    /// ``StoreInspection/statements``.
    package let changed: [Change]
    /// The tables with different numbers of rows, sorted by name.
    package let rowCounts: [RowCount]

    package init(from old: StoreInspection, to new: StoreInspection) {
        let before = Self.byName(old.statements)
        let after = Self.byName(new.statements)
        removed = old.statements.filter { after[Self.name($0)] == nil }
        added = new.statements.filter { before[Self.name($0)] == nil }
        changed = old.statements.compactMap { statement in
            guard let later = after[Self.name(statement)], later.sql != statement.sql else { return nil }
            return Change(old: statement, new: later)
        }
        let oldCounts = Dictionary(old.tables.map { ($0.name, $0.rowCount) }) { first, _ in first }
        let newCounts = Dictionary(new.tables.map { ($0.name, $0.rowCount) }) { first, _ in first }
        rowCounts = Set(oldCounts.keys).union(newCounts.keys).sorted().compactMap { table in
            let (old, new) = (oldCounts[table] ?? nil, newCounts[table] ?? nil)
            return old == new ? nil : RowCount(table: table, old: old, new: new)
        }
    }

    package var isEmpty: Bool { removed.isEmpty && added.isEmpty && changed.isEmpty && rowCounts.isEmpty }

    private static func name(_ statement: DDLStatement) -> [String] { [statement.kind.rawValue, statement.name] }

    private static func byName(_ statements: [DDLStatement]) -> [[String]: DDLStatement] {
        Dictionary(statements.map { (name($0), $0) }) { first, _ in first }
    }
}
