import PermafrostDeclarations

extension ProjectHistory {
    /// A version as a tag declares it.
    struct ShippedVersion {
        let tag: String
        let group: VersionGroup
        let schema: DeclaredSchema
    }

    /// The versions that a tag declares, of the groups that are meant. A version whose type is in such a group today
    /// belongs to it also where no plan listed it yet.
    static func shipped(_ declarations: ArchivedDeclarations, _ tag: String, _ project: Project) -> [ShippedVersion] {
        let today = Set(project.groups.flatMap(\.schemas).map(\.name))
        return VersionGroup.groups(of: declarations).flatMap { group in
            let isMeant = project.selects(group)
            return group.schemas.filter { isMeant || today.contains($0.name) }
                .map { ShippedVersion(tag: tag, group: group, schema: $0) }
        }
    }

    /// The group of each type, which may have had another name before: that of the type alone, until a plan listed it.
    struct GroupNames {
        private var names: [String: [String]] = [:]

        /// The names of today, else those at the last tag that declares the type.
        init(_ shipped: [ShippedVersion], _ project: Project) {
            for group in project.groups {
                for schema in group.schemas { names[schema.name, default: []].append(group.name) }
            }
            let gone = shipped.filter { names[$0.schema.name] == nil }
            let lastTags = Dictionary(gone.map { ($0.schema.name, $0.tag) }) { _, last in last }
            for one in gone where lastTags[one.schema.name] == one.tag {
                names[one.schema.name, default: []].append(one.group.name)
            }
        }

        func name(of one: ShippedVersion) -> String {
            let known = names[one.schema.name] ?? []
            return known.contains(one.group.name) ? one.group.name : known.first ?? one.group.name
        }
    }
}
