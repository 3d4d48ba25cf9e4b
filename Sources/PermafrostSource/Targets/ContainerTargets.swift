import PermafrostModel

/// The targets that contain the files with containers, and the entitlements of these targets. They are determined on
/// demand.
final class ContainerTargets {
    private let membership: TargetMembership
    private var reader: EntitlementsReader

    init(_ membership: TargetMembership, _ reader: EntitlementsReader) {
        self.membership = membership
        self.reader = reader
    }

    /// Returns the names of the apps, extensions and tools that contain the given files' code, keyed by file path.
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

    /// Returns the location that an automatic location has in the targets of a file. Any other location is returned
    /// unchanged.
    ///
    /// For `groupContainer: .automatic`, Apple documents that the system uses the entitlements. It is assumed that the
    /// system uses the first group, and that a target without a group has the store in its own data folder. The
    /// location remains automatic if the targets have different first groups, or if some entitlements aren't known.
    func place(_ place: StorePlace, in file: String) -> StorePlace {
        guard place.root == .automatic else { return place }
        let entitlements = entitlements(of: file)
        let groups = Set(entitlements.signings.map { $0.appGroups.first })
        guard entitlements.unknown.isEmpty, groups.count < 2 else { return place }
        return place.resolved(appGroup: groups.first ?? nil)
    }
}
