import Foundation
import PermafrostFiles
import PermafrostModel
import PermafrostStore

/// Rehearses a migration by inference on a copy of a store. The original, its folder included, stays as it is.
package struct StoreRehearsal {
    private let path: String
    private let inspection: StoreInspection
    private let route: MigrationRoute

    /// A rehearsal with a store that was inspected before.
    package init(path: String, _ inspection: StoreInspection, _ route: MigrationRoute) {
        self.path = path
        self.inspection = inspection
        self.route = route
    }

    /// Migrates a copy and compares it with the store.
    ///
    /// - Throws: ``RehearsalError/copyFailed(path:reason:)``; `StoreError` where a store cannot be read.
    package func run() throws -> MigrationRehearsal {
        var result = MigrationRehearsal(route: route)
        result.bytesBefore = inspection.files.bytes + inspection.files.walBytes
        result.bytesAfter = result.bytesBefore
        if let obstacle = route.obstacle {
            result.failure = Self.failure(obstacle)
            return result
        }
        guard !route.isThere else { return result }
        let (folder, before, after) = try copies()
        defer { withExtendedLifetime(folder) {} }
        let clock = ContinuousClock()
        let start = clock.now
        result.failure = migrate(after)
        result.seconds = (clock.now - start).seconds
        let store = try ComparedStore(path: before)
        let continuity = ModelContinuity(path: [store.model] + between + [route.to.model])
        result.dropped = try DroppedValues.all(of: store, continuity)
        guard result.failure == nil else { return result }
        result.integrityProblems = try ModelMigration(path: after).integrityProblems()
        result.preservation = try compare(store, after, result.dropped)
        let migrated = try StoreInspection(StoreReader(path: after))
        result.bytesAfter = migrated.files.bytes + migrated.files.walBytes
        let names = Set(inspection.rowCounts.keys).union(migrated.rowCounts.keys)
        result.rows = names.sortedByCodeUnit().map { name in
            MigrationRehearsal.Rows(
                entity: name, before: inspection.rowCounts[name], after: migrated.rowCounts[name])
        }
        return result
    }

    /// Two copies: one to migrate, and one to compare it with, since the original may change meanwhile.
    private func copies() throws -> (folder: TemporaryFolder, before: String, after: String) {
        do {
            let folder = try TemporaryFolder(for: "rehearsal")
            let store = URL(fileURLWithPath: path)
            let before = try StoreDuplicate(snapshotOf: store, in: folder.url.appendingPathComponent("before")).url
            let after = try StoreDuplicate(of: before, in: folder.url.appendingPathComponent("after")).url
            return (folder, before.path, after.path)
        } catch {
            throw RehearsalError.copyFailed(path: path, reason: error.localizedDescription)
        }
    }

    private func migrate(_ copy: String) -> MigrationRehearsal.Failure? {
        for (index, hop) in route.hops.enumerated() {
            do {
                // The store's own model knows what it was migrated from, where it carries one.
                let source = index == 0 && inspection.hasOwnModel ? inspection.model : hop.from.model
                try ModelMigration(path: copy).run(from: source, to: hop.to.model)
            } catch let error as CoreDataError {
                return .init(code: error.code, text: error.text, reason: error.reason, step: index + 1)
            } catch {
                return .init(
                    code: nil, text: "SQLite could not read or write the store.", reason: "\(error)", step: index + 1)
            }
        }
        return nil
    }

    /// The models between the store's and the last one, where each step is taken by itself.
    private var between: [SchemaModel] { route.hops.dropLast().map(\.to.model) }

    private func compare(
        _ store: ComparedStore, _ after: String, _ dropped: [DroppedValues]
    ) throws -> PreservationReport {
        let versions = route.hops.map { DeclaredDefaults.Version(declared: $0.to.model) }
        return try PreservationCheck(
            before: store, after: try ComparedStore(path: after), between: between,
            defaults: DeclaredDefaults(versions: versions),
            expecting: dropped.map { .removed($0.path, because: "it is told by itself") },
            subject: "\(route.from?.name ?? "") → \(route.to.name)"
        ).run()
    }

    private static func failure(_ obstacle: MigrationRoute.Obstacle) -> MigrationRehearsal.Failure {
        func failure(_ failure: CoreDataFailure, _ reason: String) -> MigrationRehearsal.Failure {
            .init(code: failure.code, text: failure.text, reason: reason, step: nil)
        }
        switch obstacle {
        case .unknownVersion(let frozen, let later, let nearest):
            let known = frozen.map { "It is the frozen version \($0), which is declared otherwise today." }
            let newer = later.map { "Its version identifier is \($0): a newer app wrote it, most likely." }
            let similar = nearest.map { "The declared version that is most like it is \($0)." }
            return failure(.unknownModelVersion, known ?? newer ?? similar ?? "It is of none of the plan's versions.")
        case .newerStore(let version):
            return failure(.backwardMigration, "The store is of the later version \(version).")
        case .noStage(let version): return failure(.unknownModelVersion, "No stage leads on from version \(version).")
        case .noModel: return failure(.missingSourceModel, "The store carries no model that can be read.")
        case .refusedPlan(let refusal, let reason): return failure(refusal, reason)
        }
    }
}

extension Duration {
    fileprivate var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
