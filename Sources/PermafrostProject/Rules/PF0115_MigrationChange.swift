import PermafrostModel
import PermafrostStore

/// PF0115: a change between two versions.
package enum MigrationChange {
    package static let page = RulePage(
        code: "PF0115", name: "MigrationChange", severity: .note, gates: [],
        summary: "A change between two versions, and what it asks of a migration.",
        failure: "A migration that does not do what a change asks for stops, or drops values without an error.",
        fix: "Do what the change asks for: a default on the property, an original name, or a custom stage.")
}

extension VersionDifference {
    /// The rules that a comparison of two versions applies.
    package static let pages = [MigrationChange.page]

    /// What a migration has to do, as findings: each change at its place in the source.
    package var findings: [Finding] {
        inference.changes.map { judged in
            let severity: Finding.Severity =
                switch judged.verdict {
                case .nothing, .lightweight: .note
                case .losesData: .warning
                case .needsDefault, .needsCustomStage: .error
                }
            let wording = JudgementWording(judged)
            return Finding(
                MigrationChange.page,
                .init(
                    what: "From \(old.name) to \(new.name), \(wording.what)",
                    fix: (judged.rule.isInferred ? "Likely: " : "") + wording.advice),
                severity: severity, subject: .difference(judged.change, platform: nil), version: new.name,
                schema: new.schema, at: place(of: judged.change))
        }
    }
}
