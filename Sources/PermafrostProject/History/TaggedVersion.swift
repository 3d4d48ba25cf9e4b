import PermafrostSource

/// A version as one tag declares it.
struct TaggedVersion {
    let tag: String
    let commit: GitRepository.Commit
    let group: VersionGroup
    let schema: DeclaredVersion
    /// Whether a container is known to open it; no, where every version counts since none can be read.
    let isOpened: Bool
}

extension ProjectHistory {
    /// The versions in whose shapes a tag shipped stores, of the groups that are meant: those that its containers open. A version
    /// whose type is in such a group today belongs to it also where no plan listed it yet.
    ///
    /// - Returns: the versions, and the groups of which every version counts, since no container of theirs can be read.
    static func shipped(
        _ declarations: ProjectDeclarations, _ tag: (name: String, commit: GitRepository.Commit), _ project: Project
    ) -> (versions: [TaggedVersion], unread: [VersionGroup]) {
        let today = Set(project.groups.flatMap(\.schemas).map(\.name))
        let opened = OpenedVersions(declarations)
        var versions: [TaggedVersion] = []
        var unread: [VersionGroup] = []
        for group in VersionGroup.groups(of: declarations) {
            let isMeant = project.selects(group)
            let meant = group.schemas.filter { isMeant || today.contains($0.name) }
            let names = opened.names(of: group)
            if names == nil, meant.count > 1 { unread.append(group) }
            versions += meant.filter { names?.contains($0.name) ?? true }.map {
                TaggedVersion(
                    tag: tag.name, commit: tag.commit, group: group, schema: $0,
                    isOpened: names != nil)
            }
        }
        return (versions, unread)
    }

    /// The group of each type, which may have had another name before: that of the type alone, until a plan listed it.
    struct GroupNames {
        private var names: [String: [String]] = [:]

        /// The names of today, else those at the last tag that declares the type.
        init(_ shipped: [TaggedVersion], _ project: Project) {
            for group in project.groups {
                for schema in group.schemas { names[schema.name, default: []].append(group.name) }
            }
            let gone = shipped.filter { names[$0.schema.name] == nil }
            let lastTags = Dictionary(gone.map { ($0.schema.name, $0.tag) }) { _, last in last }
            for one in gone where lastTags[one.schema.name] == one.tag {
                names[one.schema.name, default: []].append(one.group.name)
            }
        }

        func name(of one: TaggedVersion) -> String {
            let known = names[one.schema.name] ?? []
            return known.contains(one.group.name) ? one.group.name : known.first ?? one.group.name
        }

        /// The name of a group at a tag.
        func name(of group: VersionGroup) -> String {
            let known = group.schemas.flatMap { names[$0.name] ?? [] }
            return known.contains(group.name) ? group.name : known.first ?? group.name
        }
    }
}
