/// PF0217: lightweight stages, or versions without stages, that work one by one but not as one migration.
struct ChainDoesNotCompose: Rule {
    static let needs: Set<Fact> = [.stages, .steps]
    static let page = RulePage(
        code: "PF0217", name: "ChainDoesNotCompose", severity: .error, gates: [.freeze, .lint, .plan],
        summary:
            "Lightweight stages, or versions without stages, work one by one, but not as one migration.",
        failure: """
            If all stages are lightweight, Core Data doesn't run each of them: it infers one migration from the \
            store's version to the last one. This migration can fail with \(CoreDataFailure.missingMappingModel.code) \
            or \(CoreDataFailure.migrationFailed.code) even if each stage works by itself. A property that is renamed \
            twice silently loses its values, because the last version's originalName doesn't exist in the oldest \
            version. A store of a plan without stages, or of a Core Data model, also migrates directly to the app's \
            version.
            """,
        fix: """
            Change one of the stages to a custom stage, even one with empty hooks. Core Data then runs each stage. If \
            the plan has no stage, declare a stage from each version to the next, after you list every schema that \
            shipped: the first stage locks out all other stores (\(CoreDataFailure.unknownModelVersion.code)). For a \
            Core Data model, add a mapping model from the store's version to the newest one.
            """,
        reads: ["the models of all versions on the route", "the stages between them"],
        source: .reports([
            "https://developer.apple.com/forums/thread/804902",
            "https://developer.apple.com/forums/thread/734693",
        ]),
        assumption:
            "A wider integer is a warning that assumes that Core Data treats it like any other change of a type.",
        examples: (
            reported: .versions(["var a: Int?\nvar b: Int?", "var a: Int?", "var a: Int?\nvar b: String?"]),
            accepted: .versions(["var a: Int?\nvar b: Int?", "var a: Int?", "var a: Int?\nvar c: String?"])
        ))

    func findings(in context: RuleContext) -> [Finding] {
        context.groups.filter { $0.plan != nil || $0.isModelFile }.flatMap(findings)
    }

    /// A route from an older version to the newest one that Core Data runs as a single migration.
    private struct Chain: Sendable {
        /// The versions on the route, oldest first.
        var versions: [SchemaVersion]
        /// The models of the versions on the route, oldest first.
        var models: [SchemaModel]
        /// The route's first stage, or nil for a Core Data model or a plan without stages.
        var stage: RuleGroup.Stage?
        var isModelFile: Bool
        /// The inferences for the steps between adjacent versions on the route.
        var hops: [LightweightInference]

        /// Whether any version on the route, except for the oldest, renames an entity or property.
        var hasRenames: Bool {
            models.dropFirst().contains { model in
                model.entities.contains { entity in
                    entity.renamingIdentifier != nil || entity.properties.contains { $0.renamingIdentifier != nil }
                }
            }
        }

        /// - Parameter steps: the group's steps, keyed by the types of their versions.
        init?(from start: Int, in group: RuleGroup, _ steps: [[String?]: [UpgradeStep]]) {
            let graph = group.graph
            guard let stops = group.stopsOfSingleMigration(from: start) else { return nil }
            versions = stops.map { graph.versions[$0] }
            models = versions.compactMap(\.model)
            guard models.count == stops.count, let first = versions.first, let last = versions.last else { return nil }
            // Skip a route that is also a single step, because other rules check it.
            if steps[[first.schema, last.schema]] != nil { return nil }
            stage = group.stages.first { $0.from == first.schema }
            isModelFile = group.isModelFile
            hops = zip(versions, versions.dropFirst()).flatMap { steps[[$0.schema, $1.schema]] ?? [] }.map(\.inference)
        }
    }

    /// A part of the model that causes the single migration to fail, or that loses its values in the migration.
    private struct Failure {
        var subject: String
        var reason: String
        /// A sentence about the effect on a store.
        var effect: String
        var severity = Finding.Severity.error
        var from: [String]
        var stage: RuleGroup.Stage?
        var location: SourceLocation?
    }

