/// The plan for the migration of one table.
struct TablePlan {
    /// The possible ways to migrate a table.
    enum Strategy {
        /// Creates a table that doesn't get rows from an old table.
        case make
        /// Adds, renames and drops columns in place, or changes nothing. The SQL of a changed table differs from a new
        /// store's in column order and whitespace, as it does after Core Data's own `ALTER TABLE`.
        case alter
        /// Creates the table as in a new store, and carries over the rows.
        case rebuild
    }

    /// The maximum number of passes over a table's rows for altering the table in place. If more are needed, rebuilding
    /// the table is faster.
    ///
    /// Each dropped column takes one pass, and filling columns takes one pass in total. A rebuild takes about three:
    /// one and a half to copy the table, and one and a half to rebuild its indexes and drop the old table.
    private static let mostPasses = 3

    let table: StoreTable
    /// The old table whose rows the new table gets, or nil if there isn't one.
    let previous: StoreTable?
    /// The old column that each new column gets its values from, keyed by the new column's name. Omits new columns
    /// whose values don't come from the same old column in all rows.
    let sources: [String: String]
    /// SQL expressions for the new columns whose old column depends on the row's entity, keyed by the new column's
    /// name, such as `CASE Z_ENT WHEN 1 THEN ZNAME WHEN 2 THEN ZTITLE END`.
    let choices: [String: String]
    /// The values to write to the table's columns. They replace the values from the old table, if any.
    let values: [NewValue]
    /// The SQL for carrying over rows of the old table with their new `Z_ENT`.
    let renumbering: Renumbering
    let strategy: Strategy

    /// Plans the migration of a table.
    ///
    /// - Parameter isAlone: whether this is the only new table that gets rows from the old table.
    init(
        table: StoreTable, previous: StoreTable?, sources: [String: String] = [:], choices: [String: String] = [:],
        values: [NewValue] = [], renumbering: Renumbering = Renumbering(),
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
        // To alter a table in place, each old column must have at most one successor, with the same type. No new name
        // can be the old name of a different column.
        let isPossible =
            isAlone && choices.isEmpty && previous.name == table.name && Set(sources.values).count == sources.count
            && table.columns.allSatisfy { column in
                guard let source = sources[column.name] else { return oldTypes[column.name] == nil }
                return oldTypes[source] == column.sqlType
                    && (source == column.name || oldTypes[column.name] == nil)
            }
        strategy = isPossible && dropped.count + (fills ? 1 : 0) <= Self.mostPasses ? .alter : .rebuild
    }

    /// Returns SQL that reads a new column's values from the old table, or nil if the column isn't in the old table.
    func source(of column: String) -> String? { sources[column] ?? choices[column] }

    /// The columns to add to a table that is altered in place, because they aren't in the old table.
    var added: [StoreColumn] { table.columns.filter { sources[$0.name] == nil } }

    /// The old and new names of the columns with a different name in the old table.
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
