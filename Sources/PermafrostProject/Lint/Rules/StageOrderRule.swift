import PermafrostDeclarations
import PermafrostModel

/// PF0218: gaps, wrong order, duplicate or backward stages; version identifiers that do not increase.
struct StageOrderRule: LintRule {
    static let page = LintPage(
        code: "PF0218", name: "StagesOutOfOrder", severity: .error,
        summary: "A plan's stages have gaps, stand twice, lead backward or stand in another order than its versions.",
        failure: """
            Stages run in the plan's order. A version from which none leads on strands its users; one that leads backward stops \
            with "A store file cannot be migrated backwards with staged migration." (134506).
            """,
        fix: "One stage from each version to the next, in the order of the versions, oldest first.")

    func findings(in input: LintInput) -> [Finding] {
        input.groups.flatMap { group in
            group.plan.map { versions(of: $0, in: group) + stages(of: $0, in: group) + identifiers(of: group) } ?? []
        }
    }

    private func stages(of plan: PlanDeclaration, in group: LintGroup) -> [Finding] {
        var found: [Finding] = []
        func add(
            _ what: String, _ affected: String, _ fix: String, _ severity: Finding.Severity? = nil,
            _ place: SourceLocation
        ) {
            found.append(
                finding(.init(what: what, affected: affected, fix: fix), severity: severity, in: group, at: place))
        }
        let order = Dictionary(plan.schemas.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var seen: Set<[String]> = []
        var latest = -1
        for stage in plan.stages {
            let name = "The stage from \(stage.from) to \(stage.to)"
            guard let from = order[stage.from], let to = order[stage.to] else {
                let missing = order[stage.from] == nil ? stage.from : stage.to
                add(
                    "\(name) is of a version that \(plan.name) does not list: \(missing)",
                    "Users whose store is at \(missing): the plan does not know it (134504)",
                    "Add \(missing) to schemas", nil,
                    stage.location)
                continue
            }
            if !seen.insert([stage.from, stage.to]).inserted {
                add(
                    "\(name) stands twice in \(plan.name)", "Users at \(stage.from)", "Remove one of them", nil,
                    stage.location)
                continue
            }
            if from >= to {
                add(
                    "\(name) leads \(from == to ? "nowhere" : "backward")",
                    "Users at \(stage.from): \"A store file cannot be migrated backwards with staged migration.\" (134506)",
                    "Let it lead from the older to the newer version", nil, stage.location)
                continue
            }
            if from < latest {
                add(
                    "\(name) stands behind a later one", "Users at \(stage.from): stages run in order (134506)",
                    "Put the stages in the order of the versions", nil, stage.location)
            }
            latest = max(latest, from)
            if to > from + 1 {
                add(
                    "\(name) skips \(plan.schemas[(from + 1)..<to].joined(separator: ", "))",
                    "Users at \(stage.from), if the versions between do more than one stage can",
                    "Lead from each version to the next", .warning, stage.location)
            }
        }
        guard !plan.issues.contains(where: { $0.severity == .error }) else { return found }
        for schema in plan.schemas.dropLast() where !plan.stages.contains(where: { $0.from == schema }) {
            add(
                "No stage of \(plan.name) leads from \(schema) on",
                "Users whose store is at \(schema): nothing migrates it",
                "Add a stage from \(schema) to the next version", nil, plan.location)
        }
        return found
    }

    private func versions(of plan: PlanDeclaration, in group: LintGroup) -> [Finding] {
        var seen: Set<String> = []
        return plan.schemas.filter { !seen.insert($0).inserted }.map { schema in
            finding(
                .init(
                    what: "\(plan.name) lists \(schema) twice",
                    affected: "Every user: the app crashes at launch with \"Duplicate version checksums detected.\"",
                    fix: "List it once"), in: group, at: plan.location)
        }
    }

    private func identifiers(of group: LintGroup) -> [Finding] {
        zip(group.schemas, group.schemas.dropFirst()).compactMap { old, new in
            guard old.name != new.name, VersionOrder(old.versionIdentifier) > VersionOrder(new.versionIdentifier)
            else { return nil }
            return Finding(
                .lint(
                    LintProblem(
                        code: Self.page.code,
                        words: .init(
                            what: "\(new.name) is listed after \(old.name), and its version identifier is lower "
                                + "(\(new.versionIdentifier) after \(old.versionIdentifier))",
                            fix: "List the versions oldest first, with identifiers that increase"))),
                severity: .warning, group: group.name, version: new.version, schema: new.name,
                location: new.versionLocation)
        }
    }
}
