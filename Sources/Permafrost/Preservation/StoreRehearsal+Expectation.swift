import PermafrostModel
import PermafrostStore
import SwiftData

/// What a migration did to the data of a store: see ``DryRunReport``.
public typealias PreservationReport = PermafrostStore.PreservationReport
/// Something that a migration changes on purpose, with the reason.
public typealias ExpectedChange = PermafrostStore.ExpectedChange

extension StoreRehearsal.Expectation {
    /// What is expected of a migration between versions that are types.
    ///
    /// - Parameters:
    ///   - last: the defaults of the version that the store is brought to.
    ///   - between: the versions whose models the store has on its way, oldest first.
    init(
        subject: String, _ last: [DeclaredDefaults.Version], between: [LiveVersion], changes: [ExpectedChange]
    ) {
        let others = between.map { DeclaredDefaults.Version($0.type, model: $0.model) }
        self.init(
            subject: subject, between: between.map(\.model), defaults: DeclaredDefaults(versions: last + others),
            changes: changes)
    }
}

extension StoreRehearsal {
    /// What is expected of a migration that was carried out.
    ///
    /// - Parameters:
    ///   - versions: the versions that the copy was opened as, one after the other.
    ///   - plan: the plan; nil for inference alone.
    /// - Throws: `StoreError` if a copy cannot be read, SwiftData's error if no container can be made of a version between,
    ///   ``MigrationError`` if the plan does not lead from one version to the next.
    package func expectation(
        subject: String, through versions: [any VersionedSchema.Type], plan: MigrationPlan?, changes: [ExpectedChange]
    ) throws -> Expectation {
        let source = try StoreReader(path: before.path).metadata().versionHashes
        let between =
            try plan.map { try LivePlan($0).between(source, through: versions) }
            ?? versions.dropLast().map { try LiveVersion.of($0) }
        let model = try StoreReader(path: after.path).model()
        let last = versions.last.map { [DeclaredDefaults.Version($0, model: model)] } ?? []
        return Expectation(subject: subject, last, between: between, changes: changes)
    }
}
