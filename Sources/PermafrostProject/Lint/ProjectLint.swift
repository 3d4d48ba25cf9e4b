import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A lint of a project's versions, plans and fixtures. It predicts what SwiftData will reject or lose.
package struct ProjectLint: Sendable {
    /// The findings that aren't suppressed, sorted by severity (errors first) and then by location.
    package private(set) var findings: [Finding] = []
    /// The names of the checked versions, with the names of their groups.
    package let versions: [(group: String, version: String)]
    /// The number of findings that comments suppressed.
    package private(set) var suppressedCount = 0
    private var contents: SourceContents

    /// Lints a project. Throws a ``ProjectError`` if there is nothing to lint. May also throw a `FileError`.
    ///
    /// - Parameters:
    ///   - checksCloudKit: whether to assume that every store syncs with CloudKit, unless its configuration says that
    ///     it doesn't. If false, the configurations and entitlements decide.
    ///   - matcher: the project's fixtures, matched with its declarations. If nil, they are matched by this
    ///     initializer.
    package init(_ project: Project, checksCloudKit: Bool = false, _ matcher: VersionMatcher? = nil) throws {
        try self.init(
            project, checksCloudKit: checksCloudKit, matcher, contents: SourceContents(of: project.options))
    }

    /// Lints a project whose sources are in its folder or at a commit.
    ///
    /// - Parameter contents: the contents of the source files. Comments in these files can suppress findings.
    /// - Throws: the same errors as ``init(_:checksCloudKit:_:)``, or a ``GitError`` if the files can't be read.
    init(_ project: Project, checksCloudKit: Bool, _ matcher: VersionMatcher? = nil, contents: SourceContents) throws {
        self.contents = contents
        let ofSources = project.sourceFindings
        if project.declarations.schemas.isEmpty, ofSources.isEmpty {
            throw project.noSchema
        }
        let input = try LintInput(project, matcher ?? VersionMatcher(project))
        versions = project.groups.flatMap { group in group.schemas.map { (group.name, project.versionName(of: $0)) } }
        var prepared = contents
        var failure: GitError?
        var suppressions = Suppressions(in: contents)
        let run = RuleRun(
            gate: .lint,
            over: RuleContext(
                groups: input.groups.map(\.rules),
                syncedStores: SyncedStoreSearch(input: input).stores(assumesSync: checksCloudKit)),
            with: LintRules.ofSources.map { $0.init(input: input) }
        ) { found in
            do throws(GitError) { try prepared.prepare(found.compactMap(\.location?.file)) } catch { failure = error }
            suppressions = Suppressions(in: prepared)
            return suppressions.applied(to: found)
        }
        if let failure { throw failure }
        self.contents = prepared
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

    /// The documentation of the lint's rules. It includes the rule for sources that can't be read.
    package static let pages = LintRules.pages + [SourceNotRead.page]

    /// Whether some sources couldn't be read or evaluated. The lint may then have missed problems.
    package var isIncomplete: Bool { findings.contains { $0.isAboutSources && $0.severity == .error } }
}
