import PermafrostModel
import PermafrostSource

/// A version with one of the shapes that shipped: declarations of one type with equal version hashes, at the git tags
/// that have them.
package struct ShippedVersion: Sendable {
    /// The declaration at the first of the tags. It is in the group that its type belongs to today, or belonged to
    /// last, and has its name in that group.
    package let declared: DeclaredVersion
    /// Core Data's checksum of the version hashes, which identifies the version's stores.
    package let versionChecksum: String
    /// The checksums of frameworks that compute a different one than the newest framework.
    package let variantChecksums: [FrameworkVariant.Framework: String]
    /// The tags that the version shipped in, oldest first; empty for models that no tag has.
    package internal(set) var tags: [String]
    /// The version that has these hashes today; nil if there is none.
    package let describedBy: String?
    /// The state of the shape in the fixture tree.
    package let standing: FreezeState

    /// The version's name.
    package var version: String { declared.schemaVersion.name }
    /// The group's name.
    package var group: String { declared.group ?? declared.name }
    /// The type that declared it.
    package var schema: String { declared.name }

    /// Whether the version's stores are known: a declared version matches them, or their models have been frozen again
    /// since.
    package var isDescribed: Bool {
        if case .superseded = standing { return true }
        return describedBy != nil
    }

    /// The fixture with the shape, relative to the fixture tree; nil if there is none.
    package var fixture: String? {
        switch standing {
        case .frozen(let folder), .superseded(let folder): folder
        case .notFrozen, .versionTaken: nil
        }
    }
}

extension DeclaredVersion {
    /// Returns the checksums of frameworks that compute a different one than the newest framework.
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

/// A version as a tag declares it.
struct TaggedVersion {
    let tag: String
    let commit: GitRepository.Commit
    let group: VersionGroup
    let schema: DeclaredVersion
    /// Whether a container is known to open the version. False if every version counts because no container can be
    /// read.
    let isOpened: Bool
}

extension ProjectHistory {
    /// Returns the versions that shipped at a tag, in the selected groups: the versions that its containers open. If a
    /// version's type is in a selected group today, the version belongs to that group even if no plan listed it yet.
    ///
    /// - Returns: the versions, and the groups whose versions all count because none of their containers can be read.
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

    /// The group names of types. A type's group may have had another name before a plan listed the type: the name
    /// derived from the type.
    struct GroupNames {
        private var names: [String: [String]] = [:]

        /// Collects today's names, or the names at the last tag that declares a type.
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

        /// Returns the name of a group at a tag.
        func name(of group: VersionGroup) -> String {
            let known = group.schemas.flatMap { names[$0.name] ?? [] }
            return known.contains(group.name) ? group.name : known.first ?? group.name
        }
    }
}
