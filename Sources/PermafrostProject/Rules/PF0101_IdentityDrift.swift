import PermafrostModel

/// PF0101: The declaration of a frozen version changed, and so did its version hash.
struct IdentityDrift: DriftRule {
    static let page = RulePage(
        code: "PF0101", name: "IdentityDrift", severity: .error, gates: [.check],
        summary: "A frozen version's declaration changed, and with it the version hash by which stores are known.",
        failure: """
            A store of the version as it shipped matches no declared version any more. With a migration plan the app stops at \
            launch with \(CoreDataFailure.unknownModelVersion.quotation); without one the store is migrated \
            by inference, or not at all.
            """,
        fix: "Put the declaration back as it was, and make the change in a new version.")
    static let kind = ModelChange.Kind.identity
    let input: CheckInput
}
