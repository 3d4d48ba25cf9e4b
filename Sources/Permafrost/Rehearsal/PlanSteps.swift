import SwiftData

/// The stages that migrate a store to a version of the plan, starting at the version that the store's hashes identify. If
/// the plan has no stage, the inferred migration counts as a lightweight one.
struct PlanSteps: Sendable {
    /// A stage that the store goes through, with the type of the version that the stage migrates to.
    struct Item: Sendable {
        let step: PlanStep
        let destination: any VersionedSchema.Type
        /// The stage's operations; empty for a stage of the app's own plan.
        let operations: [any MigrationOperation]
        /// The names of the stage's assertions, in order.
        var assertions: [String] { operations.compactMap { ($0 as? Assertion)?.name } }
    }

    /// The version that the store has.
    let source: Schema.Version
    /// A description of the system frameworks that made the store; see ``DryRunReport/madeBy``.
    let framework: String?
    /// The stages, in order. Empty if the store already has the destination version.
    let items: [Item]
    /// The intermediate versions that SwiftData migrates the store to, oldest first. A version is missing if SwiftData
    /// combines the stages around it into one migration.
    let between: [LiveVersion]
    /// The versions that the stages connect, including the first and the last.
    let stops: [LiveVersion]
    /// The version that the store migrates to.
    let destination: LiveVersion
    /// The intentional changes that the stages' operations make or declare. Their paths use the names in the first and
    /// the last version.
    let planned: PlannedChanges

    /// Creates the list of the stages that a store with the given metadata goes through.
    ///
    /// - Throws: ``MigrationError`` if the plan can't migrate the store to the version: see ``PlanPath``; SwiftData's
    ///   error if it can't make a container from a version.
    init(
        _ plan: MigrationPlan, from facts: StoreFacts, to wanted: any VersionedSchema.Type,
        keeping configurations: StoreConfigurations
    ) throws {
        let path = try PlanPath(plan, from: facts, to: try LiveVersion.of(wanted), keeping: configurations)
        source = path.source
        framework = path.framework?.text
        between = path.passed
        stops = path.stops
        destination = path.destination
        let staged = zip(path.stages, zip(path.stops, path.stops.dropFirst())).map { stage, versions in
            Item(
                step: PlanStep(
                    from: versions.0.version, to: versions.1.version, kind: stage.isCustom ? .custom : .lightweight),
                destination: stage.to, operations: stage.operations)
        }
        let inferred = Item(
            step: PlanStep(from: path.source, to: path.destination.version, kind: .lightweight),
            destination: path.destination.type, operations: [])
        items = path.isInferred ? [inferred] : staged
        planned = PlannedChanges(models: path.stops.map(\.model), stages: path.stages.map(\.operations))
    }
}
