import PermafrostModel

/// Stages that are all lightweight are taken as one migration, from the store's version to the last: that can fail, or lose
/// values, although each stage would not.
struct ChainValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        let graph = input.plan.graph
        var findings: [PlanFinding] = []
        for start in graph.versions.indices {
            // A plan that is refused takes no way at all.
            guard let route = try? graph.route(from: start, to: graph.versions.count - 1), route.legs.count == 1,
                route.stages.count > 1,
                let models = try? route.stops.map({ try input.plan.versions[$0].identity.get().model })
            else { continue }
            let ends = zip(route.stops, route.stops.dropFirst())
            let hops = ends.compactMap { from, to in input.steps.first { $0.from == from && $0.to == to } }
            for what in failures(models, hops) where !findings.contains(where: { $0.what.hasPrefix(what) }) {
                findings.append(
                    PlanFinding(
                        .chainDoesNotCompose, stage: input.plan.stages[route.stages[0]].name,
                        what:
                            "\(what), where stores go from \(graph.versions[start].title) to the last version at once.",
                        fix:
                            "Give one of the stages an operation, CustomOperation(\"walk\") will do: they are then walked."
                    ))
            }
        }
        return findings
    }

    private func failures(_ models: [SchemaModel], _ hops: [PlanInput.Step]) -> [String] {
        guard let first = models.first, let last = models.last else { return [] }
        // What one stage alone cannot do is another validator's matter.
        let direct = LightweightInference(from: first, to: last).changes.filter { $0.verdict > .losesData }
        let changes = direct.filter { judged in
            !hops.contains { step in
                step.inference.changes.contains {
                    $0.rule == judged.rule && $0.change.subject == judged.change.subject
                }
            }
        }
        let walked = ModelContinuity(path: models).propertySource
        let jumped = ModelContinuity(path: [first, last]).propertySource
        let lost = walked.filter { jumped[$0.key] != $0.value }.sorted { $0.key.path < $1.key.path }
        return changes.map { "\($0.change.subject) cannot be migrated" }
            + lost.map { "\($0.key.path), once \($0.value.property), loses its values" }
    }
}
