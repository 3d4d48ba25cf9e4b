import PermafrostModel
import PermafrostSource

/// The documentation of all rules that commands or `MigrationPlan.validate()` apply.
package enum RulePages {
    /// The pages, sorted by code.
    package static let all: [RulePage] = {
        let pages =
            ProjectLint.pages + ProjectCheck.pages + ProjectHistory.pages + StoreIdentification.pages
            + VersionDifference.pages + RuleRun.pages(of: .plan)
        return Set(pages).sorted { $0.code < $1.code }
    }()

    /// Returns the page with the given code, ignoring case. Returns nil if no rule has the code.
    package static func page(_ code: String) -> RulePage? {
        all.first { $0.code == code.uppercased() }
    }

    /// Returns the code of the rule with the given name. If no rule has this name, returns similar codes.
    package static func near(_ text: String) -> [String] {
        if let named = all.first(where: { $0.name.lowercased() == text.lowercased() }) { return [named.code] }
        return NearNames.of(text, among: all.map(\.code))
    }
}
