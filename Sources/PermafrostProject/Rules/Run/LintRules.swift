import PermafrostModel

/// Every rule of `lint`.
package enum LintRules {
    /// The rules over what only sources show, by code.
    static let ofSources: [any SourceRule.Type] = [
        PlatformDifference.self, ModelOutsidePlan.self, SchemaNotLast.self, ContainerWithoutPlan.self,
        FailureHandler.self, SharedStore.self, CopyWithoutLog.self, UnboundedFetch.self, StateBetweenHooks.self,
        Namesake.self, UnlistedVersion.self, RefusedInStruct.self, UnkeyedValue.self, UnlistedParent.self,
        TwoNumbers.self,
    ]

    /// Their documentation, with that of suppression, by code.
    package static let pages: [RulePage] =
        [SuppressionWithoutReason.page] + RuleRun.pages(of: .lint, with: ofSources.map { $0.page })
}
