import PermafrostModel
import SwiftData

/// The versions and stages of a plan, and a graph of how SwiftData runs them.
///
/// A version or stage has the same index in its array and in ``graph``.
struct LivePlan {
    /// A version that the plan lists, and the model that SwiftData makes from its classes.
    struct Version {
        let type: any VersionedSchema.Type
        /// The version's model and version hashes, or SwiftData's error if it can't make a store from the classes.
        let identity: Result<LiveVersion, any Error>
        /// The version's frozen name, or its number, such as `1.0.0`, if the type doesn't declare a frozen name.
        var name: String { LivePlan.versionName(type) }
    }

    /// A stage of a plan, from a ``Permafrost/Stage`` value or from the app's own plan type.
    struct Stage {
        let from: any VersionedSchema.Type
        let to: any VersionedSchema.Type
        /// Whether the stage is a custom stage. Only a custom stage can run code.
        let isCustom: Bool
        /// The stage's operations; empty for a stage of an app's own plan.
        var operations: [any MigrationOperation] = []
        /// The names of the hooks of a stage in an app's own plan; empty for any other stage.
        var hooks: [String] = []
        /// The stage's name in messages, such as `1.0.0 → 2.0.0`.
        var name: String { "\(LivePlan.versionName(from)) → \(LivePlan.versionName(to))" }
    }

    /// The name of the app's plan type. For a plan made from stages, the name of its last version's type.
    let name: String
    /// Whether the kind of every stage is known.
    let isComplete: Bool
    /// Whether the plan is made from ``Permafrost/Stage`` values, which accept operations.
    let acceptsOperations: Bool
    let versions: [Version]
    let stages: [Stage]
    let graph: VersionGraph

    init(_ plan: MigrationPlan) {
        let versions = plan.schemas.map { type in
            Version(type: type, identity: Result { try LiveVersion.of(type) })
        }
        let declared = Self.stages(of: plan)
        isComplete = declared.unknown.isEmpty
        acceptsOperations = if case .stages = plan.source { true } else { false }
        stages = declared.known
        name = (plan.declaringType ?? plan.schemas.last).map { Self.nestedName($0) } ?? plan.name
        self.versions = versions
        let types = plan.schemas
        graph = VersionGraph(
            .plan,
            versions: versions.map { version in
                // The content is nil if SwiftData can't make a model from the version.
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
            }, staging: declared.known.isEmpty && !declared.unknown.isEmpty ? .staged : nil)
    }

    /// Returns the stages of a plan, and the names of unknown stage kinds. Doesn't call SwiftData.
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
        // A version that can't be read is identified only by its type.
        (name(of: type, among: types), (try? LiveVersion.of(type))?.model.versionChecksum)
    }

    // MARK: Names

    /// Returns the version's frozen name, or its number if the type doesn't declare a frozen name.
    private static func versionName(_ type: any VersionedSchema.Type) -> String {
        (type as? any FreezableSchema.Type)?.frozenVersion ?? "\(type.versionIdentifier)"
    }

    /// Returns a type's name with the names of its enclosing types, and without the module's name.
    static func nestedName(_ type: Any.Type) -> String {
        // The name of a type that is declared in a function contains a part in parentheses.
        String(reflecting: type).split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }
            .joined(separator: ".")
    }

    /// Returns the name of a version's type, with the module if the type of another version in the plan has the same
    /// name.
    func typeName(_ type: any VersionedSchema.Type) -> String { Self.name(of: type, among: versions.map(\.type)) }

    /// Returns the name of a type, with the module if a different type among `types` has the same name.
    private static func name(
        of type: any VersionedSchema.Type, among types: [any VersionedSchema.Type]
    ) -> String {
        let name = nestedName(type)
        return types.contains { $0 != type && nestedName($0) == name } ? String(reflecting: type) : name
    }

    /// Returns the model and version hashes of every version, in the plan's order.
    ///
    /// - Throws: SwiftData's error if it can't make a container from a version.
    func identities() throws -> [LiveVersion] { try versions.map { try $0.identity.get() } }

    /// Returns the versions and stages through which SwiftData migrates a store from one version to another. `start`
    /// and `end` are indices in `versions`.
    ///
    /// - Throws: ``MigrationError`` with `.version(.newer)` if the version at `start` is later than the version at
    ///   `end`, `.plan(.noPath)` if a stage is missing, or `.plan(.invalid)` if SwiftData can't run the plan.
    func route(from start: Int, to end: Int) throws(MigrationError) -> Route {
        func number(_ index: Int) -> String { "\(versions[index].type.versionIdentifier)" }
        // Without stages, SwiftData would also infer a migration to an earlier version, which loses data.
        guard start <= end else { throw MigrationError(.version(.newer(store: number(start), wanted: number(end)))) }
        do { return try graph.route(from: start, to: end) } catch {
            switch error {
            case .newer: throw MigrationError(.version(.newer(store: number(start), wanted: number(end))))
            case .noStage(let index): throw MigrationError(.plan(.noPath(from: number(index), to: number(end))))
            case .unknownStages: throw MigrationError(.plan(.noPath(from: number(start), to: number(end))))
            case .plan(let problems):
                throw MigrationError(.plan(.invalid(problems.map { graph.message(of: $0, plan: name).what + "." })))
            }
        }
    }

    /// The part of a plan that a store passes through during its migration.
    struct Passage {
        /// The intermediate versions that SwiftData actually migrates the store to, oldest first. If SwiftData combines
        /// several stages into one migration, the versions between them aren't included.
        var between: [LiveVersion] = []
        /// The versions that the stages connect, including the first and the last.
        var stops: [LiveVersion] = []
        /// The stages, in order.
        var stages: [Stage] = []

        /// The losses that the stages declare.
        var acceptedLosses: AcceptedLosses {
            PlannedChanges(models: stops.map(\.model), stages: stages.map(\.operations)).losses
        }
    }

    /// Returns the versions and stages that a store with the given hashes passes through. The result is empty if the
    /// store doesn't match any version of the plan, or if the plan doesn't list one of `stops`.
    ///
    /// - Parameter stops: the versions that the store is opened with, one after the other.
    /// - Throws: SwiftData's error if it can't make a container from a version; ``MigrationError`` if the plan doesn't
    ///   migrate from one version to the next.
    func passage(_ hashes: [String: [UInt8]], through stops: [any VersionedSchema.Type]) throws -> Passage {
        let identities = try identities()
        guard var current = identities.lastIndex(where: { $0.model.model(matching: hashes) != nil }) else {
            return Passage()
        }
        var passage = Passage(stops: [identities[current]])
        var between: [Int] = []
        for stop in stops {
            guard let end = versions.firstIndex(where: { $0.type == stop }) else { return Passage() }
            let route = try route(from: current, to: end)
            between += route.between + (end == current ? [] : [end])
            passage.stops += route.stops.dropFirst().map { identities[$0] }
            passage.stages += route.stages.map { self.stages[$0] }
            current = end
        }
        passage.between = between.dropLast().map { identities[$0] }
        return passage
    }
}
