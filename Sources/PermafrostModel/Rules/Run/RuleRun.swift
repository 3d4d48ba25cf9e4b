/// The result of applying the rules of one command or function to a context.
///
/// `permafrost check`, `permafrost freeze`, `permafrost lint`, and `MigrationPlan.validate()` all use this type. A
/// problem therefore has the same code, severity, and description everywhere.
package struct RuleRun: Sendable {
    /// The findings. Errors come first, and findings with the same severity are sorted by location. Equal findings of
    /// several plans are merged.
    package let findings: [Finding]

    /// The rules that require only a context, in no particular order.
    package static let rules: [any Rule] = [
        SharedModel(), DuplicateChecksums(), RequiredWithoutDefault(), RequiredToOne(), StructGainsField(),
        EnumChanged(), EncodedShapeChanged(), PossibleRename(), TypeChangedInPlace(), RelationshipRestructured(),
        HookOfOtherVersion(), ChainDoesNotCompose(), StagesOutOfOrder(), UniqueWithoutDeduplication(), CloudKitModel(),
        CloudKitChange(), UnknownSync(), DroppedValues(), UnwrittenOverwrite(), SnapshotsInMemory(), UnnamedInverse(),
        MergedHierarchies(), SharedVersion(),
        NullifiedRequirement(), SyncedCaseAdded(), DropWithoutLoss(),
    ]

    /// Returns the documentation of the rules that a command or function applies, sorted by code.
    ///
    /// - Parameter further: the documentation of rules that require more than a context.
    package static func pages(of gate: RulePage.Gate, with further: [RulePage] = []) -> [RulePage] {
        (rules.map { type(of: $0).page } + further).filter { $0.gates.contains(gate) }.sorted { $0.code < $1.code }
    }

    /// Applies the rules of a command or function to a context, and collects the findings.
    ///
    /// - Parameters:
    ///   - gate: the command or function whose rules are applied.
    ///   - further: the rules that require more than a context.
    ///   - suppress: a function that removes suppressed findings, and may add findings about the suppressions.
    package init(
        gate: RulePage.Gate, over context: RuleContext, with further: [any Rule] = [],
        suppress: ([Finding]) -> [Finding] = { $0 }
    ) {
        let rules = (Self.rules + further).filter { type(of: $0).page.gates.contains(gate) }
            .sorted { type(of: $0).page.code < type(of: $1).page.code }
        findings = suppress(Finding.merging(rules.flatMap { $0.findings(in: context) })).sorted(by: Finding.isBefore)
    }
}