    private func findings(in group: RuleGroup) -> [Finding] {
        guard let newest = group.newest else { return [] }
        let steps = Dictionary(grouping: group.steps) { [$0.from.schema, $0.to.schema] }
        let chains = group.graph.versions.indices.compactMap { Chain(from: $0, in: group, steps) }
        var failures: [Failure] = []
        var known: [[String]: Int] = [:]
        for failure in chains.parallelMap({ Self.failures(of: $0) }).joined() {
            let key = [failure.subject, failure.reason]
            if let index = known[key] {
                failures[index].from += failure.from
            } else {
                known[key] = failures.count
                failures.append(failure)
            }
        }
        return failures.map { failure in
            let start = failure.from.joined(separator: " or ")
            return finding(
                .init(
                    what:
                        "The \(group.graph.staging.isInferred ? "versions" : "lightweight stages") from \(start) to "
                        + "\(newest.name) don't work as one migration: \(failure.subject) \(failure.reason)",
                    affected: "users with a \(start) store who skipped a version. \(failure.effect)",
                    fix: Self.fix(of: failure, in: group, newest)),
                severity: failure.severity, in: group, about: newest, stage: failure.stage?.name,
                at: failure.location)
        }
    }

    private static func fix(of failure: Failure, in group: RuleGroup, _ newest: SchemaVersion) -> String {
        switch group.graph.staging {
        case .noPlan: "Add a mapping model from \(failure.from.listed) to \(newest.name)"
        case .noStages:
            "Declare a stage from each version to the next, one of them custom, so that Core Data runs each stage. "
                + "First list every schema that shipped in the plan: the first stage locks out all other stores "
                + "(\(CoreDataFailure.unknownModelVersion.code))"
        case .staged, .partlyStaged, .unknown:
            "Change one of the stages to a custom stage, even one with empty hooks. Core Data then runs each stage"
        }
    }

    private static func failures(of chain: Chain) -> [Failure] {
        guard let first = chain.models.first, let last = chain.models.last, let source = chain.versions.first,
            let newest = chain.versions.last
        else { return [] }
        func failure(
            _ subject: String, _ reason: String, _ effect: String, _ entity: String?, _ property: String?
        ) -> Failure {
            Failure(
                subject: subject, reason: reason, effect: effect, from: [source.name], stage: chain.stage,
                location: chain.stage?.location ?? newest.place(entity: entity, property: property))
        }
        let direct = LightweightInference(from: first, to: last, valueTypes: newest.valueTypes)
        // Another rule reports a change that fails within a single stage.
        var failing = direct.changes.filter { $0.verdict > .losesData }
        if !failing.isEmpty {
            let reported = Dictionary(grouping: chain.hops.flatMap(\.changes), by: \.change.subject)
            failing.removeAll { judged in reported[judged.change.subject]?.contains { $0.rule == judged.rule } ?? false
            }
        }
        let failures = failing.map { judged in
            let isWidened = judged.rule == .widenedInteger
            var found = failure(
                judged.change.subject, reason(judged), isWidened ? "The migration may fail" : "The migration fails",
                judged.change.entity, judged.change.property)
            if isWidened { found.severity = .warning }
            return found
        }
        // Without a rename, both routes match parts by the same names.
        guard chain.hasRenames else { return failures }
        let walked = ModelContinuity(path: chain.models)
        let jumped = ModelContinuity(path: [first, last])
        let lost = walked.propertySource.sorted { $0.key.path < $1.key.path }.filter { place, previous in
            jumped.propertySource[place] != previous
                && last.entity(named: place.entity)?.property(named: place.property)?.isTransient == false
        }
        return failures
            + lost.map { place, previous in
                failure(
                    place.path,
                    "was named \(previous.property) and loses its values, because the newest version's "
                        + "\(chain.isModelFile ? "renaming identifier" : "originalName") isn't \(previous.property)",
                    "The values are silently deleted", place.entity, place.property)
            }
    }

    private static func reason(_ judged: ClassifiedChange) -> String {
        let (uninferable, missing) = (CoreDataFailure.missingMappingModel.code, CoreDataFailure.migrationFailed.code)
        let change = judged.change
        return switch judged.rule {
        case .changedType, .widenedInteger:
            "changes from \(change.before ?? "a different type") to \(change.after ?? "a different type") (\(uninferable))"
        case .addedWithoutDefault, .becameRequiredWithoutDefault: "is required and has no default (\(missing))"
        case .addedRequiredToOne: "is a required to-one (\(missing))"
        case .mergedHierarchies:
            "unites models that had no common parent (\(CoreDataFailure.mergedHierarchies.code))"
        default: "can't be inferred (\(uninferable))"
        }
    }
}
