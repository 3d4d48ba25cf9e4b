import PermafrostModel

/// Compares two stores, one made of the other, row by row and link by link.
package struct PreservationCheck {
    /// The store as it was.
    package let before: ComparedStore
    /// The store that was made of it.
    package var after: ComparedStore
    /// What continues what.
    package let continuity: ModelContinuity
    /// What is to differ.
    package let expectations: Expectations
    /// What new properties may hold.
    package let defaults: DeclaredDefaults

    /// What the stores are called: `1.0.0 → 3.0.0`.
    package let subject: String

    /// The check of two stores of one model, which should hold the same.
    ///
    /// - Throws: `StoreError` if a store cannot be read.
    package init(
        comparing before: String, with after: String, expecting changes: [ExpectedChange] = [], subject: String
    ) throws {
        self.before = try ComparedStore(path: before)
        self.after = try ComparedStore(path: after)
        self.subject = subject
        expectations = Expectations(changes, before: self.before.model, after: self.after.model)
        continuity = ModelContinuity(path: [self.after.model])
        defaults = DeclaredDefaults(versions: [])
    }

    /// The check of a migration.
    ///
    /// - Parameters:
    ///   - defaults: those of the version that the store was brought to, and of those between.
    ///   - between: the models between the two stores', oldest first.
    ///   - changes: what the migration does on purpose.
    package init(
        before: ComparedStore, after: ComparedStore, between: [SchemaModel], defaults: DeclaredDefaults,
        expecting changes: [ExpectedChange], subject: String
    ) {
        self.before = before
        self.after = after
        self.subject = subject
        let expectations = Expectations(changes, before: before.model, after: after.model)
        var continuity = ModelContinuity(path: [before.model] + between + [after.model])
        for (from, to) in expectations.renamed { continuity.rename(from, to: to) }
        continuity.cut { to, from in
            expectations.added.contains(to.path) && expectations.removed.contains(from.path)
        }
        self.expectations = expectations
        self.continuity = continuity
        self.defaults = defaults
    }

    /// Goes through both stores.
    package func run() throws -> PreservationReport {
        var report = PreservationReport(subject: subject)
        for difference in expectations.stale(continuity) { report.add(difference) }
        var lost: [String: Set<Int64>] = [:]
        var added: [String: Set<Int64>] = [:]
        for entity in after.layout.entityOrder {
            guard let source = continuity.entitySource[entity] else {
                try checkNew(entity, &report, &added)
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
            if let table = after.layout.table(of: entity)?.name { added[table, default: []].formUnion(rows.added) }
        }
        for (entity, key) in try after.strayRows() { report.add(.newRow, entity, row: key) }
        try checkRemovedEntities(&report)
        var links = LinkComparison(
            before: before, after: after, continuity: continuity, expectations: expectations, lostRows: lost,
            addedRows: added)
        try links.run(into: &report)
        return report
    }

    /// A new entity has rows only where the test says that the plan makes them.
    private func checkNew(
        _ entity: String, _ report: inout PreservationReport, _ added: inout [String: Set<Int64>]
    ) throws {
        let rows = try after.rows(of: entity, [])
        let isDeclared = expectations.added.contains(entity)
        while try rows.step() {
            guard let key = rows.integer(at: 0) else { continue }
            if let table = after.layout.table(of: entity)?.name { added[table, default: []].insert(key) }
            if !isDeclared { report.add(.newRow, entity, row: key) }
        }
    }

    private func checkRemovedEntities(_ report: inout PreservationReport) throws {
        let kept = Set(continuity.entitySource.values)
        for entity in before.model.entities where !kept.contains(entity.name) {
            guard !expectations.removed.contains(entity.name) else { continue }
            let count = try before.rowCount(of: entity.name)
            report.add(.removal, entity.name, before: count == 1 ? "1 row" : "\(count) rows")
        }
    }
}
