import Testing

@testable import PermafrostProject

/// Comments suppress findings if they give a reason.
@Suite struct LintSuppressionTests {
    private func lint(_ line: String) throws -> ProjectLint {
        try LintRuleTests.lint(
            LintSources.app(
                LintSources.user("var size: Int?"), "@Model final class User {\n\(line)\nvar z: Date?\ninit() {}\n}"))
    }

    @Test(arguments: [
        "var newSize: Int?  // permafrost:ignore PF0213 because the old values were test data",
        "// permafrost:ignore PF0213 because nobody used it\nvar newSize: Int?",
        "// permafrost:ignore PF0209, PF0213 because nobody used it\nvar newSize: Int?",
    ])
    func aReasonSuppresses(_ line: String) throws {
        let lint = try lint(line)
        #expect(lint.findings.isEmpty)
        #expect(lint.suppressedCount == 1)
    }

    @Test(arguments: [
        "var newSize: Int?  // permafrost:ignore PF0213", "// permafrost:ignore PF0213 because\nvar newSize: Int?",
    ])
    func withoutAReasonItIsAFinding(_ line: String) throws {
        let lint = try lint(line)
        #expect(lint.findings.map(\.code).sorted() == ["PF0200", "PF0213"])
        #expect(lint.suppressedCount == 0)
    }

    @Test(arguments: [
        "var newSize: Int?", "var newSize: Int?  // permafrost:ignore PF0214 because of another rule",
        "var c: Data?  // permafrost:ignore PF0213 because it is behind code\nvar newSize: Int?",
        "// permafrost:ignore PF0213 because it is too far away\n\nvar newSize: Int?",
    ])
    func aCommentForAnotherFindingDoesNotSuppress(_ line: String) throws {
        let lint = try lint(line)
        #expect(lint.findings.map(\.code) == ["PF0213"])
    }
}
