import PermafrostModel
import PermafrostStore

/// PF0115: Two versions differ, and the migration between them must handle the change.
struct MigrationChange: DocumentedRule {
    static let page = RulePage(
        code: "PF0115", name: "MigrationChange", severity: .note, gates: [],
        summary: "Two versions differ, and the migration between them has to handle the change.",
        failure: "A migration that doesn't handle a change fails, or silently deletes values.",
        fix: """
            Add what the change needs: a default on the property, an original name, or a custom stage. The finding's \
            fix names it.
            """,
        reads: ["the models of both versions"],
        source: .lightweightMigration)

    let difference: VersionDifference

    /// Returns a finding for every change, at its location in the source.
    func findings() -> [Finding] {
        difference.inference.changes.map { judged in
            let wording = JudgementMessage(judged)
            return Finding(
                Self.page,
                .init(
                    what: "From \(difference.old.name) to \(difference.new.name), \(wording.what): \(wording.effect)",
                    affected: judged.verdict > .lightweight ? affected : nil, fix: wording.fix),
                severity: Self.severity(judged.verdict), subject: .difference(judged.change, platform: nil),
                version: difference.new.name, schema: difference.new.schema, at: difference.place(of: judged.change))
        }
    }

    private var affected: String {
        switch difference.old.origin {
        case .store, .fixture: "users with a store like this one"
        case .declared, .frozen, .live: "users with a \(difference.old.name) store"
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

    /// The findings about the changes between the versions, one for each change, at its location in the source.
    package var findings: [Finding] { MigrationChange(difference: self).findings() }
}
