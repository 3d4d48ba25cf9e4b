/// The plan for the migration of one table.
struct TablePlan {
    /// The ways to migrate a table.
    enum Strategy {
        /// Creates the table. It continues nothing in the old store.
        case make
        /// Adds, renames and drops columns in place. The table's SQL then differs from a new store's in order and
        /// blanks, as it does after Core Data's own `ALTER TABLE`.
        case alter
        /// Creates a new store's table and carries the rows over.
        case rebuild
    }

    /// The number of passes up to which altering in place is cheaper. Dropping a column takes one pass over all rows,
    /// and so does filling any number of columns. Rebuilding a table takes one and a half passes, and as much again for
    /// its indexes and for dropping the old table.
    private static let mostPasses = 3

    let table: StoreTable
    /// The table that it continues.
    let previous: StoreTable?
    /// The old columns for the new ones that continue one column.
    let sources: [String: String]
    /// SQL for the new columns that continue several columns of the old table.
    let choices: [String: String]
    /// The values that cells get in addition to the carried-over ones.
    let values: [NewValues.NewValue]
    /// The rows that are carried over, and their new `Z_ENT`.
    let renumbering: TablePlan.Renumbering
    let strategy: Strategy

    /// - Parameter isAlone: whether no other table continues the previous one.
    init(
        table: StoreTable, previous: StoreTable?, sources: [String: String] = [:], choices: [String: String] = [:],
        values: [NewValues.NewValue] = [], renumbering: TablePlan.Renumbering = TablePlan.Renumbering(),
        isAlone: Bool = true
    ) {
        self.table = table
        self.previous = previous
        self.sources = sources
        self.choices = choices
        self.values = values
        self.renumbering = renumbering
        guard let previous else {
            strategy = .make
            return
        }
        let oldTypes = Dictionary(
            previous.columns.map { ($0.name, $0.sqlType) }, uniquingKeysWith: { first, _ in first })
        let dropped = Set(oldTypes.keys).subtracting(sources.values)
        let fills = !values.isEmpty || renumbering.term != nil
        // To alter a table in place, each old column must have one successor of its type, and no new name may be
        // another column's old one.
        let isPossible =
            isAlone && choices.isEmpty && previous.name == table.name && Set(sources.values).count == sources.count
            && table.columns.allSatisfy { column in
                guard let source = sources[column.name] else { return oldTypes[column.name] == nil }
                return oldTypes[source] == column.sqlType
                    && (source == column.name || oldTypes[column.name] == nil)
            }
        strategy = isPossible && dropped.count + (fills ? 1 : 0) <= Self.mostPasses ? .alter : .rebuild
    }

    /// Returns the content that a new column continues, as SQL on the old table; nil if there is none.
    func source(of column: String) -> String? { sources[column] ?? choices[column] }

    /// The columns that continue nothing in the old table.
    var added: [StoreColumn] { table.columns.filter { sources[$0.name] == nil } }

    /// The old and new names of the columns that are only renamed.
    var renamed: [(old: String, new: String)] {
        table.columns.compactMap { column in
            sources[column.name].flatMap { $0 == column.name ? nil : ($0, column.name) }
        }
    }

    /// The old columns that aren't carried over.
    var dropped: [String] {
        let kept = Set(sources.values)
        return (previous?.columns ?? []).map(\.name).filter { !kept.contains($0) }
    }
}

extension TablePlan {
    /// The carried-over rows of an old table, by their entities, and their new numbers.
    struct Renumbering {
        /// The condition for rows that are carried over, in SQL; nil if all are.
        private(set) var condition: String?
        /// The new `Z_ENT` of a row, in SQL; nil if it stays.
        private(set) var term: String?

        /// Creates a renumbering that changes nothing.
        init() {}

        /// - Parameters:
        ///   - numbers: the new numbers of the carried-over rows, by the old ones.
        ///   - isShared: whether the old table also contains rows of other entities.
        init(_ numbers: [Int: Int], isShared: Bool) {
            let sorted = numbers.sorted { $0.key < $1.key }
            if isShared { condition = "Z_ENT IN (\(sorted.map { "\($0.key)" }.joined(separator: ", ")))" }
            guard sorted.contains(where: { $0.key != $0.value }) else { return }
            term =
                sorted.count == 1
                ? "\(sorted[0].value)"
                : "CASE Z_ENT \(sorted.map { "WHEN \($0.key) THEN \($0.value)" }.joined(separator: " ")) END"
        }
    }
}

extension TablePlan {
    /// The location of the old tables' content during a migration.
    struct MovedTables {
        /// The prefix of old tables while new ones with their names are filled.
        static let prefix = "PERMAFROST_OLD_"

        /// The old tables that were renamed.
        private(set) var moved: [String] = []
        /// The new names of the old columns, for tables that are altered in place.
        private var renamed: [String: [String: String]] = [:]

        mutating func move(_ table: String) -> String {
            moved.append(table)
            return Self.prefix + table
        }

        mutating func rename(_ columns: [(old: String, new: String)], of table: String) {
            renamed[table] = Dictionary(columns, uniquingKeysWith: { first, _ in first })
        }

        /// Returns the current name of an old table.
        func table(_ name: String) -> String { moved.contains(name) ? Self.prefix + name : name }

        /// Returns the current name of an old table's column.
        func column(_ name: String, of table: String) -> String { renamed[table]?[name] ?? name }
    }
}
