import PermafrostModel

/// PF0260: A baseline lists a finding that a baseline can't accept.
///
/// The entry has no effect. It is reported so that nobody relies on it.
struct RefusedBaselineEntry: DocumentedRule {
    static let page = RulePage(
        code: "PF0260", name: "RefusedBaselineEntry", severity: .error,
        summary: "A baseline lists drift, another finding that only check reports, or a source that can't be read.",
        failure: """
            check doesn't read baselines, so the entry has no effect. Somebody who relies on the entry may ship a \
            version that was edited after it shipped. Users with a store of that version then lose access to their \
            data.
            """,
        fix: """
            To remove the entry, run permafrost lint --update-baseline. Then run permafrost check, and follow the fix of the finding that \
            the entry was meant to hide.
            """,
        reads: ["the baseline"],
        source: .contract("a baseline accepts only findings of lint"))

    /// The code that the entry lists.
    let code: String
    /// The path of the baseline relative to the project's folder.
    let file: String
    let line: Int

    /// Returns whether a baseline can't accept the findings of the rule with the given code. A baseline can't accept
    /// findings that `lint` doesn't report, such as drift, or findings about unreadable sources or about the baseline.
    /// Returns false for an unknown code, because it matches no finding.
    static func refuses(_ code: String) -> Bool {
        if [SourceNotRead.page.code, page.code].contains(code) { return true }
        return RulePages.page(code).map { !$0.gates.contains(.lint) } ?? false
    }

    func finding() -> Finding {
        Finding(
            Self.page,
            .init(
                what: "The baseline lists \(code), which a baseline can't accept, so the entry has no effect",
                affected: "no users, because Permafrost still reports \(code)",
                fix: "To remove the entry, add --update-baseline"),
            at: SourceLocation(file: file, line: line, column: 1))
    }
}
