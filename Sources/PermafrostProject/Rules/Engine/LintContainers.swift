import PermafrostModel
import PermafrostSource

extension LintInput {
    /// Returns the group of a container's plan; nil if there is no plan or it is unknown.
    func group(of plan: ContainerDeclaration.Plan) -> LintGroup? {
        guard case .type(let name) = plan else { return nil }
        return groups.first { $0.plan?.name == name }
    }

    /// Returns the group with a plan that contains a container's models.
    func planned(_ content: ContainerDeclaration.Content) -> LintGroup? {
        let groups = groups.filter(\.hasPlan)
        switch content {
        case .schema(let name): return groups.first { $0.schemas.contains { $0.name == name } }
        case .models(let listed, _):
            let places = Set(listed.map(\.location))
            return groups.first { !$0.classes.isDisjoint(with: places) }
        case .unknown: return nil
        }
    }

    /// The attempts to open a store on disk again without the migration plan of a container that couldn't be made.
    var retries: [(container: ContainerDeclaration, location: SourceLocation)] {
        let opening = Set(containers.filter(\.opensUsersStore).map(\.location))
        return containers.filter { $0.opensUsersStore && $0.plan != .none }.flatMap { container in
            container.failures.filter { $0.kind == .retriesWithoutPlan && opening.contains($0.location) }
                .map { (container, $0.location) }
        }
    }

    /// Returns the locations of the classes that a container stores; nil if they can't be determined.
    func classes(of content: ContainerDeclaration.Content) -> Set<SourceLocation>? {
        switch content {
        case .schema(let name):
            groups.lazy.compactMap { $0.version(of: name) }.first.map { Set($0.classes.values) }
        case .models(_, let closure): Set(closure)
        case .unknown: nil
        }
    }
}

extension LintGroup {
    /// The locations of the classes in all versions.
    var classes: Set<SourceLocation> { Set(rules.evaluated.flatMap { $0.classes.values }) }
}

extension ContainerDeclaration {
    /// Whether the container may open a user's store. Previews, tests and in-memory stores don't.
    var opensUsersStore: Bool { !isPreview && (stores.isEmpty || stores.contains { !$0.isInMemory }) }

    /// Whether the container is known to open the default store. Documents and safe containers have their own URLs.
    var opensDefaultStore: Bool {
        opensUsersStore && [.container, .modifier].contains(form)
            && (stores.isEmpty || stores.contains { $0.isKnown && !$0.isInMemory && !$0.hasOwnPlace })
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
