import PermafrostModel

/// A comparison of every row and every link of two stores: a store before and after a migration, or two stores with the
/// same model.
package struct PreservationCheck {
    /// The store before the migration, or the first of two stores with the same model.
    package let before: ComparedStore
    /// The store after the migration, or the second of two stores with the same model.
    package var after: ComparedStore
    /// The mapping of entities and properties between the two models.
    package let continuity: ModelContinuity
    /// The expected differences.
    package let expectations: Expectations
    /// The values that new properties can have.
    package let defaults: DeclaredDefaults

    /// The name of the comparison, such as `1.0.0 → 3.0.0`.
    package let subject: String

    /// Creates a check that two stores with the same model have the same content, except for the expected changes.
    ///
    /// - Throws: `StoreError` if a store can't be read or contains no model.
    package init(
        comparing before: String, with after: String, expecting changes: [ExpectedChange] = [], subject: String
    ) throws {
        var stores = (try ComparedStore(path: before), try ComparedStore(path: after))
        stores.0.completeModel(with: stores.1.model)
        stores.1.completeModel(with: stores.0.model)
        (self.before, self.after) = stores
        self.subject = subject
        expectations = Expectations(changes, before: self.before.model, after: self.after.model)
        continuity = ModelContinuity(path: [self.after.model])
        defaults = DeclaredDefaults(versions: [])
    }

    /// Creates a check of a migration.
    ///
    /// - Parameters:
    ///   - defaults: the defaults of the version that the store was migrated to, and of the intermediate versions.
    ///   - between: the intermediate versions' models, oldest first.
    ///   - changes: the changes that the migration makes intentionally.
    ///   - losses: the losses that the stages of the migration declare.
    ///   - dropping: further losses that are declared for the complete migration.
    package init(
        before: ComparedStore, after: ComparedStore, between: [SchemaModel], defaults: DeclaredDefaults,
        expecting changes: [ExpectedChange], losses: AcceptedLosses = AcceptedLosses(),
        dropping: [DeclaredLoss] = [], subject: String
    ) {
        var (before, after) = (before, after)
        before.completeModel(with: between.first ?? after.model)
        after.completeModel(with: between.last ?? before.model)
        self.before = before
        self.after = after
        self.subject = subject
        var expectations = Expectations(changes, before: before.model, after: after.model)
        var continuity = ModelContinuity(path: [before.model] + between + [after.model])
        for (from, to) in expectations.renamed { continuity.rename(from, to: to) }
        continuity.cut { to, from in
            expectations.added.contains(to.path) && expectations.removed.contains(from.path)
        }
        var losses = losses
        for loss in dropping { losses.add(loss, in: continuity) }
        expectations.accept(losses, continuity)
        self.expectations = expectations
        self.continuity = continuity
        self.defaults = defaults
    }

    /// Compares the stores, and returns the unexpected differences.
    ///
    /// - Throws: `StoreError` or `SQLiteError` if a store can't be read.
    package func run() throws -> DataDiff {
        var report = DataDiff(subject: subject)
        for difference in expectations.stale(continuity) { report.add(difference) }
        var lost: [String: Set<Int64>] = [:]
        var added: [String: Set<Int64>] = [:]
        // The number of rows that were read from each table, and the names of tables without stray rows.
        var counts: [String: Int] = [:]
        var complete: Set<String> = []
        for entity in after.layout.entityOrder {
            let table = after.layout.table(of: entity)?.name ?? ""
            guard let source = continuity.entitySource[entity] else {
                counts[table, default: 0] += try checkNew(entity, &report, &added)
                continue
            }
            let comparison = ComparedColumns(
                entity, from: source, continuity: continuity, old: before.layout, current: after.layout,
                expectations: expectations, defaults: defaults)
            for problem in comparison.problems { report.add(problem) }
            var rows = RowComparison(comparison, before: before, after: after)
            try rows.run(
                into: &report, mayLose: expectations.removed.contains(source),
                mayGain: expectations.added.contains(entity))
            if let table = before.layout.table(of: source)?.name { lost[table, default: []].formUnion(rows.lost) }
            added[table, default: []].formUnion(rows.added)
            counts[table, default: 0] += rows.newCount
            if rows.isCompleteTable { complete.insert(table) }
        }
        for (entity, key) in try after.strayRows(unlessCounts: counts, notIn: complete) {
            report.add(.newRow, entity, row: key)
        }
        try checkRemovedEntities(&report)
        var links = LinkComparison(
            before: before, after: after, continuity: continuity, expectations: expectations, lostRows: lost,
            addedRows: added)
        try links.run(into: &report)
        return report
    }

    /// Reports the rows of a new entity, unless the test expects the plan to create them. In both cases, adds the rows'
    /// keys to `added`, keyed by table name. Returns the number of rows.
    private func checkNew(
        _ entity: String, _ report: inout DataDiff, _ added: inout [String: Set<Int64>]
    ) throws -> Int {
        let rows = try after.rows(of: entity, [])
        let isDeclared = expectations.added.contains(entity)
        var count = 0
        while try rows.step() {
            count += 1
            guard let key = rows.integer(at: 0) else { continue }
            if let table = after.layout.table(of: entity)?.name { added[table, default: []].insert(key) }
            if !isDeclared { report.add(.newRow, entity, row: key) }
        }
        return count
    }

    private func checkRemovedEntities(_ report: inout DataDiff) throws {
        let kept = Set(continuity.entitySource.values)
        for entity in before.model.entities where !kept.contains(entity.name) {
            guard !expectations.removed.contains(entity.name) else { continue }
            let count = try before.rowCount(of: entity.name)
            report.add(.removal, entity.name, before: count == 1 ? "1 row" : "\(count) rows")
        }
    }
}
