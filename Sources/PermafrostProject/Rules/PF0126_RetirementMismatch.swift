import PermafrostModel
import PermafrostSource
import PermafrostStore

/// PF0126: A plan declares a version as retired that isn't frozen, that it still lists, or whose fixture has other
/// version hashes.
struct RetirementMismatch: ProjectRule {
    static let needs: Set<Fact> = [.retirements]
    static let page = RulePage(
        code: "PF0126", name: "RetirementMismatch", severity: .error, gates: [.freeze, .lint],
        summary: "A Retired value in a plan doesn't match the version's fixture.",
        failure: """
            The version hashes in the value identify the stores of the version. If they are wrong, SafeModelContainer rejects \
            such a store as an unknown one, and the app can't tell the user what to do. If the plan still lists the version, its \
            stores are migrated, and the value has no effect.
            """,
        fix: """
            Use the hashes of the fixture. If the version must be supported again, remove the value. If it is retired, remove \
            the version and its stages from the plan.
            """,
        reads: ["the plan's retired versions", "their fixtures"],
        source: .contract("a retired version has the hashes of its fixture"))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.retirements.compactMap { retired in
            message(retired).map {
                Finding(
                    Self.page, $0, group: retired.group.name, version: retired.declared.version,
                    at: retired.declared.location)
            }
        }
    }

    private func message(_ retired: RetiredVersion) -> Finding.Message? {
        let (version, plan) = (retired.declared.version, retired.group.name)
        if let schema = retired.schema {
            return .init(
                what: "\(plan) declares \(version) as retired, but still lists it (\(schema))",
                affected: nil,
                fix: "Remove the Retired value, or remove \(schema) and its stages from the plan")
        }
        // Without a tree, there is nothing to compare with.
        guard facts.project.tree.exists else { return nil }
        guard retired.folder != nil else {
            return .init(
                what: "\(plan) declares \(version) as retired, but there is no fixture of it",
                affected: "users with a \(version) store. Nothing shows whether the hashes are those of their stores",
                fix: "Restore the fixture. If the version never shipped, remove the Retired value")
        }
        guard let hashes = retired.frozenHashes, Set(hashes) != Set(retired.declared.hashes) else { return nil }
        return .init(
            what: "The hashes of the retired \(version) in \(plan) differ from its fixture",
            affected: "users with a \(version) store. SafeModelContainer rejects it as an unknown version",
            fix: "Use the hashes of the fixture: \(hashes.map { "\"\($0)\"" }.joined(separator: ", "))")
    }
}
