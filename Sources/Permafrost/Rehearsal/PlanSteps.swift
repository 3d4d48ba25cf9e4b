import SwiftData

/// The stages that lead a store through a plan, from the version that its hashes name to another one.
struct PlanSteps: Sendable {
    /// A stage on the way, with the type of the version that it leads to.
    struct Item: Sendable {
        let step: PlanStep
        let destination: any VersionedSchema.Type
        /// The names of its assertions, in order; none for a stage of the app's own plan.
        let assertions: [String]
    }

    /// The version that the store is of.
    let source: Schema.Version
    /// The stages, in order; none where the store is of the version already.
    let items: [Item]

    /// Finds the way.
    ///
    /// - Throws: ``MigrationError`` with the causes of ``PlanPath``; SwiftData's error where no container can be made of a
    ///   version.
    init(
        _ plan: MigrationPlan, from facts: StoreFacts, to wanted: any VersionedSchema.Type,
        keeping configurations: StoreConfigurations
    ) throws {
        let path = try PlanPath(plan, from: facts, to: try VersionIdentity.of(wanted), keeping: configurations)
        source = path.source.version
        guard path.source.hashes != path.destination.hashes else {
            items = []
            return
        }
        let versions = [path.source] + path.between + [path.destination]
        let stages = try plan.outline.map {
            (from: try VersionIdentity.of($0.from).hashes, to: try VersionIdentity.of($0.to).hashes, stage: $0)
        }
        items = zip(versions, versions.dropFirst()).compactMap { (from, to) -> Item? in
            guard let stage = stages.first(where: { $0.from == from.hashes && $0.to == to.hashes })?.stage else {
                return nil
            }
            return Item(
                step: PlanStep(from: from.version, to: to.version, kind: stage.isCustom ? .custom : .lightweight),
                destination: stage.to, assertions: stage.assertions)
        }
    }
}

extension MigrationPlan {
    /// A stage as the way through a plan sees it.
    struct StageOutline {
        let from: any VersionedSchema.Type
        let to: any VersionedSchema.Type
        let isCustom: Bool
        let assertions: [String]
    }

    /// The stages, whichever form the plan has.
    var outline: [StageOutline] {
        switch source {
        case .stages(let stages):
            stages.map { stage in
                StageOutline(
                    from: stage.from, to: stage.to, isCustom: !stage.isLightweight,
                    assertions: stage.operations.compactMap { operation in (operation as? Assertion)?.name })
            }
        case .type(let type):
            type.stages.compactMap { stage in
                switch stage {
                case .lightweight(let from, let to): StageOutline(from: from, to: to, isCustom: false, assertions: [])
                case .custom(let from, let to, _, _): StageOutline(from: from, to: to, isCustom: true, assertions: [])
                @unknown default: nil
                }
            }
        }
    }
}
