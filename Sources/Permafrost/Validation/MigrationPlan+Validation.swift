import PermafrostModel
import SwiftData

extension MigrationPlan {
    /// What is wrong with the plan, as far as its versions and stages say: errors and warnings, in the order of the stages.
    ///
    /// Core Data's hashes are asked of empty stores, one a version, in the temporary folder: a few milliseconds each, once in
    /// a process. Call it in a test:
    ///
    /// ```swift
    /// #expect(plan.validate().isEmpty)
    /// ```
    ///
    /// The rules are those of `permafrost lint`, with the same words. `permafrost lint` reads the source, and finds more: it sees
    /// the code of hooks, the places of containers, and what Swift types are behind the columns of a store.
    public func validate() -> [PlanFinding] {
        guard !schemas.isEmpty else {
            return [
                PlanFinding(.noVersions, what: "The plan lists no version.", fix: "List the versions, oldest first.")
            ]
        }
        let plan = LivePlan(self)
        // If a version cannot be read, what follows from its model is not known.
        let run = RuleRun(gate: .plan, over: RuleContext(groups: [RuleGroup(plan)]))
        let order = plan.stages.map(\.name)
        let sorted = run.findings.enumerated().sorted { left, right in
            let places = [left, right].map { item in item.element.stage.flatMap(order.firstIndex(of:)) ?? -1 }
            return (places[0], left.offset) < (places[1], right.offset)
        }
        return plan.unreadableVersions + unknownStages + sorted.map { PlanFinding($0.element) }
    }

    /// A finding for each stage of a kind that is not known.
    private var unknownStages: [PlanFinding] {
        if case .type(let type) = source { DeclaredStages(type).findings } else { [] }
    }
}

extension LivePlan {
    /// A finding for each version that no store can be made of.
    fileprivate var unreadableVersions: [PlanFinding] {
        versions.compactMap { version in
            guard case .failure(let error) = version.identity else { return nil }
            return PlanFinding(
                .unreadableVersion, what: "No store can be made of \(version.type): \(error.localizedDescription)",
                fix: "Correct its classes.")
        }
    }
}
