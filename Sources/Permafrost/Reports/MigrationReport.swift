import PermafrostModel

/// Renders differences and plans for people: as plain text, as Markdown for a pull request, or as a Mermaid flowchart that
/// GitHub draws.
///
/// ```swift
/// print(MigrationReport.render(AppMigrationPlan.plan, as: .mermaid))
/// ```
public enum MigrationReport {
    /// The form of a report.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// Lines of plain text.
        case text
        /// GitHub's Markdown.
        case markdown
        /// A Mermaid flowchart, without the fence around it.
        case mermaid
    }

    /// Every change between two versions with what it asks of the migration. The text ends with a line break.
    public static func render(_ diff: SchemaDiff, as format: Format = .text) -> String {
        switch format {
        case .text: SchemaDiffReport(diff: diff).text
        case .markdown: SchemaDiffReport(diff: diff).markdown
        case .mermaid: SchemaDiffReport(diff: diff).mermaid
        }
    }

    /// A plan's versions, its stages, and what each stage does. The text ends with a line break.
    public static func render(_ plan: MigrationPlan, as format: Format = .text) -> String {
        let report = PlanReport(plan)
        return switch format {
        case .text: report.text
        case .markdown: report.markdown
        case .mermaid: report.mermaid
        }
    }
}
