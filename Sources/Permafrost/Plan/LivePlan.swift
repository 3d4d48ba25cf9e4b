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
        let identity: Result<LiveVersion, any Error>
        /// The name under which it is frozen, else its number: `1.0.0`.
        var name: String { LivePlan.versionName(type) }
    }

    /// A stage, whichever form the plan has.
    struct Stage {
        let from: any VersionedSchema.Type
        let to: any VersionedSchema.Type
        /// Whether code runs in it.
        let isCustom: Bool
        /// Its operations; none for a stage of the app's own plan.
        var operations: [any MigrationOperation] = []
        /// The hooks of a stage of the app's own plan, by their names.
        var hooks: [String] = []
        /// `1.0.0 → 2.0.0`
        var name: String { "\(LivePlan.versionName(from)) → \(LivePlan.versionName(to))" }
    }

    /// The plan's name: that of the app's type, else of its last version.
    let name: String
    /// Whether all stages are of kinds that this version of Permafrost knows.
    let isComplete: Bool
    let versions: [Version]
    let stages: [Stage]
    let graph: VersionGraph

    init(_ plan: MigrationPlan) {
        let versions = plan.schemas.map { type in
            Version(type: type, identity: Result { try LiveVersion.of(type) })
        }
        let declared = Self.stages(of: plan)
        isComplete = declared.unknown.isEmpty
        stages = declared.known
        name = (plan.declaringType ?? plan.schemas.last).map { Self.nestedName($0) } ?? plan.name
        self.versions = versions
        let types = plan.schemas
        graph = VersionGraph(
            .plan,
            versions: versions.map { version in
                // A version that cannot be read has no content.
                SchemaVersion(
                    schema: Self.name(of: version.type, among: types), name: version.name,
                    identifier: "\(version.type.versionIdentifier)", origin: .live,
                    content: (try? version.identity.get()).map { ModelContent($0.model) })
            },
            stages: stages.map { stage in
                (
                    Self.end(stage.from, among: types), Self.end(stage.to, among: types),
                    stage.isCustom ? .custom : .lightweight
                )
            })
    }

    /// The stages of a plan, whichever form it has, and the kinds of those that this version of Permafrost does not know. It asks
    /// nothing of SwiftData.
    static func stages(of plan: MigrationPlan) -> (known: [Stage], unknown: [String]) {
        switch plan.source {
        case .stages(let stages):
            let known = stages.map {
                Stage(from: $0.from, to: $0.to, isCustom: !$0.isLightweight, operations: $0.operations)
            }
            return (known, [])
        case .type(let type):
            let declared = DeclaredStages(type)
            let known = declared.known.map {
                Stage(from: $0.from, to: $0.to, isCustom: $0.hooks != nil, hooks: $0.hooks?.names ?? [])
            }
            return (known, declared.unknown)
        }
    }

    private static func end(
        _ type: any VersionedSchema.Type, among types: [any VersionedSchema.Type]
    ) -> VersionGraph.End {
        // A version that cannot be read is one by its type alone.
        (name(of: type, among: types), (try? LiveVersion.of(type))?.model.versionChecksum)
    }

    // MARK: Names

    /// The name under which a version is frozen, else its number.
    private static func versionName(_ type: any VersionedSchema.Type) -> String {
        (type as? any FreezableSchema.Type)?.frozenVersion ?? "\(type.versionIdentifier)"
    }

    /// A type's name with its nesting, as the source has it, without the module's.
    static func nestedName(_ type: Any.Type) -> String {
        // A type in a function's body has a part in parentheses.
        String(reflecting: type).split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }
            .joined(separator: ".")
    }

    /// The name of the type that declares a version, which no other version of the plan has.
    func typeName(_ type: any VersionedSchema.Type) -> String { Self.name(of: type, among: versions.map(\.type)) }

    /// Types of two modules may have one name: then the modules' names are needed.
    private static func name(
        of type: any VersionedSchema.Type, among types: [any VersionedSchema.Type]
    ) -> String {
        let name = nestedName(type)
        return types.contains { $0 != type && nestedName($0) == name } ? String(reflecting: type) : name
    }

    /// The versions' identities.
    ///
    /// - Throws: SwiftData's error if no container can be made of a version.
    func identities() throws -> [LiveVersion] { try versions.map { try $0.identity.get() } }

    /// How SwiftData takes the stages from one version to another.
    ///
    /// - Throws: ``MigrationError`` with `.version(.newer)`, `.plan(.noPath)` or `.plan(.invalid)`.
    func route(from start: Int, to end: Int) throws(MigrationError) -> Route {
        func number(_ index: Int) -> String { "\(versions[index].type.versionIdentifier)" }
        do { return try graph.route(from: start, to: end) } catch {
            switch error {
            case .newer: throw MigrationError(.version(.newer(store: number(start), wanted: number(end))))
            case .noStage(let index): throw MigrationError(.plan(.noPath(from: number(index), to: number(end))))
            case .plan(let problems):
                throw MigrationError(.plan(.invalid(problems.map { graph.words(of: $0, plan: name).what + "." })))
            }
        }
    }

    /// The versions whose models a store really has on its way, oldest first; none if the store is of no version of the plan.
    ///
    /// - Parameter stops: the versions that it is opened as, one after the other.
    /// - Throws: SwiftData's error if no container can be made of a version, ``MigrationError`` if the plan does not lead from
    ///   one version to the next.
    func between(_ hashes: [String: [UInt8]], through stops: [any VersionedSchema.Type]) throws -> [LiveVersion] {
        let identities = try identities()
        guard var current = identities.lastIndex(where: { $0.model.model(matching: hashes) != nil }) else { return [] }
        var between: [Int] = []
        for stop in stops {
            guard let end = versions.firstIndex(where: { $0.type == stop }) else { return [] }
            let route = try route(from: current, to: end)
            between += route.between + (end == current ? [] : [end])
            current = end
        }
        return between.dropLast().map { identities[$0] }
    }
}
