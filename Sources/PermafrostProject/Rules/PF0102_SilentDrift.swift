import PermafrostModel

/// PF0102: The declaration of a frozen version changed in a way that doesn't affect the version hash.
struct SilentDrift: DriftRule {
    static let page = RulePage(
        code: "PF0102", name: "SilentDrift", severity: .error, gates: [.check],
        summary: "A frozen version's declaration changed in a way that its version hash does not show.",
        failure: """
            Stores of the version still open and are not migrated, but behave otherwise than when it shipped: a default, a delete \
            rule or the Swift type behind a value is another one.
            """,
        fix: "Put the declaration back as it was, and make the change in a new version.")
    static let kind = ModelChange.Kind.silent
    let input: CheckInput
}
