import PermafrostModel
import PermafrostStore
import SwiftData

/// Compares two stores, one made of the other, row by row and link by link.
struct PreservationCheck {
    let before: ComparedStore
    var after: ComparedStore
    let continuity: ModelContinuity
    let expectations: Expectations
    let defaults: DeclaredDefaults

    /// What the stores are called: `1.0.0 → 3.0.0`.
    let subject: String

    func run() throws -> PreservationReport {
        var report = PreservationReport(subject: subject)
        for difference in expectations.stale(continuity) { report.add(difference) }
        var lost: [String: Set<Int64>] = [:]
        var added: [String: Set<Int64>] = [:]
        for entity in after.layout.entityOrder {
            guard let source = continuity.entitySource[entity] else {
                try checkNew(entity, &report, &added)
                continue
            }
            let comparison = EntityComparison(
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

extension PreservationCheck {
    /// The check of a migration against what a test declares of it.
    ///
    /// - Throws: `StoreError` where a store cannot be read, SwiftData's error where no container can be made of a version
    ///   between.
    init(_ migration: Migration, expecting changes: [ExpectedChange]) throws {
        before = try ComparedStore(path: migration.before.url.path)
        after = try ComparedStore(path: migration.after.url.path)
        subject = migration.description
        let between = try migration.versionsBetween(before.versionHashes)
        let last = DeclaredDefaults.Version(migration.destination, model: after.model)
        let expectations = Expectations(changes, before: before.model, after: after.model)
        var continuity = ModelContinuity(path: [before.model] + between.map(\.model) + [after.model])
        for (from, to) in expectations.renamed { continuity.rename(from, to: to) }
        continuity.cut { to, from in
            expectations.added.contains(to.path) && expectations.removed.contains(from.path)
        }
        self.expectations = expectations
        self.continuity = continuity
        defaults = DeclaredDefaults(versions: [last] + between)
    }
}

extension Migration {
    /// The plan's versions between the store's and the last one, oldest first.
    fileprivate func versionsBetween(_ hashes: [String: [UInt8]]) throws -> [DeclaredDefaults.Version] {
        var versions: [DeclaredDefaults.Version] = []
        for version in plan.dropLast().reversed() {
            let live = try LiveModel(of: version)
            if live.versionHashes == hashes { return versions.reversed() }
            versions.append(DeclaredDefaults.Version(version, model: live.model))
        }
        // The store is of none of the plan's versions: inference brought it here at once.
        return []
    }
}
