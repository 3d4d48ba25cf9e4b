import PermafrostModel

package enum LintRules {
    /// The lint rules that need information from sources in addition to the models.
    static let ofSources: [any SourceRule.Type] = [
        PlatformDifference.self, ModelOutsidePlan.self, SchemaNotLast.self, ContainerWithoutPlan.self,
        FailureHandler.self, SharedStore.self, CopyWithoutLog.self, UnboundedFetch.self, StateBetweenHooks.self,
        Namesake.self, UnlistedVersion.self, RefusedInStruct.self, UnkeyedValue.self, UnlistedParent.self,
        TwoNumbers.self, OtherFileHandled.self, RetryWithoutPlan.self, NameInTwoStores.self,
        RelationshipAcrossStores.self, ModelBesidesPlan.self, UnreadCoding.self, RefusedBatchDelete.self,
        UnlistedModel.self, RetirementMismatch.self,
        MainActorInHook.self,
    ]

    /// The pages of the lint rules, including the rules about suppression comments and baselines, sorted by code.
    package static let pages: [RulePage] =
        [SuppressionWithoutReason.page]
        + RuleRun.pages(of: .lint, with: ofSources.map { $0.page } + [RefusedBaselineEntry.page])
}
