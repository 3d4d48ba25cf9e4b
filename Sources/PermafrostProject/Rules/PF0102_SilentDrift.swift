import PermafrostModel

/// PF0102: The declaration of a frozen version changed in a way that doesn't affect the version hash.
struct SilentDrift: DriftRule {
    static let needs: Set<Fact> = [.comparison]
    static let page = RulePage(
        code: "PF0102", name: "SilentDrift", severity: .error, gates: [.check, .freeze],
        summary: "A frozen version's declaration changed, but its version hash didn't.",
        failure: """
            Stores of the version still open and aren't migrated, but the models behave differently from when the version \
            shipped. For example, a default, a delete rule, the Swift type of a value or its coding keys changed. If only the own \
            encode(to:) or init(from:) of a stored type changed, or the coding keys of a struct whose fields have columns \
            of their own, it isn't known whether existing rows still decode, so this is a warning.
            """,
        fix: """
            Revert the declaration and make the change in a new version. SwiftData rejects two versions with equal hashes, so \
            also make a change that affects the version hash, such as a hashModifier on an attribute.
            """,
        reads: ["the version's declaration", "its fixture or its declaration at the base"],
        source: .contract("a frozen version doesn't change"),
        assumption: """
            If only a type's own code for encoding or decoding changed, or only keys of fields with columns of their own, the \
            finding is a warning that assumes that existing rows don't decode.
            """)
    static let kind = ModelChange.Kind.silent
    let facts: ProjectFacts
}
