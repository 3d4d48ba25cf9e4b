/// From every version one stage leads on to the next.
struct StagePathValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        input.stages.indices.flatMap { index in of(input.stages[index], after: input.stages[..<index], in: input) }
            + input.versions.indices.dropLast().compactMap { place in
                guard !input.stages.contains(where: { $0.from == place && $0.to != nil }) else { return nil }
                return PlanFinding(
                    .missingStage, what: "No stage leads on from \(input.versions[place].name).",
                    fix: "Add the stage to \(input.versions[place + 1].name).")
            }
    }

    private func of(
        _ step: PlanInput.Step, after earlier: ArraySlice<PlanInput.Step>, in input: PlanInput
    ) -> [PlanFinding] {
        guard let from = step.from, let to = step.to else { return [] }
        var findings: [PlanFinding] = []
        if to <= from {
            findings.append(
                PlanFinding(
                    .backwardStage, stage: step.name,
                    what:
                        "The stage leads back from \(input.versions[from].name) to \(input.versions[to].name) (134506).",
                    fix: "List the versions in the order in which the stages lead."))
        }
        if to > from + 1 {
            let skipped = input.versions[(from + 1)..<to].map(\.name).joined(separator: ", ")
            findings.append(
                PlanFinding(
                    .skippedVersion, .warning, stage: step.name, what: "The stage leads past \(skipped).",
                    fix: "Lead to the next version, so that one way serves the stores of both."))
        }
        if earlier.contains(where: { $0.from == from }) {
            findings.append(
                PlanFinding(
                    .repeatedStage, stage: step.name,
                    what: "Another stage starts from \(input.versions[from].name) already; this one never runs.",
                    fix: "Remove one of them."))
        }
        return findings
    }
}
