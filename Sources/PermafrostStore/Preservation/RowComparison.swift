import PermafrostModel

/// A comparison of the rows of one entity. It reads both stores in parallel, sorted by `Z_PK`. It compares the raw
/// cells of attributes that both stores have, and decodes only cells that differ or refer to a file. It first compares
/// many rows at once, up to the first difference.
struct RowComparison {
    let comparison: ComparedColumns
    let before: ComparedStore
    let after: ComparedStore

    /// The keys (`Z_PK`) of the rows that only the old store has.
    private(set) var lost: Set<Int64> = []
    /// The keys (`Z_PK`) of the rows that only the new store has.
    private(set) var added: Set<Int64> = []
    /// The number of rows that both stores have.
    private var commonCount = 0

    /// Whether every row of the new store's table was read, and belongs to the entity.
    private(set) var isCompleteTable = false

    /// The checks of the new attributes, in the order of ``ComparedColumns/new``.
    private var checks: [NewValueCheck]

    private enum NewValueCheck {
        /// Any value is allowed.
        case anything
        /// Any value except nil is allowed.
        case notNull
        /// Some values are allowed. The associated value is the last cell with an allowed value, so that equal cells in
        /// the next rows don't have to be decoded.
        case allowed(SQLiteValue?)
    }

    /// The number of the entity's rows in the new store.
    var newCount: Int { commonCount + added.count }

    init(_ comparison: ComparedColumns, before: ComparedStore, after: ComparedStore) {
        self.comparison = comparison
        self.before = before
        self.after = after
        checks = comparison.new.map { leaf in
            guard leaf.allowed == nil else { return .allowed(nil) }
            return leaf.attribute.isOptional || leaf.isElement ? .anything : .notNull
        }
    }

    /// Compares the rows and adds the differences to the report.
    ///
    /// - Parameters:
    ///   - mayLose: whether the test expects that rows are removed.
    ///   - mayGain: whether the test expects that rows are added.
    mutating func run(into report: inout DataDiff, mayLose: Bool, mayGain: Bool) throws {
        let pairs = 1..<(comparison.pairs.count + 1)
        let external = comparison.pairs.indices.filter { comparison.pairs[$0].after.attribute.isExternalStorage }
        let oldColumns = comparison.pairs.map(\.before.column) + comparison.gone.map(\.column)
        let newColumns = comparison.pairs.map(\.after.column) + comparison.new.map(\.column)
        var old = try before.rows(of: comparison.source, oldColumns)
        var new = try after.rows(of: comparison.name, newColumns)
        var oldKey = try Self.next(old)
        var newKey = try Self.next(new)
        // While these statements are on their first rows, the later statements read the same states of the stores.
        let first = (old, new)
        defer { withExtendedLifetime(first) {} }
        if oldKey != nil, newKey != nil, let end = try lastEqualKey(oldColumns, newColumns, new) {
            old = try before.rows(of: comparison.source, oldColumns, after: end)
            new = try after.rows(of: comparison.name, newColumns, after: end)
            oldKey = try Self.next(old)
            newKey = try Self.next(new)
        }
        while oldKey != nil || newKey != nil {
            if let key = oldKey, newKey.map({ key < $0 }) ?? true {
                lost.insert(key)
                if !mayLose { report.add(.lostRow, comparison.source, row: key) }
                oldKey = try Self.next(old)
            } else if let key = newKey, oldKey.map({ key < $0 }) ?? true {
                added.insert(key)
                if !mayGain { report.add(.newRow, comparison.name, row: key) }
                newKey = try Self.next(new)
            } else if let key = newKey {
                commonCount += 1
                var column = 1
                while let found = old.firstDifference(in: column..<pairs.upperBound, from: new) {
                    compare(found - 1, key, old, new, &report)
                    column = found + 1
                }
                for pair in external where Self.isFile(new.value(at: pair + 1)) {
                    compare(pair, key, old, new, &report)
                }
                checkGone(key, old, &report)
                checkNew(key, new, &report)
                oldKey = try Self.next(old)
                newKey = try Self.next(new)
            }
        }
        report.rows += commonCount
        report.values += commonCount * comparison.pairs.count
    }

