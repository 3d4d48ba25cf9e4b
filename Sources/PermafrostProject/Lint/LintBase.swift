import PermafrostModel

/// The findings of `lint` at the commit where a branch started, and that commit's baseline.
package struct LintBase: Sendable {
    /// The name that the user specified, such as `main`.
    package let reference: String
    /// The commit that was read. It is the newest common ancestor of `HEAD` and the reference. If git doesn't find one,
    /// it is the reference's own commit.
    package let commit: String
    /// The findings at that commit that a baseline can list, with their identities.
    let findings: [(finding: Finding, identity: FindingIdentity)]
    /// The baseline at that commit. It is empty if there is none, or if it can't be used.
    package let baseline: Baseline
    /// The reason that the commit's baseline can't be used, or nil if it can be used or there is none.
    package let problem: BaselineError?
    /// Whether some of the commit's sources couldn't be read or evaluated. Old findings in these sources then count as
    /// new.
    package let isIncomplete: Bool

    /// Lints a project at the commit where a branch started.
    ///
    /// - Parameters:
    ///   - file: the location of the baseline.
    ///   - known: the project at the commit, if it was already read with the code in functions.
    ///   - checksCloudKit: whether to assume that every store syncs with CloudKit.
    /// - Throws: a ``GitError`` if the commit can't be read, a ``ProjectError`` if its project can't be read, or an error
    ///   of the reader.
    package static func run(
        _ reference: String, of repository: GitRepository, _ options: ProjectOptions, reader: CachedSourceReader,
        file: BaselineFile, known: Project? = nil, checksCloudKit: Bool = false
    ) throws -> LintBase {
        let tip = try repository.commit(of: reference)
        let start = try repository.mergeBase("HEAD", tip.id).map { try repository.commit(of: $0) } ?? tip
        var baseline = Baseline([])
        var problem: BaselineError?
        do { baseline = try file.read(at: start, of: repository) ?? baseline } catch let failure as BaselineError {
            problem = failure
        }
        var options = options
        // At this commit, the plan or schema may have a different name. Additional findings of other groups have no
        // effect.
        (options.plan, options.schema) = (nil, nil)
        options.requiresTree = false
        let project =
            try known
            ?? Project(options: options, reader: CommitReader(repository: repository, commit: start, reader: reader))
        var findings: [(finding: Finding, identity: FindingIdentity)] = []
        do {
            let lint = try ProjectLint.run(
                project, checksCloudKit: checksCloudKit, contents: SourceContents(of: repository, at: start))
            findings = lint.identified()
        } catch ProjectError.noSchema {
            // Every finding is then new.
        }
        return LintBase(
            reference: reference, commit: start.id, findings: findings, baseline: baseline, problem: problem,
            isIncomplete: project.hasSourceErrors)
    }
}
