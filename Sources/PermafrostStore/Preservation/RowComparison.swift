import PermafrostModel

/// A comparison of the rows of one entity. It reads both stores in parallel, sorted by `Z_PK`. For the attributes that
/// both stores have, it compares raw cells, and decodes only cells that differ or that refer to a file.
struct RowComparison {
    let comparison: ComparedColumns
    let before: ComparedStore
    let after: ComparedStore

    /// The keys (`Z_PK`) of the rows that only the old store has.
    private(set) var lost: Set<Int64> = []
    /// The keys (`Z_PK`) of the rows that only the new store has.
    private(set) var added: Set<Int64> = []

    /// The last allowed cell of each new attribute. If the next row has an equal cell, the comparison doesn't decode it
    /// again. An element is nil until a cell was allowed.
    private var accepted: [SQLiteValue?]

    init(_ comparison: ComparedColumns, before: ComparedStore, after: ComparedStore) {
        self.comparison = comparison
        self.before = before
        self.after = after
        accepted = [SQLiteValue?](repeating: nil, count: comparison.new.count)
    }

    /// Compares the rows and adds the differences to the report.
    ///
    /// - Parameters:
    ///   - mayLose: whether the test expects that rows are removed.
    ///   - mayGain: whether the test expects that rows are added.
    mutating func run(into report: inout DataDiff, mayLose: Bool, mayGain: Bool) throws {
        let pairs = 1..<(comparison.pairs.count + 1)
        let external = comparison.pairs.indices.filter { comparison.pairs[$0].after.attribute.isExternalStorage }
        let old = try before.rows(
            of: comparison.source, comparison.pairs.map(\.before.column) + comparison.gone.map(\.column))
        let new = try after.rows(
            of: comparison.name, comparison.pairs.map(\.after.column) + comparison.new.map(\.column))
        var oldKey = try Self.next(old)
        var newKey = try Self.next(new)
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
                report.rows += 1
                report.values += comparison.pairs.count
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
    }

    private static func next(_ statement: SQLiteStatement) throws -> Int64? {
        try statement.step() ? statement.integer(at: 0) : nil
    }

    /// Returns whether a cell of an attribute with external storage refers to a file or can't be read.
    private static func isFile(_ cell: SQLiteValue) -> Bool {
        guard case .blob(let bytes) = cell else { return false }
        if case .inline = ExternalStorage.Cell(bytes) { return false }
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
        for (index, leaf) in comparison.gone.enumerated() {
            let column = comparison.pairs.count + 1 + index
            guard !old.isNull(at: column) else { continue }
            let value = ComparedValue(
                old.value(at: column), of: leaf.attribute, isElement: true, in: before.externalStorage)
            report.add(.value, leaf.path, row: key, before: "\(value)", after: "gone")
        }
    }

    private mutating func checkNew(_ key: Int64, _ new: SQLiteStatement, _ report: inout DataDiff) {
        for (index, leaf) in comparison.new.enumerated() {
            let column = comparison.pairs.count + 1 + index
            guard let allowed = leaf.allowed else {
                if !leaf.attribute.isOptional, !leaf.isElement, new.isNull(at: column) {
                    report.add(.missingValue, leaf.path, row: key)
                }
                continue
            }
            let cell = new.value(at: column)
            if cell == accepted[index] { continue }
            let value = ComparedValue(
                cell, of: leaf.attribute, isElement: leaf.isElement, in: after.externalStorage)
            guard !allowed.contains(where: { $0.allows(value) }) else {
                // If a large value is in a file, its cell contains only the file's name.
                if !leaf.attribute.isExternalStorage { accepted[index] = cell }
                continue
            }
            report.add(.notAtDefault, leaf.path, row: key, before: allowed.first?.text, after: "\(value)")
        }
    }
}
