import PermafrostModel
import PermafrostSource

/// The review of a branch: its versions, migrations and findings, compared with the commit that the branch began at.
///
/// It has the same verdicts and texts as `check`, `lint` and `diff`.
package struct ProjectReview: Sendable {
    package private(set) var review: Review

    /// Reviews a project.
    ///
    /// - Parameters:
    ///   - earlier: the project, read at the base.
    ///   - check: the check of the project, with the same base.
    ///   - lint: the lint of the project, or nil if the project no longer declares a version.
    ///   - comparison: the comparison of the lint with the lint of the base.
    ///   - matcher: the project's fixtures, matched with its declarations.
    /// - Throws: a ``ProjectError`` if a model can't be decoded.
    package init(
        _ project: Project, since earlier: Project, at base: Base, check: ProjectCheck, lint: ProjectLint?,
        _ comparison: LintComparison?, _ matcher: VersionMatcher
    ) throws {
        let tests = CoveringTests(in: project.options.directory)
        let frozen = Dictionary(
            matcher.pairs.compactMap { pair -> (String, Set<String>)? in
                guard let frozen = pair.frozen, let group = pair.group else { return nil }
                return (group.name, [frozen.version.description])
            }
        ) { $0.union($1) }
        let steps = ReviewedSteps(
            project, since: earlier, reference: base.reference, lint?.findings ?? [], tests, frozen: frozen)
        review = Review(
            base: base.review,
            plans: Self.plans(of: project, since: earlier),
            versions: try ReviewedVersions(project, since: earlier, check, matcher, tests).versions,
            steps: steps.steps, unchangedSteps: Array(steps.unchanged.prefix(Review.unchangedLimit)),
            isIncomplete: check.isIncomplete || lint?.isIncomplete == true)
        let findings = (check.findings + (lint?.findings ?? [])).unique.sorted(by: Finding.isBefore)
        let (new, old) = (Set(comparison?.findings ?? []), Set(comparison?.old ?? []))
        review.remarks = findings.filter { new.contains($0) || isReviewed($0) && !old.contains($0) }
            .map(ReviewRemark.init)
    }

    private static func plans(of project: Project, since earlier: Project) -> [Review.Plan] {
        let now = project.groups.filter(\.hasPlan).map(\.name)
        let before = earlier.groups.filter(\.hasPlan).map(\.name)
        return now.filter { !before.contains($0) }.map { Review.Plan(name: $0, isAdded: true) }
            + before.filter { !now.contains($0) }.map { Review.Plan(name: $0, isAdded: false) }
    }

    /// Returns whether a finding is about sources that can't be read, or about something that the branch changed.
    private func isReviewed(_ finding: Finding) -> Bool {
        // Containers and stages are compared with the base, too.
        if finding.isAboutSources || finding.code == StoreMoved.page.code { return true }
        if finding.code == DeclarationGone.page.code, finding.version == nil { return true }
        return finding.groups.contains { group in
            if let stage = finding.stage {
                return review.steps.contains { step in
                    step.group == group && "\(step.from) → \(step.to)" == stage && Self.isListed(finding, in: step)
                }
            }
            guard let version = finding.version else {
                return review.plans.contains { $0.isAdded && $0.name == group }
                    || review.versions.contains { $0.group == group && ($0.status == .added || $0.isUndeclared) }
            }
            return review.versions.contains { $0.group == group && $0.name == version }
        }
    }

    /// Returns whether the review lists a finding about a migration. It leaves out findings about changes that the
    /// base's migration also contains.
    private static func isListed(_ finding: Finding, in step: ReviewStep) -> Bool {
        guard case .step(let judged)? = finding.subject else { return true }
        return step.isAdded || step.changes.contains { $0.subject == judged.change.subject }
    }
}

extension ProjectReview {
    /// The commit that a review compares a project with. It is the newest common commit of the checked-out branch and
    /// the branch that it will be merged into. Later commits of that branch don't count.
    package struct Base: Sendable {
        /// The name as specified by the user.
        package let name: String
        /// The common commit.
        package let commit: GitRepository.Commit
        /// Whether the branch that ``name`` refers to has commits that the checked-out branch lacks.
        package let isBehind: Bool

        /// Finds the commit.
        ///
        /// - Parameter reference: the value of `--base`, which is a branch, tag or commit.
        /// - Throws: ``GitError/unknownReference(name:known:)`` if the clone doesn't contain the reference, or
        ///   ``GitError/noCommonCommit(name:)`` if the clone contains no common commit.
        package init(_ options: ProjectOptions, _ reference: String) throws(GitError) {
            let repository = try GitRepository(directory: options.directory)
            let other = try repository.commit(of: reference)
            let head = try repository.commit(of: "HEAD")
            guard let common = try repository.mergeBase(head.id, other.id) else {
                throw .noCommonCommit(name: reference)
            }
            name = reference
            isBehind = common != other.id
            commit = isBehind ? try repository.commit(of: common) : other
        }

        /// The commit's name in findings. It is ``name``, or the abbreviated hash if ``name`` refers to a different
        /// commit.
        package var reference: String { isBehind ? commit.shortID : name }

        var review: Review.Base { Review.Base(name: name, commit: commit.shortID, isBehind: isBehind) }
    }
}

extension ReviewRemark {
    init(_ finding: Finding) {
        self.init(
            code: finding.code, severity: finding.severity, what: finding.what, affected: finding.affected,
            fix: finding.fix, file: finding.location?.file, line: finding.location?.line)
    }
}
