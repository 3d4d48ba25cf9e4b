import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A list of a project's versions, each with its state. No rule is applied.
package struct VersionList: Sendable {
    /// The versions, sorted by group and version.
    package let versions: [CheckRow]
    /// The findings about sources that can't be read or evaluated.
    package let findings: [Finding]
    /// Whether the list may be incomplete. For example, a source or fixture can't be read.
    package let isIncomplete: Bool

    /// Compares a project's declarations with its fixtures.
    ///
    /// - Parameters:
    ///   - matcher: the project's matched versions.
    ///   - held: the project's fixtures in git.
    /// - Throws: a ``ProjectError`` if nothing is declared or a model can't be decoded, or a `FileError`.
    package static func run(_ project: Project, _ matcher: VersionMatcher, held: HeldFixtures) throws -> VersionList {
        try run(ProjectFacts(project, matcher: { matcher }, held: { held }))
    }

    static func run(_ facts: ProjectFacts) throws -> VersionList {
        let project = facts.project
        let findings = project.sourceFindings
        guard !project.declarations.schemas.isEmpty || !findings.isEmpty else { throw project.noSchema }
        let comparison = try facts.versions()
        return VersionList(
            versions: comparison.rows, findings: findings.sorted(by: Finding.isBefore),
            isIncomplete: findings.contains { $0.severity == .error } || comparison.isIncomplete)
    }
}
