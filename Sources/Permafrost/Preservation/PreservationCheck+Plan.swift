import Foundation
import PermafrostStore
import SwiftData

/// What a migration did to the data of a store: see ``DryRunReport``.
public typealias PreservationReport = PermafrostStore.PreservationReport
/// Something that a migration changes on purpose, with the reason.
public typealias ExpectedChange = PermafrostStore.ExpectedChange

extension PreservationCheck {
    /// The check of a migration by a plan, or by inference alone.
    ///
    /// - Parameters:
    ///   - before: the store as it was.
    ///   - after: the migrated store.
    ///   - versions: the versions that it was opened as, one after the other.
    ///   - plan: the plan; nil for inference alone.
    /// - Throws: `StoreError` if a store cannot be read, SwiftData's error if no container can be made of a version between.
    package init(
        before: URL, after: URL, through versions: [any VersionedSchema.Type], plan: MigrationPlan?,
        expecting changes: [ExpectedChange], subject: String
    ) throws {
        let old = try ComparedStore(path: before.path)
        let new = try ComparedStore(path: after.path)
        let between =
            try plan.map { try LivePlan($0).between(old.versionHashes, through: versions) }
            ?? versions.dropLast().map { try VersionIdentity.of($0) }
        let last = versions.last.map { [DeclaredDefaults.Version($0, model: new.model)] } ?? []
        self.init(
            before: old, after: new, between: between.map(\.model),
            defaults: DeclaredDefaults(
                versions: last + between.map { DeclaredDefaults.Version($0.type, model: $0.model) }),
            expecting: changes, subject: subject)
    }
}
