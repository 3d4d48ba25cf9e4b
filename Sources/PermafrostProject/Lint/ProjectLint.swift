import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A lint of a project's versions, plans and fixtures. It predicts what SwiftData will reject or lose.
package struct ProjectLint: Sendable {
    /// The findings that aren't suppressed, sorted by severity (errors first) and then by location.
    package let findings: [Finding]
    /// The names of the checked versions, with the names of their groups.
    package let versions: [(group: String, version: String)]
    /// The number of findings that comments suppressed.
    package let suppressedCount: Int
    private let contents: SourceContents

    /// Lints a project. Throws a ``ProjectError`` if there is nothing to lint. May also throw a `FileError`.
    ///
    /// - Parameters:
    ///   - checksCloudKit: whether to assume that every store syncs with CloudKit, unless its configuration says that
    ///     it doesn't. If false, the configurations and entitlements decide.
    ///   - matcher: the project's fixtures, matched with its declarations, or nil to match them.
    package static func run(
        _ project: Project, checksCloudKit: Bool = false, _ matcher: VersionMatcher? = nil
    ) throws -> ProjectLint {
        try run(project, checksCloudKit: checksCloudKit, matcher, contents: SourceContents(of: project.options))
    }

    /// Lints a project whose sources are in its folder or at a commit.
    ///
    /// - Parameter contents: the contents of the source files. Comments in these files can suppress findings.
    /// - Throws: the same errors as ``run(_:checksCloudKit:_:)``, or a ``GitError`` if the files can't be read.
    static func run(
        _ project: Project, checksCloudKit: Bool, _ matcher: VersionMatcher? = nil, contents: SourceContents
    ) throws -> ProjectLint {
        let ofSources = project.sourceFindings
        if project.declarations.schemas.isEmpty, ofSources.isEmpty { throw project.noSchema }
        let facts = ProjectFacts(
            project, .init(assumesCloudKit: checksCloudKit), matcher: { try matcher ?? VersionMatcher(project) })
        try facts.assertDecodable()
        var contents = contents
        var suppressions = Suppressions(in: contents)
        let found = try ProjectRules.findings(of: .lint, about: facts) { found in
            try contents.prepare(found.compactMap { $0.location?.file })
            suppressions = Suppressions(in: contents)
            return suppressions.applied(to: found)
        }
        let code = try facts.sourceCode()
        let unused = code.unusedPlans
        let calls = Set(code.containers.flatMap { [$0.location] + $0.failures.map(\.location) })
        let judged = found.map { finding in
            // A finding about a container is true regardless of the plan's use.
            guard let plan = finding.group.flatMap({ unused[$0] }), finding.groups.count == 1,
                finding.location.map({ !calls.contains($0) }) ?? true, !code.occursWithoutPlan(finding)
            else { return finding }
            return finding.unmet(of: plan)
        }
        return ProjectLint(
            findings: (ofSources + judged.filter { !isRepeated($0, among: judged) }).sorted(by: Finding.isBefore),
            versions: project.groups.flatMap { group in
                group.schemas.map { (group.name, project.versionName(of: $0)) }
            }, suppressedCount: suppressions.count, contents: contents)
    }

    /// Returns whether a finding about a possible rename has the same cause as a finding about the new property without a
    /// default, whose fix also explains the rename.
    private static func isRepeated(_ finding: Finding, among findings: [Finding]) -> Bool {
        guard case .question(let question)? = finding.subject, let entity = question.entity else { return false }
        return findings.contains { other in
            guard other.code == "PF0208", other.stage == finding.stage,
                other.group == finding.group, case .step(let judged)? = other.subject
            else { return false }
            return judged.change.entity == entity && judged.change.property.map(question.candidates.contains) == true
        }
    }

    /// Returns the findings that a baseline can list, with their identities. Leaves out findings about sources that
    /// can't be read, because they make the lint incomplete.
    func identified() -> [(finding: Finding, identity: FindingIdentity)] {
        var lines: [String: [Substring]] = [:]
        return findings.filter { !$0.isAboutSources }.map { finding in
            guard let location = finding.location, FindingIdentity.hasText(location.file) else {
                return (finding, FindingIdentity(finding, line: nil))
            }
            let file = lines[location.file] ?? SourceLines.lines(of: contents.contents(of: location.file))
            lines[location.file] = file
            let line = file.indices.contains(location.line - 1) ? file[location.line - 1] : nil
            return (finding, FindingIdentity(finding, line: line))
        }
    }

    /// The documentation of the lint's rules. It includes the rules about suppression comments, baselines, and sources
    /// that can't be read.
    package static let pages =
        [SuppressionWithoutReason.page] + ProjectRules.pages(of: .lint, with: [RefusedBaselineEntry.page])
        + [SourceNotRead.page]

    /// Whether some sources couldn't be read or evaluated. The lint may then have missed problems.
    package var isIncomplete: Bool { findings.contains { $0.isAboutSources && $0.severity == .error } }
}
