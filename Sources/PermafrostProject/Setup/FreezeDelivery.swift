import PermafrostModel
import PermafrostStore

/// The result of preparing git for fixtures that were just frozen.
package struct FreezeDelivery {
    /// The `.gitattributes` file that got lines; nil if it needed none.
    package private(set) var attributes: ProjectSetup.File?
    /// The files that git would not hand on.
    package private(set) var findings: [Finding] = []
    /// The reason why git could not be asked. The fixtures are written, and a check reports what git rejects.
    package private(set) var failure: GitError?

    /// Adds the attributes that keep git from converting fixtures if these are the first, and asks git which files it ignores.
    ///
    /// - Throws: a `FileError` if `.gitattributes` can't be read or written.
    package init(_ outcomes: [ProjectFreeze.Outcome], isFirst: Bool, of project: Project) throws {
        guard outcomes.contains(where: { !$0.isFailure }),
            GitRepository.contains(project.options.directory)
        else { return }
        do {
            if isFirst, outcomes.contains(where: \.isFrozen) {
                let attributes = try FixtureAttributes(project)
                try attributes.write(in: project)
                self.attributes = attributes.file
            }
            findings = try FixtureDelivery.of(project.options)?.findings ?? []
        } catch let error as GitError {
            failure = error
        }
    }
}
