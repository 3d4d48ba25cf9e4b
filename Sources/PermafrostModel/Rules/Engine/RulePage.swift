/// The documentation of a rule: its stable code, the problem it finds, the failure that it prevents, and the fix.
package struct RulePage: Sendable {
    /// A command or function that applies rules.
    package enum Gate: Sendable, Hashable {
        /// The command `permafrost check`.
        case check
        /// The command `permafrost lint`.
        case lint
        /// The function `MigrationPlan.validate()`.
        case plan
        /// The command `permafrost freeze`. It doesn't write a version that a check would then reject.
        case freeze
    }

    /// The code, such as `PF0208`. It is never reused for another rule.
    package let code: String
    /// A one-word name.
    package let name: String
    /// The severity of its findings. A rule may report a lower severity if it is less certain.
    package let severity: Finding.Severity
    /// The commands and functions that apply it.
    package let gates: Set<Gate>
    /// The problem that it finds, in one sentence.
    package let summary: String
    /// The failure that it prevents.
    package let failure: String
    /// The fix.
    package let fix: String
    /// The condition for accepting a finding: `if they may go`. Nil if the fix in the findings explains enough.
    package let acceptance: String?

    package init(
        code: String, name: String, severity: Finding.Severity, gates: Set<Gate> = [.lint], summary: String,
        failure: String, fix: String, acceptance: String? = nil
    ) {
        self.code = code
        self.name = name
        self.severity = severity
        self.gates = gates
        self.summary = summary
        self.failure = failure
        self.fix = fix
        self.acceptance = acceptance
    }
}

extension RulePage: Hashable {
    package static func == (left: RulePage, right: RulePage) -> Bool { left.code == right.code }

    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
