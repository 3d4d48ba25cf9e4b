import PermafrostModel

/// PF0203: versions that list other models on some platforms, or are equal there.
struct PlatformRule: LintRule {
    static let page = LintPage(
        code: "PF0203", name: "PlatformDifference", severity: .error,
        summary: "On some platforms a version lists other models, or equals another version.",
        failure: """
            A list of models that differs by #if makes another schema on that platform: two versions may be equal there \
            ("Duplicate version checksums detected.", a crash at launch on that platform alone), and a store that moves \
            between platforms, by iCloud or a backup, is of an unknown version.
            """,
        fix: "List the same models on every platform, and leave out on some what uses them instead.")

    func findings(in input: LintInput) -> [Finding] {
        input.groups.flatMap { group in group.versions.flatMap { findings(about: $0, in: group) } }
    }

    private func findings(about version: LintVersion, in group: LintGroup) -> [Finding] {
        version.declared.variants.compactMap { variant in
            guard let archived = variant.model, let model = try? archived.decoded() else { return nil }
            let twin = group.versions.first { other in
                other.schema != version.schema
                    && Self.checksum(of: other, under: variant.condition) == archived.versionChecksum
            }
            if let twin, group.plan != nil {
                return finding(
                    .init(
                        what:
                            "Under `#if \(variant.condition)`, \(version.title) has the same version hashes as \(twin.title)",
                        affected:
                            "Every user there: the app crashes at launch with \"Duplicate version checksums detected.\"",
                        fix: "List the same models on every platform"),
                    in: group, about: version, at: variant.location)
            }
            let names = Set(model.entities.map(\.name))
            let usual = Set(version.model.entities.map(\.name))
            guard names != usual else { return nil }
            let difference = names.symmetricDifference(usual).sorted().joined(separator: ", ")
            return finding(
                .init(
                    what: "Under `#if \(variant.condition)`, \(version.title) lists other models (\(difference))",
                    affected: "Users whose store moves between platforms: it is of an unknown version on the other",
                    fix: "List the same models on every platform"),
                severity: .warning, in: group, about: version, at: variant.location)
        }
    }

    private static func checksum(of version: LintVersion, under condition: String) -> String? {
        let variant = version.declared.variants.first { $0.condition == condition }
        return (variant.map(\.model) ?? version.declared.model)?.versionChecksum
    }
}
