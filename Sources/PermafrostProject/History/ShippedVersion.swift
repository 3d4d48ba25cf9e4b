import PermafrostModel
import PermafrostSource

/// A version that shipped, with its shape. If a type has the same version hashes at several tags, these declarations
/// are one shipped version.
package struct ShippedVersion: Sendable {
    /// The declaration at one of the tags or in the current sources. Its group is the group that the type belongs to
    /// now or, if the type is no longer declared, the last group that it belonged to. Its name is the version's name in
    /// that group.
    package let declared: DeclaredVersion
    /// Core Data's checksum of the version hashes. It identifies the version's stores.
    package let versionChecksum: String
    /// The checksums that older frameworks compute for the version, keyed by framework. Contains only frameworks whose
    /// checksum differs from ``versionChecksum``.
    package let variantChecksums: [FrameworkVariant.Framework: String]
    /// The tags that contain the version, oldest first. Empty if no tag contains the models.
    package internal(set) var tags: [String]
    /// The name of the declared version that has these hashes now, or nil if no declared version has them.
    package let describedBy: String?
    /// The state of the shape in the fixture tree.
    package internal(set) var standing: FreezeState

    package var version: String { declared.schemaVersion.name }
    package var group: String { declared.group ?? declared.name }
    /// The name of the type that declared the version.
    package var schema: String { declared.name }

    /// Whether the version's stores are still recognized, because a declared version matches them, because their models
    /// have been frozen again since, or because the plan declares the version as retired.
    package var isDescribed: Bool {
        switch standing {
        case .superseded, .retired: true
        case .frozen, .notFrozen, .versionTaken: describedBy != nil
        }
    }

    /// The path of the fixture with this shape, relative to the fixture tree. Nil if no fixture has this shape.
    package var fixture: String? {
        switch standing {
        case .frozen(let folder), .superseded(let folder), .retired(let folder): folder
        case .notFrozen, .versionTaken: nil
        }
    }
}

extension DeclaredVersion {
    /// Returns the checksums that older frameworks compute for the version, keyed by framework. Contains only
    /// frameworks that compute different version hashes than the newest frameworks. Empty if the version has no
    /// evaluated model.
    ///
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)`` if the model can't be decoded.
    func variantChecksums() throws(ProjectError) -> [FrameworkVariant.Framework: String] {
        guard let model = try decoded() else { return [:] }
        return Dictionary(
            model.frameworkVariants.map { ($0.framework, model.model(of: $0).versionChecksum) },
            uniquingKeysWith: { first, _ in first })
    }
}

extension Project {
    /// The names of the versions that the project declares now, keyed by version checksum.
    var declaredNames: [String: String] {
        Dictionary(
            groups.flatMap(\.schemas).compactMap { declared in
                declared.model.map { ($0.versionChecksum, versionName(of: declared)) }
            }
        ) { first, _ in first }
    }
}

/// A version as declared at a tag.
struct TaggedVersion {
    let tag: String
    let commit: GitRepository.Commit
    let group: VersionGroup
    let schema: DeclaredVersion
    /// Whether a container is known to open the version. If false, the version still counts as opened, because it is
    /// unknown which version the containers open.
    let isOpened: Bool
}

extension ProjectHistory {
    /// Returns the versions in the selected groups that shipped at a tag, which are the versions that containers open.
    /// Includes versions whose type is now in a selected group, even if no plan listed the type at the tag.
    ///
    /// - Returns: the versions. `unread` contains the groups with several versions, if the sources don't show which of
    ///   them the containers open. All versions in these groups count as shipped. `others` contains the groups whose
    ///   container has the given models instead of a version's.
    static func shipped(
        _ declarations: ProjectDeclarations, _ tag: (name: String, commit: GitRepository.Commit), _ project: Project
    ) -> (versions: [TaggedVersion], unread: [VersionGroup], others: [(group: VersionGroup, models: [String])]) {
        let today = Set(project.groups.flatMap(\.schemas).map(\.name))
        let opened = OpenedVersions(declarations)
        var versions: [TaggedVersion] = []
        var unread: [VersionGroup] = []
        var others: [(group: VersionGroup, models: [String])] = []
        for group in VersionGroup.groups(of: declarations) {
            let isMeant = project.selects(group)
            let meant = group.schemas.filter { isMeant || today.contains($0.name) }
            let names = opened.names(of: group)
            let models = meant.isEmpty ? nil : opened.otherModels(of: group)
            if let models {
                others.append((group, models))
            } else if names == nil, meant.count > 1 {
                unread.append(group)
            }
            versions += meant.filter { names?.contains($0.name) ?? true }.map {
                TaggedVersion(
                    tag: tag.name, commit: tag.commit, group: group, schema: $0,
                    isOpened: names != nil)
            }
        }
        return (versions, unread, others)
    }

