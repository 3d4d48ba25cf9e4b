import PermafrostModel

/// PF0200: A suppression comment doesn't give a reason.
struct SuppressionWithoutReason: DocumentedRule {
    static let page = RulePage(
        code: "PF0200", name: "SuppressionWithoutReason", severity: .warning,
        summary: "A permafrost:ignore comment gives no reason.",
        failure: """
            Without a reason, the comment has no effect, because nobody could tell later whether to keep ignoring the \
            finding.
            """,
        fix: "Add a reason: // permafrost:ignore PF0213 because the old values were test data",
        reads: ["the comments in the sources", "the findings"],
        source: .contract("a suppression gives a reason"),
        examples: (
            reported: .change(
                from: "var title: String?", to: "// permafrost:ignore PF0208\nvar title: String"),
            accepted: .change(
                from: "var title: String?",
                to: "// permafrost:ignore PF0208 because no store has a note without a title\nvar title: String")
        ))

    /// The finding that the comment would suppress if it gave a reason.
    let suppressed: Finding
    let location: SourceLocation

    func finding() -> Finding {
        Finding(
            Self.page,
            .init(
                what: "The comment gives no reason to ignore \(suppressed.code), so the comment has no effect",
                fix: "Add a reason: \(Self.comment(on: suppressed))"),
            group: suppressed.group, version: suppressed.version, schema: suppressed.schema, at: location)
    }

    static func comment(on finding: Finding) -> String {
        let comment = "permafrost:ignore \(finding.code) because …"
        return isModelFile(finding.location?.file) ? "<!-- \(comment) -->" : "// \(comment)"
    }

    /// Returns whether comments in a file are XML comments.
    static func isModelFile(_ file: String?) -> Bool { file?.hasSuffix(".xcdatamodel/contents") == true }
}
