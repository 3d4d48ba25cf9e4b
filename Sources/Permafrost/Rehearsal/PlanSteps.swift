import PermafrostStore
import SwiftData

/// The way of a store through a plan, from the version that its hashes name to another one.
struct PlanSteps: Sendable {
    /// A stage on the way, with the type of the version that it leads to.
    struct Item: Sendable {
        let step: PlanStep
        let destination: any VersionedSchema.Type
        /// The names of its assertions, in order; none for a stage of the app's own plan.
        let assertions: [String]
    }

    /// The version that the store is of.
    let source: any VersionedSchema.Type
    /// The stages, in order.
    let items: [Item]

    /// Finds the way.
    ///
    /// - Throws: ``MigrationError`` with `.unknownVersion`, `.newerStore`, `.noPath` or `.invalidPlan`; SwiftData's error
    ///   where no container can be made of a version.
    init(_ plan: MigrationPlan, from hashes: [String: [UInt8]], to wanted: any VersionedSchema.Type) throws {
        let versions = try plan.schemas.map { try VersionIdentity.of($0) }
        guard let end = plan.schemas.firstIndex(where: { $0 == wanted }) else {
            throw MigrationError(.invalidPlan(["It does not list \(wanted), which the store is to be brought to."]))
        }
        guard let start = versions.firstIndex(where: { $0.hashes == hashes }) else {
            throw MigrationError(.unknownVersion(nearest: Self.nearest(hashes, versions)))
        }
        guard start <= end else {
            throw MigrationError(
                .newerStore(store: "\(versions[start].version)", wanted: "\(versions[end].version)"))
        }
        let stages = plan.steps
        var items: [Item] = []
        var current = start
        while current < end {
            let stage = stages.first { $0.from == plan.schemas[current] }
            guard let stage, let next = plan.schemas.firstIndex(where: { $0 == stage.to }), next > current, next <= end
            else {
                throw MigrationError(.noPath(from: "\(versions[current].version)", to: "\(versions[end].version)"))
            }
            items.append(
                Item(
                    step: PlanStep(
                        from: versions[current].version, to: versions[next].version,
                        kind: stage.isCustom ? .custom : .lightweight),
                    destination: plan.schemas[next], assertions: stage.assertions))
            current = next
        }
        source = plan.schemas[start]
        self.items = items
    }

    /// The version that shares most hashes with a store.
    static func nearest(_ hashes: [String: [UInt8]], _ versions: [VersionIdentity]) -> String? {
        func shared(_ version: VersionIdentity) -> Int {
            version.hashes.count { hashes[$0.key] == $0.value } * 1000 + version.hashes.count { hashes[$0.key] != nil }
        }
        let likest = versions.max { shared($0) < shared($1) }
        return likest.flatMap { shared($0) > 0 ? "\($0.name) \($0.version)" : nil }
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
    var steps: [StageOutline] {
        switch source {
        case .stages(let stages):
            stages.map {
                StageOutline(
                    from: $0.from, to: $0.to, isCustom: !$0.isLightweight,
                    assertions: $0.operations.compactMap { ($0 as? Assertion)?.name })
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
