import PermafrostModel
import SwiftData

/// A plan taken apart: its versions and stages in arrays beside the graph that says how SwiftData takes them.
///
/// The position of a version or stage is the same in the arrays and in ``graph``.
struct LivePlan {
    /// A listed version, with what SwiftData makes of its classes.
    struct Version {
        let type: any VersionedSchema.Type
        /// An error of SwiftData if no store can be made of the classes.
        let identity: Result<VersionIdentity, any Error>
    }

    /// A stage, whichever form the plan has.
    struct Stage {
        let from: any VersionedSchema.Type
        let to: any VersionedSchema.Type
        /// Whether code runs in it.
        let isCustom: Bool
        /// Its operations; none for a stage of the app's own plan.
        let operations: [any MigrationOperation]
        /// `1.0.0 → 2.0.0`
        var name: String { "\(from.versionIdentifier) → \(to.versionIdentifier)" }
    }

    /// The plan's name: that of the app's type, else of its last version.
    let name: String
    let versions: [Version]
    let stages: [Stage]
    let graph: VersionGraph

    init(_ plan: MigrationPlan) {
        let versions = plan.schemas.map { type in
            Version(type: type, identity: Result { try VersionIdentity.of(type) })
        }
        let stages =
            switch plan.source {
            case .stages(let stages):
                stages.map {
                    Stage(from: $0.from, to: $0.to, isCustom: !$0.isLightweight, operations: $0.operations)
                }
            case .type(let type):
                DeclaredStages(type).known.map {
                    Stage(from: $0.from, to: $0.to, isCustom: $0.hooks != nil, operations: [])
                }
            }
        name = plan.name
        self.versions = versions
        self.stages = stages
        graph = VersionGraph(
            .plan,
            versions: versions.map { version in
                SchemaVersion(
                    name: "\(version.type)", schema: String(reflecting: version.type),
                    identifier: "\(version.type.versionIdentifier)",
                    checksum: (try? version.identity.get())?.model.versionChecksum)
            },
            stages: stages.map { stage in
                (Self.end(stage.from), Self.end(stage.to), stage.isCustom ? .custom : .lightweight)
            })
    }

    private static func end(_ type: any VersionedSchema.Type) -> VersionGraph.End {
        // A version that cannot be read is one by its type alone.
        (String(reflecting: type), (try? VersionIdentity.of(type))?.model.versionChecksum)
    }

    /// The versions' identities.
    ///
    /// - Throws: SwiftData's error if no container can be made of a version.
    func identities() throws -> [VersionIdentity] { try versions.map { try $0.identity.get() } }

    /// The versions whose models a store really has on its way, oldest first; none if the plan does not know it, or leads it
    /// nowhere.
    ///
    /// - Parameter stops: the versions that it is opened as, one after the other.
    /// - Throws: SwiftData's error if no container can be made of a version.
    func between(_ hashes: [String: [UInt8]], through stops: [any VersionedSchema.Type]) throws -> [VersionIdentity] {
        let identities = try identities()
        guard var current = identities.lastIndex(where: { $0.model.model(matching: hashes) != nil }) else { return [] }
        var between: [Int] = []
        for stop in stops {
            guard let end = versions.firstIndex(where: { $0.type == stop }),
                let route = try? graph.route(from: current, to: end)
            else { return [] }
            between += route.between + (end == current ? [] : [end])
            current = end
        }
        return between.dropLast().map { identities[$0] }
    }
}
