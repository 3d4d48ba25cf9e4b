import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The errors that `freeze` reports before it writes, and the next steps that it suggests afterward.
package struct FreezeAdvice {
    /// A step that `freeze` suggests afterward.
    package enum NextStep: Sendable, Hashable {
        /// Declare the models that the app has shipped, with `adopt`. Suggested if current models without a
        /// `VersionedSchema` were frozen, and the repository has tags.
        case adopt
        /// Commit the fixture tree, and run `check` in continuous integration.
        case commitAndCheck
        /// Write tests for migrations between the versions.
        case scaffold
    }

    private let project: Project
    private let freeze: ProjectFreeze

    package init(_ freeze: ProjectFreeze, of project: Project) {
        self.project = project
        self.freeze = freeze
    }

    /// Returns the errors in the versions and plans of the groups with the selected versions, sorted by location.
    ///
    /// These errors make a version unfit to ship, and `check` or `lint` reports them too. If a single version is
    /// selected, leaves out the check's errors about this version, because the freeze ends them.
    ///
    /// - Throws: ``ProjectError`` if the selection doesn't match a version, a `FileError`, or the error of a fixture
    ///   that can't be read.
    package func errors(
        _ selection: ProjectFreeze.Selection, _ matcher: @escaping @Sendable () throws -> VersionMatcher
    ) throws -> [Finding] {
        let versions = try freeze.versions(selection)
        guard !versions.isEmpty else { return [] }
        let groups = Set(versions.map(\.0.name))
        let replaced = selection == .all ? [] : Set(versions.map(\.1.name))
        let facts = ProjectFacts(project, matcher: matcher, held: { [held = freeze.held] in held })
        return try Self.errors(of: facts).filter { finding in
            let isReplaced = !finding.rule.gates.contains(.lint) && finding.schema.map(replaced.contains) == true
            return !isReplaced && !groups.isDisjoint(with: finding.groups)
        }
    }

    /// Returns the errors in a project's versions and plans. Leaves out errors that prevent a freeze, because the freeze
    /// itself reports them.
    static func errors(of facts: ProjectFacts) throws -> [Finding] {
        var suppressions = Suppressions(of: facts.project.options)
        return try ProjectRules.findings(of: .freeze, about: facts) { found in
            // A comment that suppresses a `lint` finding also suppresses it here. Drift can't be suppressed.
            found.filter { !$0.rule.gates.contains(.lint) }
                + suppressions.applied(to: found.filter { $0.rule.gates.contains(.lint) })
        }.filter { $0.severity == .error && !$0.rule.gates.contains(.rejection) }
    }

    /// Returns the next steps, in order. Returns an empty array if nothing was frozen.
    ///
    /// - Parameter isAtTag: whether the sources were read at a tag.
    package func nextSteps(after outcomes: [ProjectFreeze.Outcome], isAtTag: Bool) -> [NextStep] {
        guard outcomes.contains(where: \.isFrozen) else { return [] }
        var steps: [NextStep] = []
        if !isAtTag, isAdoptable(outcomes) { steps.append(.adopt) }
        steps.append(.commitAndCheck)
        // Tests refer to versions by their types. Models without a `VersionedSchema` and Core Data models don't have such
        // types.
        let models = project.groups.filter { $0.plan?.isModelFile == true }.flatMap(\.schemas).map(\.name)
        if outcomes.contains(where: { !unversioned.union(models).contains($0.schema) }) { steps.append(.scaffold) }
        return steps
    }

    /// The names of the declarations of models without a `VersionedSchema`.
    private var unversioned: Set<String> { Set(project.groups.flatMap(\.schemas).filter(\.isUnversioned).map(\.name)) }

    /// Returns whether to suggest `adopt`: the repository has tags, an outcome is about models without a
    /// `VersionedSchema`, and the models weren't listed with `--models`.
    private func isAdoptable(_ outcomes: [ProjectFreeze.Outcome]) -> Bool {
        guard project.options.models.isEmpty, outcomes.contains(where: { unversioned.contains($0.schema) }) else {
            return false
        }
        // Without a git repository, there is nothing to adopt. A suggestion must not make the freeze fail.
        guard let tags = try? GitRepository(directory: project.options.directory).tags() else { return false }
        return !tags.isEmpty
    }
}

extension ProjectFreeze.Outcome {
    /// Whether this run froze the version.
    package var isFrozen: Bool { if case .frozen = result { true } else { false } }
    /// Whether the version couldn't be frozen.
    package var isFailure: Bool { if case .failed = result { true } else { false } }
}
