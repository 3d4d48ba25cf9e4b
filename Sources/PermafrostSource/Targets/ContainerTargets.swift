import PermafrostModel

/// The targets that contain the code of files with containers, and their entitlements. Both are determined on demand.
final class ContainerTargets {
    private let membership: TargetMembership
    private var reader: EntitlementsReader

    init(_ membership: TargetMembership, _ reader: EntitlementsReader) {
        self.membership = membership
        self.reader = reader
    }

    /// Returns the apps and extensions that contain the code of files, by the files' paths.
    ///
    /// These are the targets that compile a file, and the targets that are known to depend on a library that compiles
    /// it. A file without such a target isn't included.
    func processes(of files: Set<String>) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for reference in membership.targets {
            let target = membership.target(reference)
            guard target.kind == .application || target.kind == .other else { continue }
            let known = TargetMembership.closure(of: target, in: membership.lists[reference.list].targets) ?? []
            let all = known.filter { $0.kind == .library }.reduce(into: target.files) { $0.formUnion($1.files) }
            for file in all.intersection(files) { found[file, default: []].insert(membership.name(of: reference)) }
        }
        return found
    }

    /// Returns the entitlements of the targets that run a file's code.
    func entitlements(of file: String) -> Entitlements { reader.entitlements(of: file) }

    /// Returns a location in the container of the app group, if the code in a file uses one.
    ///
    /// Documented for `groupContainer: .automatic`: the system uses the entitlements. Assumed: it uses the first group,
    /// and a target without a group has the store in its own data folder. If the entitlements of the targets with the
    /// file differ or aren't known, neither is the location.
    func place(_ place: StorePlace, in file: String) -> StorePlace {
        guard place.root == .automatic else { return place }
        let entitlements = entitlements(of: file)
        let groups = Set(entitlements.signings.map { $0.appGroups.first })
        guard entitlements.unknown.isEmpty, groups.count < 2 else { return place }
        return place.resolved(appGroup: groups.first ?? nil)
    }
}
