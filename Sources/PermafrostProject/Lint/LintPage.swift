/// The documentation of a lint rule: what it predicts, and what to do about it.
package struct LintPage: Sendable, Hashable {
    /// The code, which no other rule ever gets: `PF0208`.
    package let code: String
    /// A name in one word.
    package let name: String
    /// How grave its findings are; a rule may give milder ones where it is less sure.
    package let severity: Finding.Severity
    /// What it stands for, in one sentence.
    package let summary: String
    /// The failure that it prevents.
    package let failure: String
    /// What to do.
    package let fix: String

    /// The rule as reports list it.
    package var rule: FindingRule { FindingRule(code: code, name: name, summary: summary) }
}
