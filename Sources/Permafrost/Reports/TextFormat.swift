import PermafrostModel

/// A format for the differences between two versions, or for a plan.
public enum TextFormat: String, Sendable, Hashable, CaseIterable {
    /// Plain text.
    case text
    /// GitHub's Markdown.
    case markdown
    /// A Mermaid flowchart, without the code fence.
    case mermaid
}

extension SchemaDiff {
    /// Renders every change between the versions, with the kind of migration that the change requires.
    ///
    /// ```swift
    /// let diff = try SchemaDiff.diff(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
    /// print(diff.rendered(as: .markdown))
    /// ```
    ///
    /// - Returns: the text, which ends with a line break.
    public func rendered(as format: TextFormat = .text) -> String {
        switch format {
        case .text: SchemaDiffReport(diff: self).text
        case .markdown: SchemaDiffReport(diff: self).markdown
        case .mermaid: SchemaDiffReport(diff: self).mermaid
        }
    }
}

extension MigrationPlan {
    /// Renders the plan's versions and stages, with the operations and hooks of each stage. No store is opened.
    ///
    /// ```swift
    /// print(PostsMigrationPlan.plan.rendered(as: .mermaid))
    /// ```
    ///
    /// - Returns: the text, which ends with a line break.
    public func rendered(as format: TextFormat = .text) -> String {
        let report = PlanReport(self)
        return switch format {
        case .text: report.text
        case .markdown: report.markdown
        case .mermaid: report.mermaid
        }
    }
}
