import PermafrostModel
import PermafrostSource

/// The documentation of all rules, whichever command applies them.
package enum RulePages {
    /// The pages, sorted by code.
    package static let all: [RulePage] = {
        let pages =
            ProjectLint.pages + ProjectCheck.pages + ProjectHistory.pages + StoreIdentification.pages
            + VersionDifference.pages
        return Set(pages).sorted { $0.code < $1.code }
    }()

    /// Returns the page for a code, ignoring case.
    package static func page(_ code: String) -> RulePage? {
        all.first { $0.code == code.uppercased() }
    }

    /// Returns suggestions for a mistyped code, by its letters or by the rule's name.
    package static func near(_ text: String) -> [String] {
        if let named = all.first(where: { $0.name.lowercased() == text.lowercased() }) { return [named.code] }
        return NearNames.of(text, among: all.map(\.code))
    }
}
