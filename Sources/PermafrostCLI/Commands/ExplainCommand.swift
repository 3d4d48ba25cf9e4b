import PermafrostModel
import PermafrostProject

/// `permafrost explain CODE`: shows the documentation of a rule.
struct ExplainCommand: Command {
    static let specification = CommandSpecification(
        name: "explain", operands: "CODE", operandCount: 1...1,
        summary: "show the documentation of a rule: the failure that it prevents, and the fix",
        discussion: """
            CODE is the code at the end of a finding, such as PF0101. Exit 0: the rule was found. 2: there is no such rule.
            """,
        examples: [CommandExample("PF0101", "explain a finding of check")],
        isOfProject: false)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let code = context.invocation.operands[0]
        guard let page = RulePages.page(code) else {
            throw UsageError.unknownRule(code, near: RulePages.near(code))
        }
        return context.write(ExplainReport(rule: page, width: context.output.width))
    }
}
