import PermafrostModel

/// The rules that commands apply to a project.
///
/// A rule's page says which commands apply the rule: a command applies the rules with one of its gates (``RulePage/Gate``)
/// and no others. The commands are:
///
/// | command | gates |
/// |---|---|
/// | `check` | `check` |
/// | `lint` | `lint` |
/// | `freeze` | `rejection`; `freeze`, if the rule reports errors about the version's plan |
/// | `new-version`, `adopt` | `rejection`; `lint`, for the drafted version |
/// | `permafrost` without a command, `report`, `review` | `check` and `lint` |
/// | `init` | `rejection` |
///
/// All other commands, such as `list` and `ship`, apply no rule. `drift` and `migrate` report a damaged fixture with the
/// message of PF0108.
enum ProjectRules {
    /// The rules that need more than versions and plans.
    static let all: [any ProjectRule.Type] = [
        IdentityDrift.self, SilentDrift.self, PhysicalDrift.self, DeclarationGone.self, NotFrozen.self,
        RenamedVersion.self, DamagedFixture.self, RefusedEntry.self, UnownedFixture.self, UnsafeVersion.self,
        ReleasedFixtureLost.self, CommittedFixtureLost.self, UnacceptedReplacement.self, FixtureNotInRepository.self,
        ReleaseWithdrawn.self, NotDeployed.self, DeployedWithOtherType.self, NoLongerInModel.self,
        AssetFieldNotDeployed.self, MoveReceiptNotDeployed.self, CloudKitNotCompared.self,
        PlatformDifference.self, ModelOutsidePlan.self, SchemaNotLast.self, ContainerWithoutPlan.self,
        FailureHandler.self, SharedStore.self, CopyWithoutLog.self, UnboundedFetch.self, StateBetweenHooks.self,
        Namesake.self, UnlistedVersion.self, RefusedInStruct.self, UnkeyedValue.self, UnlistedParent.self,
        TwoNumbers.self, OtherFileHandled.self, RetryWithoutPlan.self, NameInTwoStores.self,
        RelationshipAcrossStores.self, ModelBesidesPlan.self, UnreadCoding.self, RefusedBatchDelete.self,
        UnlistedModel.self, RetirementMismatch.self, MainActorInHook.self, StoreMoved.self,
    ]

    /// Returns the documentation of the rules that a command applies, sorted by code.
    ///
    /// - Parameter further: the documentation of rules that the command applies to something else.
    static func pages(of gate: RulePage.Gate, with further: [RulePage] = []) -> [RulePage] {
        RuleRun.pages(of: gate, with: all.map { $0.page } + further)
    }

    /// Applies a command's rules to a project.
    ///
    /// - Parameter suppress: a function that removes suppressed findings, and may add findings about the suppressions.
    /// - Returns: the findings, errors first.
    /// - Throws: an error of a fact that can't be computed, or of `suppress`.
    static func findings(
        of gate: RulePage.Gate, about facts: ProjectFacts, suppress: ([Finding]) throws -> [Finding] = { $0 }
    ) throws -> [Finding] {
        // Before a freeze, only errors are printed.
        let rules = all.filter { $0.page.gates.contains(gate) && (gate != .freeze || $0.page.severity == .error) }
            .map { rule -> any Rule in rule.init(facts: facts) }
        return try RuleRun(
            gate: gate, over: facts.context, with: rules, prepare: facts.prepare, suppress: suppress
        ).findings
    }
}