    /// The current group names of types. At an earlier tag, a type may have been in a group with a different name, for
    /// example because no plan listed the type yet.
    struct GroupNames: Sendable {
        private var names: [String: [String]] = [:]
        /// The current groups of models that had no `VersionedSchema` at earlier tags, keyed by the names of their groups
        /// there.
        private var successors: [String: String] = [:]

        init() {}

        /// Collects the current group names. For types that are no longer declared, collects the names at the last tag.
        /// Models without a `VersionedSchema` may have been declared as versions since, and their store may have been
        /// renamed.
        init(_ shipped: [TaggedVersion], _ project: Project) {
            for group in project.groups {
                for schema in group.schemas { names[schema.name, default: []].append(group.name) }
            }
            // Another store may have got the name of models that are declared as versions now.
            let gone = shipped.filter { one in
                names[one.schema.name] == nil
                    || one.schema.isUnversioned
                        && !project.groups.contains { $0.schemas.contains { Self.isSame($0, one.schema) } }
            }
            for (name, versions) in Dictionary(grouping: gone.filter(\.schema.isUnversioned), by: \.group.name) {
                successors[name] = Self.successor(of: versions, shipped, project)
            }
            let lastTags = Dictionary(gone.map { ($0.schema.name, $0.tag) }) { _, last in last }
            for one in gone where lastTags[one.schema.name] == one.tag {
                names[one.schema.name, default: []].append(one.group.name)
            }
        }

        /// Returns the name of the only group that now has entities of the given models, and that isn't at the same tags.
        /// Returns nil if there is none, or if there are several.
        private static func successor(
            of versions: [TaggedVersion], _ shipped: [TaggedVersion], _ project: Project
        ) -> String? {
            let tags = Set(versions.map(\.tag))
            let entities = Set(versions.flatMap { $0.schema.places.parts.entities.keys })
            let others = shipped.filter { tags.contains($0.tag) }.map(\.schema)
            let groups = project.groups.filter { group in
                group.schemas.contains { !entities.isDisjoint(with: $0.places.parts.entities.keys) }
                    && !group.schemas.contains { schema in others.contains { Self.isSame($0, schema) } }
            }
            return groups.count == 1 ? groups[0].name : nil
        }

        /// Returns whether two declarations have the same name and, if they are models without a `VersionedSchema`, an
        /// entity in common.
        private static func isSame(_ one: DeclaredVersion, _ other: DeclaredVersion) -> Bool {
            guard one.name == other.name else { return false }
            let (left, right) = (one.places.parts.entities, other.places.parts.entities)
            return !one.isUnversioned || left.isEmpty || right.isEmpty || left.keys.contains { right[$0] != nil }
        }

        func name(of one: TaggedVersion) -> String {
            if one.schema.isUnversioned, let successor = successors[one.group.name] { return successor }
            let known = names[one.schema.name] ?? []
            return known.contains(one.group.name) ? one.group.name : known.first ?? one.group.name
        }

        /// Returns the current name of a group that was declared at a tag.
        func name(of group: VersionGroup) -> String {
            let known = group.schemas.flatMap { names[$0.name] ?? [] }
            return known.contains(group.name) ? group.name : known.first ?? group.name
        }
    }
}
