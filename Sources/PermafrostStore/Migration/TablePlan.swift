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
    let values: [NewValue]
    /// The rows that go on, and what their `Z_ENT` becomes.
    let renumbering: Renumbering
    let strategy: Strategy

    /// - Parameter isAlone: whether no other table continues the previous one.
    init(
        table: StoreTable, previous: StoreTable?, sources: [String: String] = [:], choices: [String: String] = [:],
        values: [NewValue] = [], renumbering: Renumbering = Renumbering(), isAlone: Bool = true
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
