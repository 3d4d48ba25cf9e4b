import PermafrostDeclarations

/// Every lint rule.
package enum LintRules {
    /// The rules by code.
    static let all: [any LintRule] = [
        SharedModelRule(), EqualHashesRule(), PlatformRule(), ModelOutsidePlanRule(), ContainerSchemaRule(),
        PlanlessContainerRule(), RequiredAttributeRule(), RequiredToOneRule(), CompositeRule(), EnumerationRule(),
        EncodedShapeRule(), RenameRule(), TypeChangeRule(), RestructuringRule(), HookTypesRule(),
        LightweightChainRule(), StageOrderRule(), UniquenessRule(), CloudKitModelRule(), CloudKitChangeRule(),
        FailureHandlerRule(), SharedStoreRule(), StoreCopyRule(), UnboundedFetchRule(), HookStateRule(),
        DroppedValuesRule(), UnnamedInverseRule(),
    ]

    /// Their documentation, with that of suppression, by code.
    package static let pages: [LintPage] = [Suppressions.page] + all.map { type(of: $0).page }

    /// Codes that a rule had before. They are still explained, and a comment that names them still suppresses.
    private static let formerCodes = ["PF0106": EqualHashesRule.page.code]

    /// The code that findings have today, of one in any letter case.
    static func currentCode(_ code: String) -> String { formerCodes[code.uppercased()] ?? code.uppercased() }

    /// The page of a code, in any letter case.
    package static func page(_ code: String) -> LintPage? {
        pages.first { $0.code == currentCode(code) }
    }

    /// The codes that somebody may have meant: by the letters, or by the rule's name.
    package static func near(_ text: String) -> [String] {
        if let named = pages.first(where: { $0.name.lowercased() == text.lowercased() }) { return [named.code] }
        return NearNames.of(text, among: pages.map(\.code))
    }
}

extension FindingRule {
    /// The kinds that a lint may find.
    package static let lint = LintRules.pages.map(\.rule) + check.filter { $0.code == "PF0120" }
}
