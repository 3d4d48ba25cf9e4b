/// What the user of a store saw that is none of the declared versions.
package struct UnknownStoreWording: Sendable, Hashable {
    /// What was seen, in a part of a sentence.
    package let symptom: String
    /// The same in short, for programs.
    package let code: String

    /// - Parameter hasPlan: whether the app opens the store with a migration plan.
    package init(hasPlan: Bool) {
        if hasPlan {
            code = "134504: unknown model version"
            symptom = "\"Cannot use staged migration with an unknown model version.\" (\(code))"
        } else {
            code = "none, or 134140: missing mapping model"
            symptom =
                "without a migration plan nothing (the store was migrated by inference, or data was lost), or "
                + "\"missing mapping model\" (134140); with one, 134504: unknown model version"
        }
    }

    /// The same as a sentence without a full stop.
    package var sentence: String { "Its user saw \(symptom)" }
}
