import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A search for the steps that migrate a store to a version. The steps come from the plan or Core Data model of the
/// version's group, or are inferred.
package struct RouteSearch {
    private let drift: StoreIdentification
    private let group: VersionGroup
    private let destination: DeclaredVersion
    /// The version name of models without a `VersionedSchema`, or nil if the project has no such models. It is the name
    /// that the user specified, or the models' display name if the user specified their schema.
    private let unversionedName: String?
    private let isStepwise: Bool

    /// Creates a search for the steps from a store's version to a declared version.
    ///
    /// - Parameters:
    ///   - drift: the result of comparing the store with the project's versions.
    ///   - version: the name of the declared version, or of the type that declares it.
    ///   - isStepwise: whether each step is a separate migration.
    /// - Throws: ``ProjectError`` if there is no version with this name, or if several groups declare it and the store
    ///   belongs to none of them.
    package init(_ drift: StoreIdentification, to version: String, in project: Project, isStepwise: Bool) throws {
        self.drift = drift
        self.isStepwise = isStepwise
        unversionedName = project.unversioned.first.map { first in
            project.unversioned.first { $0.schema == version }?.declaredName ?? version
        }
        do {
            (group, destination) = try project.version(named: version)
        } catch let error as ProjectError {
            // If several groups declare the version, use the store's group.
            guard case .ambiguousVersion = error,
                let own = drift.matches.lazy.compactMap(\.version.group).first,
                let group = project.groups.first(where: { $0.name == own }),
                let schema = group.schema(version: version) ?? group.schemas.first(where: { $0.isCalled(version) })
            else { throw error }
            (self.group, destination) = (group, schema)
        }
    }

    /// Returns the route to the destination.
    ///
    /// - Throws: ``ProjectError`` if a version's model isn't known or can't be decoded, or
    ///   ``RehearsalError`` if the migration needs code that only the app or Core Data can run.
    package func route() throws -> MigrationRoute {
        let to = try version(destination)
        let declared = drift.matches.first { $0.version.isDeclared && $0.version.group == group.name }
        let source = declared.flatMap { match in group.schemas.first { $0.name == match.version.schema } }
        let found = try source.map { try version($0, madeBy: declared?.variant) }
        if let refused = refusedPlan(from: found, to) { return refused }
        guard let source, let from = found else {
            return try group.hasPlan ? unknown(to) : inferred(from: storeVersion(beside: to), to: to)
        }
        if try isSame(from, to) { return makeRoute(from, to, [], isAtDestination: true) }
        guard !group.staging.isInferred else { return try inferred(from: from, to: to, schema: source) }
        return try planned(from: (from, source), to: to)
    }

    private func makeRoute(
        _ from: SchemaVersion?, _ to: SchemaVersion, _ steps: [MigrationRoute.Step],
        obstacle: MigrationRoute.Obstacle? = nil, isAtDestination: Bool = false
    ) -> MigrationRoute {
        MigrationRoute(
            from: from, to: to, group: group.name, staging: group.staging, steps: steps,
            isStepwise: isStepwise && steps.count > 1, obstacle: obstacle, isAtDestination: isAtDestination)
    }

    /// Returns whether a store with the version `from` can be opened with the version `to` without a migration.
    private func isSame(_ from: SchemaVersion, _ to: SchemaVersion) throws -> Bool {
        try to.evaluated().model(matching: from.evaluated().versionHashes) != nil
    }

    /// Returns a declared version with the model that a variant's frameworks create. If `variant` is nil, the model is
    /// the one that the newest frameworks create.
    private func version(
        _ schema: DeclaredVersion, madeBy variant: FrameworkVariant? = nil
    ) throws -> SchemaVersion {
        let version = schema.schemaVersion(named: schema.isUnversioned ? unversionedName : nil)
        let model = try version.evaluated()
        return variant.map { version.with(model.model(of: $0)) } ?? version
    }

    /// Returns the version described by the store's own model, or nil if the store has no model. If the store matches
    /// no version, the model is completed with the destination.
    private func storeVersion(beside to: SchemaVersion) throws -> SchemaVersion? {
        guard drift.inspection.hasOwnModel, let known = drift.model else { return nil }
        let match = drift.matches.first?.version
        let model = match == nil ? known.completed(with: try to.evaluated()) : known
        return SchemaVersion(
            schema: match?.schema,
            name: match?.name ?? drift.inspection.metadata.versionIdentifiers.first ?? "the store's own",
            origin: .store,
            content: ModelContent(model, isArchived: true))
    }

    /// Returns the route of a store that matches no version of the plan. Without a stage, its migration is inferred.
    private func unknown(_ to: SchemaVersion) throws -> MigrationRoute {
        if let retired = group.plan?.retired.version(ofStoreWith: drift.inspection.metadata.versionHashes) {
            let obstacle = MigrationRoute.Obstacle.retired(version: retired.version, lastRelease: retired.lastRelease)
            return makeRoute(nil, to, [], obstacle: obstacle)
        }
        switch group.staging {
        case .noPlan, .noStages: return try inferred(from: storeVersion(beside: to), to: to)
        case .unknown: return makeRoute(nil, to, [], obstacle: .unknownStages)
        case .staged, .partlyStaged: break
        }
        let later = drift.inspection.metadata.versionIdentifiers.first.flatMap { identifier in
            VersionGraph.isLater(identifier, than: destination.versionIdentifier) ? identifier : nil
        }
        return makeRoute(
            nil, to, [],
            obstacle: .unknownVersion(
                frozen: drift.matches.first?.version.name, later: later,
                nearest: drift.nearest?.version.name))
    }

    // MARK: A plan

    private func planned(
        from: (version: SchemaVersion, schema: DeclaredVersion), to: SchemaVersion
    ) throws -> MigrationRoute {
        let graph = group.graph
        guard let start = group.index(of: from.schema), let end = group.index(of: destination) else {
            return try unknown(to)
        }
        let route: Route
        do { route = try graph.route(from: start, to: end, isStepwise ? .stepByStep : .framework) } catch {
            return makeRoute(from.version, to, [], obstacle: obstacle(error, from.schema))
        }
        let versions = try [from.version] + route.stops.dropFirst().map { try version(at: $0) }
        let steps = zip(route.stages, zip(versions, versions.dropFirst())).map { stage, versions in
            MigrationRoute.Step(
                from: versions.0, to: versions.1, location: group.plan?.stages[stage].location,
                losses: group.plan?.stages[stage].declaredLosses ?? [])
        }
        let custom = zip(route.stages, steps).filter { graph.stages[$0.0].kind == .custom }.map(\.1)
        guard custom.isEmpty else { throw RehearsalError.customStages(custom) }
        return makeRoute(from.version, to, steps)
    }

    private func version(at index: Int) throws -> SchemaVersion {
        guard let schema = group.schema(at: index) else {
            let name = group.graph.versions[index].typeName
            throw ProjectError.notEvaluable(version: name, schema: name)
        }
        return try version(schema)
    }

    /// Returns a route that can't be run if errors in the plan cause the framework to reject every store. Its obstacle
    /// contains the errors. Returns nil if there are no such errors, or if the framework rejects the store because its
    /// version is later than the destination.
    private func refusedPlan(from: SchemaVersion?, _ to: SchemaVersion) -> MigrationRoute? {
        guard let end = group.index(of: destination) else { return nil }
        let problems = group.graph.fatalProblems(upTo: end)
        // A store with a later version is rejected for that reason, regardless of the stages after the destination.
        let isNewer = drift.matches.contains { match in
            match.version.group == group.name
                && group.graph.versions[(end + 1)...].contains { $0.schema == match.version.schema }
        }
        guard !problems.isEmpty, !isNewer else { return nil }
        return makeRoute(from, to, [], obstacle: refusal(problems))
    }

    private func refusal(_ problems: [PlanProblem]) -> MigrationRoute.Obstacle {
        let messages = problems.map { group.graph.message(of: $0, plan: group.plan?.name ?? group.name).what + "." }
        return .refusedPlan(
            problems.compactMap(\.failure).first ?? .unknownModelVersion, reason: messages.joined(separator: " "))
    }

    private func obstacle(_ refusal: Route.Refusal, _ source: DeclaredVersion) -> MigrationRoute.Obstacle {
        switch refusal {
        case .newer: .newerStore(version: source.version ?? source.versionIdentifier)
        case .noStage(let index): .noStage(from: group.graph.versions[index].name)
        case .unknownStages: .unknownStages
        case .plan(let problems): self.refusal(problems)
        }
    }

    // MARK: Inference

    /// Returns an inferred route. Without a stage, the framework infers a single migration. Throws
    /// ``RehearsalError/mappingModels(_:)`` if a migration in the route has a mapping model.
    private func inferred(
        from: SchemaVersion?, to: SchemaVersion, schema: DeclaredVersion? = nil
    ) throws -> MigrationRoute {
        guard let from else { return makeRoute(nil, to, [], obstacle: .noModel) }
        guard let start = schema.flatMap({ group.index(of: $0) }), let end = group.index(of: destination) else {
            return makeRoute(from, to, [MigrationRoute.Step(from: from, to: to, location: nil)])
        }
        let route: Route
        do {
            route = try group.graph.inferredRoute(from: start, to: end, isStepwise ? .stepByStep : .framework)
        } catch {
            let listed = group.graph.versions
            throw RehearsalError.mappingModels(
                error.stages.compactMap { index in
                    guard case .listed(let from) = group.graph.stages[index].from,
                        case .listed(let to) = group.graph.stages[index].to
                    else { return nil }
                    return .init(from: listed[from], to: listed[to], location: group.plan?.stages[index].location)
                })
        }
        let versions = try [from] + route.legs.map { try version(at: $0.to) }
        return makeRoute(
            from, to, zip(versions, versions.dropFirst()).map { .init(from: $0, to: $1, location: nil) })
    }
}
