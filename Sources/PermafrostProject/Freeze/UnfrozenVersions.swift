import PermafrostSource

/// The declared versions that aren't frozen, and the tag to freeze each version at.
///
/// When a container opens a store, the store gets the schema that is declared at that time. Therefore, a version is
/// frozen at the last tag where a container opens it. At a later tag, its declaration may have been edited, but no
/// store has the edited schema. If no container is known to open the version at any tag, it is frozen at the last tag
/// that declares it.
package struct UnfrozenVersions: Sendable {
    /// A version that isn't frozen yet.
    package struct Version: Sendable, Hashable {
        package let name: String
        package let schema: String
        /// The tag to freeze the version at, or nil if no tag declares the type. The version is then frozen from the
        /// current sources.
        package let tag: String?
    }

    /// The unfrozen versions whose type or shape is declared at a tag. If the project has no tags, contains all
    /// unfrozen versions.
    package private(set) var shipped: [Version] = []
    /// The unfrozen versions whose type and shape aren't declared at any tag. They will be frozen when they ship.
    package private(set) var unshipped: [Version] = []

    /// Finds the unfrozen versions of a group, and their tags.
    ///
    /// - Parameter replay: the repository, its sources, and the shapes at its tags. Nil if there are no tags.
    /// - Throws: `GitError` if git fails, `FileError` if the fixture tree can't be read, or the source reader's error
    ///   if the sources can't be read at a tag.
    init(
        of group: VersionGroup, in project: Project,
        _ replay: (repository: GitRepository, sources: CommitSources, history: ProjectHistory)?
    ) throws {
        let frozen = Set(try VersionMatcher(project).pairs.compactMap(\.declared?.name))
        let open = group.schemas.filter { !frozen.contains($0.name) }
        guard let replay else {
            shipped = open.map { Version(name: project.versionName(of: $0), schema: $0.name, tag: nil) }
            return
        }
        var last: [String: String] = [:]
        for (tag, commit) in try project.releases(in: replay.repository) {
            for schema in try replay.sources.declarations(at: commit).schemas where schema.model != nil {
                last[schema.name] = tag
            }
        }
        for one in replay.history.shipped where one.isOpened && one.schema.model != nil {
            last[one.schema.name] = one.tag
        }
        // A shape that shipped may have been given a type later, such as by `adopt`.
        let shapes = Set(replay.history.shipped.compactMap { $0.schema.model?.versionChecksum })
        for schema in open {
            let version = Version(name: project.versionName(of: schema), schema: schema.name, tag: last[schema.name])
            let isShipped = version.tag != nil || schema.model.map { shapes.contains($0.versionChecksum) } ?? false
            if isShipped { shipped.append(version) } else { unshipped.append(version) }
        }
    }
}
