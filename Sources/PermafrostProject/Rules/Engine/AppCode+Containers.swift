import PermafrostModel
import PermafrostSource

extension AppCode {
    /// The names of the plans that no container uses, keyed by group name. Containers for previews, tests and debug
    /// builds are ignored. Empty if there are no other containers, or if the plan of one of them isn't known.
    var unusedPlans: [String: String] {
        let used = containers.filter { !$0.isPreview }.map(\.plan)
        guard !used.isEmpty, !used.contains(.value) else { return [:] }
        let unused = groups.filter { group in
            group.hasPlan && group.plan.map { !used.contains(.type($0.name)) } ?? false
        }
        return Dictionary(
            unused.compactMap { group in group.plan.map { (group.name, $0.name) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The groups whose newest models a container opens without a migration plan. The framework then infers a migration
    /// directly to these models.
    private var inferredGroups: [LintGroup] {
        containers.filter { $0.opensUsersStore && $0.plan == .none }.compactMap { container in
            planned(container.content).flatMap { $0.isLastVersion(container.content) == true ? $0 : nil }
        }
    }

    /// Returns whether a version has an `@available` attribute and a container opens it with the given plan. Other
    /// containers then open an older version on older systems.
    func opensOnNewerSystems(_ version: DeclaredVersion, with plan: ContainerDeclaration.Plan) -> Bool {
        version.availability.arguments != nil
            && containers.contains { $0.plan == plan && $0.content == .schema(version.name) }
    }

    /// Returns whether a finding about an inferred migration is also true without the plan, because a container opens
    /// the newest models without it, and the migration to these models has the same change.
    func occursWithoutPlan(_ finding: Finding) -> Bool {
        guard let part = finding.inferredPart, let stage = finding.stage,
            let group = inferredGroups.first(where: { $0.name == finding.group }),
            let start = group.rules.graph.versions.firstIndex(where: { stage.hasPrefix($0.name + " → ") })
        else { return false }
        let inference = group.rules.directInference(from: start, to: group.rules.graph.versions.count - 1)
        return inference?.changes.contains { $0.change.subject == part && $0.verdict > .lightweight } == true
    }

    /// Returns the group of a container's plan. Returns nil if the container has no plan or its plan isn't known.
    func group(of plan: ContainerDeclaration.Plan) -> LintGroup? {
        guard case .type(let name) = plan else { return nil }
        return groups.first { $0.plan?.name == name }
    }

    /// Returns a group that has a plan and contains a container's schema, one of the container's models, or copies of
    /// all its models. Returns nil if there is no such group.
    func planned(_ content: ContainerDeclaration.Content) -> LintGroup? {
        let groups = groups.filter(\.hasPlan)
        switch content {
        case .schema(let name): return groups.first { $0.schemas.contains { $0.name == name } }
        case .models(let listed, _):
            let places = Set(listed.map(\.location))
            return groups.first { !$0.classes.isDisjoint(with: places) } ?? groups.first { $0.hasCopies(of: listed) }
        case .unknown: return nil
        }
    }

    /// The calls that open a store on disk without a migration plan after a container with a plan failed. Each call's
    /// location is paired with the failed container. If `isCertain` is false, it may be a different store.
    var retries: [(container: ContainerDeclaration, location: SourceLocation, isCertain: Bool)] {
        let opening = Set(containers.filter(\.opensUsersStore).map(\.location))
        return containers.filter { $0.opensUsersStore && $0.plan != .none }.flatMap { container in
            container.failures.compactMap { failure in
                guard case .retriesWithoutPlan(let isCertain) = failure.kind, opening.contains(failure.location) else {
                    return nil
                }
                return (container, failure.location, isCertain)
            }
        }
    }

    /// Returns the locations of the classes that a container stores, or nil if they can't be determined.
    func classes(of content: ContainerDeclaration.Content) -> Set<SourceLocation>? {
        switch content {
        case .schema(let name):
            groups.lazy.compactMap { $0.version(of: name) }.first.map { Set($0.classes.values) }
        case .models(_, let closure): Set(closure.map(\.location))
        case .unknown: nil
        }
    }

    /// Returns the entities in a store, keyed by entity name. Returns nil if they can't be determined.
    func entities(of content: ContainerDeclaration.Content) -> [String: StoredEntity]? {
        switch content {
        case .schema(let name):
            groups.lazy.compactMap { group in group.version(of: name).map { (group, $0) } }.first.map {
                group, version in
                let isNewest = group.hasPlan && group.newest?.schema == name
                let hashes = isNewest ? group.newestHashes : version.hashes
                return Dictionary(
                    version.classes.map { ($0, StoredEntity(location: $1, hash: hashes[$0])) },
                    uniquingKeysWith: { first, _ in first })
            }
        case .models(_, let closure):
            Dictionary(
                closure.map { ($0.entity, StoredEntity(location: $0.location, hash: $0.hash)) },
                uniquingKeysWith: { first, _ in first })
        case .unknown: nil
        }
    }
}

extension SchemaVersion {
    /// The version hashes in hexadecimal digits, keyed by entity name. Empty if the model can't be decoded.
    var hashes: [String: String] {
        (model?.versionHashes ?? [:]).mapValues(Digest.hex)
    }
}

extension LintGroup {
    /// The locations of the classes in all versions that could be evaluated.
    var classes: Set<SourceLocation> { Set(rules.evaluated.flatMap { $0.classes.values }) }

    /// Returns whether a container has exactly the models of the last version, or copies of them with the same version
    /// hashes. Returns nil if that isn't known.
    func isLastVersion(_ content: ContainerDeclaration.Content) -> Bool? {
        switch content {
        case .unknown: return nil
        case .schema(let name): return schemas.last.map { $0.name == name }
        case .models(_, let closure):
            guard let newest else { return nil }
            let own = Set(newest.classes.values)
            guard Set(closure.map(\.location)) != own else { return true }
            let isSame = closure.allSatisfy { model in
                own.contains(model.location) || model.hash != nil && newestHashes[model.entity] == model.hash
            }
            return isSame && closure.count == newest.classes.count
        }
    }

    /// Returns whether every given model has the same name and version hash as an entity in the plan's last version.
    func hasCopies(of models: [ContainerDeclaration.Model]) -> Bool {
        guard let newest, models.contains(where: { newest.classes[$0.entity] != nil }) else { return false }
        return models.allSatisfy { $0.hash != nil && newestHashes[$0.entity] == $0.hash }
    }
}

extension ContainerDeclaration {
    /// Whether the container may open a user's store. Containers for previews, tests and debug builds don't, and
    /// neither do containers with only in-memory stores.
    var opensUsersStore: Bool { !isPreview && (stores.isEmpty || stores.contains { !$0.isInMemory }) }

    /// Whether the container is known to open the default store. Documents and safe containers have their own URLs.
    var opensDefaultStore: Bool {
        opensUsersStore && [.container, .modifier].contains(form)
            && stores.contains { $0.isKnown && !$0.isInMemory && $0.place.isDefault }
    }

    /// The name of the API that creates the container.
    var title: String {
        switch form {
        case .container: "ModelContainer"
        case .modifier: ".modelContainer"
        case .document: "DocumentGroup"
        case .safeContainer: "SafeModelContainer"
        }
    }
}
