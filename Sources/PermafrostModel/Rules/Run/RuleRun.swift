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
    ///   - suppress: a function that removes suppressed findings, and may add findings about the suppressions.
    package init(
        gate: RulePage.Gate, over context: RuleContext, suppress: ([Finding]) -> [Finding] = { $0 }
    ) {
        let found = context.judged(Self.rules(of: gate).flatMap { $0.findings(in: context) })
        findings = suppress(Finding.merging(found)).sorted(by: Finding.isBefore)
    }

    /// Applies the rules of a command to a context whose facts are computed on demand, and collects the findings.
    ///
    /// - Parameters:
    ///   - gate: the command whose rules are applied.
    ///   - further: the rules that require more than a context.
    ///   - prepare: a function that computes the facts that a rule needs. It is called before each rule.
    ///   - suppress: a function that removes suppressed findings, and may add findings about the suppressions.
    /// - Throws: the error that `prepare` or `suppress` throws.
    package init(
        gate: RulePage.Gate, over context: RuleContext, with further: [any Rule],
        prepare: (Set<Fact>) throws -> Void, suppress: ([Finding]) throws -> [Finding]
    ) throws {
        let found = try Self.rules(of: gate, with: further).flatMap { rule in
            try prepare(type(of: rule).needs)
            return rule.findings(in: context)
        }
        findings = try suppress(Finding.merging(context.judged(found))).sorted(by: Finding.isBefore)
    }

    private static func rules(of gate: RulePage.Gate, with further: [any Rule] = []) -> [any Rule] {
        (rules + further).filter { type(of: $0).page.gates.contains(gate) }
            .sorted { type(of: $0).page.code < type(of: $1).page.code }
    }
}

extension RuleContext {
    /// Returns findings with the severities that are certain. If it isn't known which migrations a Core Data app's code
    /// runs, the findings about them are warnings.
    fileprivate func judged(_ findings: [Finding]) -> [Finding] {
        let places = Dictionary(
            groups.compactMap { group -> (String, SourceLocation)? in
                if case .unknown(let place) = group.migration { (group.name, place) } else { nil }
            }
        ) { first, _ in first }
        guard !places.isEmpty else { return findings }
        return findings.map { finding in
            let isAboutMigration = finding.inferredPart != nil || finding.code == ChainDoesNotCompose.page.code
            guard isAboutMigration, let place = finding.group.flatMap({ places[$0] }) else { return finding }
            return finding.uncertain(
                because: "This assumes that Core Data migrates the store. The code at \(place) may do so instead, in "
                    + "steps that Permafrost can't determine")
        }
    }
}
