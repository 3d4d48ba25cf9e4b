import PermafrostDeclarations
import PermafrostModel
import PermafrostStore

/// Finds the way of a store to a version, through the plan or the Core Data model that declares it.
package struct RouteSearch {
    private let drift: StoreDrift
    private let group: VersionGroup
    private let destination: DeclaredSchema
    /// What models without a `VersionedSchema` are called: as the user does, or by their version.
    private let unversionedName: String?
    private let isStepwise: Bool

    /// A search for the way to a declared version.
    ///
    /// - Parameters:
    ///   - drift: the store beside the project's versions.
    ///   - isStepwise: whether each step is to be taken by itself.
    /// - Throws: ``ProjectError`` where no version has the name, or several have.
    package init(_ drift: StoreDrift, to version: String, in project: Project, isStepwise: Bool) throws {
        self.drift = drift
        self.isStepwise = isStepwise
        unversionedName = project.unversioned.map { $0.schema == version ? $0.declaredName : version }
        do {
            (group, destination) = try project.version(named: version)
        } catch let error as ProjectError {
            // Of several groups that declare it, that of the store is meant.
            guard case .ambiguousVersion = error,
                let own = drift.matches.lazy.compactMap(\.version.group).first,
                let group = project.groups.first(where: { $0.name == own }),
                let schema = group.schema(version: version)
            else { throw error }
            (self.group, destination) = (group, schema)
        }
    }

    /// The way.
    ///
    /// - Throws: ``ProjectError/notEvaluable(version:schema:)``, and ``RehearsalError`` where code of the app or of Core
    ///   Data stands on the way.
    package func route() throws -> MigrationRoute {
        let to = try version(destination)
        let declared = drift.matches.first { $0.version.isDeclared && $0.version.group == group.name }
        let source = declared.flatMap { match in group.schemas.first { $0.name == match.version.schema } }
        guard let source else {
            return try group.hasPlan ? unknown(to) : inferred(from: storeVersion, to: to)
        }
        let from = try version(source, madeBy: declared?.variant)
        if to.model.model(matching: from.model.versionHashes) != nil { return way(from, to, []) }
        guard group.hasPlan else { return try inferred(from: from, to: to, schema: source) }
        return try planned(from: (from, source), to: to)
    }

    private func way(
        _ from: MigrationRoute.Version?, _ to: MigrationRoute.Version, _ steps: [MigrationRoute.Step],
        obstacle: MigrationRoute.Obstacle? = nil
    ) -> MigrationRoute {
        MigrationRoute(
            from: from, to: to, group: group.name, steps: steps, isStepwise: isStepwise && steps.count > 1,
            obstacle: obstacle)
    }

    /// A declared version: as the newest frameworks read it, or as those of a variant do.
    private func version(
        _ schema: DeclaredSchema, madeBy variant: FrameworkVariant? = nil
    ) throws -> MigrationRoute.Version {
        let name = schema.version ?? (schema.isUnversioned ? unversionedName : nil) ?? schema.versionIdentifier
        guard let model = try schema.model?.decoded() else {
            throw ProjectError.notEvaluable(version: name, schema: schema.name)
        }
        return MigrationRoute.Version(
            name: name, schema: schema.name, model: variant.map { model.model(of: $0) } ?? model)
    }

    /// What the store says of itself; nil where it carries no model.
    private var storeVersion: MigrationRoute.Version? {
        guard drift.inspection.hasOwnModel else { return nil }
        let match = drift.matches.first?.version
        return MigrationRoute.Version(
            name: match?.version ?? drift.inspection.metadata.versionIdentifiers.first ?? "the store's own",
            schema: match?.schema, model: drift.inspection.model)
    }

    private func unknown(_ to: MigrationRoute.Version) -> MigrationRoute {
        way(
            nil, to, [],
            obstacle: .unknownVersion(
                frozen: drift.matches.first?.version.version, nearest: drift.nearest?.version.version))
    }

    // MARK: A plan

    private func planned(
        from: (version: MigrationRoute.Version, schema: DeclaredSchema), to: MigrationRoute.Version
    ) throws -> MigrationRoute {
        let stages = group.plan?.stages ?? []
        var steps: [(step: MigrationRoute.Step, isCustom: Bool)] = []
        var current = from
        while current.schema.name != destination.name {
            guard let stage = stages.first(where: { $0.from == current.schema.name && $0.to != $0.from }),
                let next = group.schemas.first(where: { $0.name == stage.to }),
                !steps.contains(where: { $0.step.to.schema == next.name })
            else { return way(from.version, to, [], obstacle: obstacle(from.schema, current.version)) }
            let version = try version(next)
            steps.append(
                (.init(from: current.version, to: version, location: stage.location), stage.kind == .custom))
            current = (version, next)
        }
        let custom = steps.filter(\.isCustom).map(\.step)
        guard custom.isEmpty else { throw RehearsalError.customStages(custom.compactMap(Self.told)) }
        return way(from.version, to, steps.map(\.step))
    }

    private func obstacle(_ source: DeclaredSchema, _ last: MigrationRoute.Version) -> MigrationRoute.Obstacle {
        let places = [source, destination].map { schema in group.schemas.firstIndex { $0.name == schema.name } ?? 0 }
        return places[0] > places[1]
            ? .newerStore(version: source.version ?? source.versionIdentifier) : .noStage(from: last.name)
    }

    // MARK: Inference

    /// Without a plan the framework infers one migration; a mapping model for exactly that pair goes before inference.
    private func inferred(
        from: MigrationRoute.Version?, to: MigrationRoute.Version, schema: DeclaredSchema? = nil
    ) throws -> MigrationRoute {
        guard let from else { return way(nil, to, [], obstacle: .noModel) }
        let steps = try steps(from, schema, to)
        let mappings = (group.plan?.stages ?? []).filter { $0.kind == .custom }
        let taken =
            isStepwise ? steps.map { [$0.from.schema, $0.to.schema] } : [[from.schema, to.schema]]
        let needed = mappings.filter { taken.contains([$0.from, $0.to]) }
        guard needed.isEmpty else {
            throw RehearsalError.mappingModels(
                needed.map { .init(from: name(of: $0.from), to: name(of: $0.to), location: $0.location) })
        }
        return way(from, to, steps)
    }

    /// The steps between the versions of a group, in their order.
    private func steps(
        _ from: MigrationRoute.Version, _ schema: DeclaredSchema?, _ to: MigrationRoute.Version
    ) throws -> [MigrationRoute.Step] {
        let last = group.schemas.firstIndex { $0.name == destination.name }
        let first = schema.flatMap { schema in group.schemas.firstIndex { $0.name == schema.name } }
        guard let first, let last, first < last, isStepwise else {
            return [MigrationRoute.Step(from: from, to: to, location: nil)]
        }
        let versions = try [from] + group.schemas[(first + 1)...last].map { try version($0) }
        return zip(versions, versions.dropFirst()).map { MigrationRoute.Step(from: $0, to: $1, location: nil) }
    }

    private func name(of schema: String) -> String {
        group.schemas.first { $0.name == schema }?.version ?? schema
    }

    private static func told(_ step: MigrationRoute.Step) -> RehearsalError.Stage? {
        step.location.map { .init(from: step.from.name, to: step.to.name, location: $0) }
    }
}
