/// The documentation of a rule. It includes the permanent code, the problem that the rule finds, the failure that it
/// prevents, and the fix.
package struct RulePage: Sendable {
    /// A command or function that applies rules.
    package enum Gate: Sendable, Hashable {
        /// The `permafrost check` command.
        case check
        /// The `permafrost lint` command.
        case lint
        /// The `MigrationPlan.validate()` function.
        case plan
        /// The `permafrost freeze` command. It prints the errors in the version's plan before it writes the version.
        case freeze
        /// The `permafrost freeze` command, which doesn't write a version that the rule reports.
        case rejection
    }

    /// The code, such as `PF0208`. A code is never reused for a different rule.
    package let code: String
    /// The name in upper camel case, such as `RequiredWithoutDefault`.
    package let name: String
    /// The severity of the rule's findings. A rule may report a lower severity for findings that are less certain. See
    /// ``assumption``.
    package let severity: Finding.Severity
    /// The commands and functions that apply the rule.
    package let gates: Set<Gate>
    /// The problem that the rule finds, in one sentence.
    package let summary: String
    /// The failure that the rule prevents.
    package let failure: String
    /// The fix for the problem.
    package let fix: String
    /// The condition for accepting a finding, such as `If they can be deleted`. The `permafrost` command adds it to a
    /// finding's fix, followed by the comment that suppresses the finding. If the condition is nil, the command doesn't
    /// add the comment to the fix.
    package let acceptance: String?
    /// The parts of the project that the rule reads, such as `the models of both versions`. A finding is an error only if
    /// all of them were read.
    package let reads: [String]
    /// The source of the failure.
    package let source: FailureSource
    /// A sentence about the findings that are warnings, with the assumption that they rely on. Nil if no finding relies
    /// on an assumption.
    package let assumption: String?
    /// Code that the rule reports, and similar code that it accepts. Nil if `lint` doesn't apply the rule to sources.
    package let examples: (reported: RuleExample, accepted: RuleExample)?

    package init(
        code: String, name: String, severity: Finding.Severity, gates: Set<Gate> = [.lint], summary: String,
        failure: String, fix: String, acceptance: String? = nil, reads: [String],
        source: FailureSource, assumption: String? = nil,
        examples: (reported: RuleExample, accepted: RuleExample)? = nil
    ) {
        self.code = code
        self.name = name
        self.severity = severity
        self.gates = gates
        self.summary = summary
        self.failure = failure
        self.fix = fix
        self.acceptance = acceptance
        self.reads = reads
        self.source = source
        self.assumption = assumption
        self.examples = examples
    }
}

extension RulePage {
    /// The rule's evidence, as sentences: the parts of the project that it reads, the source of the failure, and the
    /// assumption.
    package var evidence: String {
        ["Permafrost reads \(reads.listed).", source.sentence, assumption].compactMap(\.self).joined(separator: " ")
    }
}

extension RulePage: Hashable {
    package static func == (left: RulePage, right: RulePage) -> Bool { left.code == right.code }

    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
