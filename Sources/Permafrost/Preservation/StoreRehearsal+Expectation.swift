import PermafrostModel
import PermafrostStore
import SwiftData

/// A comparison of a store's data before and after a migration. Print ``DryRunReport/preservation`` to see every value
/// and link that changed.
public typealias DataDiff = PermafrostStore.DataDiff
/// A change to the data that a migration makes intentionally, with the reason. A dry run doesn't report the expected
/// changes that you pass to it.
public typealias ExpectedChange = PermafrostStore.ExpectedChange

extension StoreRehearsal.Expectation {
    /// Creates an expectation for the result of a migration, including the changes that the check accepts.
    ///
    /// - Parameters:
    ///   - subject: the name of the comparison, such as `1.0.0 → 3.0.0`.
    ///   - versions: the known versions, which complete the models in the stores.
    ///   - last: the defaults of the version that the store migrates to. Empty if that version is unknown.
    ///   - between: the intermediate versions that SwiftData migrates the store to, oldest first.
    ///   - changes: the changes that the migration makes intentionally.
    ///   - losses: the losses that the plan declares.
    ///   - dropping: the losses that a test declares.
    init(
        subject: String, versions: [SchemaModel], _ last: [DeclaredDefaults.Version], between: [LiveVersion],
        changes: [ExpectedChange], losses: AcceptedLosses, dropping: [Drop] = []
    ) {
        let others = between.map { DeclaredDefaults.Version($0.type, model: $0.model) }
        self.init(
            subject: subject, versions: versions, between: between.map(\.model),
            defaults: DeclaredDefaults(versions: last + others),
            changes: changes, losses: losses, dropping: dropping.map(\.loss))
    }
}

extension StoreRehearsal {
    /// Returns the expectation for the migrated copy, including the changes that the check accepts. Call this after the
    /// migration.
    ///
    /// - Parameters:
    ///   - subject: the name of the comparison.
    ///   - versions: the versions that the copy was opened with, one after the other.
    ///   - plan: the plan, with the losses that its stages declare; nil if SwiftData migrated without one.
    ///   - changes: the changes that the migration makes intentionally.
    ///   - dropping: further losses that the check accepts, with names from the oldest version.
    /// - Throws: `StoreError` if a copy can't be read; SwiftData's error if it can't make a container from an
    ///   intermediate version; ``MigrationError`` if the plan doesn't migrate from one version to the next.
    package func expectation(
        subject: String, through versions: [any VersionedSchema.Type], plan: MigrationPlan?, changes: [ExpectedChange],
        dropping: [Drop]
    ) throws -> Expectation {
        let source = try StoreReader(path: before.path).metadata().versionHashes
        let passage =
            try plan.map { try LivePlan($0).passage(source, through: versions) }
            ?? LivePlan.Passage(between: versions.dropLast().map { try LiveVersion.of($0) })
        let model = try StoreReader(path: after.path).model()
        let last = versions.last.map { [DeclaredDefaults.Version($0, model: model)] } ?? []
        let known = try passage.stops + versions.map { try LiveVersion.of($0) }
        return Expectation(
            subject: subject, versions: known.map(\.model), last, between: passage.between, changes: changes,
            losses: passage.acceptedLosses, dropping: dropping)
    }
}
