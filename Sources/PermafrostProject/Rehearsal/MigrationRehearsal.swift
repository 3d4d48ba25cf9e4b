import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// The result of rehearsing an inferred migration on a copy of a store. It contains the migration's failure, the row
/// counts, and the lost data.
package struct MigrationRehearsal: Sendable {
    /// A failure of the migration, with the framework's message.
    package struct Failure: Error, Hashable, Encodable {
        /// Core Data's error code, or nil if SQLite failed.
        package let code: Int?
        package let text: String
        /// The specific reason for the failure.
        package let reason: String
        /// The position of the failed migration in ``MigrationRoute/hops``, starting at 1. Nil if no migration was
        /// started.
        package let step: Int?
    }

    /// The steps of the migration.
    package let route: MigrationRoute
    /// The result of migrating the copy. If no copy was made, it contains only the inspection of the original store.
    package let result: RehearsalResult
    /// The failure of the migration. Nil if the migration succeeded or wasn't needed.
    package let failure: Failure?
    /// The defects of the original store's tables.
    package let defects: [TableDefect]

    /// Migrates a copy of a store, and compares the copy with the store. Doesn't copy the store if the framework
    /// rejects it, if a part of its tables is missing, or if there is nothing to migrate.
    ///
    /// - Parameter inspection: the inspection of the store at the path.
    /// - Throws: ``RehearsalError/copyFailed(path:reason:)`` if the store can't be copied,
    ///   ``ProjectError`` if a model can't be decoded, or `StoreError` if the copy can't be read.
    package init(of path: String, _ inspection: StoreInspection, _ route: MigrationRoute) throws {
        self.route = route
        defects = inspection.defects
        let missing = defects.filter(\.isMissingPart)
        guard route.obstacle == nil, missing.isEmpty, !route.isAtDestination else {
            failure = route.obstacle.map { Failure($0) } ?? Failure(missing)
            result = RehearsalResult(before: inspection)
            return
        }
        let rehearsal: StoreRehearsal
        do { rehearsal = try StoreRehearsal(of: URL(fileURLWithPath: path)) } catch {
            throw RehearsalError.copyFailed(path: path, reason: error.localizedDescription)
        }
        let hops = try route.hops.map { (from: try $0.from.evaluated(), to: try $0.to.evaluated()) }
        result = try rehearsal.run(
            to: try route.to.evaluated(),
            StoreRehearsal.Expectation(
                subject: "\(route.from?.name ?? "") → \(route.to.name)",
                versions: hops.flatMap { [$0.from, $0.to] },
                between: hops.dropLast().map(\.to),
                defaults: DeclaredDefaults(versions: hops.map { DeclaredDefaults.Version(declared: $0.to) }),
                losses: try route.acceptedLosses()),
            listsDropped: true
        ) { try Self.migrate($0.path, inspection, hops) }
        failure = result.error as? Failure
    }

    private static func migrate(
        _ copy: String, _ inspection: StoreInspection, _ hops: [(from: SchemaModel, to: SchemaModel)]
    ) throws(Failure) {
        for (index, hop) in hops.enumerated() {
            do {
                // Use the model in the store, because it contains information about the store's previous migration.
                let source = index == 0 ? inspection.model(version: hop.from) ?? hop.from : hop.from
                try ModelMigration(path: copy).run(from: source, to: hop.to)
            } catch let error as CoreDataError {
                throw Failure(code: error.code, text: error.text, reason: error.reason, step: index + 1)
            } catch {
                throw Failure(
                    code: nil, text: "SQLite couldn't read or write the store.", reason: "\(error)", step: index + 1)
            }
        }
    }

    /// The row counts of each entity, sorted by entity name. Empty unless the migration ran and succeeded.
    package var rows: [RehearsalResult.Rows] { result.after == nil ? [] : result.rows }

    /// Whether the store's tables have no defect, and the migration succeeded without integrity problems, and without a
    /// data loss that no stage declares.
    package var isClean: Bool {
        failure == nil && defects.isEmpty && result.integrityProblems.isEmpty && keepsData
    }

    /// Whether the migration changes no data, except for losses that a stage declares.
    package var keepsData: Bool { !result.losesValues && result.preservation?.passed ?? true }
}

extension MigrationRehearsal.Failure {
    /// Creates the failure for a store with missing tables and columns. Returns nil if none is missing.
    fileprivate init?(_ missing: [TableDefect]) {
        guard !missing.isEmpty else { return nil }
        self.init(
            code: nil, text: "A part of the store's tables is missing.",
            reason:
                "The app fails when it reads or saves the rows, although the version hashes are those of the version.",
            step: nil)
    }

    fileprivate init(_ failure: CoreDataFailure, _ reason: String) {
        self.init(code: failure.code, text: failure.text, reason: reason, step: nil)
    }

    fileprivate init(_ obstacle: MigrationRoute.Obstacle) {
        switch obstacle {
        case .unknownVersion(let frozen, let later, let nearest):
            let known = frozen.map { "The store matches version \($0), but no version of the plan has its hashes." }
            let newer = later.map {
                "The store's version identifier is \($0), so a newer version of the app probably "
                    + "wrote the store."
            }
            let similar = nearest.map { "The most similar version is \($0)." }
            self.init(.unknownModelVersion, known ?? newer ?? similar ?? "The store matches no version of the plan.")
        case .retired(let version, let lastRelease):
            self.init(
                .unknownModelVersion,
                "The plan has retired \(version)\(lastRelease.map { ", which release \($0) still migrates" } ?? ""). "
                    + "SafeModelContainer throws MigrationError.retired instead, and leaves the store unchanged.")
        case .newerStore(let version): self.init(.backwardMigration, "The store has the later version \(version).")
        case .noStage(let version): self.init(.unknownModelVersion, "No stage migrates from version \(version).")
        case .unknownStages:
            self.init(
                code: nil, text: "Permafrost can't determine whether the plan has a stage.",
                reason: "With a stage, the store migrates in stages, or is rejected if it matches no version. Without "
                    + "one, its migration is inferred.", step: nil)
        case .noModel: self.init(.missingSourceModel, "The store has no readable model.")
        case .refusedPlan(let refusal, let reason): self.init(refusal, reason)
        }
    }
}
