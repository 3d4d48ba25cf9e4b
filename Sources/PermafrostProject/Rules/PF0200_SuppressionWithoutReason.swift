import PermafrostModel

/// PF0200: A suppression comment doesn't give a reason.
struct SuppressionWithoutReason: DocumentedRule {
    static let page = RulePage(
        code: "PF0200", name: "SuppressionWithoutReason", severity: .warning,
        summary: "A comment would suppress a finding and gives no reason.",
        failure:
            "Nobody knows later whether the finding was weighed or waved away, and whether it still is all right.",
        fix: "Say why: // permafrost:ignore PF0213 because the old values were test data")

    /// The finding that the comment names.
    let suppressed: Finding
    /// The comment's location.
    let location: SourceLocation

    func finding() -> Finding {
        Finding(
            Self.page,
            .init(
                what: "The comment gives no reason to ignore \(suppressed.code), and ignores nothing",
                fix: "Say why: \(Self.comment(on: suppressed))"),
            group: suppressed.group, version: suppressed.version, schema: suppressed.schema, at: location)
    }

    /// Returns the comment that suppresses a finding.
    static func comment(on finding: Finding) -> String {
        let words = "permafrost:ignore \(finding.code) because …"
        return isModelFile(finding.location?.file) ? "<!-- \(words) -->" : "// \(words)"
    }

    /// Whether comments in a file are XML comments.
    static func isModelFile(_ file: String?) -> Bool { file?.hasSuffix(".xcdatamodel/contents") == true }
}
