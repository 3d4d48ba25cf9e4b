import PermafrostModel
import PermafrostSource

/// The versions that an app's containers open: its stores have the shapes of these, whatever else its sources declare.
struct OpenedVersions {
    private var opened: Set<String> = []
    /// How many containers open something that cannot be told from the sources.
    private var unknownCount = 0
    private let isAnyFound: Bool

    /// - Parameter declarations: what was read, with code.
    init(_ declarations: ProjectDeclarations) {
        let containers = declarations.containers.filter(\.opensUsersStore)
        isAnyFound = !containers.isEmpty
        for container in containers {
            if let name = Self.version(of: container, declarations) {
                opened.insert(name)
            } else {
                unknownCount += 1
            }
        }
    }

    /// The versions of a group that containers open; nil if that cannot be told, so that any of them may be opened.
    ///
    /// Core Data models, and models without a `VersionedSchema`, are what is opened.
    func names(of group: VersionGroup) -> Set<String>? {
        let own = Set(group.schemas.map(\.name))
        if group.plan?.isModelFile == true || group.schemas.contains(where: \.isUnversioned) { return own }
        let found = own.intersection(opened)
        guard found.isEmpty else { return found }
        return isAnyFound && unknownCount == 0 ? [] : nil
    }

    /// The version that a container opens. A plan leads to its last one, and opens no other.
    private static func version(
        of container: ContainerDeclaration, _ declarations: ProjectDeclarations
    ) -> String? {
        switch container.content {
        case .schema(let name): return name
        case .models(_, let closure):
            let classes = Set(closure)
            let found = declarations.schemas.filter { Set($0.places.parts.entities.values) == classes }.map(\.name)
            guard found.count > 1 else { return found.first }
            // Versions of the very same classes are alike: the last one of a plan is the one that is meant.
            return declarations.plans.lazy.compactMap { $0.schemas.last(where: found.contains) }.first ?? found.last
        case .unknown:
            guard case .type(let plan) = container.plan else { return nil }
            return declarations.plans.first { $0.name == plan }?.schemas.last
        }
    }
}
