/// What becomes of one table.
struct TablePlan {
    /// How it gets there.
    enum Strategy {
        /// Nothing of the old store continues in it.
        case make
        /// Columns are added, renamed and dropped where the rows are. The table's text then differs from a fresh store's in
        /// order and blanks, as it does after Core Data's own `ALTER TABLE`.
        case alter
        /// A fresh store's table takes over the rows.
        case rebuild
    }

    /// Dropping a column, and filling any number of them, are one pass over all rows each; a table made anew is one pass
    /// and a half, and as much for its indexes and for letting the old one go.
    private static let mostPasses = 3

    let table: StoreTable
    /// The table that it continues.
    let previous: StoreTable?
    /// The old column of each new one that continues one.
    let sources: [String: String]
    /// What new columns continue that continue several, as SQL over the old table.
    let choices: [String: String]
    /// What cells get beyond what is carried over.
    let values: [NewValues.NewValue]
    /// The rows that go on, and what their `Z_ENT` becomes.
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
        // In place each old column has one successor of its type, and no new name is another column's old one.
        let isPossible =
            isAlone && choices.isEmpty && previous.name == table.name && Set(sources.values).count == sources.count
            && table.columns.allSatisfy { column in
                guard let source = sources[column.name] else { return oldTypes[column.name] == nil }
                return oldTypes[source] == column.sqlType
                    && (source == column.name || oldTypes[column.name] == nil)
            }
        strategy = isPossible && dropped.count + (fills ? 1 : 0) <= Self.mostPasses ? .alter : .rebuild
    }

    /// What a new column continues, as SQL over the old table; nil for nothing.
    func source(of column: String) -> String? { sources[column] ?? choices[column] }

    /// The columns that nothing of the old table continues in.
    var added: [StoreColumn] { table.columns.filter { sources[$0.name] == nil } }

    /// The columns whose name alone changes: old and new.
    var renamed: [(old: String, new: String)] {
        table.columns.compactMap { column in
            sources[column.name].flatMap { $0 == column.name ? nil : ($0, column.name) }
        }
    }

    /// The old columns that do not go on.
    var dropped: [String] {
        let kept = Set(sources.values)
        return (previous?.columns ?? []).map(\.name).filter { !kept.contains($0) }
    }
}

extension TablePlan {
    /// What becomes of the rows of an old table, by the entities that they are of.
    struct Renumbering {
        /// The condition under which a row goes on, in SQL; nil if all do.
        private(set) var condition: String?
        /// What a row's `Z_ENT` becomes, in SQL; nil if it stays.
        private(set) var term: String?

        /// Nothing changes.
        init() {}

        /// - Parameters:
        ///   - numbers: the new number of each old one whose rows go on.
        ///   - isShared: whether the old table has rows of other entities too.
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
    /// Where the content of old tables is while a migration is under way.
    struct MovedTables {
        /// What old tables are called while new ones of their names are filled.
        static let prefix = "PERMAFROST_OLD_"

        /// The old tables that were moved aside.
        private(set) var moved: [String] = []
        /// For tables that are altered in place, their old columns' new names.
        private var renamed: [String: [String: String]] = [:]

        mutating func move(_ table: String) -> String {
            moved.append(table)
            return Self.prefix + table
        }

        mutating func rename(_ columns: [(old: String, new: String)], of table: String) {
            renamed[table] = Dictionary(columns, uniquingKeysWith: { first, _ in first })
        }

        /// The present name of an old table.
        func table(_ name: String) -> String { moved.contains(name) ? Self.prefix + name : name }

        /// The present name of an old table's column.
        func column(_ name: String, of table: String) -> String { renamed[table]?[name] ?? name }
    }
}
