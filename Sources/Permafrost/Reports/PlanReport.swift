import PermafrostStore
import SwiftData

/// A report on a plan, as text, Markdown or a Mermaid flowchart.
struct PlanReport {
    /// The titles of the plan's versions, followed by the titles of versions that only a stage mentions.
    private var versions: [String] = []
    private let stages: [LivePlan.Stage]
    private let hooks: [String]
    /// The names of the unknown stage kinds.
    private let unknownStages: [String]

    init(_ plan: MigrationPlan) {
        hooks = [plan.preMigration.map { _ in "preMigration" }, plan.postMigration.map { _ in "postMigration" }]
            .compactMap { $0 }
        (stages, unknownStages) = LivePlan.stages(of: plan)
        for schema in plan.schemas + stages.flatMap({ [$0.from, $0.to] }) where !versions.contains(Self.title(schema)) {
            versions.append(Self.title(schema))
        }
    }

    private static func title(_ schema: any VersionedSchema.Type) -> String { "\(schema) \(schema.versionIdentifier)" }

    /// Returns the names of a stage's operations and hooks. A lightweight stage has no operations except ``Drop``. For a
    /// custom stage that has neither operations nor hooks, returns `no code`.
    private static func code(_ stage: LivePlan.Stage) -> [String] {
        let names = stage.operations.map(\.name) + stage.hooks
        guard stage.isCustom else { return names }
        return names.isEmpty ? ["no code"] : names
    }

    private static func kind(_ stage: LivePlan.Stage) -> String { stage.isCustom ? "custom" : "lightweight" }

    private var summary: String {
        let versions = versions.count == 1 ? "1 version" : "\(versions.count) versions"
        let stages = self.stages.count == 1 ? "1 stage" : "\(self.stages.count) stages"
        return ([versions, stages] + unknownStages.map { "a stage of the unknown kind \($0)" }).joined(separator: ", ")
    }

    // MARK: Formats

    var text: String {
        var lines = [summary + (hooks.isEmpty ? "" : ", \(hooks.joined(separator: " and "))")]
        for stage in stages {
            lines.append("  \(Self.title(stage.from)) → \(Self.title(stage.to)): \(Self.kind(stage))")
            lines += Self.code(stage).map { "    \($0)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    var markdown: String {
        var lines = ["### Migration plan", "", ReportMarkdown.escaped(summary)]
        if !hooks.isEmpty { lines[2] += ", \(hooks.joined(separator: " and "))" }
        if !stages.isEmpty { lines += ["", "| From | To | Stage | Operations |", "|---|---|---|---|"] }
        lines += stages.map { stage in
            ReportMarkdown.row(
                [Self.title(stage.from), Self.title(stage.to), Self.kind(stage)], list: Self.code(stage))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    var mermaid: String {
        var chart = MermaidChart(direction: .topDown)
        for (index, version) in versions.enumerated() { chart.addNode("v\(index + 1)", version) }
        func node(_ schema: any VersionedSchema.Type) -> String {
            "v\((versions.firstIndex(of: Self.title(schema)) ?? 0) + 1)"
        }
        for stage in stages {
            let code = Self.code(stage)
            chart.addEdge(
                node(stage.from), node(stage.to), label: code.isEmpty ? Self.kind(stage) : code.joined(separator: "\n"))
        }
        return chart.text
    }
}
