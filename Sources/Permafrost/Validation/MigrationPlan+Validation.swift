import SwiftData

extension MigrationPlan {
    /// What is wrong with the plan, as far as its versions and stages tell: errors and warnings, in the order of the stages.
    ///
    /// Core Data's hashes are asked of empty stores, one a version, in the temporary folder: a few milliseconds each, once in
    /// a process. Call it in a test:
    ///
    /// ```swift
    /// #expect(plan.validate().isEmpty)
    /// ```
    public func validate() -> [PlanFinding] {
        guard !schemas.isEmpty else {
            return [
                PlanFinding(.noVersions, what: "The plan lists no version.", fix: "List the versions, oldest first.")
            ]
        }
        let (input, unreadable) = PlanInput.read(self)
        // Where a version cannot be read, what follows from its model is not known.
        let found = Self.validators.flatMap { $0.findings(in: input) }
        let order = input.plan.stages.map(\.name)
        return unreadable
            + found.enumerated().sorted { left, right in
                let places = [left, right].map { item in item.element.stage.flatMap(order.firstIndex(of:)) ?? -1 }
                return (places[0], left.offset) < (places[1], right.offset)
            }.map(\.element)
    }

    private static var validators: [any PlanValidator] {
        [
            GraphValidator(), ChainValidator(), DefaultValidator(), InferenceValidator(), UniquenessValidator(),
            TypeValidator(),
            LossValidator(),
        ]
    }
}
