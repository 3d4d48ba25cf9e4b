/// PF0202: two versions of one plan with equal version hashes.
struct EqualHashesRule: LintRule {
    static let page = LintPage(
        code: "PF0202", name: "DuplicateChecksums", severity: .error,
        summary: "Two versions of a plan have the same version hashes.",
        failure: """
            Core Data raises "Duplicate version checksums detected." as soon as the container is made, an Objective-C \
            exception that Swift cannot catch: the app crashes at launch, for everyone. Names of types and version identifiers \
            are in no hash, nor are defaults, delete rules and original names.
            """,
        fix: """
            Take one of the two out of the plan, or let it differ in something that is stored. Where an older version lists the \
            newer one's classes by mistake, give it its own (PF0201).
            """)

    func findings(in input: LintInput) -> [Finding] {
        input.groups.filter { $0.plan != nil }.flatMap { group in
            var first: [String: LintVersion] = [:]
            return group.versions.compactMap { version -> Finding? in
                guard let checksum = version.declared.model?.versionChecksum else { return nil }
                guard let other = first[checksum] else {
                    first[checksum] = version
                    return nil
                }
                return finding(
                    .init(
                        what: "\(version.title) has the same version hashes as \(other.title)",
                        affected:
                            "Every user: the app crashes at launch with \"Duplicate version checksums detected.\"",
                        fix: "Give one of them a difference that is stored, or take one out of the plan"),
                    in: group, about: version, at: version.location)
            }
        }
    }
}
