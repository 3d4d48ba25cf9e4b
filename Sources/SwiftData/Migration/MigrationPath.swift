import PermafrostModel
import PermafrostStore

/// The stages that lead a store from its version to a container's.
struct MigrationPath {
    /// A stage with its schemas.
    struct Stage {
        var from: Schema
        var to: Schema
        var isCustom: Bool
        var willMigrate: (@Sendable (ModelContext) throws -> Void)?
        var didMigrate: (@Sendable (ModelContext) throws -> Void)?
    }

    /// The model of the version that the store is of, as the framework that made the store reads it.
    let model: SchemaModel
    /// The stages, in order.
    let stages: [Stage]

    /// Checks the plan and finds the path.
    ///
    /// - Throws: 134504 where the store, or the container's schema, is of no version of the plan, 134506 where stages lead
    ///   backwards, and the message on duplicate checksums.
    init(plan: any SchemaMigrationPlan.Type, storeHashes: [String: [UInt8]], schema: Schema) throws(CoreDataError) {
        let versions = plan.schemas.map { Schema(versionedSchema: $0) }
        let hashes = versions.map(\.model.versionHashes)
        for (index, hash) in hashes.enumerated() where hashes[..<index].contains(hash) {
            throw CoreDataError(
                code: 134504, text: "Duplicate version checksums detected.",
                reason: "Version \(versions[index].version) has the checksum of an earlier one.")
        }
        guard let last = hashes.last, last == schema.model.versionHashes else {
            throw CoreDataError(
                code: 134504, text: "Cannot use staged migration with an unknown coordinator model version.",
                reason: "The container's schema is not the plan's last version.")
        }
        let place =
            hashes.firstIndex(of: storeHashes)
            ?? versions.firstIndex { $0.model.variant(matching: storeHashes) != nil }
        guard var current = place, let model = versions[current].model.model(matching: storeHashes) else {
            throw CoreDataError(
                code: 134504, text: "Cannot use staged migration with an unknown model version.",
                reason: "The store is of none of the plan's versions.")
        }
        self.model = model
        var known: [(from: Int, to: Int)] = []
        for stage in plan.stages { known.append(try Self.place(stage, hashes)) }
        var stages: [Stage] = []
        while current < versions.count - 1 {
            guard let index = known.firstIndex(where: { $0.from == current }) else {
                throw CoreDataError(
                    code: 134504, text: "Cannot use staged migration with an unknown model version.",
                    reason: "No stage leads on from version \(versions[current].version).")
            }
            let (from, to) = known[index]
            stages.append(Self.stage(plan.stages[index], versions[from], versions[to]))
            current = to
        }
        self.stages = stages
    }

    /// The places of a stage's versions in the plan.
    private static func place(
        _ stage: MigrationStage, _ hashes: [[String: [UInt8]]]
    ) throws(CoreDataError) -> (from: Int, to: Int) {
        let (fromVersion, toVersion) =
            switch stage {
            case .lightweight(let from, let to), .custom(let from, let to, _, _): (from, to)
            }
        let from = hashes.firstIndex(of: Schema(versionedSchema: fromVersion).model.versionHashes)
        let to = hashes.firstIndex(of: Schema(versionedSchema: toVersion).model.versionHashes)
        guard let from, let to else {
            throw CoreDataError(
                code: 134504, text: "Cannot use staged migration with an unknown model version.",
                reason: "A stage names a version that the plan does not list.")
        }
        guard from < to else {
            throw CoreDataError(
                code: 134506, text: "A store file cannot be migrated backwards with staged migration.",
                reason: "A stage leads from \(fromVersion.versionIdentifier) to \(toVersion.versionIdentifier).")
        }
        return (from, to)
    }

    private static func stage(_ stage: MigrationStage, _ from: Schema, _ to: Schema) -> Stage {
        switch stage {
        case .lightweight: Stage(from: from, to: to, isCustom: false)
        case .custom(_, _, let willMigrate, let didMigrate):
            Stage(from: from, to: to, isCustom: true, willMigrate: willMigrate, didMigrate: didMigrate)
        }
    }
}
