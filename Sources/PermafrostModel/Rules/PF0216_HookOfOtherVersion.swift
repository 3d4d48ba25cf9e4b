/// PF0216: a stage's code that uses the wrong version's types, or a typealias whose target will change.
struct HookOfOtherVersion: Rule {
    static let needs: Set<Fact> = [.stages]
    static let page = RulePage(
        code: "PF0216", name: "HookOfOtherVersion", severity: .error, gates: [.lint, .plan],
        summary:
            "A stage's willMigrate or didMigrate, or a function that it calls, uses types of the wrong version, or a "
            + "typealias.",
        failure: """
            willMigrate sees only the older version's models, and didMigrate only the newer version's. A fetch of any other \
            class fails or crashes on users' stores. A typealias refers to the newest version: it is correct when you write \
            the stage, and refers to the wrong class after you add the next version.
            """,
        fix: """
            Write each type with its version, such as AppSchemaV2.Post: the older version's in willMigrate, the newer \
            version's in didMigrate. The Deduplicate operation accepts the older version's types; Backfill and Assert accept \
            the newer version's.
            """,
        reads: ["the versions of the stage", "the types that its code uses"],
        source: .fix("https://github.com/everpcpc/KMReader/pull/803"),
        assumption: "A typealias is a warning that assumes that it will refer to a newer version.",
        examples: (
            reported: .change(
                from: "var title: String?", to: "var title: String?\nvar size: Int?",
                stage: "willMigrate: nil, didMigrate: { context in context.insert(AppV1.Note()) }"),
            accepted: .change(
                from: "var title: String?", to: "var title: String?\nvar size: Int?",
                stage: "willMigrate: nil, didMigrate: { context in context.insert(AppV2.Note()) }")
        ))

    func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in
            group.stages.flatMap { stage in stage.uses.compactMap { finding(about: $0, in: stage, of: group) } }
        }
    }

    private func finding(
        about use: RuleGroup.ClassUse, in stage: RuleGroup.Stage, of group: RuleGroup
    ) -> Finding? {
        let user = "\(use.user) in the stage from \(stage.from) to \(stage.to)"
        let subject = use.function.map { "\($0), which \(user) calls," } ?? user
        let severity: Finding.Severity
        let message: Finding.Message
        if !use.isAllowed {
            let allowed = use.allowed.joined(separator: " and ")
            severity = .error
            message = .init(
                what:
                    "\(subject) uses \(use.name)\(use.otherName.map { " (as \($0))" } ?? ""), but sees only the models of "
                    + "\(allowed)",
                affected:
                    "users with a \(group.versionName(of: stage.from)) store. The migration fails or crashes in this stage",
                fix: "Use the class from \(allowed)")
        } else if use.isThroughAlias, let name = use.written {
            severity = .warning
            message = .init(
                what: "\(subject) refers to \(use.name) through the typealias \(name)",
                affected:
                    "no users yet. When the typealias refers to a newer version, the stage fails for users with a "
                    + "\(group.versionName(of: stage.from)) store",
                fix: "Use \(use.name) directly")
        } else {
            return nil
        }
        return Finding(Self.page, message, severity: severity, group: group.name, stage: stage.name, at: use.location)
    }
}

extension RuleGroup.ClassUse {
    /// The class's name in the source if it differs from ``name``. Nil if the names are equal, or if the source isn't
    /// known.
    fileprivate var otherName: String? { written == name ? nil : written }
}
