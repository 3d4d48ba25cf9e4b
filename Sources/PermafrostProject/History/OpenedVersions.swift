import PermafrostModel
import PermafrostSource

/// The versions that an app's containers open. The app's stores have only the shapes of these versions, even if the
/// sources also declare other versions.
struct OpenedVersions {
    private var opened: Set<String> = []
    /// The number of containers whose version can't be determined from the sources.
    private var unknownCount = 0
    private let isAnyFound: Bool
    /// The classes of each container whose models are known, but aren't those of a version.
    private var others: [[ContainerDeclaration.Model]] = []

    /// Finds the versions that the declared containers open. Ignores containers that don't open a user's store.
    ///
    /// - Parameter declarations: the project's declarations. They must be read with `readsCode`, so that the containers
    ///   are known.
    init(_ declarations: ProjectDeclarations) {
        let containers = declarations.containers.filter(\.opensUsersStore)
        isAnyFound = !containers.isEmpty
        for container in containers {
            if let name = Self.version(of: container, declarations) {
                opened.insert(name)
            } else {
                unknownCount += 1
                if case .models(_, let closure) = container.content { others.append(closure) }
            }
        }
    }

    /// Returns the names of the models of a container that opens some of a group's classes, but no version's models.
    /// Returns nil if there is no such container, or if a container opens one of the group's versions.
    func otherModels(of group: VersionGroup) -> [String]? {
        // A container that can't be read may open a version.
        guard others.count == unknownCount, group.plan?.isModelFile != true,
            !group.schemas.contains(where: \.isUnversioned),
            opened.isDisjoint(with: group.schemas.map(\.name))
        else { return nil }
        let classes = Set(group.schemas.flatMap(\.places.parts.entities.values))
        return others.first { $0.contains { classes.contains($0.location) } }?.map(\.entity).sorted()
    }

    /// Returns the type names of a group's versions that containers open. Returns an empty set if containers open only
    /// other versions. Returns nil if the sources don't show which versions containers open. Any version may then be
    /// opened.
    ///
    /// An app opens the current version of its Core Data model, if that is known. Models without a `VersionedSchema`
    /// always count as opened.
    func names(of group: VersionGroup) -> Set<String>? {
        let own = Set(group.schemas.map(\.name))
        if let plan = group.plan, plan.isModelFile { return plan.currentSchema.map { [$0] } ?? own }
        if group.schemas.contains(where: \.isUnversioned) { return own }
        let found = own.intersection(opened)
        guard found.isEmpty else { return found }
        return isAnyFound && unknownCount == 0 ? [] : nil
    }

    /// Returns the version that a container opens, or nil if it can't be determined. If the container's models are
    /// unknown, this is the last version of its plan.
    private static func version(
        of container: ContainerDeclaration, _ declarations: ProjectDeclarations
    ) -> String? {
        switch container.content {
        case .schema(let name): return name
        case .models(_, let closure):
            let classes = Set(closure.map(\.location))
            let found = declarations.schemas.filter { Set($0.places.parts.entities.values) == classes }.map(\.name)
            guard found.count > 1 else { return found.first }
            // Versions with the same classes are interchangeable. The container opens a plan's last version with these
            // classes.
            return declarations.plans.lazy.compactMap { $0.schemas.last(where: found.contains) }.first ?? found.last
        case .unknown:
            guard case .type(let plan) = container.plan else { return nil }
            return declarations.plans.first { $0.name == plan }?.schemas.last
        }
    }
}
