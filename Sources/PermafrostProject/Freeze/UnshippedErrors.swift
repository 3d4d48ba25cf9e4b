import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// The errors of `lint` in versions and plans that no release has, so that they can still be repaired.
///
/// They need neither a base nor the code in functions. Errors that the project's baseline accepts aren't among them, and
/// neither are errors in versions that have shipped, or may have shipped in a clone that lacks tags.
package struct UnshippedErrors: Sendable {
    package let findings: [Finding]

    /// Finds the errors. The sources at release tags are read only if there is an error.
    ///
    /// - Parameters:
    ///   - matcher: the project's fixtures, matched with its declarations.
    ///   - held: the project's fixtures in git.
    /// - Throws: a ``ProjectError`` if a model can't be decoded, a ``BaselineError`` if the baseline can't be used, a
    ///   `FileError`, or an error of git or of the source reader if the sources at a tag can't be read.
    package init(_ project: Project, _ matcher: VersionMatcher, held: HeldFixtures) throws {
        let facts = ProjectFacts(project, matcher: { matcher }, held: { held })
        let errors = try FreezeAdvice.errors(of: facts).filter { !$0.rule.gates.contains(.check) }
        guard !errors.isEmpty else {
            findings = []
            return
        }
        let held = held.adding(try ReleaseRecord.read(in: project.tree).records)
        let frozen = matcher.pairs.compactMap(\.frozen)
        var isShipped: [Subject: Bool] = [:]
        var found: [Finding] = []
        for error in errors {
            guard let subject = Subject(of: error, in: project) else { continue }
            let known = try isShipped[subject] ?? Self.mayHaveShipped(subject, project, frozen, held)
            isShipped[subject] = known
            if !known { found.append(error) }
        }
        let file = BaselineFile(nil, in: project.options.directory)
        findings = try ProjectLint(of: project, findings: found).findings(notIn: file.read(mustExist: false))
    }

    /// A version with an error, and its group.
    private struct Subject: Hashable {
        let group: String
        /// The type that declares the version.
        let schema: String

        /// Finds the version that a finding is about. It is a stage's newer version, and a plan's newest version for a
        /// finding about the plan.
        init?(of finding: Finding, in project: Project) {
            guard let group = project.groups.first(where: { finding.groups.contains($0.name) }) else { return nil }
            let ofStage = finding.stage.flatMap { name in
                group.plan?.stages.first { group.name(of: $0) == name }?.to
            }
            guard let name = finding.schema ?? ofStage ?? group.newest?.name else { return nil }
            (self.group, schema) = (group.name, name)
        }
    }

    /// Returns whether a version has shipped, or the clone doesn't show whether it has.
    private static func mayHaveShipped(
        _ subject: Subject, _ project: Project, _ frozen: [FrozenVersion], _ held: HeldFixtures
    ) throws -> Bool {
        guard let group = project.groups.first(where: { $0.name == subject.group }),
            let schema = group.schemas.first(where: { $0.name == subject.schema })
        else { return true }
        let version = project.versionName(of: schema)
        if let name = try? VersionName(version) {
            let fixture = project.fixture(of: name, in: group, among: frozen)
            let known = HeldVersion(fixture, in: group.name, of: project, held)
            if !known.tags.isEmpty || !known.recordedReleases.isEmpty { return true }
        }
        return try !held.declaredRelease(
            of: .init(group: group.name, version: version, types: [schema.name], model: schema.decoded())
        ).isUnreleased
    }
}
