import PermafrostModel
import PermafrostSource

/// The documentation of every rule, whichever command applies it.
package enum RulePages {
    /// The pages, by code.
    package static let all: [RulePage] = {
        let pages =
            ProjectLint.pages + ProjectCheck.pages + ProjectHistory.pages + StoreIdentification.pages
            + VersionDifference.pages
        return Set(pages).sorted { $0.code < $1.code }
    }()

    /// The page of a code, in any letter case.
    package static func page(_ code: String) -> RulePage? {
        all.first { $0.code == code.uppercased() }
    }

    /// The codes that somebody may have meant: by the letters, or by the rule's name.
    package static func near(_ text: String) -> [String] {
        if let named = all.first(where: { $0.name.lowercased() == text.lowercased() }) { return [named.code] }
        return NearNames.of(text, among: all.map(\.code))
    }
}
