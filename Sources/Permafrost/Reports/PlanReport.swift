import SwiftData

/// A plan in each form.
struct PlanReport {
    /// A step of the plan.
    private struct Step {
        let from: Int
        let to: Int
        /// What it does beside what follows from the two models; empty for a lightweight stage.
        let operations: [String]

        var kind: String { operations.isEmpty ? "lightweight" : "custom" }
    }

    /// The versions' titles: those of the plan, then those that a stage alone names.
    private var versions: [String] = []
    private var steps: [Step] = []
    private let hooks: [String]
    /// The names of stages' kinds that this version of Permafrost does not know.
    private var unknownStages: [String] = []

    init(_ plan: MigrationPlan) {
        hooks = [plan.preMigration.map { _ in "preMigration" }, plan.postMigration.map { _ in "postMigration" }]
            .compactMap { $0 }
        for schema in plan.schemas { _ = index(of: schema) }
        switch plan.source {
        case .stages(let stages):
            for stage in stages { add(stage.from, stage.to, stage.operations.map(\.name)) }
        case .type(let type):
            let stages = DeclaredStages(type)
            unknownStages = stages.unknown
            for stage in stages.known {
                let code = stage.hooks.map { hooks in
                    [hooks.willMigrate.map { _ in "willMigrate" }, hooks.didMigrate.map { _ in "didMigrate" }]
                        .compactMap { $0 }
                }
                add(stage.from, stage.to, code.map { $0.isEmpty ? ["no code"] : $0 } ?? [])
            }
        }
    }

    private mutating func add(
        _ from: any VersionedSchema.Type, _ to: any VersionedSchema.Type, _ operations: [String]
    ) {
        steps.append(Step(from: index(of: from), to: index(of: to), operations: operations))
    }

    private mutating func index(of schema: any VersionedSchema.Type) -> Int {
        let title = "\(schema) \(schema.versionIdentifier)"
        if let known = versions.firstIndex(of: title) { return known }
        versions.append(title)
        return versions.count - 1
    }

    private var summary: String {
        let versions = versions.count == 1 ? "1 version" : "\(versions.count) versions"
        let stages = steps.count == 1 ? "1 stage" : "\(steps.count) stages"
        return ([versions, stages] + unknownStages.map { "a stage of the unknown kind \($0)" }).joined(separator: ", ")
    }

    // MARK: Forms

    var text: String {
        var lines = [summary + (hooks.isEmpty ? "" : ", \(hooks.joined(separator: " and "))")]
        for step in steps {
            lines.append("  \(versions[step.from]) → \(versions[step.to]): \(step.kind)")
            lines += step.operations.map { "    \($0)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    var markdown: String {
        var lines = ["### Migration plan", "", MarkdownText.escaped(summary)]
        if !hooks.isEmpty { lines[2] += ", \(hooks.joined(separator: " and "))" }
        if !steps.isEmpty { lines += ["", "| From | To | Stage | Operations |", "|---|---|---|---|"] }
        lines += steps.map { step in
            MarkdownText.row([versions[step.from], versions[step.to], step.kind], list: step.operations)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    var mermaid: String {
        var chart = MermaidChart(direction: .topDown)
        for (index, version) in versions.enumerated() { chart.addNode("v\(index + 1)", version) }
        for step in steps {
            chart.addEdge(
                "v\(step.from + 1)", "v\(step.to + 1)",
                label: step.operations.isEmpty ? step.kind : step.operations.joined(separator: "\n"))
        }
        return chart.text
    }
}
