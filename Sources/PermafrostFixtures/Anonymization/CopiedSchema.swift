import PermafrostModel
import PermafrostStore

/// The tables and indexes of a store that are recreated in its anonymized copy.
///
/// The SQL comes from an untrusted file. Only statements that consist of names, types and constraints are used, because
/// any other expression could contain text.
struct CopiedSchema {
    /// The statements for tables, in creation order.
    private(set) var tables: [DDLStatement] = []
    /// The statements for indexes, in creation order.
    private(set) var indexes: [DDLStatement] = []
    /// The triggers in the store that its model also requires. They are created last, so that they don't change rows.
    private(set) var triggers: [DDLStatement] = []
    /// The names of the tables and views that aren't copied, because they don't belong to the model.
    private(set) var removed: [String] = []

    /// Reads the statements.
    ///
    /// - Throws: ``AnonymizationError/unknownStatement(name:)``, or `StoreError` if they can't be read.
    init(_ reader: StoreReader, _ layout: StoreLayout) throws {
        let fixed = (FixedTables.administration + FixedTables.history(tombstoneCount: 0))
        let known = Set(
            layout.tables.map(\.name) + layout.joinTables.map(\.name) + fixed.filter { $0.kind == .table }.map(\.name))
        let stored = Set(try reader.tableNames())
        for statement in try reader.statements() {
            switch statement.kind {
            case .view: removed.append(statement.name)
            case .table where !known.contains(statement.name) || !stored.contains(statement.name):
                removed.append(statement.name)
            case .table, .index:
                guard known.contains(statement.table) else { continue }
                guard Self.isPlain(statement) else { throw AnonymizationError.unknownStatement(name: statement.name) }
                if statement.kind == .table { tables.append(statement) } else { indexes.append(statement) }
            case .trigger:
                guard known.contains(statement.table) else { continue }
                guard layout.statements.contains(where: { $0.sql == statement.sql }) else {
                    throw AnonymizationError.unknownStatement(name: statement.name)
                }
                triggers.append(statement)
            }
        }
    }

    /// The keywords that can precede an expression or a literal in a statement that creates a table or index.
    private static let refused: Set<String> = ["AS", "CHECK", "DEFAULT", "WHERE", "SELECT", "REFERENCES", "GENERATED"]

    /// Returns whether a statement contains only words, numbers, commas and parentheses.
    private static func isPlain(_ statement: DDLStatement) -> Bool {
        let words = statement.sql.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { $0.uppercased() }
        let rest = statement.sql.allSatisfy { $0.isLetter || $0.isNumber || "_ (),".contains($0) }
        guard rest, words.first == "CREATE", refused.isDisjoint(with: words) else { return false }
        return statement.kind == .table
            ? words.starts(with: ["CREATE", "TABLE"])
            : words.starts(with: ["CREATE", "INDEX"]) || words.starts(with: ["CREATE", "UNIQUE", "INDEX"])
    }
}
