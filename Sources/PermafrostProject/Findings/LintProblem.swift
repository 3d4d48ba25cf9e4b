/// What a lint rule found: its code, and the words that only the rule can find for it.
package struct LintProblem: Sendable, Hashable {
    /// A finding in words.
    package struct Words: Sendable, Hashable {
        /// What happened, or will, in one sentence without a full stop.
        package var what: String
        /// Who is hit and how; nil where nobody is.
        package var affected: String?
        /// What to do next.
        package var fix: String?

        package init(what: String, affected: String? = nil, fix: String? = nil) {
            self.what = what
            self.affected = affected
            self.fix = fix
        }
    }

    /// The rule's code.
    package var code: String
    /// What it found, in words.
    package var words: Words
}
