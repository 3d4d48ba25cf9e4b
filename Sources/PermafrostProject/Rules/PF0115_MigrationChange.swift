import PermafrostModel
import PermafrostStore

/// PF0115: A change between two versions.
struct MigrationChange: DocumentedRule {
    static let page = RulePage(
        code: "PF0115", name: "MigrationChange", severity: .note, gates: [],
        summary: "A change between two versions, and what it asks of a migration.",
        failure: "A migration that does not do what a change asks for stops, or drops values without an error.",
        fix: "Do what the change asks for: a default on the property, an original name, or a custom stage.")

    let difference: VersionDifference

    /// Returns a finding for every change, at its place in the source.
    func findings() -> [Finding] {
        difference.inference.changes.map { judged in
            let wording = JudgementWording(judged)
            return Finding(
                Self.page,
                .init(
                    what: "From \(difference.old.name) to \(difference.new.name), \(wording.what)",
                    fix: (judged.rule.isInferred ? "Likely: " : "") + wording.advice),
                severity: Self.severity(judged.verdict), subject: .difference(judged.change, platform: nil),
                version: difference.new.name, schema: difference.new.schema, at: difference.place(of: judged.change))
        }
    }

    private static func severity(_ verdict: MigrationVerdict) -> Finding.Severity {
        switch verdict {
        case .nothing, .lightweight: .note
        case .losesData: .warning
        case .needsDefault, .needsCustomStage: .error
        }
    }
}

extension VersionDifference {
    /// The pages of the rules that apply when two versions are compared.
    package static let pages = [MigrationChange.page]

    /// Findings for every change that a migration must handle, at its place in the source.
    package var findings: [Finding] { MigrationChange(difference: self).findings() }
}
