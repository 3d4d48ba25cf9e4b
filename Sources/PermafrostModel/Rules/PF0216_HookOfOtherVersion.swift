/// PF0216: code of a stage that uses the other version's types, or a typealias that will change its target.
struct HookOfOtherVersion: Rule {
    static let page = RulePage(
        code: "PF0216", name: "HookOfOtherVersion", severity: .error, gates: [.lint, .plan],
        summary:
            "A stage's willMigrate uses the newer version's types, its didMigrate the older one's, or either a typealias.",
        failure: """
            willMigrate sees the store with the older version's models alone, didMigrate with the newer one's. A fetch of any \
            other class fails or crashes on users' stores. A typealias names the newest version: right when the stage was \
            written, it names another version's class as soon as there is a newer one.
            """,
        fix: """
            Write the types with their version, AppSchemaV2.Post: the older version's in willMigrate, the newer one's in \
            didMigrate. Of a stage's operations, Deduplicate takes the older one's, Backfill and Assert the newer one's.
            """)

    func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in
            group.stages.flatMap { stage in stage.uses.compactMap { finding(about: $0, in: stage, of: group) } }
        }
    }

    private func finding(
        about use: RuleGroup.ClassUse, in stage: RuleGroup.Stage, of group: RuleGroup
    ) -> Finding? {
        let subject = "\(use.user) of the stage from \(stage.from) to \(stage.to)"
        let severity: Finding.Severity
        let words: Finding.Words
        if !use.isAllowed {
            let allowed = use.allowed.joined(separator: " and ")
            severity = .error
            words = .init(
                what: "\(subject) uses \(use.name)\(use.otherName.map { " (as \($0))" } ?? ""), and sees the models of "
                    + "\(allowed) alone",
                affected: "Users at \(stage.from): the migration fails or crashes in the stage",
                fix: "Use the class of \(allowed)")
        } else if let name = use.typealiasName {
            severity = .warning
            words = .init(
                what: "\(subject) names \(use.name) by the typealias \(name)",
                affected: "Nobody yet: users at \(stage.from), once the typealias names a newer version",
                fix: "Write \(use.name)")
        } else {
            return nil
        }
        return Finding(Self.page, words, severity: severity, group: group.name, stage: stage.name, at: use.location)
    }
}

extension RuleGroup.ClassUse {
    /// Whether the code may use the class.
    fileprivate var isAllowed: Bool { owner.map { allowed.contains($0) } ?? false }

    /// The name in the source, if it differs.
    fileprivate var otherName: String? { written == name ? nil : written }

    /// The name in the source, if it doesn't contain the class's version.
    fileprivate var typealiasName: String? {
        guard let written, let version = owner?.split(separator: ".").last else { return nil }
        return written.split(separator: ".").contains(version) ? nil : written
    }
}
