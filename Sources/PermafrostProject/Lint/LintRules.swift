import PermafrostDeclarations
import PermafrostModel
import PermafrostRules

/// A rule over what only sources show.
protocol SourceRule: Rule {
    /// - Parameter input: what it looks at.
    init(input: LintInput)
}

extension SourceRule {
    /// A finding about a group's plan, or about code that opens or copies stores.
    func finding(
        _ words: Finding.Words, severity: Finding.Severity? = nil, in group: LintGroup? = nil,
        at location: SourceLocation
    ) -> Finding {
        Finding(Self.page, words, severity: severity, group: group?.name, at: location)
    }
}

/// Every rule of `lint`.
package enum LintRules {
    /// The rules over what only sources show, by code.
    static let ofSources: [any SourceRule.Type] = [
        PlatformRule.self, ModelOutsidePlanRule.self, ContainerSchemaRule.self, PlanlessContainerRule.self,
        FailureHandlerRule.self, SharedStoreRule.self, StoreCopyRule.self, UnboundedFetchRule.self, HookStateRule.self,
        NamesakeRule.self, UnlistedVersionRule.self,
    ]

    /// Their documentation, with that of suppression, by code.
    package static let pages: [RulePage] =
        [Suppressions.page] + RuleRun.pages(of: .lint, with: ofSources.map { $0.page })
}
