import PermafrostModel
import PermafrostStore

/// The result of preparing git for fixtures that were just frozen.
package struct FreezeDelivery {
    /// The `.gitattributes` file with added lines, or nil if no lines were added.
    package private(set) var attributes: ProjectSetup.File?
    /// The findings about files that git wouldn't deliver unchanged.
    package private(set) var findings: [Finding] = []
    /// The files with uncommitted changes to a frozen version, keyed by the type that declares the version. Contains
    /// only versions whose declaration is committed.
    package private(set) var uncommitted: [String: [String]] = [:]
    /// The error if a git command failed, or nil. After an error, ``findings`` is empty, although the fixtures have
    /// been written. A later check reports the files that git ignores or converts.
    package private(set) var failure: GitError?

    /// Finds the files that git ignores or converts. If these are the first fixtures, first adds the attributes that
    /// prevent git from converting fixtures. Does nothing if every freeze failed or there is no git repository.
    ///
    /// - Parameter isOfWorkTree: whether the versions were read from the work tree, not from a commit.
    /// - Throws: a `FileError` if `.gitattributes` can't be read or written.
    package static func run(
        _ outcomes: [ProjectFreeze.Outcome], isFirst: Bool, of project: Project, isOfWorkTree: Bool
    ) throws -> FreezeDelivery {
        var delivery = FreezeDelivery()
        guard outcomes.contains(where: { !$0.isFailure }),
            GitRepository.contains(project.options.directory)
        else { return delivery }
        do {
            if isFirst, outcomes.contains(where: \.isFrozen) {
                let attributes = try FixtureAttributes(project)
                try attributes.write(in: project)
                delivery.attributes = attributes.file
            }
            delivery.findings = try FixtureDelivery.of(project.options)?.findings ?? []
            guard isOfWorkTree else { return delivery }
            let frozen = Set(outcomes.filter(\.isFrozen).map(\.schema))
            let repository = try GitRepository(directory: project.options.directory)
            for version in project.groups.flatMap(\.schemas) where frozen.contains(version.name) {
                let files = try UncommittedSources(of: version, in: repository).files
                if !files.isEmpty { delivery.uncommitted[version.name] = files }
            }
        } catch let error as GitError {
            delivery.failure = error
        }
        return delivery
    }
}
