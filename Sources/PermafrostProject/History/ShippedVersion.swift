import PermafrostModel
import PermafrostSource

/// A version in one shape that shipped: declarations of one type with equal version hashes, at the git tags that have it.
package struct ShippedVersion: Sendable {
    /// The declaration at the first of the tags: in the group that its type is in today, or was in last, and under the name that it
    /// has there.
    package let declared: DeclaredVersion
    /// Core Data's checksum over its version hashes, by which its stores are known.
    package let versionChecksum: String
    /// The checksums that other frameworks compute than the newest, by framework.
    package let variantChecksums: [FrameworkVariant.Framework: String]
    /// The tags that it shipped in, oldest first; none for models that no tag has.
    package internal(set) var tags: [String]
    /// The version that has these hashes today; nil if none has.
    package let describedBy: String?
    /// How the fixture tree has it.
    package let standing: FreezeState

    /// The version's name.
    package var version: String { declared.schemaVersion.name }
    /// The name of its group.
    package var group: String { declared.group ?? declared.name }
    /// The type that declared it.
    package var schema: String { declared.name }

    /// Whether its stores are known: to a declared version, or as models that have been frozen again since.
    package var isDescribed: Bool {
        if case .superseded = standing { return true }
        return describedBy != nil
    }

    /// The fixture that has it, relative to the fixture tree; nil if none has.
    package var fixture: String? {
        switch standing {
        case .frozen(let folder), .superseded(let folder): folder
        case .notFrozen, .versionTaken: nil
        }
    }
}

extension DeclaredVersion {
    /// The checksums that other frameworks compute than the newest.
    ///
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)``.
    func variantChecksums() throws(ProjectError) -> [FrameworkVariant.Framework: String] {
        guard let model = try decoded() else { return [:] }
        return Dictionary(
            model.frameworkVariants.map { ($0.framework, model.model(of: $0).versionChecksum) },
            uniquingKeysWith: { first, _ in first })
    }
}

extension Project {
    /// The version that has each checksum today.
    var declaredNames: [String: String] {
        Dictionary(
            groups.flatMap(\.schemas).compactMap { declared in
                declared.model.map { ($0.versionChecksum, versionName(of: declared)) }
            }
        ) { first, _ in first }
    }
}

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
