/// The documentation of a rule: its stable code, what it finds, the failure that it prevents, and what to do.
package struct RulePage: Sendable {
    /// Where rules are applied.
    package enum Gate: Sendable, Hashable {
        /// `permafrost check`
        case check
        /// `permafrost lint`
        case lint
        /// `MigrationPlan.validate()`
        case plan
        /// `permafrost freeze`, which writes no version that a check would then reject.
        case freeze
    }

    /// The code, which no other rule ever gets: `PF0208`.
    package let code: String
    /// A name in one word.
    package let name: String
    /// How grave its findings are; a rule may give milder ones if it is less sure.
    package let severity: Finding.Severity
    /// Where it is applied.
    package let gates: Set<Gate>
    /// What it finds, in one sentence.
    package let summary: String
    /// The failure that it prevents.
    package let failure: String
    /// What to do.
    package let fix: String
    /// When a finding may stay as it is, as a condition: `if they may go`. Nil if the findings' fix says enough.
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
