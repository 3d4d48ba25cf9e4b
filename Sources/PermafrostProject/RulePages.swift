import PermafrostModel
import PermafrostSource

/// The documentation of all rules of all commands.
package enum RulePages {
    /// The pages, sorted by code.
    package static let all: [RulePage] = {
        let pages =
            ProjectLint.pages + ProjectCheck.pages + ProjectHistory.pages + StoreIdentification.pages
            + VersionDifference.pages
        return Set(pages).sorted { $0.code < $1.code }
    }()

    /// Returns the page of the rule with a code. Ignores case.
    package static func page(_ code: String) -> RulePage? {
        all.first { $0.code == code.uppercased() }
    }

    /// Returns the code of the rule with the given name, or suggestions for a mistyped code.
    package static func near(_ text: String) -> [String] {
        if let named = all.first(where: { $0.name.lowercased() == text.lowercased() }) { return [named.code] }
        return NearNames.of(text, among: all.map(\.code))
    }
}
