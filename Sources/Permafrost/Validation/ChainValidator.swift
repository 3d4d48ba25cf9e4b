import PermafrostModel

/// Stages that are all lightweight are taken as one migration, from the store's version to the last: that can fail, or lose
/// values, although each stage would not.
struct ChainValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        guard let last = input.versions.indices.last else { return [] }
        var findings: [PlanFinding] = []
        for start in input.versions.indices {
            let path = self.path(from: start, in: input)
            guard path.count > 1, path.allSatisfy(\.isLightweight), path.last?.to == last else { continue }
            let models = [start] + path.compactMap(\.to)
            let failing = failures(models.map { input.versions[$0].identity.model }, path)
            for what in failing where !findings.contains(where: { $0.what.hasPrefix(what) }) {
                findings.append(
                    PlanFinding(
                        .chainDoesNotCompose, stage: path[0].name,
                        what:
                            "\(what), where stores go from \(input.versions[start].name) to the last version at once.",
                        fix:
                            "Give one of the stages an operation, CustomOperation(\"walk\") will do: they are then walked."
                    ))
            }
        }
        return findings
    }

    private func path(from start: Int, in input: PlanInput) -> [PlanInput.Step] {
        var path: [PlanInput.Step] = []
        var place = start
        while let step = input.stages.first(where: { $0.from == place }), let next = step.to, next > place {
            path.append(step)
            place = next
        }
        return path
    }

    private func failures(_ models: [SchemaModel], _ path: [PlanInput.Step]) -> [String] {
        guard let first = models.first, let last = models.last else { return [] }
        // What one stage alone cannot do is another validator's matter.
        let direct = LightweightInference(from: first, to: last).changes.filter { $0.verdict > .losesData }
        let changes = direct.filter { judged in
            !path.contains { step in
                step.inference?.changes.contains {
                    $0.rule == judged.rule && $0.change.subject == judged.change.subject
                } ?? true
            }
        }
        let walked = ModelContinuity(path: models).propertySource
        let jumped = ModelContinuity(path: [first, last]).propertySource
        let lost = walked.filter { jumped[$0.key] != $0.value }.sorted { $0.key.path < $1.key.path }
        return changes.map { "\($0.change.subject) cannot be migrated" }
            + lost.map { "\($0.key.path), once \($0.value.property), loses its values" }
    }
}
