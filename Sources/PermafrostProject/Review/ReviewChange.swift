/// A change to a model, with its effect on existing stores.
package struct ReviewChange: Sendable, Hashable, Encodable {
    /// The effect of a change, mildest first.
    package enum Verdict: String, Sendable, Hashable, CaseIterable, Comparable, Encodable {
        /// No migration is required.
        case nothing
        /// The version isn't frozen and hasn't shipped, so it may still change.
        case draft
        /// A lightweight migration handles the change.
        case lightweight
        /// The code of a custom stage handles the change.
        case custom
        /// The migration deletes values or rows.
        case losesData
        /// The migration fails or loses data unless somebody writes code, such as a default or a custom stage.
        case needsCode
        /// The version is frozen or has shipped, and must not change.
        case drift

        package static func < (left: Verdict, right: Verdict) -> Bool { left.weight < right.weight }

        private var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A clause that describes the change, such as `Post.title was removed (was optional String)`.
    package var what: String
    /// The path of the changed part, such as `Post.title`.
    package var subject: String
    package var verdict: Verdict
    /// The consequence for existing rows and stores, or nil if it isn't known.
    package var effect: String?
    /// The affected users, or nil if nobody is affected.
    package var affected: String?
    /// The code of the finding about the change, or nil if there is none.
    package var code: String?
    package var file: String?
    package var line: Int?

    package init(
        what: String, subject: String, verdict: Verdict, effect: String? = nil, affected: String? = nil,
        code: String? = nil, file: String? = nil, line: Int? = nil
    ) {
        self.what = what
        self.subject = subject
        self.verdict = verdict
        self.effect = effect
        self.affected = affected
        self.code = code
        self.file = file
        self.line = line
    }
}
