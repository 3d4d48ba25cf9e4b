import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The result of a check for drift: fixtures that are missing or damaged, and frozen versions whose declaration has
/// changed.
package struct ProjectCheck: Sendable {
    /// The findings, sorted by severity (errors first) and then by location.
    package private(set) var findings: [Finding]
    /// The results for all versions, sorted by group and version.
    package let versions: [CheckRow]
    /// The project's fixtures in git.
    package let held: HeldFixtures
    /// The replacements recorded in the fixture tree.
    package let replacements: [FixtureReplacement]
    /// The comparison with CloudKit's schema, or nil if none was requested.
    package let production: ProductionSchema?
    /// The error for a fixture tree without fixtures, if CloudKit's schema was compared nevertheless.
    package let missingFixtures: ProjectError?
    /// Whether the check may have missed a problem. For example, a source or fixture can't be read, or a fixture
    /// matches several declarations.
    package let isIncomplete: Bool

    /// The documentation of the check's rules, sorted by code. It includes the rule for sources that can't be read.
    package static let pages = ProjectRules.pages(of: .check, with: [SourceNotRead.page])

    /// Checks a project. Throws a ``ProjectError`` if there is nothing to check or a model can't be decoded. May also
    /// throw a `FileError`, or an error of `held`.
    ///
    /// - Parameters:
    ///   - requiresFrozen: whether a declared version that isn't frozen is an error.
    ///   - needsFixtures: whether a missing or empty fixture tree is an error. With `earlier`, it never is.
    ///   - matcher: the project's matched versions, or nil to match them.
    ///   - held: the project's fixtures in git.
    ///   - earlier: the sources at the base of the change. Versions that were declared but not frozen at the base are
    ///     compared with their declarations there.
    ///   - production: the file with CloudKit's schema to compare with the models that sync, or nil for no comparison.
    ///     It requires a project that was read with `readsCode`.
    package static func run(
        _ project: Project, requiresFrozen: Bool = false, needsFixtures: Bool = true,
        _ matcher: VersionMatcher? = nil, held: HeldFixtures = HeldFixtures(unknown: .noCommit),
        since earlier: EarlierProject? = nil, production: ProductionSchemaFile? = nil
    ) throws -> ProjectCheck {
        let settings = ProjectFacts.Settings(
            earlier: earlier, requiresFrozen: requiresFrozen, cloudKitSchema: production)
        let facts = ProjectFacts(project, settings, matcher: { try matcher ?? VersionMatcher(project) }, held: { held })
        return try run(facts, needsFixtures: needsFixtures)
    }

    private static func run(_ facts: ProjectFacts, needsFixtures: Bool) throws -> ProjectCheck {
        let (project, earlier) = (facts.project, facts.settings.earlier)
        let issues = project.sourceIssues + (earlier?.project.sourceIssues ?? [])
        if project.declarations.schemas.isEmpty, earlier?.project.declarations.schemas.isEmpty ?? true, issues.isEmpty {
            throw project.noSchema
        }
        let (contents, git) = (try facts.matcher.get().contents, try facts.repository())
        let lacksFixtures =
            needsFixtures && earlier == nil && contents.fixtures.isEmpty && contents.refused.isEmpty && git.lost.isEmpty
            && !issues.contains { $0.severity == .error }
        // The comparison with CloudKit's schema needs no fixture.
        if lacksFixtures, facts.settings.cloudKitSchema == nil { throw project.noFixtures }
        var suppressions = Suppressions(of: project.options)
        let found = try ProjectRules.findings(of: .check, about: facts) { found in
            // A comment that suppresses a `lint` finding also suppresses it in a check. Drift can't be suppressed.
            let isReportedByLint = found.map { $0.rule.gates.contains(.lint) }
            return zip(found, isReportedByLint).filter { !$1 }.map(\.0)
                + suppressions.applied(to: zip(found, isReportedByLint).filter { $1 }.map(\.0))
        }
        let ofEarlier = earlier.map { earlier in
            // A change can repair sources that can't be read at its base.
            earlier.project.sourceIssues.map { issue in
                var finding = Finding(issue, at: issue.location.at(earlier.reference))
                finding.severity = min(finding.severity, .warning)
                return finding
            }
        }
        let comparison = try facts.versions()
        let production = try facts.productionSchema()
        return ProjectCheck(
            findings: (project.sourceFindings + (ofEarlier ?? []) + comparison.unread.map { Finding($0) } + found)
                .sorted(by: Finding.isBefore),
            versions: comparison.rows, held: git.held, replacements: git.replacements, production: production,
            missingFixtures: lacksFixtures ? project.noFixtures : nil,
            isIncomplete: lacksFixtures || project.hasSourceErrors || comparison.isIncomplete
                || production?.problems.isEmpty == false || git.lost.contains { $0.fetch != nil })
    }

    /// Adds the findings that `lint` reports for the change but not for its base: the errors, and the warnings about
    /// migrations that lose data. If some sources at the base can't be read, the base may have these findings too. Then
    /// the errors are warnings, and the warnings are left out.
    package mutating func add(newIn comparison: LintComparison) {
        let isKnown = comparison.base?.isIncomplete == false
        let new = comparison.findings.filter { finding in
            !finding.isAboutSources && finding.code != RefusedBaselineEntry.page.code
                && !finding.rule.gates.contains(.check)
                && (finding.severity == .error || isKnown && finding.severity == .warning && finding.losesData)
        }.map { finding in
            var finding = finding
            if !isKnown { finding.severity = .warning }
            return finding
        }
        findings = (findings + new).sorted(by: Finding.isBefore)
    }
}
