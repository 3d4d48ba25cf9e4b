import PermafrostModel

/// PF0103: The declaration of a frozen version changed only in its tables, columns or indexes.
struct PhysicalDrift: DriftRule {
    static let page = RulePage(
        code: "PF0103", name: "PhysicalDrift", severity: .error, gates: [.check],
        summary: "A frozen version's declaration changed in its tables, columns or indexes alone.",
        failure: "Stores of the version still open. Their tables or indexes differ from those of a store that is new.",
        fix: "Put the declaration back as it was; if the change is meant, freeze the version again with --force.")
    static let kind = ModelChange.Kind.physical
    let input: CheckInput
}
