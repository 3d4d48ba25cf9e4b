import PermafrostModel

/// A lookup of the apps, extensions and tools that contain a file's code, and of the entitlements that the code runs
/// with.
final class ContainerTargets {
    private let membership: TargetMembership
    private var reader: EntitlementsReader
    /// The files that start a program, such as `main.swift`, and that may belong to any target, each with its folder.
    private let entries: [(file: String, folder: String)]

    /// The apps, extensions and tools that contain the code of a file.
    struct Programs {
        var names: Set<String> = []
        /// The platforms that the programs are built for, or nil if no target is known to contain the code.
        var platforms: TargetPlatforms?
        /// Whether the project has several programs, and it isn't known which of them contains the file. If true,
        /// ``names`` is empty.
        var areUnknown = false
    }

    /// Creates a lookup from the target membership of the project's files.
    ///
    /// - Parameter entries: the paths of the files that start a program, such as `main.swift`.
    init(_ membership: TargetMembership, _ reader: EntitlementsReader, entries: [String]) {
        self.membership = membership
        self.reader = reader
        self.entries = entries.filter(membership.free.contains).map { ($0, RelativePath.folder(of: $0)) }
    }

    /// Returns the apps, extensions and tools that contain the given files' code, keyed by file path. The result omits
    /// files that aren't in a program.
    ///
    /// A target's program contains the files that the target compiles, and the files of the libraries that the target
    /// is known to depend on.
    ///
    /// A project can also have several programs without targets, such as an app and its widget. A file that may belong
    /// to any target is then in the program that starts in an enclosing folder. If there are several such programs or
    /// none, the file's programs are unknown.
    func programs(of files: Set<String>) -> [String: Programs] {
        var found: [String: Programs] = [:]
        if entries.count > 1 {
            for file in files.intersection(membership.free) {
                let around = entries.filter { RelativePath.holds($0.folder, file) }
                found[file] =
                    around.count == 1 ? Programs(names: [around[0].file]) : Programs(areUnknown: true)
            }
        }
        for reference in membership.targets {
            let target = membership.target(reference)
            guard target.kind == .application || target.kind == .other else { continue }
            let known = TargetMembership.closure(of: target, in: membership.lists[reference.list].targets) ?? []
            let all = known.filter { $0.kind == .library }.reduce(into: target.files) { $0.formUnion($1.files) }
            for file in all.intersection(files) {
                var programs = found[file] ?? Programs()
                programs.names.insert(membership.name(of: reference))
                if programs.platforms == nil {
                    programs.platforms = target.platforms
                } else {
                    programs.platforms?.formUnion(target.platforms)
                }
                found[file] = programs
            }
        }
        return found
    }

    /// Returns the entitlements of the targets that run a file's code.
    func entitlements(of file: String) -> Entitlements { reader.entitlements(of: file) }

    /// Returns the store location that `groupContainer: .automatic` has in the targets that run a file's code. Returns
    /// any other location unchanged.
    ///
    /// Apple documents that the system uses the entitlements. Permafrost assumes that this means the first app group,
    /// and that a target without a group has the store in its own data folder. The location remains automatic if the
    /// targets have different first groups, or if some entitlements aren't known.
    func place(_ place: StorePlace, in file: String) -> StorePlace {
        guard place.root == .automatic else { return place }
        let entitlements = entitlements(of: file)
        let groups = Set(entitlements.signings.map { $0.appGroups.first })
        guard entitlements.unknown.isEmpty, groups.count < 2 else { return place }
        return place.resolved(appGroup: groups.first ?? nil)
    }
}
