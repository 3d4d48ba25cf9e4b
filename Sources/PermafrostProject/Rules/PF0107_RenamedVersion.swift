import PermafrostFixtures
import PermafrostModel

/// PF0107: A frozen version is now declared under a different name.
struct RenamedVersion: ProjectRule {
    static let needs: Set<Fact> = [.comparison]
    static let page = RulePage(
        code: "PF0107", name: "RenamedVersion", severity: .error, gates: [.check, .freeze],
        summary: "A version's declared identifier differs from the identifier that it was frozen with.",
        failure:
            "Stores still open, but code and tests that look for the frozen version identifier don't find it.",
        fix: """
            Restore the identifier that the version was frozen with. To declare a new version, add a separate \
            VersionedSchema.
            """,
        reads: ["the version's identifier", "its fixture"],
        source: .contract("a frozen version keeps its identifier"))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.comparison.removed.compactMap(Self.finding) + facts.comparison.compared.filter(\.isRenamed).map(finding)
    }

    private func finding(about version: ComparedVersion) -> Finding {
        let declared = version.schema.version
        return finding(
            .init(
                what: "\(version.schema.name) is frozen as \(version.version), but now declares "
                    + "\(declared.map { "version \($0)" } ?? "no version")",
                affected: Self.affected(
                    version.version, declaredAs: declared, opens: !version.changesHash(on: nil)),
                fix: "Restore the version identifier \(version.version)"
                    + (newVersion(of: version).map {
                        ". If \($0) is a new version, declare that version in a separate VersionedSchema"
                    } ?? "")), about: version, at: version.schema.versionLocation)
    }

    /// Returns the identifier that a frozen version's type declares now, if a new version could have this identifier.
    /// Returns nil if a Core Data model declares the version, or if a different type was frozen with the identifier.
    private func newVersion(of version: ComparedVersion) -> String? {
        guard let declared = version.schema.version, version.group.plan?.isModelFile != true else { return nil }
        let isFrozen = facts.comparison.compared.contains { other in
            other.group.name == version.group.name && other.version == declared
                && other.schema.name != version.schema.name
        }
        return isFrozen ? nil : declared
    }

    /// Returns the finding about a version that is no longer declared, if a version with a different name now has its
    /// hashes. Returns nil if no declared version has them.
    private static func finding(about gone: RemovedVersion) -> Finding? {
        guard let declared = gone.declared else { return nil }
        let title = declared.schemaVersion.title
        var fix = "Declare version \(gone.version) again, with the schema that \(title) has now"
        if let fixture = gone.fixture {
            fix += ". If \(gone.version) never shipped, run rm -r \(fixture.asShellWord)"
            if let again = gone.refreezing { fix += " && \(again)" }
        }
        return Finding(
            page,
            .init(
                what:
                    "\(gone.version) \(ComparedVersion.standing(gone.reference)), but \(title) now declares the same schema",
                affected: affected(gone.version, declaredAs: declared.schemaVersion.name), fix: fix),
            group: gone.group.name, version: gone.version, schema: gone.schema, at: declared.versionLocation)
    }

    /// Returns the affected users and the effect on them.
    ///
    /// - Parameters:
    ///   - declared: the version's new identifier, or nil if it isn't known.
    ///   - opens: whether the version's stores still open.
    private static func affected(_ version: String, declaredAs declared: String?, opens: Bool = true) -> String {
        "users with a \(version) store. \(opens ? "The store still opens, but its version" : "The store's version") is "
            + (declared.map { "now declared as \($0)" } ?? "no longer declared as \(version)")
            + ", so code and tests that look for \(version) don't find it"
    }
}
