import PermafrostStore
import SwiftData

/// Checks that no two rows have equal values. The first range of hashes is collected in the pass that operations share; other ranges,
/// and values of equal hashes, are read in passes of their own.
struct UniqueCheck<Model: PersistentModel, Value: Codable> {
    private let scan: DuplicateScan<Model, Value>
    private let operation: String
    private let property: PropertyName

    init(_ scan: DuplicateScan<Model, Value>, operation: String, property: PropertyName) {
        self.scan = scan
        self.operation = operation
        self.property = property
    }

    /// The step of the pass that is shared.
    var step: RowStep {
        var passes: Int?
        var collector: DuplicateScan<Model, Value>.Collector?
        return RowStep(
            Model.self, operation: operation, property: property, needsKey: false, restart: { collector = nil },
            visit: { row, _ in
                if collector == nil {
                    // How many rows there are is known to the context alone.
                    var all = FetchDescriptor<Model>()
                    // Rows do not become more, and a count over unsaved changes would go through all of them.
                    all.includePendingChanges = false
                    let count = try row.modelContext?.fetchCount(all) ?? 0
                    passes = scan.passes(rows: count)
                    collector = .init(pass: 0, of: passes ?? 1)
                }
                if let hash = try scan.hash(row) { collector?.add(hash) }
                return false
            },
            finish: { stage in
                guard let collector, let passes else { return }
                try check(collector.repeated(), stage)
                for pass in 1..<max(1, passes) {
                    try check(scan.repeatedHashes(pass: pass, of: passes, stage), stage)
                }
            })
    }

    /// Equal hashes may be of different values.
    private func check(_ repeated: Set<UInt64>, _ stage: StageContext) throws {
        guard !repeated.isEmpty else { return }
        var seen: Set<SQLiteValue> = []
        try scan.forEachRow(stage, with: repeated) { cell, row in
            guard !seen.insert(cell).inserted else { return }
            let value = scan.read(row)
            // The text of an optional names its type.
            let shown =
                Mirror(reflecting: value).displayStyle == .optional
                ? Mirror(reflecting: value).children.first?.value ?? value : value
            throw MigrationError(
                .stage(
                    .assertionFailed(
                        found:
                            "\(repeated.count) \(repeated.count == 1 ? "value is" : "values are") in several rows, such as "
                            + "\(shown)")))
        }
    }
}
