import PermafrostModel

/// Functions that render schema differences and plans as text, Markdown or flowcharts. Use them to print a plan in a
/// test, to write a table into a pull request, or to draw a flowchart on GitHub.
///
/// ```swift
/// let diff = try SchemaDiff.diff(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
/// print(MigrationReport.render(diff, as: .markdown))
/// print(MigrationReport.render(PostsMigrationPlan.plan, as: .mermaid))
/// ```
///
/// The reports describe declarations, and no store is opened. To see what a migration does to a store, print a
/// ``DryRunReport``.
public enum MigrationReport {
    /// The format of a report.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// Plain text.
        case text
        /// GitHub's Markdown.
        case markdown
        /// A Mermaid flowchart, without the code fence.
        case mermaid
    }

    /// Renders every change between two versions, with the kind of migration that the change requires.
    ///
    /// - Parameters:
    ///   - diff: the changes, from ``SchemaDiff/diff(from:to:)``.
    ///   - format: the format of the report.
    /// - Returns: the report, which ends with a line break.
    public static func render(_ diff: SchemaDiff, as format: Format = .text) -> String {
        switch format {
        case .text: SchemaDiffReport(diff: diff).text
        case .markdown: SchemaDiffReport(diff: diff).markdown
        case .mermaid: SchemaDiffReport(diff: diff).mermaid
        }
    }

    /// Renders a plan's versions and stages, with the operations and hooks of each stage.
    ///
    /// - Parameters:
    ///   - plan: the plan. No store is opened.
    ///   - format: the format of the report.
    /// - Returns: the report, which ends with a line break.
    public static func render(_ plan: MigrationPlan, as format: Format = .text) -> String {
        let report = PlanReport(plan)
        return switch format {
        case .text: report.text
        case .markdown: report.markdown
        case .mermaid: report.mermaid
        }
    }
}
