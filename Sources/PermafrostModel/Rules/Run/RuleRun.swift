/// The rules of one gate, applied to one context.
///
/// `permafrost check`, `permafrost lint` and `MigrationPlan.validate()` are such runs, so that one fact has one code, one severity
/// and one text.
package struct RuleRun: Sendable {
    /// What was found, errors first, then by place. What several plans have in common is one finding.
    package let findings: [Finding]

    /// The rules that need no more than a context, by code.
    package static let rules: [any Rule] = [
        SharedModel(), DuplicateChecksums(), RequiredWithoutDefault(), RequiredToOne(), StructGainsField(),
        EnumChanged(), EncodedShapeChanged(), PossibleRename(), TypeChangedInPlace(), RelationshipRestructured(),
        HookOfOtherVersion(), ChainDoesNotCompose(), StagesOutOfOrder(), UniqueWithoutDeduplication(), CloudKitModel(),
        CloudKitChange(), DroppedValues(), UnnamedInverse(), MergedHierarchies(), SharedVersion(),
    ]

    /// The documentation of a gate's rules, by code.
    ///
    /// - Parameter further: that of rules that are made with what they look at beside the context.
    package static func pages(of gate: RulePage.Gate, with further: [RulePage] = []) -> [RulePage] {
        (rules.map { type(of: $0).page } + further).filter { $0.gates.contains(gate) }.sorted { $0.code < $1.code }
    }

    /// - Parameters:
    ///   - gate: the rules of another gate are left out.
    ///   - further: rules that are made with what they look at beside the context.
    ///   - suppress: leaves out what is suppressed, and may add what is wrong with a suppression.
    package init(
        gate: RulePage.Gate, over context: RuleContext, with further: [any Rule] = [],
        suppress: ([Finding]) -> [Finding] = { $0 }
    ) {
        let rules = (Self.rules + further).filter { type(of: $0).page.gates.contains(gate) }
            .sorted { type(of: $0).page.code < type(of: $1).page.code }
        findings = suppress(Finding.merging(rules.flatMap { $0.findings(in: context) })).sorted(by: Finding.isBefore)
    }
}
