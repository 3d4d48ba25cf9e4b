import PermafrostModel
import PermafrostStore

/// A container's migration plan: the schemas of its versions, the closures of its stages, and the graph that finds the
/// route from one version to another.
struct StagedPlan {
    /// The closures of a custom stage.
    struct Hooks {
        let willMigrate: (@Sendable (ModelContext) throws -> Void)?
        let didMigrate: (@Sendable (ModelContext) throws -> Void)?
    }

    /// The route from a store's version to the container's version.
    ///
    /// `source` is the index of the store's version. `model` is the model that has the store's version hashes: the
    /// version's own model, or the model of one of its variants. See ``FrameworkVariant``.
    struct StoreRoute {
        let source: Int
        let model: SchemaModel
        let route: Route
    }

    /// The schemas of the plan's versions, in the order of the plan.
    let versions: [Schema]
    /// The closures of the plan's stages, in the order of the plan. Nil for a lightweight stage.
    let hooks: [Hooks?]
    /// Whether the plan has no stage, so that migrations are inferred.
    var isInferred: Bool { graph.staging == .noStages }
    private let name: String
    private let graph: VersionGraph

    init(_ plan: any SchemaMigrationPlan.Type) {
        name = "\(plan)"
        let types = plan.schemas
        let schemas = types.map { Schema(versionedSchema: $0) }
        func end(_ type: any VersionedSchema.Type) -> VersionGraph.End {
            let schema = Self.name(of: type, among: types)
            return (
                schema, types.contains { $0 == type } ? nil : Schema(versionedSchema: type).model.versionChecksum
            )
        }
        var hooks: [Hooks?] = []
        var stages: [(from: VersionGraph.End, to: VersionGraph.End, kind: PlanStage.Kind)] = []
        for stage in plan.stages {
            switch stage {
            case .lightweight(let from, let to):
                stages.append((end(from), end(to), .lightweight))
                hooks.append(nil)
            case .custom(let from, let to, let willMigrate, let didMigrate):
                stages.append((end(from), end(to), .custom))
                hooks.append(Hooks(willMigrate: willMigrate, didMigrate: didMigrate))
            }
        }
        versions = schemas
        self.hooks = hooks
        graph = VersionGraph(
            .plan,
            versions: zip(types, schemas).map { type, schema in
                SchemaVersion(
                    schema: Self.name(of: type, among: types), name: "\(schema.version)",
                    identifier: "\(schema.version)", origin: .live, content: ModelContent(schema.model))
            }, stages: stages)
    }

    /// Returns the name of a version's type, such as `SchemaV1`. If another type in the list has the same name,
    /// includes the module and the enclosing types, as in `App.Trips.SchemaV1`.
    private static func name(
        of type: any VersionedSchema.Type, among types: [any VersionedSchema.Type]
    ) -> String {
        types.contains { $0 != type && "\($0)" == "\(type)" } ? String(reflecting: type) : "\(type)"
    }

    /// Returns the model of the first version that has the given hashes, also if another framework computed them. Nil
    /// if no version has them.
    func model(matching hashes: [String: [UInt8]]) -> SchemaModel? {
        versions.lazy.compactMap { $0.model.model(matching: hashes) }.first
    }

    /// Returns the route from a store's version to the container's schema, which must be a version of the plan. It need
    /// not be the last one: developers report that Apple's framework opens such a container.
    ///
    /// - Throws: `CoreDataError` if Apple's framework would reject the plan, the container's schema or the store.
    func storeRoute(of hashes: [String: [UInt8]], to schema: Schema) throws(CoreDataError) -> StoreRoute {
        // Versions whose lists are empty in this build, such as because of `#if os(iOS)`, are equal only for that
        // reason.
        if let empty = graph.problems.lazy.compactMap(\.equalVersions).first(where: { versions[$0.0].entities.isEmpty })
        {
            throw CoreDataError(
                .unknownModelVersion,
                reason:
                    "\(graph.versions[empty.1].name) and \(graph.versions[empty.0].name) list no models in this build: "
                    + "an `#if` around their classes or lists may exclude them.")
        }
        // Like the framework, compare the versions before checking anything else.
        try refuse(graph.problems.filter { $0.failure == .duplicateChecksums })
        guard let target = versions.firstIndex(where: { $0.model.versionHashes == schema.model.versionHashes }) else {
            throw CoreDataError(
                .unknownCoordinatorModelVersion, reason: "The container's schema isn't a version of the plan.")
        }
        let source =
            versions.firstIndex { $0.model.versionHashes == hashes }
            ?? versions.firstIndex { $0.model.variant(matching: hashes) != nil }
        guard let source, let model = versions[source].model.model(matching: hashes) else {
            throw CoreDataError(.unknownModelVersion, reason: "The store matches none of the plan's versions.")
        }
        do throws(Route.Refusal) {
            let problems = graph.fatalProblems(upTo: versions.count - 1)
            guard problems.isEmpty else { throw Route.Refusal.plan(problems) }
            return StoreRoute(source: source, model: model, route: try graph.route(from: source, to: target))
        } catch {
            switch error {
            case .plan(let problems): try refuse(problems)
            case .noStage(let index):
                throw CoreDataError(
                    .unknownModelVersion, reason: graph.message(of: .noStage(from: index), plan: name).what + ".")
            case .newer, .unknownStages: break
            }
            throw CoreDataError(.backwardMigration, reason: "The store has a later version.")
        }
    }

    /// Throws the first problem as a `CoreDataError`, unless Apple's framework doesn't report it as an error.
    private func refuse(_ problems: [PlanProblem]) throws(CoreDataError) {
        guard let problem = problems.first, let failure = problem.failure else { return }
        throw CoreDataError(failure, reason: graph.message(of: problem, plan: name).what + ".")
    }
}

extension PlanProblem {
    /// The indexes of the later and the earlier of two versions with equal hashes, or nil for any other problem.
    fileprivate var equalVersions: (Int, Int)? {
        if case .equalHashes(let index, let earlier) = self { (index, earlier) } else { nil }
    }
}
