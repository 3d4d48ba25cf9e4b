import PermafrostDeclarations
import PermafrostModel

/// PF0217: lightweight stages that are inferable one by one and not together.
struct LightweightChainRule: LintRule {
    static let page = LintPage(
        code: "PF0217", name: "ChainDoesNotCompose", severity: .error,
        summary: "Lightweight stages that work one by one do not work, or lose data, taken as one migration.",
        failure: """
            Where every stage on the way is lightweight, Core Data does not walk them: it infers one migration from the store's \
            version to the last one. That can stop with 134140 or 134110 although each stage could be inferred. A property that \
            is renamed twice loses its values without an error, since the last version's originalName names what the oldest does \
            not have.
            """,
        fix: "Make one stage on the way a custom stage; an empty one will do. Core Data then walks the stages.")

    func findings(in input: LintInput) -> [Finding] {
        input.groups.flatMap { group in Chain(group).map { findings(in: $0, of: group) } ?? [] }
    }

    /// The versions from which lightweight stages alone lead to the newest, oldest first.
    private struct Chain {
        var versions: [LintVersion]
        var stages: [PlanDeclaration.Stage]
        /// What the framework makes of each stage by itself.
        var hops: [LightweightInference] = []
        /// Whether any version on the way but the oldest renames something.
        var hasRenames = false

        init?(_ group: LintGroup) {
            guard let plan = group.plan, let newest = group.newest else { return nil }
            versions = [newest]
            stages = []
            while let first = versions.first,
                let stage = plan.stages.first(where: { $0.to == first.schema && $0.from != first.schema }),
                stage.kind == .lightweight, let earlier = group.version(of: stage.from),
                !versions.contains(where: { $0.schema == earlier.schema })
            {
                versions.insert(earlier, at: 0)
                stages.insert(stage, at: 0)
            }
            if versions.count < 3 { return nil }
            let steps = Dictionary(
                group.steps.map { ([$0.from.schema, $0.to.schema], $0.inference) },
                uniquingKeysWith: { first, _ in first })
            hops = stages.compactMap { steps[[$0.from, $0.to]] }
            hasRenames = versions.dropFirst().contains { version in
                version.model.entities.contains { entity in
                    entity.renamingIdentifier != nil || entity.properties.contains { $0.renamingIdentifier != nil }
                }
            }
        }
    }

    /// What goes wrong on the direct way, and why.
    private struct Failure {
        var subject: String
        var reason: String
        var from: [String]
        var place: SourceLocation
    }

    private func findings(in chain: Chain, of group: LintGroup) -> [Finding] {
        guard let newest = chain.versions.last else { return [] }
        let sources = Array(chain.versions.indices.dropLast(2))
        let found = sources.parallelMap { Self.failures(from: $0, in: chain, to: newest) }
        var failures: [Failure] = []
        for failure in found.joined() {
            let known = failures.firstIndex { $0.subject == failure.subject && $0.reason == failure.reason }
            if let known { failures[known].from += failure.from } else { failures.append(failure) }
        }
        return failures.map { failure in
            finding(
                .init(
                    what:
                        "The lightweight stages from \(failure.from.joined(separator: ", ")) to \(newest.version) do not work "
                        + "as one: \(failure.subject) \(failure.reason)",
                    affected: "Users at \(failure.from.joined(separator: ", ")), who skipped the versions between",
                    fix: "Make one of the stages a custom one, an empty one will do: the stages are then walked"),
                in: group, about: newest, at: failure.place)
        }
    }

    private static func failures(from index: Int, in chain: Chain, to newest: LintVersion) -> [Failure] {
        let source = chain.versions[index]
        let direct = LightweightInference(from: source.model, to: newest.model)
        let failing = direct.changes.filter { $0.verdict > .losesData }
        var failures: [Failure] = []
        // What one stage alone cannot do is another rule's matter.
        for judged in failing
        where !chain.hops.dropFirst(index).contains(where: { hop in
            hop.changes.contains { $0.rule == judged.rule && $0.change.subject == judged.change.subject }
        }) {
            failures.append(
                Failure(
                    subject: judged.change.subject, reason: reason(judged), from: [source.version],
                    place: chain.stages[index].location))
        }
        // Without a rename, each name continues itself on either way.
        guard chain.hasRenames else { return failures }
        let walked = ModelContinuity(path: chain.versions[index...].map(\.model))
        let jumped = ModelContinuity(path: [source.model, newest.model])
        for (place, former) in walked.propertySource.sorted(by: { $0.key.path < $1.key.path })
        where jumped.propertySource[place] != former
            && newest.model.entity(named: place.entity)?.property(named: place.property)?.isTransient == false
        {
            failures.append(
                Failure(
                    subject: place.path,
                    reason: "was \(former.property), and loses its values, since no original name says so",
                    from: [source.version], place: chain.stages[index].location))
        }
        return failures
    }

    private static func reason(_ judged: JudgedChange) -> String {
        switch judged.rule {
        case .changedType, .widenedInteger:
            "was \(judged.change.before ?? "of another type") and is \(judged.change.after ?? "of another type") (134140)"
        case .addedWithoutDefault, .becameRequiredWithoutDefault: "is required and has no default (134110)"
        case .addedRequiredToOne: "is a required to-one (134110)"
        default: "cannot be inferred (134140)"
        }
    }
}
