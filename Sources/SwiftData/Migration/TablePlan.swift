import PermafrostStore

/// What becomes of one table.
struct TablePlan {
    /// How it gets there.
    enum Way {
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
    let former: StoreTable?
    /// The old column of each new one that continues one.
    let sources: [String: String]
    /// What cells get beyond what is carried over.
    let values: [NewValue]
    /// What rows' `Z_ENT` becomes; nil where it stays.
    let entityNumber: Int?
    let way: Way

    init(
        table: StoreTable, former: StoreTable?, sources: [String: String], values: [NewValue], entityNumber: Int?
    ) {
        self.table = table
        self.former = former
        self.sources = sources
        self.values = values
        self.entityNumber = entityNumber
        guard let former else {
            way = .make
            return
        }
        let oldTypes = Dictionary(
            former.columns.map { ($0.name, $0.sqlType) }, uniquingKeysWith: { first, _ in first })
        let dropped = Set(oldTypes.keys).subtracting(sources.values)
        let fills = !values.isEmpty || entityNumber != nil
        // In place each old column has one successor of its type, and no new name is another column's old one.
        let isPossible =
            former.name == table.name && Set(sources.values).count == sources.count
            && table.columns.allSatisfy { column in
                guard let source = sources[column.name] else { return oldTypes[column.name] == nil }
                return oldTypes[source] == column.sqlType
                    && (source == column.name || oldTypes[column.name] == nil)
            }
        way = isPossible && dropped.count + (fills ? 1 : 0) <= Self.mostPasses ? .alter : .rebuild
    }

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
        return (former?.columns ?? []).map(\.name).filter { !kept.contains($0) }
    }
}
