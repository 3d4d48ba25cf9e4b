import PermafrostModel

/// PF0200: a comment that would suppress a finding and does not say why.
struct SuppressionWithoutReason: DocumentedRule {
    static let page = RulePage(
        code: "PF0200", name: "SuppressionWithoutReason", severity: .warning,
        summary: "A comment would suppress a finding and gives no reason.",
        failure:
            "Nobody knows later whether the finding was weighed or waved away, and whether it still is all right.",
        fix: "Say why: // permafrost:ignore PF0213 because the old values were test data")

    /// The finding that the comment would suppress.
    let suppressed: Finding
    /// The comment's place.
    let location: SourceLocation

    func finding() -> Finding {
        Finding(
            Self.page,
            .init(
                what: "The comment gives no reason to ignore \(suppressed.code), and ignores nothing",
                fix: "Say why: \(Self.comment(on: suppressed))"),
            group: suppressed.group, version: suppressed.version, schema: suppressed.schema, at: location)
    }

    /// The comment that suppresses a finding.
    static func comment(on finding: Finding) -> String {
        let words = "permafrost:ignore \(finding.code) because …"
        return isModelFile(finding.location?.file) ? "<!-- \(words) -->" : "// \(words)"
    }

    /// Whether comments in a file are those of XML.
    static func isModelFile(_ file: String?) -> Bool { file?.hasSuffix(".xcdatamodel/contents") == true }
}
