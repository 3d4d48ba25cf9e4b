import SwiftData

/// The stages that lead a store through a plan, from the version that its hashes name to another one.
struct PlanSteps: Sendable {
    /// A stage of the route, with the type of the version that it leads to.
    struct Item: Sendable {
        let step: PlanStep
        let destination: any VersionedSchema.Type
        /// Its operations; none for a stage of the app's own plan.
        let operations: [any MigrationOperation]
        /// The names of its assertions, in order.
        var assertions: [String] { operations.compactMap { ($0 as? Assertion)?.name } }
    }

    /// The version that the store is of.
    let source: Schema.Version
    /// The frameworks that made the store in words, if they read the version otherwise than the one of this process.
    let framework: String?
    /// The stages, in order; none if the store is of the version already.
    let items: [Item]
    /// The versions whose models the store really has on its way, oldest first.
    let between: [LiveVersion]
    /// The version that the store is brought to.
    let destination: LiveVersion
    /// What the stages' operations change on purpose, in the names of the first and of the last version.
    let changes: [ExpectedChange]

    /// Finds the route.
    ///
    /// - Throws: ``MigrationError`` with the causes of ``PlanPath``; SwiftData's error if no container can be made of a
    ///   version.
    init(
        _ plan: MigrationPlan, from facts: StoreFacts, to wanted: any VersionedSchema.Type,
        keeping configurations: StoreConfigurations
    ) throws {
        let path = try PlanPath(plan, from: facts, to: try LiveVersion.of(wanted), keeping: configurations)
        source = path.source.version
        framework = path.framework?.text
        between = path.passed
        destination = path.destination
        items = zip(path.stages, zip(path.stops, path.stops.dropFirst())).map { stage, versions in
            Item(
                step: PlanStep(
                    from: versions.0.version, to: versions.1.version, kind: stage.isCustom ? .custom : .lightweight),
                destination: stage.to, operations: stage.operations)
        }
        changes = PlannedChanges(models: path.stops.map(\.model), stages: items.map(\.operations)).changes
    }
}
