import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A lint of a project's versions, plans and fixtures. It predicts what SwiftData will reject or lose.
package struct ProjectLint: Sendable {
    /// The findings that aren't suppressed, sorted by severity (errors first) and then by location.
    package private(set) var findings: [Finding] = []
    /// The versions that were checked, with their groups.
    package let versions: [(group: String, version: String)]
    /// The number of findings that comments suppressed.
    package private(set) var suppressedCount = 0

    /// Lints a project. Throws a ``ProjectError`` if there is nothing to lint. May also throw a `FileError`.
    ///
    /// - Parameters:
    ///   - checksCloudKit: whether to assume that every store syncs with CloudKit, unless its configuration says that
    ///     it doesn't. If false, the configurations and entitlements decide.
    ///   - matcher: the project's matched versions, or nil to match them.
    package init(_ project: Project, checksCloudKit: Bool = false, _ matcher: VersionMatcher? = nil) throws {
        let ofSources = project.sourceFindings
        if project.declarations.schemas.isEmpty, ofSources.isEmpty {
            throw project.noSchema
        }
        let input = try LintInput(project, matcher ?? VersionMatcher(project))
        versions = project.groups.flatMap { group in group.schemas.map { (group.name, project.versionName(of: $0)) } }
        var suppressions = Suppressions(of: project.options)
        let run = RuleRun(
            gate: .lint,
            over: RuleContext(
                groups: input.groups.map(\.rules),
                syncedStores: SyncedStoreSearch(input: input).stores(assumesSync: checksCloudKit)),
            with: LintRules.ofSources.map { $0.init(input: input) }
        ) { suppressions.applied(to: $0) }
        let unused = input.unusedPlans
        let calls = Set(input.containers.map(\.location))
        let found = run.findings.map { finding in
            // A finding about a container is true regardless of the plan's use.
            guard let plan = finding.group.flatMap({ unused[$0] }), finding.groups.count == 1,
                finding.location.map({ !calls.contains($0) }) ?? true
            else { return finding }
            return finding.unmet(of: plan)
        }
        findings = (ofSources + found).sorted(by: Finding.isBefore)
        suppressedCount = suppressions.count
    }

    /// The documentation of the lint's rules. It includes the rule for sources that can't be read.
    package static let pages = LintRules.pages + [SourceNotRead.page]

    /// Whether some sources couldn't be read or evaluated. The lint may then have missed problems.
    package var isIncomplete: Bool { findings.contains { $0.isAboutSources && $0.severity == .error } }
}