    /// Compares many rows at once, until some of them differ or have a value that must be checked. Returns the highest
    /// compared key. All rows up to this key are equal in both stores. Returns nil if the first rows may differ, or if
    /// rows can't be compared in this way.
    ///
    /// - Parameter new: the statement that is on the new store's first row.
    private mutating func lastEqualKey(
        _ oldColumns: [String], _ newColumns: [String], _ new: SQLiteStatement
    ) throws -> Int64? {
        guard max(oldColumns.count, newColumns.count) + 2 <= RowFunction.cellLimit,
            !comparison.pairs.contains(where: { $0.after.attribute.isExternalStorage }),
            var conditions = conditions(new), try before.hasPrimaryKey(comparison.source),
            try after.hasPrimaryKey(comparison.name)
        else { return nil }
        // If the table is only for this entity, a row with another `Z_ENT` counts as a difference.
        let number = after.onlyNumber(of: comparison.name)
        if let number { conditions.append(.equal(.integer(Int64(number)))) }
        let matcher = RowMatcher(
            common: comparison.pairs.count + 1, onlyBefore: comparison.gone.map { _ in .null }, onlyAfter: conditions)
        before.cellFunction.visit = { matcher.keep($0, $1) }
        after.cellFunction.visit = { matcher.match($0, $1) }
        defer { (before.cellFunction.visit, after.cellFunction.visit) = (nil, nil) }
        let kept = try before.cells(of: comparison.source, oldColumns)
        let matched = try after.cells(
            of: comparison.name, newColumns + (number == nil ? [] : ["Z_ENT"]), amongOthers: number != nil)
        let keys = try before.key(of: comparison.source)
        var (lowest, end, count) = (Int64.min, Int64?.none, RowMatcher.usualRowCount)
        while true {
            try keys.bind(lowest, at: 1)
            try keys.bind(Int64(count - 1), at: 2)
            let highest = try Self.next(keys) ?? .max
            keys.reset()
            matcher.restart()
            try kept.run([.integer(lowest), .integer(highest)])
            if matcher.isFull, count > 1 {
                count /= 2
                continue
            }
            guard matcher.isEqual else { return end }
            try matched.run([.integer(lowest), .integer(highest)])
            guard matcher.isComplete else { return end }
            commonCount += matcher.rowCount
            end = highest
            guard highest < .max else {
                isCompleteTable = number != nil
                return end
            }
            (lowest, count) = (highest + 1, min(count * 2, RowMatcher.usualRowCount))
        }
    }

    /// Returns the conditions for the new attributes. Rows that meet them don't have to be checked. Returns nil if
    /// every row must be checked.
    ///
    /// - Parameter new: the statement that is on the new store's first row. If this row has an allowed value, rows with
    ///   the same value meet the condition.
    private func conditions(_ new: SQLiteStatement) -> [RowMatcher.Condition]? {
        var conditions: [RowMatcher.Condition] = []
        for (index, leaf) in comparison.new.enumerated() {
            switch checks[index] {
            case .anything: conditions.append(.anything)
            case .notNull: conditions.append(.notNull)
            case .allowed:
                let cell = new.value(at: comparison.pairs.count + 1 + index)
                let value = ComparedValue(
                    cell, of: leaf.attribute, isElement: leaf.isElement, in: after.externalStorage)
                guard !leaf.attribute.isExternalStorage, leaf.allowed?.contains(where: { $0.allows(value) }) ?? true
                else { return nil }
                conditions.append(.equal(cell))
            }
        }
        return conditions
    }

    private static func next(_ statement: SQLiteStatement) throws -> Int64? {
        try statement.step() ? statement.integer(at: 0) : nil
    }

    /// Returns whether a cell of an attribute with external storage refers to a file or can't be read.
    private static func isFile(_ cell: SQLiteValue) -> Bool {
        guard case .blob(let bytes) = cell else { return false }
        if case .inline = LargeValueCell(bytes) { return false }
        return true
    }

    private func compare(
        _ index: Int, _ key: Int64, _ old: SQLiteStatement, _ new: SQLiteStatement, _ report: inout DataDiff
    ) {
        let pair = comparison.pairs[index]
        let left = ComparedValue(
            old.value(at: index + 1), of: pair.before.attribute, isElement: pair.isElement,
            in: before.externalStorage)
        let right = ComparedValue(
            new.value(at: index + 1), of: pair.after.attribute, isElement: pair.isElement,
            in: after.externalStorage)
        if left.means(right) { return }
        if left == .null, pair.replacements.contains(where: { $0.allows(right) }) { return }
        if let defaults = pair.fillable, left == .null || defaults.contains(where: { $0.allows(left) }) { return }
        report.add(.value, pair.path, row: key, before: "\(left)", after: "\(right)")
    }

    private func checkGone(_ key: Int64, _ old: SQLiteStatement, _ report: inout DataDiff) {
        for index in comparison.gone.indices {
            let column = comparison.pairs.count + 1 + index
            guard !old.isNull(at: column) else { continue }
            let leaf = comparison.gone[index]
            let value = ComparedValue(
                old.value(at: column), of: leaf.attribute, isElement: true, in: before.externalStorage)
            report.add(.value, leaf.path, row: key, before: "\(value)", after: "gone")
        }
    }

    private mutating func checkNew(_ key: Int64, _ new: SQLiteStatement, _ report: inout DataDiff) {
        for index in checks.indices {
            let column = comparison.pairs.count + 1 + index
            switch checks[index] {
            case .anything: break
            case .notNull:
                if new.isNull(at: column) { report.add(.missingValue, comparison.new[index].path, row: key) }
            case .allowed(let last):
                if let last, new.contains(last, at: column) { break }
                checkAllowed(index, new.value(at: column), key, &report)
            }
        }
    }

    private mutating func checkAllowed(
        _ index: Int, _ cell: SQLiteValue, _ key: Int64, _ report: inout DataDiff
    ) {
        let leaf = comparison.new[index]
        let value = ComparedValue(cell, of: leaf.attribute, isElement: leaf.isElement, in: after.externalStorage)
        if leaf.allowed?.contains(where: { $0.allows(value) }) ?? true {
            // If a large value is in a file, its cell contains only the file's name.
            if !leaf.attribute.isExternalStorage { checks[index] = .allowed(cell) }
        } else {
            report.add(.notAtDefault, leaf.path, row: key, before: leaf.allowed?.first?.text, after: "\(value)")
        }
    }
}
