import PermafrostModel
import PermafrostSource

extension LintInput {
    /// The group whose plan a container is given; nil if it is given none that is known.
    func group(of plan: ContainerDeclaration.Plan) -> LintGroup? {
        guard case .type(let name) = plan else { return nil }
        return groups.first { $0.plan?.name == name }
    }

    /// The group with a plan that a container's models belong to.
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

    /// Where the classes are declared that a container stores; nil if it cannot be determined.
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
    /// Where the classes of all versions are declared.
    var classes: Set<SourceLocation> { Set(rules.evaluated.flatMap { $0.classes.values }) }
}

extension ContainerDeclaration {
    /// Whether it may open a user's store: previews, tests and stores in memory do not.
    var opensUsersStore: Bool { !isPreview && (stores.isEmpty || stores.contains { !$0.isInMemory }) }

    /// Whether what it opens is the default store for certain. Documents and safe containers are given their URLs.
    var opensDefaultStore: Bool {
        opensUsersStore && [.container, .modifier].contains(form)
            && (stores.isEmpty || stores.contains { $0.isKnown && !$0.isInMemory && !$0.hasOwnPlace })
    }

    /// What makes it, as users write it.
    var title: String {
        switch form {
        case .container: "ModelContainer"
        case .modifier: ".modelContainer"
        case .document: "DocumentGroup"
        case .safeContainer: "SafeModelContainer"
        }
    }
}
